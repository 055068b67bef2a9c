package forms

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	independent "github.com/google/jsonschema-go/jsonschema"

	"toolbench/toolkit/schema"
)

// judge is a validator that nobody here wrote and that shares no code with the
// one that forms use. It does not know formats.
func judge(raw json.RawMessage) (*independent.Resolved, error) {
	var s independent.Schema
	if err := json.Unmarshal(raw, &s); err != nil {
		return nil, err
	}
	return s.Resolve(&independent.ResolveOptions{Loader: func(*url.URL) (*independent.Schema, error) {
		return nil, errors.New("nothing is loaded")
	}})
}

// An inventor fills forms with what may or may not be valid.
type inventor struct {
	*rand.Rand
	sampler
	left int // fields to fill
}

func (i *inventor) fill(f *Field, depth int) {
	if i.left--; i.left < 0 || depth > 6 {
		return
	}
	if n := len(f.Alternatives()); n > 0 && i.IntN(4) > 0 {
		f.ChooseAlternative(i.IntN(n))
	}
	switch i.IntN(25) {
	case 0:
		f.SetNull()
		return
	case 1:
		_ = f.SetJSON([]byte([]string{`5`, `"x"`, `[]`, `{"odd key":1.50}`, `true`, `[[1],{}]`, `1e3`}[i.IntN(7)]))
		return
	}
	switch f.Kind {
	case Object:
		for _, child := range slices.Clone(f.Children()) {
			if child.Required && i.IntN(12) > 0 || i.IntN(3) == 0 {
				i.fill(child, depth+1)
			}
		}
		if f.Open && i.IntN(4) == 0 {
			if child, err := f.AddKey(fmt.Sprintf("key/%d", i.IntN(3))); err == nil {
				i.fill(child, depth+1)
			}
		}
		if f.State() == StateAbsent {
			f.SetEmpty()
		}
	case Array:
		for range i.IntN(4) {
			if item := f.AddItem(); item != nil {
				i.fill(item, depth+1)
			}
		}
		for at := range f.fixed() {
			i.fill(f.Children()[at], depth+1)
		}
	default:
		all := i.candidates(f)
		if fitting := i.fitting(f); len(fitting) > 0 && i.IntN(10) > 0 {
			all = fitting
		}
		if len(all) > 0 {
			f.SetText(scalarText(all[i.IntN(min(6, len(all)))]))
		}
	}
}

// schemas are all real tools' and those of other form generators, by name.
func schemas(t testing.TB) map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	for i, d := range definitions(t) {
		all[fmt.Sprintf("%s %d", d.Name, i)] = d.InputSchema
	}
	for name, raw := range others(t) {
		all[name] = raw
	}
	return all
}

func onlyFormats(problems []schema.Problem) bool {
	return !slices.ContainsFunc(problems, func(p schema.Problem) bool { return p.Keyword != "format" })
}

func TestTheFormsVerdictOnInventedValuesIsThatOfAnIndependentValidator(t *testing.T) {
	all := schemas(t)
	valid, invalid := 0, 0
	var unjudged []string
	for at, name := range slices.Sorted(maps.Keys(all)) {
		raw := all[name]
		other, err := judge(raw)
		if err != nil {
			unjudged = append(unjudged, name+": "+whyUnjudged(err))
			if f := New(raw); len(f.Root().Children()) == 0 {
				t.Errorf("%s: the form has no fields", name)
			}
			continue
		}
		f := New(raw)
		for turn := range 2 {
			f.Reset()
			i := inventor{rand.New(rand.NewPCG(uint64(at), uint64(turn))), sampler{form: f, turns: map[*Field]int{}}, 60}
			if i.fill(f.Root(), 0); i.IntN(2) == 0 {
				value := f.JSON()
				if err := f.SetJSON(value); err != nil || !same(value, f.JSON()) {
					t.Fatalf("%s: %s became %s: %v", name, value, f.JSON(), err)
				}
			}
			var value any
			if err := json.Unmarshal(f.JSON(), &value); err != nil {
				t.Fatal(err)
			}
			verdict := other.Validate(value)
			fits := len(f.Problems()) == 0
			switch {
			case verdict == nil && fits:
				valid++
			case verdict != nil && !fits:
				invalid++
			case verdict == nil && byOlderDraft[name]:
			case verdict == nil && onlyFormats(schema.Validate(raw, f.JSON())):
			default:
				t.Errorf("%s: %s: the form finds %v, the other validator %v", name, f.JSON(), f.Problems(), verdict)
			}
		}
	}
	t.Logf("%d valid and %d invalid values judged alike", valid, invalid)
	golden(t, "not-compiled.txt", unjudged)
}

// whyUnjudged says what an error of the other validator is about. Which of several
// such places it names is left to chance.
func whyUnjudged(err error) string {
	for sign, reason := range map[string]string{
		"JSON Pointer":         "a reference leads nowhere",
		"error parsing regexp": "a pattern is beyond RE2",
		"exclusiveMinimum":     "a bound is written as in draft 4",
		"absolute URI":         "an $id is relative to nothing",
	} {
		if strings.Contains(err.Error(), sign) {
			return reason
		}
	}
	return err.Error()
}

// byOlderDraft are the schemas that name no draft and use a keyword that only
// older ones have; it is judged here and not by the other validator.
var byOlderDraft = map[string]bool{"rjsf/schemaDependencies.json": true}

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares lines with those that are kept in testdata.
func golden(t *testing.T, name string, lines []string) {
	t.Helper()
	file, got := filepath.Join("testdata", name), strings.Join(lines, "\n")+"\n"
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is\n%s, want\n%s", name, got, want)
	}
}

func same(a, b json.RawMessage) bool {
	x, err := schema.Parse(a)
	y, err2 := schema.Parse(b)
	return err == nil && err2 == nil && schema.Equal(x, y) && len(a) == len(b)
}
