package forms

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/tooltest"
)

type definition struct {
	Name        string          `json:"name"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

// corpus is the folder of real schemas beside the repository.
func corpus(t testing.TB) string {
	t.Helper()
	return tooltest.Shared(t, "corpus")
}

func definitions(t testing.TB) []definition {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(corpus(t), "tools", "*.json"))
	var all []definition
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var recorded struct{ Tools []definition }
		if err := json.Unmarshal(raw, &recorded); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, recorded.Tools...)
	}
	return all
}

// The fields that fall back to JSON are kept by name in testdata: it is their
// schemas that are broken.
func TestEveryRealToolGetsAForm(t *testing.T) {
	tools, fields := map[string]bool{}, 0
	var fallbacks []string
	all := definitions(t)
	for _, d := range all {
		c := New(d.InputSchema).Coverage()
		fields += c.Fields
		if c.Fields > maxCovered {
			t.Errorf("%s: the walk over its fields does not end", d.Name)
		}
		for _, fallback := range c.Fallbacks {
			tools[d.Name] = true
			fallbacks = append(fallbacks, d.Name+": "+fallback.Path+": "+fallback.Reason)
		}
	}
	t.Logf("%d tools, %d fields; %d tools with a field of raw JSON", len(all), fields, len(tools))
	slices.Sort(fallbacks)
	golden(t, "fallbacks.txt", slices.Compact(fallbacks))
}

func TestRealDefaultsAreSentOnlyWhenTheyAreValid(t *testing.T) {
	seeded := 0
	for _, d := range definitions(t) {
		f := New(d.InputSchema)
		value, err := schema.Parse(f.JSON())
		if err != nil {
			t.Fatalf("%s: sends %s: %v", d.Name, f.JSON(), err)
		}
		if len(value.Members()) == 0 {
			continue
		}
		seeded += len(value.Members())
		for _, p := range f.Problems() {
			if p.Message != "is needed" && !regexp.MustCompile("fits none|is empty|is needed when").MatchString(p.Message) {
				t.Errorf("%s: what it starts with is not valid: %s", d.Name, p)
			}
		}
	}
	t.Logf("%d properties start with a value", seeded)
}

// invent makes a value that the schema may or may not take.
func invent(r *rand.Rand, s *schema.Value, depth int) any {
	numbers := []json.Number{"0", "-7", "1.50", "9007199254740993", "1e3", "0.1000000000000000055511151231257827"}
	if r.IntN(8) == 0 || depth > 5 {
		return []any{nil, true, "text", numbers[r.IntN(len(numbers))], []any{json.Number("1")}, map[string]any{"odd key": "x"}}[r.IntN(6)]
	}
	if enum := s.Get("enum").Items(); len(enum) > 0 {
		return enum[r.IntN(len(enum))].Any()
	}
	switch name := s.Get("type").Text(); name {
	case "string":
		return []string{"", "Oslo", "two\nlines", "\u00e9 \U0001F600", "-", "1."}[r.IntN(6)]
	case "number", "integer":
		return numbers[r.IntN(len(numbers))]
	case "boolean":
		return r.IntN(2) == 0
	case "array":
		list := make([]any, r.IntN(3))
		for i := range list {
			list[i] = invent(r, s.Get("items"), depth+1)
		}
		return list
	}
	object := map[string]any{}
	for _, m := range s.Get("properties").Members() {
		if r.IntN(3) > 0 {
			object[m.Name] = invent(r, m.Value, depth+1)
		}
	}
	if r.IntN(3) == 0 {
		object["unknown/key~"] = numbers[r.IntN(len(numbers))]
	}
	return object
}

func written(v any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic(err)
	}
	return bytes.TrimSpace(b.Bytes())
}

// Values compare equal, and the same length tells that no digit was lost.
func TestJSONThroughAFormIsTheSameJSON(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	values := 0
	for _, d := range definitions(t) {
		f := New(d.InputSchema)
		for range 3 {
			raw := written(invent(r, f.root.schema, 0))
			want, err := schema.Parse(raw)
			if err != nil {
				t.Fatal(err)
			}
			if err := f.SetJSON(raw); err != nil {
				t.Fatalf("%s: %v", d.Name, err)
			}
			got, err := schema.Parse(f.JSON())
			if err != nil || !schema.Equal(got, want) || len(f.JSON()) != len(raw) {
				t.Fatalf("%s: %s became %s (%v)", d.Name, raw, f.JSON(), err)
			}
			values++
		}
	}
	t.Logf("%d values", values)
}

func TestTheFormAndTheSchemaAgreeOnInventedValues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	valid := 0
	for i, d := range definitions(t) {
		if i%5 != 0 {
			continue
		}
		f := New(d.InputSchema)
		root, _ := schema.Parse(d.InputSchema)
		validator, err := schema.Compile(root)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			raw := written(invent(r, f.root.schema, 0))
			if err := f.SetJSON(raw); err != nil {
				t.Fatal(err)
			}
			value, _ := schema.Parse(raw)
			problems, err := validator.Validate(value)
			if err != nil {
				t.Fatal(err)
			}
			if (len(problems) == 0) != (len(f.Problems()) == 0) {
				t.Errorf("%s: %s: the form finds %v, the schema %v", d.Name, raw, f.Problems(), problems)
			}
			if len(problems) == 0 {
				valid++
			}
		}
	}
	t.Logf("%d of the values were valid", valid)
}

func BenchmarkNewAndFirstCheckOfTheLargestRealSchema(b *testing.B) {
	all := definitions(b)
	largest := slices.MaxFunc(all, func(x, y definition) int { return len(x.InputSchema) - len(y.InputSchema) })
	b.Run(fmt.Sprintf("new of %d bytes", len(largest.InputSchema)), func(b *testing.B) {
		for b.Loop() {
			New(largest.InputSchema).JSON()
		}
	})
	b.Run("first problems", func(b *testing.B) {
		for b.Loop() {
			New(largest.InputSchema).Problems()
		}
	})
	b.Run("all real forms", func(b *testing.B) {
		for b.Loop() {
			start := time.Now()
			for _, d := range all {
				New(d.InputSchema).JSON()
			}
			b.ReportMetric(float64(time.Since(start).Milliseconds()), "ms/all")
		}
	})
}
