package demo

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"

	"toolbench/toolkit/run"
	"toolbench/toolkit/schema"
	"toolbench/toolkit/tool"
)

// sample is a value that a schema says would do: its example, its default, or
// the least of its kind. Only what is required is there.
func sample(document *schema.Document, s *schema.Value) *schema.Value {
	if ref := s.Get("$ref"); ref != nil {
		if target, err := document.Resolve(ref.Text()); err == nil {
			return sample(document, target)
		}
	}
	for _, given := range []*schema.Value{s.Get("example"), first(s.Get("examples")), s.Get("default"), first(s.Get("enum")), s.Get("const")} {
		if given != nil {
			return given
		}
	}
	switch kind := s.Get("type").Text(); kind {
	case "object":
		var members []schema.Member
		for _, name := range s.Get("required").Items() {
			members = append(members, schema.Member{Name: name.Text(), Value: sample(document, s.Get("properties").Get(name.Text()))})
		}
		return schema.NewObject(members...)
	case "array":
		return schema.NewArray(sample(document, s.Get("items")))
	case "integer", "number":
		one, _ := schema.NewNumber("1")
		return one
	case "boolean":
		return schema.NewBoolean(true)
	}
	return schema.NewString("sample")
}

func first(list *schema.Value) *schema.Value {
	if items := list.Items(); len(items) > 0 {
		return items[0]
	}
	return nil
}

// argumentsFor are arguments that the tool's schema says would do, with members
// for what no schema can know.
func argumentsFor(t *testing.T, one tool.Tool, known map[string]any) json.RawMessage {
	t.Helper()
	root, err := schema.Parse(one.Schema())
	if err != nil {
		t.Fatal(err)
	}
	args := map[string]json.RawMessage{}
	for _, m := range sample(schema.NewDocument(root), root).Members() {
		args[m.Name] = m.Value.JSON()
	}
	for name, value := range known {
		args[name], _ = json.Marshal(value)
	}
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// yes is the answer of a person who only fills in what is needed.
func yes(r tool.Request) tool.Answer {
	answer := tool.Answer{OK: true, Data: map[string]any{}}
	if raw := r.Schema(); raw != nil {
		root, err := schema.Parse(raw)
		if err == nil {
			_ = json.Unmarshal(sample(schema.NewDocument(root), root).JSON(), &answer.Data)
		}
	}
	if questions := r.Questions(); len(questions) > 0 {
		var answers []any
		for _, q := range questions {
			answers = append(answers, append(q.Options, "nothing")[0])
		}
		answer.Data["answers"] = answers
	}
	return answer
}

// ran is how a call ended of which every question was answered with yes.
func ran(t *testing.T, one tool.Tool, args json.RawMessage) run.Outcome {
	t.Helper()
	r := run.Start(t.Context(), one, args, run.Options{Ask: true})
	for event := range r.Events() {
		if asked, ok := event.(run.Suspended); ok {
			if err := r.Resolve(asked.Request.ID, yes(asked.Request)); err != nil {
				t.Error(err)
			}
		}
	}
	return r.Wait()
}

// known are the arguments that no schema can know, or that save time.
var known = map[string]map[string]any{
	"weather_watch": {"seconds": 1}, "slow": {"seconds": 0.1}, "sleep": {"seconds": 1}, "long": {"lines": 10},
	"stations_add-station": {"name": "rome-roof"}, "skill": {"name": "bug-report"},
	"travel_distance": {"task": "Oslo to Rome"}, "travel_plan": {"task": "A trip"}, "travel_follow": {"task": "Oslo to Rome"},
	"chart":               {"series": json.RawMessage(`[{"name":"a","values":[1,2]}]`)},
	"kitchen_convert":     {"ingredient": "flour"},
	"library_change-book": {"pages": 500},
	"library_add-book":    {"subject": "novel"},
	"library_order-books": {"books": []string{"9780140424515"}},
}

// endings are how calls end that are not to end well.
var endings = map[string]run.Kind{
	"fails": run.ToolError, "broken": run.Failed, "panics": run.Panicked,
	"kitchen_shop": run.ToolError, // it can not go on from here
}

func runsOnItsExamples(t *testing.T, one tool.Tool, more map[string]any) {
	t.Helper()
	given := maps.Clone(known[one.Name])
	if given == nil {
		given = map[string]any{}
	}
	maps.Copy(given, more)
	args := argumentsFor(t, one, given)
	if out := ran(t, one, args); out.Kind != endings[one.Name] {
		t.Errorf("%s with %s ended as %s: %s, %v", one.Name, args, out.Kind, out.Result.Output, out.Err)
	}
}

// outside are the tools that touch files or start programs.
var outside = []string{"calculate", "bases", "count", "sleep", "library_upload-text"}

func TestEveryToolRunsOnItsExamples(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tools := world(t)
		for _, name := range slices.Sorted(maps.Keys(tools)) {
			if !slices.Contains(outside, name) {
				runsOnItsExamples(t, tools[name], nil)
			}
		}
	})
	file := filepath.Join(t.TempDir(), "text.txt")
	if err := os.WriteFile(file, []byte("so many words"), 0o600); err != nil {
		t.Fatal(err)
	}
	tools := world(t)
	for _, name := range outside {
		more := map[string]any{}
		if name == "library_upload-text" {
			more["file"] = file
		}
		runsOnItsExamples(t, tools[name], more)
	}
}
