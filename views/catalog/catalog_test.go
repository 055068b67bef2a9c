package catalog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/views"
)

var yes = true

func item(name, description string, change func(*tool.Details)) Item {
	d := &tool.Details{ShortName: name}
	if change != nil {
		change(d)
	}
	return Item{Tool: tool.Tool{Name: "s_" + name, Description: description, Details: d, InputSchema: tool.JSONSchema{
		"type": "object", "properties": map[string]any{"city_" + name: map[string]any{}}}}}
}

func world() []Source {
	return []Source{
		{Info: source.Info{Kind: tool.SourceMCP, Name: "weather"}, State: source.Connected, Tools: []Item{
			item("forecast", "what comes", func(d *tool.Details) { d.Annotations.ReadOnly = &yes; d.Title = "Weather to come" }),
			item("before-order", "nothing to do with rain", nil),
			item("delete-station", "removes one", func(d *tool.Details) { d.Annotations.Destructive = &yes }),
		}},
		{Info: source.Info{Kind: tool.SourceMCP, Name: "billing"}, State: source.Failed, Reason: "connection refused\x1b[2J"},
		{Info: source.Info{Kind: tool.SourceBuiltin}, State: source.Connected, Tools: []Item{item("bash", "runs a forecast of commands", nil)}},
	}
}

func screen(w, h int) *Screen {
	s := New(theme.New(true), nil, func(string) *views.Record { return nil })
	s.Resize(w, h)
	s.Focus(true)
	s.Set(world())
	return s
}

func names(s *Screen) []string {
	var out []string
	for _, r := range s.rows {
		if r.item >= 0 {
			out = append(out, s.sources[r.source].Tools[r.item].ShortName())
		}
	}
	return out
}

func TestTheFilterFindsByNameTitleWordsAndFacts(t *testing.T) {
	for query, want := range map[string][]string{
		"":                       {"forecast", "before-order", "delete-station", "bash"},
		"fore":                   {"forecast", "before-order", "bash"},
		"forecast":               {"forecast", "bash"},
		"weather to":             {"forecast"},
		"rain":                   {"before-order"},
		"bfo":                    {"before-order"},
		"param:city_bash":        {"bash"},
		"server:weather deletez": nil,
		"server:weather remov":   {"delete-station"},
		"source:builtin":         {"bash"},
		"s_before-order":         {"before-order"},
		"s_b":                    {"before-order", "bash"},
		"is:destructive":         {"delete-station"},
		"is:readonly":            {"forecast"},
		"is:read-only":           {"forecast"},
		"is:d":                   {"delete-station"},
		"nosuchtool":             nil,
	} {
		s := screen(60, 20)
		s.setFilter(query)
		if got := names(s); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", query, got, want)
		}
	}
}

func TestTypingOnNarrowsToTheSameAsAskingAtOnce(t *testing.T) {
	for _, query := range []string{"forecast", "is:destructive", "param:city_b", "is:readonly fore", "server:weather is:d", "source:mcp f"} {
		typed, atOnce := screen(60, 20), screen(60, 20)
		for i := range query {
			typed.setFilter(query[:i+1])
		}
		atOnce.setFilter(query)
		if a, b := names(typed), names(atOnce); !slices.Equal(a, b) {
			t.Errorf("%q typed finds %v, asked at once %v", query, a, b)
		}
	}
}

func TestTheCursorGoesToTheBestMatchAndBackToItsTool(t *testing.T) {
	s := screen(60, 20)
	s.setFilter("bash")
	if _, it, ok := s.Selected(); !ok || it.ShortName() != "bash" {
		t.Errorf("selected %v", it.Name)
	}
	s.setFilter("")
	if _, it, ok := s.Selected(); !ok || it.ShortName() != "bash" {
		t.Errorf("after the filter was cleared %v is selected", it.Name)
	}
}

func TestTheFullNameOfAToolLeadsToIt(t *testing.T) {
	s := screen(60, 20)
	sources := world()
	sources[0].Tools = slices.Insert(sources[0].Tools, 0, item("forecast-of-tides", "what comes in", nil))
	s.Set(sources)
	s.setFilter("S_forecast")
	if _, it, ok := s.Selected(); !ok || it.ShortName() != "forecast" {
		t.Errorf("selected %v", it.Name)
	}
}

func TestAFilterForASourceWithoutToolsGoesToItsRow(t *testing.T) {
	s := screen(60, 20)
	s.setFilter("server:bill")
	if src, ok := s.SelectedSource(); !ok || src.Name != "billing" {
		t.Errorf("selected %v", src.ID())
	}
}

func TestTheCursorBeginsOnWhatWaitsForThePersonBeforeBuiltins(t *testing.T) {
	sources := world()
	sources[0].Tools, sources[0].State = nil, source.Untrusted
	s := screen(60, 20)
	s.Set(sources)
	if src, ok := s.SelectedSource(); !ok || src.Name != "weather" {
		t.Errorf("selected %v", src.ID())
	}
	if _, it, ok := s.Selected(); ok {
		t.Errorf("the cursor is on %s", it.Name)
	}
	sources[1].State, sources[1].Tools = source.Connected, []Item{item("invoice", "", nil)}
	s.Set(sources)
	if _, it, ok := s.Selected(); !ok || it.ShortName() != "invoice" {
		t.Errorf("selected %v", it.Name)
	}
}

func TestTheCursorStaysOnItsToolWhenTheListChanges(t *testing.T) {
	s := screen(60, 20)
	s.Select("mcp:weather", "s_delete-station")
	sources := world()
	sources[0].Tools = append([]Item{item("aurora", "", nil)}, sources[0].Tools...)
	s.Set(sources)
	if _, it, _ := s.Selected(); it.ShortName() != "delete-station" {
		t.Errorf("selected %v", it.ShortName())
	}
}

func TestAFailedSourceSaysWhyOnItsRowAndStaysInert(t *testing.T) {
	s := screen(60, 20)
	var row string
	for _, l := range s.View().Lines {
		if strings.Contains(l, "billing") {
			row = l
		}
	}
	if !strings.Contains(ansi.Strip(row), "✗ billing  connection refused") || strings.Contains(row, "\x1b[2J") {
		t.Errorf("row %q", row)
	}
}

func TestFoldingHidesAndSelectingUnfolds(t *testing.T) {
	s := screen(60, 20)
	s.foldAll(true)
	if got := names(s); len(got) != 0 {
		t.Errorf("folded, %v show", got)
	}
	if !s.Select("mcp:weather", "s_forecast") {
		t.Fatal("not selected")
	}
	if _, it, ok := s.Selected(); !ok || it.ShortName() != "forecast" {
		t.Errorf("selected %q", it.Name)
	}
}

func TestFrameHasItsExactSize(t *testing.T) {
	for w := 0; w < 70; w += 3 {
		for h := range 25 {
			s := screen(w, h)
			s.Filter()
			for _, query := range []string{"", "fore", "zzz"} {
				s.setFilter(query)
				lines := s.View().Lines
				if w > 0 && len(lines) != h {
					t.Fatalf("%d×%d with %q: %d lines", w, h, query, len(lines))
				}
				for _, l := range lines {
					if ansi.StringWidth(l) > w {
						t.Fatalf("%d×%d with %q: a line of %d cells", w, h, query, ansi.StringWidth(l))
					}
				}
			}
		}
	}
}

func TestTypedKeysGoToTheFilterAndArrowsToTheList(t *testing.T) {
	s := screen(60, 20)
	s.Filter()
	for _, k := range []tea.KeyPressMsg{{Code: 'j', Text: "j"}, {Code: 'a', Mod: tea.ModCtrl}, {Code: tea.KeyBackspace}} {
		if !s.Owns(k) {
			t.Errorf("the filter does not own %s", k)
		}
	}
	for _, k := range []tea.KeyPressMsg{{Code: tea.KeyEnter}, {Code: tea.KeyEscape}, {Code: tea.KeyDown}, {Code: 'r', Mod: tea.ModCtrl}} {
		if s.Owns(k) {
			t.Errorf("the filter owns %s", k)
		}
	}
}

// many is one server with so many tools.
func many(count int) []Source {
	src := Source{Info: source.Info{Kind: tool.SourceMCP, Name: "big"}, State: source.Connected}
	for i := range count {
		src.Tools = append(src.Tools, Item{Tool: tool.Tool{Name: fmt.Sprintf("big_tool_%05d", i), Source: tool.SourceMCP,
			Description: fmt.Sprintf("Synthetic tool number %d. It echoes a message and adds numbers; used for scale tests.", i),
			InputSchema: tool.JSONSchema{"type": "object", "properties": map[string]any{"message": nil, "count": nil, "mode": nil, "opts": nil}},
			Details:     &tool.Details{ShortName: fmt.Sprintf("tool_%05d", i), Server: "big"}}})
	}
	return []Source{src}
}

// BenchmarkKeyInTheFilter types a filter key by key and draws each frame; the
// worst key counts.
func BenchmarkKeyInTheFilter(b *testing.B) {
	for _, count := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			s := New(theme.New(true), nil, func(string) *views.Record { return nil })
			s.Resize(50, 40)
			s.Set(many(count))
			s.Filter()
			var worst float64
			for b.Loop() {
				s.setFilter("")
				for _, r := range "tool 42 echo" {
					b.StopTimer()
					before := b.Elapsed()
					b.StartTimer()
					s.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
					s.View()
					b.StopTimer()
					worst = max(worst, float64((b.Elapsed()-before).Microseconds())/1000)
					b.StartTimer()
				}
			}
			b.ReportMetric(worst, "ms/worst-key")
		})
	}
}

func TestTheRowOfASourceSaysHowItIsAndWhatKeyHelps(t *testing.T) {
	running := &views.Record{}
	for name, c := range map[string]struct {
		source Source
		signIn *views.Record
		want   string
	}{
		"connected":          {Source{State: source.Connected}, nil, "● 0"},
		"watched":            {Source{State: source.Connected, Watched: true}, nil, "watched ● 0"},
		"not trusted":        {Source{State: source.Untrusted}, nil, "not trusted  t"},
		"to be signed in to": {Source{State: source.NeedsAuthorization, CanSignIn: true}, nil, "needs authorization  s"},
		"without a sign-in":  {Source{State: source.NeedsAuthorization}, nil, "needs authorization"},
		"signing in":         {Source{State: source.NeedsAuthorization, CanSignIn: true}, running, "signing in…"},
		"failed":             {Source{State: source.Failed, Reason: "server one exited"}, nil, "✗ one  exited"},
		"failed in its file": {Source{State: source.Failed, Reason: "/a/mcp.json:7:9: X is not set"}, nil, "✗ one  line 7: X is not set"},
		"disabled":           {Source{State: source.Disabled}, nil, "○ one"},
	} {
		t.Run(name, func(t *testing.T) {
			c.source.Info = source.Info{Kind: tool.SourceMCP, Name: "one", Origin: "/a/mcp.json"}
			s := New(theme.New(true), nil, func(string) *views.Record { return c.signIn })
			s.Resize(60, 5)
			s.Set([]Source{c.source})
			row := strings.TrimRight(ansi.Strip(s.View().Lines[2]), " ")
			if !strings.Contains(row, c.want) || name == "without a sign-in" && strings.HasSuffix(row, "s") {
				t.Errorf("the row is %q, want %q in it", row, c.want)
			}
		})
	}
}

func TestTheLettersThatTheFilterFoundAreMarked(t *testing.T) {
	for name, c := range map[string]struct{ words, full, want string }{
		"in the name":                   {"re", "weather_forecast", "re"},
		"at its beginning":              {"fore", "weather_forecast", "fore"},
		"strewn over it":                {"fct", "weather_forecast", "fct"},
		"from the full name into it":    {"weather_fo", "weather_forecast", "fo"},
		"the whole full name":           {"weather_forecast", "weather_forecast", "forecast"},
		"only before it":                {"weath", "weather_forecast", ""},
		"in a name that ends otherwise": {"weather_f", "weather_f2", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var got strings.Builder
			for _, i := range highlights(strings.Fields(c.words), "forecast", c.full) {
				got.WriteByte("forecast"[i])
			}
			if got.String() != c.want {
				t.Errorf("%q are marked, want %q", got.String(), c.want)
			}
		})
	}
}
