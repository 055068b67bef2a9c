package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Where a schema holds further schemas.
var (
	schemaKeys = []string{"items", "additionalItems", "additionalProperties", "unevaluatedItems",
		"unevaluatedProperties", "contains", "propertyNames", "contentSchema", "not", "if", "then", "else"}
	schemaLists = []string{"allOf", "anyOf", "oneOf", "prefixItems", "items"}
	schemaMaps  = []string{"properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"}
)

// A strictness says which references are set aside. The validator resolves more
// of them than [Document] does, so it is asked first.
type strictness int

const (
	keepReferences  strictness = iota
	dropUnresolved             // those that lead nowhere
	dropIdentifiers            // all that name another document, and every $id
)

// A preparation is a schema being made fit for the validator, which refuses a
// document as a whole for one slip anywhere in it.
type preparation struct {
	document *Document
	root     any
	strict   strictness
	whole    any // the document made fit, where root is only a part of it
	warnings []string
	visited  map[string]bool
}

func (p *preparation) warn(format string, args ...any) {
	p.warnings = append(p.warnings, fmt.Sprintf(format, args...))
}

func (p *preparation) run() {
	p.visited = map[string]bool{}
	if root, ok := p.root.(map[string]any); ok {
		if _, known := Draft(p.document.root); !known {
			p.warn("$schema names no draft that is known here; the schema is read as 2020-12")
			delete(root, "$schema")
		}
	}
	p.schema(p.root, nil)
	if p.strict == dropIdentifiers {
		withoutIdentifiers(p.root)
	}
}

func withoutIdentifiers(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["$id"].(string); ok {
			delete(v, "$id")
		}
		for _, member := range v {
			withoutIdentifiers(member)
		}
	case []any:
		for _, item := range v {
			withoutIdentifiers(item)
		}
	}
}

// schema walks to every subschema. The validator's meta-schema check has not
// run yet: nothing has to be of the type that it should be.
func (p *preparation) schema(v any, at []string) {
	object, ok := v.(map[string]any)
	pointer := Pointer(at...)
	if !ok || p.visited[pointer] {
		return
	}
	p.visited[pointer] = true
	at = slices.Clip(at)
	p.reference(object, at)
	nullable(object)
	if object["format"] == "regex" {
		object["format"] = regexFormat
	}
	exclusiveBound(object, "minimum", "exclusiveMinimum")
	exclusiveBound(object, "maximum", "exclusiveMaximum")
	if len(at) > 0 && object["$id"] == nil {
		delete(object, "$schema")
	}
	for _, key := range schemaKeys {
		p.schema(object[key], append(at, key))
	}
	for _, key := range schemaLists {
		items, _ := object[key].([]any)
		for i, item := range items {
			p.schema(item, append(at, key, strconv.Itoa(i)))
		}
	}
	for _, key := range schemaMaps {
		members, _ := object[key].(map[string]any)
		for name, member := range members {
			p.schema(member, append(at, key, name))
		}
	}
}

// reference sets aside a $ref that can not be followed, and walks on to the
// part that any other leads to.
func (p *preparation) reference(object map[string]any, at []string) {
	for _, key := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
		ref, ok := object[key].(string)
		if !ok {
			continue
		}
		if why := p.unfollowed(ref, at); why != "" {
			p.warn("%s: %s; it is not checked", place(at), why)
			delete(object, key)
		} else if pointer, ok := strings.CutPrefix(ref, "#/"); ok {
			p.schema(find(p.root, Tokens("/"+pointer)), Tokens("/"+pointer))
		}
	}
}

// unfollowed says why a reference is set aside, "" when it is not.
func (p *preparation) unfollowed(ref string, at []string) string {
	if p.strict == keepReferences || p.whole != nil && !strings.HasPrefix(ref, location) {
		return ""
	}
	ref = strings.TrimPrefix(ref, location)
	_, err := p.document.ResolveFrom(p.document.root.At(at...), ref)
	if foreign := !strings.HasPrefix(ref, "#"); foreign && !draftURL(ref) && (err != nil || p.strict == dropIdentifiers) {
		return fmt.Sprintf("the reference to %s is outside this schema and is not loaded", ref)
	} else if err != nil && !foreign {
		return err.Error()
	}
	return ""
}

// draftURL tells whether a reference names a meta-schema that the validator
// carries with it.
func draftURL(ref string) bool {
	_, name, _ := strings.Cut(ref, "://")
	return strings.HasPrefix(name, "json-schema.org/draft")
}

// nullable reads OpenAPI's nullable as what it means.
func nullable(object map[string]any) {
	if object["nullable"] != true {
		return
	}
	if name, ok := object["type"].(string); ok && name != "null" {
		object["type"] = []any{name, "null"}
	}
	if choices, ok := object["enum"].([]any); ok && !slices.Contains(choices, nil) {
		object["enum"] = append(slices.Clip(choices), nil)
	}
}

// exclusiveBound reads draft 4's boolean exclusive bounds, which later drafts
// refuse, as what they mean. The validator does so itself in draft 4.
func exclusiveBound(object map[string]any, inclusive, exclusive string) {
	if open, ok := object[exclusive].(bool); ok {
		delete(object, exclusive)
		if limit, found := object[inclusive]; open && found {
			object[exclusive] = limit
			delete(object, inclusive)
		}
	}
}

func find(v any, tokens []string) any {
	for _, token := range tokens {
		switch parent := v.(type) {
		case map[string]any:
			v = parent[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(parent) {
				return nil
			}
			v = parent[i]
		default:
			return nil
		}
	}
	return v
}

// setAside removes the keyword at the tokens, or makes a subschema that is none
// take anything.
func (p *preparation) setAside(tokens []string, reason string) bool {
	for len(tokens) > 0 {
		last := len(tokens) - 1
		parent, ok := find(p.root, tokens[:last]).(map[string]any)
		if !ok {
			tokens = tokens[:last] // an item: the list goes as a whole
			continue
		}
		value, present := parent[tokens[last]]
		if !present {
			return false
		}
		if last > 0 && slices.Contains(schemaMaps, tokens[last-1]) && value != true {
			parent[tokens[last]] = true
		} else {
			delete(parent, tokens[last])
		}
		p.warn("%s: %s; it is not checked", place(tokens), reason)
		return true
	}
	return false
}

func place(tokens []string) string {
	if len(tokens) == 0 {
		return "the schema"
	}
	return Pointer(tokens...)
}
