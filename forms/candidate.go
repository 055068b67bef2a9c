package forms

import (
	"math/big"
	"strings"

	"toolbench/toolkit/schema"
)

// fitting are values that a field without fields below it may have, as far as its
// own schema tells; those that its schema offers come first.
func (s *sampler) fitting(f *Field) []*schema.Value {
	var all []*schema.Value
	for _, v := range s.candidates(f) {
		if plainlyTyped(f.schema) || s.form.satisfies(f.schema, v) {
			all = append(all, v)
		}
	}
	return all
}

func (s *sampler) candidates(f *Field) []*schema.Value {
	switch f.Kind {
	case Enum:
		all := make([]*schema.Value, len(f.Choices))
		for i, c := range f.Choices {
			all[i] = c.value
		}
		return all
	case Null:
		return []*schema.Value{schema.NewNull()}
	case Mixed:
		return ofTypes(f.schema, f.types)
	case String:
		return ofTypes(f.schema, []string{"string"})
	case Number:
		return ofTypes(f.schema, []string{"number"})
	case Integer:
		return ofTypes(f.schema, []string{"integer"})
	case Boolean:
		return ofTypes(f.schema, []string{"boolean"})
	}
	return ofTypes(f.schema, []string{"string", "object", "array", "number", "boolean", "null"})
}

func ofTypes(s *schema.Value, types []string) []*schema.Value {
	var all []*schema.Value
	for _, name := range types {
		switch name {
		case "string":
			for _, text := range texts(s) {
				all = append(all, schema.NewString(text))
			}
		case "number", "integer":
			all = append(all, numbers(s)...)
		case "boolean":
			all = append(all, schema.NewBoolean(false), schema.NewBoolean(true))
		case "null":
			all = append(all, schema.NewNull())
		case "object":
			all = append(all, schema.NewObject())
		case "array":
			all = append(all, schema.NewArray())
		}
	}
	return all
}

// numbers are numbers around the limits that a schema names.
func numbers(s *schema.Value) []*schema.Value {
	step := s.Get("multipleOf").Rat()
	if step == nil || step.Sign() <= 0 {
		step = big.NewRat(1, 1)
	}
	var from []*big.Rat
	for _, keyword := range []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"} {
		if r := s.Get(keyword).Rat(); r != nil {
			from = append(from, r)
		}
	}
	from = append(from, big.NewRat(1, 1), new(big.Rat))
	var all []*schema.Value
	for _, r := range from {
		multiples := new(big.Rat).Quo(r, step)
		whole := new(big.Int).Div(multiples.Num(), multiples.Denom()) // rounds down
		for _, by := range []int64{0, 1, -1, 2} {
			n := new(big.Rat).SetInt(new(big.Int).Add(whole, big.NewInt(by)))
			all = append(all, number(n.Mul(n, step)))
		}
		if r.IsInt() {
			all = append(all, number(r))
		}
	}
	if len(from) >= 4 { // two close limits have nothing between them but their middle
		middle := new(big.Rat).Add(from[0], from[1])
		all = append(all, number(middle.Mul(middle, big.NewRat(1, 2))))
	}
	for i := int64(2); i < 30; i++ {
		n := new(big.Rat).Mul(step, big.NewRat(i, 1))
		all = append(all, number(n))
	}
	return all
}

func number(r *big.Rat) *schema.Value {
	literal := r.RatString()
	if !r.IsInt() {
		digits, _ := r.FloatPrec()
		literal = r.FloatString(min(digits, 30))
	}
	v, ok := schema.NewNumber(literal)
	if !ok {
		v, _ = schema.NewNumber("0")
	}
	return v
}

// usual are texts that patterns often ask for.
var usual = []string{"text", "a", "A", "1", "0", "abc", "ABC", "a1", "A1", "2026-11-30", "2026-11-30T13:45:00Z", "13:45", "https://example.com/",
	"example.com", "ada@example.com", "123e4567-e89b-12d3-a456-426614174000", "/a", "./a", "a/b", "a-b", "a_b", "a.b", "1.2.3", "#aabbcc",
	"0123456789", "0123456789abcdef", "en", "en-US", "US", "+15555550100", "192.0.2.1", "*", "-", " ", ""}

// texts are texts of the length, format and pattern that a schema names.
func texts(s *schema.Value) []string {
	var all []string
	if example := schema.FormatExample(s.Get("format").Text()); example != "" {
		all = append(all, example)
	}
	if s.Get("contentEncoding").Text() == "base64" {
		all = append(all, schema.FormatExample("byte"))
	}
	for _, source := range patternsIn(s) {
		for i := range 6 {
			all = append(all, matching(source, i)...)
		}
	}
	all = append(all, usual...)
	least, _ := s.Get("minLength").Int()
	if least = min(least, 100_000); least > 4 {
		long := make([]string, 0, 4)
		for _, text := range []string{"text ", "a", "0", "A1b2"} {
			long = append(long, strings.Repeat(text, least/len(text)+1)[:least])
		}
		all = append(long, all...)
	}
	return unique(append(all, "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"))
}

func patternsIn(s *schema.Value) []string {
	var all []string
	if source := s.Get("pattern").Text(); source != "" {
		all = append(all, source)
	}
	for _, part := range s.Get("allOf").Items() {
		all = append(all, patternsIn(part)...)
	}
	return all
}
