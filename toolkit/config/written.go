package config

import (
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"toolbench/toolkit/redact"
)

// written is what a declaration would start or reach, as it stands in the file
// but for its secrets: the words of a command, or an address; empty when it says
// neither. It is for people, who decide on a file before it can be used.
func written(declaration *hujson.Object) []string {
	if declaration == nil {
		return nil
	}
	var hide redact.Redactor
	command, _ := firstOf(declaration, commandKeys)
	words := texts(command)
	if inner, isObject := command.Value.(*hujson.Object); isObject { // of Zed
		path, _ := member(inner, "path")
		words, declaration = texts(path), inner
	}
	if len(words) > 0 {
		args, _ := member(declaration, "args")
		return hide.Words(slices.Concat(words, texts(args)))
	}
	address, _ := firstOf(declaration, slices.Concat(urlKeys, []string{"document", "dir"}))
	for _, text := range texts(address) {
		return []string{braces.Replace(hide.URL(text))}
	}
	return nil
}

// braces are what stands around the names of variables and arguments.
var braces = strings.NewReplacer("%7B", "{", "%7D", "}")

func firstOf(object *hujson.Object, keys []string) (hujson.Value, bool) {
	for _, key := range keys {
		if value, ok := member(object, key); ok && value.Value.Kind() != 'n' {
			return value, true
		}
	}
	return hujson.Value{}, false
}

// texts are those of a list, or a lone one.
func texts(value hujson.Value) []string {
	var all []string
	if array, ok := value.Value.(*hujson.Array); ok {
		for _, element := range array.Elements {
			all = append(all, textOf(element))
		}
	} else if text := textOf(value); text != "" {
		all = append(all, text)
	}
	return all
}
