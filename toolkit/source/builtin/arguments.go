package builtin

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"toolbench/toolkit/process"
	"toolbench/toolkit/tool"
)

// checks are what a flat schema asks of arguments.
type checks struct {
	Required   []string            `json:"required"`
	Properties map[string]property `json:"properties"`
	defaults   []byte
}

type property struct {
	Type    string          `json:"type"`
	Enum    []string        `json:"enum"`
	Minimum *float64        `json:"minimum"`
	Maximum *float64        `json:"maximum"`
	Default json.RawMessage `json:"default"`
}

func checksOf(schema string) checks {
	var c checks
	if err := json.Unmarshal([]byte(schema), &c); err != nil {
		panic("a built-in schema is not JSON: " + err.Error()) // found by any test
	}
	defaults := map[string]json.RawMessage{}
	for name, p := range c.Properties {
		if p.Default != nil {
			defaults[name] = p.Default
		}
	}
	c.defaults, _ = json.Marshal(defaults)
	return c
}

// read decodes args into the struct that into points at. Arguments that the
// schema does not know are passed over, and null is the same as not given.
func (c checks) read(args map[string]any, into any) error {
	raw, err := json.Marshal(args)
	if err != nil {
		return fmt.Errorf("the arguments can not be written as JSON: %w", err)
	}
	given, err := tool.DecodeArguments(raw)
	if err != nil {
		return err
	}
	for _, name := range c.Required {
		if given[name] == nil {
			return missing(name, given)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.Properties)) {
		p := c.Properties[name]
		if v := given[name]; v != nil && !p.fits(v) {
			return fmt.Errorf("the argument %q must be %s, not %s", name, p, quoted(v))
		}
	}
	if err := json.Unmarshal(c.defaults, into); err != nil {
		return err
	}
	return unfit(json.Unmarshal(raw, into))
}

func missing(name string, given map[string]any) error {
	if len(given) == 0 {
		return fmt.Errorf("the argument %q is missing; no arguments were given", name)
	}
	names := slices.Sorted(maps.Keys(given))
	for i, n := range names {
		names[i] = strconv.Quote(n)
	}
	return fmt.Errorf("the argument %q is missing; given: %s", name, strings.Join(names, ", "))
}

// unfit makes a sentence of what encoding/json says about an entry inside an
// argument.
func unfit(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err
	}
	kinds := map[reflect.Kind]string{reflect.String: "text", reflect.Bool: "true or false", reflect.Int: "a whole number", reflect.Slice: "a list", reflect.Struct: "an object"}
	given, _, _ := strings.Cut(wrong.Value, " ")
	return fmt.Errorf("the argument %q must be %s, not a JSON %s", wrong.Field, kinds[wrong.Type.Kind()], given)
}

func (p property) fits(v any) bool {
	switch p.Type {
	case "string":
		s, ok := v.(string)
		return ok && (p.Enum == nil || slices.Contains(p.Enum, s))
	case "integer":
		n, ok := v.(float64)
		return ok && n == math.Trunc(n) && (p.Minimum == nil || n >= *p.Minimum) && (p.Maximum == nil || n <= *p.Maximum)
	case "boolean":
		_, ok := v.(bool)
		return ok
	case "array":
		_, ok := v.([]any)
		return ok
	}
	return true
}

// String says what fits.
func (p property) String() string {
	switch {
	case p.Enum != nil:
		return "one of " + strings.Join(p.Enum, ", ")
	case p.Type == "integer" && p.Maximum != nil:
		return fmt.Sprintf("a whole number from %.0f to %.0f", *p.Minimum, *p.Maximum)
	case p.Type == "integer":
		return fmt.Sprintf("a whole number, at least %.0f", *p.Minimum)
	case p.Type == "boolean":
		return "true or false"
	case p.Type == "array":
		return "a list"
	}
	return "text"
}

// quoted is v as JSON, cut to what fits a sentence.
func quoted(v any) string {
	b, _ := json.Marshal(v)
	return shortened(string(b), 60)
}

// shortened is s cut to about n bytes, between runes.
func shortened(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[:process.Whole([]byte(s[:n]))] + "…"
}
