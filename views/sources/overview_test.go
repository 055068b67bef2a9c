package sources

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/views"
)

func TestAKindShowsHowEachOfItsSourcesIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		named := func(name string, src Source) Source {
			src.Info = source.Info{Kind: tool.SourceMCP, Name: name}
			src.Since = time.Now()
			return src
		}
		s := New(theme.New(true), &views.Outbox{})
		s.Resize(60, 12)
		s.ShowKind("mcp", []Source{
			named("one", Source{State: source.Connected, Tools: 3}),
			named("hostile\x1b[2J", Source{State: source.Failed, Reason: "there is no command \x1b[31mred", Retry: time.Now().Add(4 * time.Second)}),
			named("found", Source{State: source.Untrusted}),
		})
		shows := func(wanted ...string) {
			t.Helper()
			text := ansi.Strip(strings.Join(s.View().Lines, "\n"))
			for _, w := range wanted {
				if !strings.Contains(text, w) {
					t.Errorf("%q is missing in\n%s", w, text)
				}
			}
		}
		shows("● connected", "3 tools", "it is tried again in 4 s", "there is no command", "○ not trusted")
		if strings.Contains(strings.Join(s.View().Lines, ""), "\x1b[2J") || !s.Counting() || s.View().Title != "mcp" {
			t.Errorf("title %q, counting %v, or a name's escape got through", s.View().Title, s.Counting())
		}
		time.Sleep(time.Second)
		s.Tick()
		shows("in 3 s")
		s.ShowKind("a2a", nil)
		shows("Choose a tool or a source")
		if s.Counting() {
			t.Error("it counts seconds with nothing to count")
		}
	})
}
