package forms

import (
	"slices"
	"strings"

	"toolbench/toolkit/schema"
)

// Readings are the types, in words, that the text of a Mixed field may be of,
// and the place among them of the one that it is; -1 when it is none.
func (f *Field) Readings() (types []string, is int) {
	if f.natural != Mixed {
		return nil, -1
	}
	is = -1
	for i, name := range f.types {
		types = append(types, bareWord(name))
		if is < 0 && f.State() == StateValue && f.problem == "" && isOfType(f.value, name) {
			is = i
		}
	}
	return types, is
}

// OtherReading is the type, in words, that the text of a Mixed field could be
// sent as instead; "" when it can only be what it is.
func (f *Field) OtherReading() string {
	literal := f.literal(f.draft)
	switch {
	case f.natural != Mixed || f.State() != StateValue || literal == nil || !slices.Contains(f.types, "string"):
		return ""
	case !f.asText:
		return bareWord("string")
	}
	at := slices.IndexFunc(f.types, func(name string) bool { return isOfType(literal, name) })
	return bareWord(f.types[at])
}

// ReadOtherwise sends the text of a Mixed field as its other reading. Text that
// is typed on stays text; a field that was cleared tells by itself again.
func (f *Field) ReadOtherwise() {
	if f.OtherReading() == "" {
		return
	}
	defer f.edit(false)()
	f.touch()
	f.asText = !f.asText
	f.value, _ = f.read(f.draft)
}

func (f *Field) readMixed(text string) (*schema.Value, error) {
	if value := f.literal(text); value != nil && !f.asText {
		return value, nil
	}
	if slices.Contains(f.types, "string") {
		return schema.NewString(text), nil
	}
	return nil, f.notOfType(text, typeWords(f.types))
}

func (f *Field) takesType(value *schema.Value) bool {
	return slices.ContainsFunc(f.types, func(name string) bool { return isOfType(value, name) })
}

// literal is what text is when it is read as another type than text that the
// field takes; nil when it is none.
func (f *Field) literal(text string) *schema.Value {
	value, err := schema.Parse([]byte(text))
	if err != nil || value.Kind() == schema.String || !f.takesType(value) {
		return nil
	}
	return value
}

// isOfType tells whether a value is of a type of JSON Schema.
func isOfType(value *schema.Value, name string) bool {
	of := typeName(value)
	r := value.Rat()
	return of == name || of == "number" && name == "integer" && r != nil && r.IsInt()
}

// bareWord is a type in words without its article.
func bareWord(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(schema.TypeWord(name), "an "), "a ")
}
