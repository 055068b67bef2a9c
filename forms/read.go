package forms

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"toolbench/toolkit/schema"
)

// read makes a value of text: of the type that the field takes, and of text
// only where it fits no other type that is allowed. The error is the rest of a
// sentence that begins with the field.
func (f *Field) read(text string) (*schema.Value, error) {
	switch f.natural {
	case String:
		return schema.NewString(text), nil
	case Number, Integer:
		return f.readNumber(text)
	case Boolean:
		if text == "true" || text == "false" {
			return schema.NewBoolean(text == "true"), nil
		}
		return nil, fmt.Errorf("%s is not true or false", quoted(text))
	case Enum:
		return f.readChoice(text)
	case Mixed:
		return f.readMixed(text)
	case Null:
		if text == "null" {
			return schema.NewNull(), nil
		}
		return nil, fmt.Errorf("%s is not null, the only value that would do", quoted(text))
	case JSON:
		if f.union != nil {
			return f.readUnchosen(text)
		}
		return readJSON(text)
	}
	value, err := schema.ParseForgiving([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("%s is not JSON: %w", quoted(text), err)
	}
	return value, nil
}

func (f *Field) readNumber(text string) (*schema.Value, error) {
	value, ok := schema.NewNumber(strings.TrimSpace(text))
	if !ok {
		return nil, f.notOfType(text, either(f.natural == Integer, "an integer", "a number"))
	}
	if r := value.Rat(); f.natural == Integer && r != nil && !r.IsInt() {
		return value, nil // the validator says so, of the number itself
	}
	return value, nil
}

func (f *Field) notOfType(text, word string) error {
	if len(f.Limits) > 0 {
		return fmt.Errorf("%s is not %s; %s would do", quoted(text), word, strings.Join(f.Limits, ", "))
	}
	return fmt.Errorf("%s is not %s", quoted(text), word)
}

// readChoice finds the choice that is meant. Of a number and a text that are
// written alike, the number is.
func (f *Field) readChoice(text string) (*schema.Value, error) {
	for _, c := range f.Choices {
		if c.value.Kind() != schema.String && string(c.Value) == text {
			return c.value, nil
		}
	}
	for _, c := range f.Choices {
		if c.value.Kind() == schema.String && c.value.Text() == text {
			return c.value, nil
		}
	}
	for _, c := range f.Choices {
		if c.Label == text {
			return c.value, nil
		}
	}
	return nil, f.notAChoice(text)
}

func (f *Field) notAChoice(text string) error {
	labels := make([]string, len(f.Choices))
	for i, c := range f.Choices {
		labels[i] = c.Label
	}
	if near := schema.Nearest(text, labels); near != "" && len(labels) > 6 {
		return fmt.Errorf("%s is none of the %d choices; did you mean %s?", quoted(text), len(labels), near)
	}
	if len(labels) > 6 {
		return fmt.Errorf("%s is none of the %d choices; %s … would do", quoted(text), len(labels), strings.Join(labels[:4], ", "))
	}
	return fmt.Errorf("%s is not a choice; %s would do", quoted(text), strings.Join(labels, ", "))
}

// readUnchosen reads the text of a field of which no shape is chosen: as JSON
// where that is of one of them, else as text where one takes text.
func (f *Field) readUnchosen(text string) (*schema.Value, error) {
	takes := func(v *schema.Value) bool {
		return slices.ContainsFunc(f.union.whole.branches, func(branch shape) bool { return branch.takesKind(v) })
	}
	value, err := readJSON(text)
	if plain := schema.NewString(text); takes(plain) {
		begun := map[byte]*schema.Value{'{': schema.NewObject(), '[': schema.NewArray()}[strings.TrimSpace(text + " .")[0]]
		if err == nil && !takes(value) || err != nil && !(begun != nil && takes(begun)) {
			return plain, nil
		}
	}
	return value, err
}

// readJSON reads raw JSON. Text that does not look like JSON is taken for a
// string, so that a word needs no quotes.
func readJSON(text string) (*schema.Value, error) {
	value, err := schema.ParseForgiving([]byte(text))
	if err == nil {
		return value, nil
	}
	if strings.ContainsAny(strings.TrimSpace(text)[:min(1, len(strings.TrimSpace(text)))], `{["`) {
		return nil, errors.New("this is not JSON: " + err.Error())
	}
	return schema.NewString(text), nil
}

func quoted(text string) string { return schema.Given(schema.NewString(text)) }
