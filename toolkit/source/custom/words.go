package custom

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"toolbench/toolkit/schema"
)

// placeholder is {name} in a word. Only names of properties count: braces are
// plain text for many commands.
var placeholder = regexp.MustCompile(`\{([^{}]*)\}`)

// endOfOptions is the word behind which none is an option.
const endOfOptions = "--"

// A commandLine is made of the words of a command and the arguments of a call,
// as the comment on [Command] has it.
type commandLine struct {
	schema, args *schema.Value
	words        []string
	used         map[string]bool // properties that a placeholder names
	plain        bool            // behind --
}

// commandLineOf is the words with the arguments in them. An error is a sentence.
func commandLineOf(words []string, root, args *schema.Value) ([]string, error) {
	l := &commandLine{schema: root, args: args, used: map[string]bool{}}
	properties := root.Get("properties")
	for _, m := range args.Members() {
		if properties.Get(m.Name) == nil {
			return nil, l.unknown(m.Name)
		}
	}
	end := -1
	for _, word := range words {
		if word == endOfOptions && end < 0 {
			end, l.plain = len(l.words), true
		}
		if err := l.place(word); err != nil {
			return nil, err
		}
	}
	if end < 0 {
		end = len(l.words)
	}
	made := slices.Insert(l.words, end, l.flags()...)
	if slices.ContainsFunc(made, func(word string) bool { return strings.Contains(word, "\x00") }) {
		return nil, errors.New("an argument has a NUL character in it, which no word of a command line can have")
	}
	return made, nil
}

func (l *commandLine) unknown(name string) error {
	names := l.names()
	if near := schema.Nearest(name, names); near != "" {
		return fmt.Errorf("there is no argument %q; did you mean %q?", name, near)
	}
	if len(names) == 0 {
		return fmt.Errorf("there is no argument %q; the tool takes none", name)
	}
	return fmt.Errorf("there is no argument %q; there are %s", name, strings.Join(names, ", "))
}

func (l *commandLine) names() []string {
	var names []string
	for _, m := range l.schema.Get("properties").Members() {
		names = append(names, m.Name)
	}
	return names
}

// place adds a word of Args, with its placeholders filled.
func (l *commandLine) place(word string) error {
	names := l.namesIn(word)
	for _, name := range names {
		l.used[name] = true
	}
	if slices.ContainsFunc(names, func(name string) bool { return !given(l.args.Get(name)) }) {
		return nil
	}
	filled := l.fill(word, names)
	for _, f := range filled {
		if isOption(f) && !strings.HasPrefix(word, "-") && !l.plain {
			return fmt.Errorf("the argument %q makes the word %q, which the command would take for an option; leave out the dash in front, or put the word -- before %q in the tool's args", names[0], f, word)
		}
	}
	l.words = append(l.words, filled...)
	return nil
}

// isOption tells whether a command would take a word for an option. A dash alone
// is none.
func isOption(word string) bool { return strings.HasPrefix(word, "-") && word != "-" }

// fill is what becomes of a word: one word, or one for each item of a list.
func (l *commandLine) fill(word string, names []string) []string {
	if len(names) == 1 && word == "{"+names[0]+"}" {
		if v := l.args.Get(names[0]); v.Kind() == schema.Array {
			var filled []string
			for _, item := range v.Items() {
				filled = append(filled, text(item))
			}
			return filled
		}
	}
	return []string{placeholder.ReplaceAllStringFunc(word, func(found string) string {
		if name := found[1 : len(found)-1]; slices.Contains(names, name) {
			return text(l.args.Get(name))
		}
		return found
	})}
}

// namesIn are the properties that the word's placeholders name.
func (l *commandLine) namesIn(word string) []string {
	var names []string
	for _, m := range placeholder.FindAllStringSubmatch(word, -1) {
		if l.schema.Get("properties").Get(m[1]) != nil {
			names = append(names, m[1])
		}
	}
	return names
}

// flags are the arguments that no placeholder names.
func (l *commandLine) flags() []string {
	var flags []string
	for _, name := range l.names() {
		if !l.used[name] {
			flags = append(flags, flag(name, l.args.Get(name))...)
		}
	}
	return flags
}

func flag(name string, v *schema.Value) []string {
	switch {
	case !given(v) || v.IsFalse():
		return nil
	case v.IsTrue():
		return []string{"--" + name}
	case v.Kind() == schema.Array:
		var flags []string
		for _, item := range v.Items() {
			flags = append(flags, "--"+name+"="+text(item))
		}
		return flags
	}
	return []string{"--" + name + "=" + text(v)}
}

func given(v *schema.Value) bool {
	return v.Kind() != schema.Missing && v.Kind() != schema.Null
}

// text is a value as a word, or as a piece of one.
func text(v *schema.Value) string {
	if v.Kind() == schema.String {
		return v.Text()
	}
	return string(v.Append(nil))
}
