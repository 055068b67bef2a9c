package call

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/views"
)

func open(t *testing.T, schema string) (*Screen, *views.Outbox) {
	t.Helper()
	var parsed tool.JSONSchema
	if err := json.Unmarshal([]byte(schema), &parsed); err != nil {
		t.Fatal(err)
	}
	out := &views.Outbox{}
	s := New(theme.New(true), out, "key", tool.Tool{Name: "try", InputSchema: parsed}, source.Info{})
	s.Resize(100, 30)
	s.Focus(true)
	return s, out
}

func text(s *Screen) string { return ansi.Strip(strings.Join(s.View().Lines, "\n")) }

func set(t *testing.T, s *Screen, name, value string) {
	t.Helper()
	f := s.form.Form().Root().Child(name)
	if f == nil {
		t.Fatalf("there is no field %s", name)
	}
	f.SetText(value)
}

func TestASchemaWithoutEndIsShown(t *testing.T) {
	s, _ := open(t, `{"type":"object","properties":{"node":{"$ref":"#/$defs/Node"}},
		"$defs":{"Node":{"type":"object","properties":{"name":{"type":"string"},"child":{"$ref":"#/$defs/Node"}}}}}`)
	for tab := range tabNames {
		if cmd := s.turn(tab); cmd != nil {
			s.Update(cmd())
		}
		if got := text(s); tab == tabForm && !strings.Contains(got, "sends {}") || got == "" {
			t.Errorf("%s shows\n%s", tabNames[tab], got)
		}
	}
}

func TestASecretShowsNowhereAndIsSent(t *testing.T) {
	s, out := open(t, `{"type":"object","properties":{"key":{"type":"string","format":"password","pattern":"^x"},"name":{"type":"string"}}}`)
	for _, secret := range []string{`hunter"2<`, strings.Repeat("hunter2", 1000)} {
		set(t, s, "key", secret)
		set(t, s, "name", "Ann")
		for tab := range tabNames {
			if cmd := s.turn(tab); cmd != nil {
				s.Update(cmd())
			}
			s.form.Reveal()
			if got := text(s); strings.Contains(got, "hunter") || tab == tabCode && !strings.Contains(got, masked) {
				t.Errorf("%s shows\n%s", tabNames[tab], got)
			}
		}
	}
	s.Submit()
	s.Submit()
	sent := out.Take()
	if call, ok := sent[len(sent)-1].(views.CallMsg); !ok || !strings.Contains(string(call.Arguments), "hunter2hunter2") {
		t.Errorf("sent %v", sent)
	}
}

func TestOnlyWhatCanBeReadIsSentAnyway(t *testing.T) {
	s, out := open(t, `{"type":"object","properties":{"n":{"type":"number"},"x":{"oneOf":[{"type":"object"},{"type":"array"}]}}}`)
	set(t, s, "n", "1.")
	set(t, s, "x", `{"a":`)
	for range 3 {
		s.Submit()
		want := views.NoticeMsg{Text: "Not sent: x: this is not JSON: line 1, column 6: the text ends where a value is wanted", Trouble: true}
		if sent := out.Take(); len(sent) != 1 || sent[0] != tea.Msg(want) {
			t.Errorf("sent %v", sent)
		}
	}
	set(t, s, "x", `{"a":1}`)
	if s.Submit(); len(out.Take()) != 0 {
		t.Error("a problem did not hold the call up")
	}
	s.Submit()
	sent := out.Take()
	if len(sent) != 1 || string(sent[0].(views.CallMsg).Arguments) != `{"n":"1.","x":{"a":1}}` {
		t.Errorf("sent %v", sent)
	}
}

func TestAProblemIsSaidFirstHoweverNarrowTheFormIs(t *testing.T) {
	s, _ := open(t, `{"type":"object","properties":{"city":{"type":"string","minLength":3},"days":{"type":"integer"}},"required":["city","days"]}`)
	s.Submit()
	for width := range 81 {
		s.Resize(width, 20)
		lines := s.View().Lines
		if width < 12 || len(lines) == 0 {
			continue
		}
		last := strings.TrimSpace(ansi.Strip(lines[len(lines)-1]))
		if !strings.HasPrefix(last, "2 problems ") || strings.HasSuffix(last, "·") || ansi.StringWidth(last) > width {
			t.Errorf("at %d columns the form says %q", width, last)
		}
		if width >= 30 && !strings.Contains(last, "city") {
			t.Errorf("at %d columns nobody knows what is wrong: %q", width, last)
		}
	}
}

func TestABadgeAloneHasNothingBehindIt(t *testing.T) {
	s, _ := open(t, `{"type":"object"}`)
	s.tool.Execute = nil
	s.tokens = 0
	if got := ansi.Strip(s.badges()); got != "not callable" {
		t.Errorf("it says %q", got)
	}
}

func TestAToolWithoutArgumentsSaysSo(t *testing.T) {
	for _, schema := range []string{`{"type":"object"}`, `{"type":"object","additionalProperties":false}`} {
		if s, _ := open(t, schema); !strings.Contains(text(s), "This tool names no arguments.") {
			t.Errorf("%s shows\n%s", schema, text(s))
		}
	}
}

func TestWhatTheArgumentsAreNotJudgedByIsSaid(t *testing.T) {
	s, _ := open(t, `{"type":"object","properties":{"code":{"type":"string","pattern":"(?<=x"},"name":{"type":"string"}}}`)
	set(t, s, "name", "Ann")
	if got := text(s); !strings.Contains(got, "unchecked, no regular expression") || !strings.Contains(got, "not all is checked") {
		t.Errorf("the form shows\n%s", got)
	}
	s.Update(s.turn(tabDocs)())
	if got := text(s); !strings.Contains(got, "Not checked before a call") || !strings.Contains(got, "(?<=x is not a regular expression") {
		t.Errorf("the docs show\n%s", got)
	}
}
