package builtin

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"testing"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

func TestTheToolsComeInTheirOrder(t *testing.T) {
	want := []string{"bash", "read", "write", "edit", "grep", "glob", "webfetch", "question", "apply_patch", "todowrite"}
	var names []string
	for _, one := range Tools(Options{}) {
		names = append(names, one.Name)
	}
	if !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
	left := Tools(Options{Disabled: map[string]bool{"bash": true, "read": false, "webfetch": true}})
	if len(left) != len(want)-2 || left[0].Name != "read" {
		t.Errorf("with two disabled there are %d, the first %s", len(left), left[0].Name)
	}
}

func TestEveryToolSaysWhatItIs(t *testing.T) {
	readOnly := []string{"read", "grep", "glob", "webfetch", "question"}
	destructive := []string{"bash", "write", "edit", "apply_patch"}
	for _, one := range Tools(Options{}) {
		if one.Source != tool.SourceBuiltin || one.Title() == one.Name || one.Description == "" {
			t.Errorf("%s: source %q, title %q, description %q", one.Name, one.Source, one.Title(), one.Description)
		}
		if got := one.ReadOnly(); got != slices.Contains(readOnly, one.Name) {
			t.Errorf("%s: read-only is %t", one.Name, got)
		}
		if got := one.Destructive(); got != slices.Contains(destructive, one.Name) {
			t.Errorf("%s: destructive is %t", one.Name, got)
		}
		var schema struct {
			Properties map[string]struct{ Type, Description string }
			Required   []string
		}
		if err := json.Unmarshal(one.Schema(), &schema); err != nil {
			t.Fatalf("%s: %v", one.Name, err)
		}
		for name, p := range schema.Properties {
			if p.Type == "" || p.Description == "" {
				t.Errorf("%s: the property %s has type %q and description %q", one.Name, name, p.Type, p.Description)
			}
		}
		for _, name := range schema.Required {
			if _, ok := schema.Properties[name]; !ok {
				t.Errorf("%s requires %s, which is no property", one.Name, name)
			}
		}
	}
}

func TestAWrongArgumentIsRefusedByName(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n"})
	for _, test := range []struct {
		tool string
		args map[string]any
		want string
	}{
		{"read", nil, `read: the argument "path" is missing; no arguments were given.`},
		{"read", map[string]any{"path": nil, "file": "a.txt"}, `read: the argument "path" is missing; given: "file", "path".`},
		{"read", map[string]any{"path": 3}, `read: the argument "path" must be text, not 3.`},
		{"read", map[string]any{"path": "a.txt", "limit": "ten"}, `read: the argument "limit" must be a whole number, at least 1, not "ten".`},
		{"read", map[string]any{"path": "a.txt", "limit": 1.5}, `read: the argument "limit" must be a whole number, at least 1, not 1.5.`},
		{"read", map[string]any{"path": "a.txt", "offset": 0}, `read: the argument "offset" must be a whole number, at least 1, not 0.`},
		{"bash", map[string]any{"command": "true", "timeout": -1}, `bash: the argument "timeout" must be a whole number from 1 to 86400000, not -1.`},
		{"bash", map[string]any{"command": "true", "timeout": json.Number("99999999999999999999")}, `bash: the argument "timeout" must be a whole number from 1 to 86400000, not 99999999999999999999.`},
		{"edit", map[string]any{"path": "a.txt", "oldString": "a", "newString": "b", "replaceAll": "yes"}, `edit: the argument "replaceAll" must be true or false, not "yes".`},
		{"webfetch", map[string]any{"url": "https://example.com", "format": "pdf"}, `webfetch: the argument "format" must be one of text, markdown, html, not "pdf".`},
		{"question", map[string]any{"questions": "What?"}, `question: the argument "questions" must be a list, not "What?".`},
		{"question", map[string]any{"questions": []any{"What?"}}, `question: the argument "questions" must be an object, not a JSON string.`},
		{"question", map[string]any{"questions": []any{map[string]any{"question": 1}}}, `question: the argument "questions.question" must be text, not a JSON number.`},
		{"todowrite", map[string]any{"todos": []any{map[string]any{"completed": 1}}}, `todowrite: the argument "todos.completed" must be true or false, not a JSON number.`},
		{"read", map[string]any{"path": "a.txt", "limit": math.NaN()}, `read: the arguments can not be written as JSON: json: unsupported value: NaN.`},
	} {
		d.refuses(test.tool, test.args, test.want)
	}
}

func TestNumbersMayComeInAnyGoType(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "1\n2\n3\n"})
	for _, two := range []any{2, int64(2), 2.0, json.Number("2")} {
		d.yields("read", map[string]any{"path": "a.txt", "offset": two, "limit": two, "unknown": true, "other": nil}, "2\n3\n")
	}
}

func TestASourceOpensWithItsOptions(t *testing.T) {
	s := New(Options{Disabled: map[string]bool{"bash": true}})
	if id := s.Info().ID(); id != "builtin" {
		t.Errorf("the id is %q", id)
	}
	listing, err := s.Open(t.Context(), nil)
	if err != nil || len(listing.Tools) != 9 {
		t.Fatalf("%d tools, error %v", len(listing.Tools), err)
	}
	_ = s.Close()
	_, err = named(t, listing.Tools, "todowrite").Execute(map[string]any{"todos": []any{}}, nil)
	if lost := (*source.LostError)(nil); !errors.As(err, &lost) {
		t.Errorf("after Close: %v", err)
	}
}
