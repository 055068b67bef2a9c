package cli

import (
	"context"
	"os"
	"strings"
	"syscall"
	"testing"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/toolkit/source/builtin"
	"toolbench/toolkit/tool"
)

// A slow source connects until it is closed.
type slow struct{ info source.Info }

func (s slow) Info() source.Info { return s.info }

func (s slow) Open(ctx context.Context, _ source.Host) (source.Listing, error) {
	<-ctx.Done()
	return source.Listing{}, ctx.Err()
}

func (s slow) Close() error { return nil }

// openWith is a toolkit of the built-ins, which are there, and of a source that
// connects for ever.
func openWith(t *testing.T, info source.Info) *toolkit.Toolkit {
	t.Helper()
	tk, err := toolkit.CreateToolkit(t.Context(), toolkit.Options{Builtins: &builtin.Options{}, Sources: []source.Source{slow{info}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tk.Close() })
	for version := uint64(0); len(tk.Tools()) == 0; {
		version, _ = tk.Changed(t.Context(), version)
	}
	return tk
}

func TestASlowSourceHoldsUpOnlyTheNamesThatItCouldHave(t *testing.T) {
	for name, c := range map[string]struct {
		info source.Info
		tool string
		want bool
	}{
		"a server's names begin with its own": {source.Info{Kind: tool.SourceMCP, Name: "ba"}, "bash", true},
		"one of its own":                      {source.Info{Kind: tool.SourceMCP, Name: "apply"}, "apply_patch", false},
		"skills come before built-ins":        {source.Info{Kind: tool.SourceSkill}, "bash", false},
		"an unknown name may still come":      {source.Info{Kind: tool.SourceMCP, Name: "x"}, "gone", false},
	} {
		t.Run(name, func(t *testing.T) {
			tk := openWith(t, c.info)
			if _, ok := settled(tk, c.tool, connectingSources(tk)); ok != c.want {
				t.Errorf("%s is settled: %v, want %v", c.tool, ok, c.want)
			}
		})
	}
}

func TestTheTitleNamesWhatIsOpen(t *testing.T) {
	named := func(names ...string) *toolkit.Toolkit {
		var o toolkit.Options
		for _, name := range names {
			o.Sources = append(o.Sources, slow{source.Info{Kind: tool.SourceMCP, Name: name}})
		}
		tk, err := toolkit.CreateToolkit(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = tk.Close() })
		return tk
	}
	for _, c := range []struct {
		words   []string
		command bool
		tk      *toolkit.Toolkit
		want    string
	}{
		{nil, false, named("weather", "stations"), "demo"},
		{nil, true, named("everything"), "everything"},
		{[]string{"mcp.json"}, false, named("a", "b"), "a, b"},
		{[]string{"mcp.json"}, false, named("a", "b", "c", "d"), "a, b, c, d"},
		{[]string{"mcp.json"}, true, named("a", "b", "c", "d", "e"), "a, b, c, 2 more"},
	} {
		p := &plan{session: &session{hasCommand: c.command}, demoAlone: c.want == "demo"}
		if got := p.title(c.words, c.tk); got != c.want {
			t.Errorf("%v: got %q, want %q", c.words, got, c.want)
		}
	}
}

// unread is a pipe that nobody reads on.
type unread struct{}

func (unread) Write([]byte) (int, error) { return 0, &os.PathError{Op: "write", Err: syscall.EPIPE} }

func TestAReaderThatHasGoneIsTheQuietEnd(t *testing.T) {
	var shown strings.Builder
	if code := Run(t.Context(), []string{"list"}, Streams{Out: unread{}, Err: &shown}); code != 141 || shown.Len() > 0 {
		t.Errorf("exit code %d, want 141: %s", code, &shown)
	}
}

func TestAResultIsPrintedAlsoWhenItsPartsCanNotBeSaved(t *testing.T) {
	folder, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	folder.Close()
	for _, asJSON := range []bool{false, true} {
		var out, shown strings.Builder
		s := newSession(t.Context(), Streams{Out: &out, Err: &shown})
		c := &call{session: s, json: asJSON, folder: folder}
		err := c.print(tool.ToolResult{Output: "drawn", Parts: []tool.ContentPart{tool.Bytes([]byte("x"), "image/png")}})
		s.out.Flush()
		if !strings.Contains(out.String(), "drawn") || s.exit(err) != 2 || !strings.Contains(shown.String(), "--out: ") {
			t.Errorf("printed %q and %q: %v", &out, &shown, err)
		}
	}
}
