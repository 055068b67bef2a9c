package forms

import (
	"fmt"
	"strings"

	"toolbench/toolkit/schema"
)

// Type says in words what the field takes: "integer", "list of objects", "one
// of 3".
func (f *Field) Type() string {
	word := f.typeWord(f.natural)
	if f.union != nil && f.chosen < 0 {
		word = fmt.Sprintf("one of %d shapes", len(f.union.whole.branches))
	}
	if f.Nullable && (f.natural != JSON || f.union != nil) {
		word += " or null"
	}
	return word
}

func (f *Field) typeWord(kind Kind) string {
	switch kind {
	case Object:
		return f.objectWord()
	case Array:
		return "list of " + f.itemWord()
	case String:
		return "text"
	case Number:
		return "number"
	case Integer:
		return "integer"
	case Boolean:
		return "true or false"
	case Null:
		return "null"
	case Mixed:
		words := make([]string, len(f.types))
		for i, name := range f.types {
			words[i] = bareWord(name)
		}
		return strings.Join(words, " or ")
	case Enum:
		if f.Constant {
			return "constant"
		}
		return fmt.Sprintf("one of %d", len(f.Choices))
	}
	return "JSON"
}

func (f *Field) objectWord() string {
	additional := f.schema.Get("additionalProperties")
	if len(f.schema.Get("properties").Members()) > 0 || additional.Kind() != schema.Object {
		return "object"
	}
	if len(additional.Members()) == 0 {
		return "map"
	}
	return "map of " + f.form.manyOf(additional)
}

func (f *Field) itemWord() string {
	if f.MultiChoice {
		return fmt.Sprintf("%d choices", len(f.Choices))
	}
	if f.Tuple {
		return f.placesWord()
	}
	items := f.schema.Get("items")
	if items == nil {
		return "anything"
	}
	return f.form.manyOf(items)
}

// manyOf says what several values of a schema are: "objects", "3 shapes".
func (f *Form) manyOf(s *schema.Value) string {
	sh := f.interpret(s)
	switch {
	case len(sh.branches) > 0:
		return fmt.Sprintf("%d shapes", len(sh.branches))
	case sh.kind == Array:
		return "lists"
	case sh.kind == JSON && sh.reason == "":
		return "anything"
	}
	of := &Field{form: f}
	of.take(sh)
	return plural(of.typeWord(of.natural))
}

// placesWord says what fixed places take, or how many there are.
func (f *Field) placesWord() string {
	fixed := places(f.schema)
	if len(fixed) > 4 {
		return fmt.Sprintf("%d places", len(fixed))
	}
	words := make([]string, len(fixed))
	for i, s := range fixed {
		of := &Field{form: f.form}
		of.take(f.form.interpret(s))
		words[i] = of.typeWord(of.natural)
	}
	return strings.Join(words, ", ")
}

func plural(word string) string {
	switch word {
	case "object", "number", "integer", "map":
		return word + "s"
	}
	return word
}

// Takes says all that is known of what the field takes, on one line: "integer,
// 1 to 14".
func (f *Field) Takes() string {
	return strings.Join(append([]string{f.Type()}, f.Limits...), ", ")
}
