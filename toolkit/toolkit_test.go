package toolkit_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/toolkit/source/builtin"
	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

func named(name string, kind tool.ToolSource) tool.Tool {
	return tool.Tool{Name: name, Source: kind, InputSchema: tool.JSONSchema{"type": "object"}, Description: string(kind),
		Execute: func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) {
			return tool.ToolResult{Output: string(kind)}, nil
		}}
}

func scripted(kind tool.ToolSource, name string, tools ...string) *tooltest.Scripted {
	s := &tooltest.Scripted{About: source.Info{Kind: kind, Name: name}}
	for _, t := range tools {
		s.Tools = append(s.Tools, named(t, kind))
	}
	return s
}

func create(t *testing.T, o toolkit.Options) *toolkit.Toolkit {
	t.Helper()
	tk, err := toolkit.CreateToolkit(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tk.Close() })
	if err := tk.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	return tk
}

func TestTheFirstKindOfSourceInTheOrderOfPrecedenceServesAName(t *testing.T) {
	kinds := []tool.ToolSource{tool.SourceNative, tool.SourceCustom, tool.SourceA2A, tool.SourceHTTP, tool.SourceSkill, tool.SourceMCP}
	for n := range kinds {
		o := toolkit.Options{}
		for i, k := range kinds[:n+1] {
			o.Sources = append(o.Sources, scripted(k, fmt.Sprint(i), "x", "only_"+string(k)))
		}
		tk := create(t, o)
		got, err := tk.Find("x")
		if err != nil || got.Source != kinds[n] {
			t.Errorf("with %v the tool x is served by %q (%v), want %q", kinds[:n+1], got.Source, err, kinds[n])
		}
		served := 0
		for _, e := range tk.Entries() {
			if e.Name == "x" && e.HiddenBy == "" {
				served++
			}
			if e.Name == "x" && e.HiddenBy != "" && !strings.HasPrefix(e.HiddenBy, string(kinds[n])) {
				t.Errorf("x of %s is said to be hidden by %s", e.SourceID, e.HiddenBy)
			}
		}
		if served != 1 || len(tk.Tools()) != n+2 || len(tk.Entries()) != 2*(n+1) {
			t.Errorf("%d serve x; %d tools, %d entries", served, len(tk.Tools()), len(tk.Entries()))
		}
	}
}

func TestWhatAProgramPassesInHidesABuiltin(t *testing.T) {
	tk := create(t, toolkit.Options{Builtins: &builtin.Options{}, ExtraTools: []tool.Tool{named("read", tool.SourceNative), named("mine", tool.SourceNative)}})
	got, err := tk.Find("read")
	if err != nil || got.Source != tool.SourceNative {
		t.Fatalf("read is served by %q (%v)", got.Source, err)
	}
	for _, e := range tk.Entries() {
		if e.Name == "read" && e.Source == tool.SourceBuiltin && e.HiddenBy != "native" {
			t.Errorf("the built-in read is hidden by %q", e.HiddenBy)
		}
		if e.Name == "bash" && e.HiddenBy != "" {
			t.Errorf("bash is hidden by %q", e.HiddenBy)
		}
	}
	// Nor is a source of the program's own in its way.
	tk = create(t, toolkit.Options{Builtins: &builtin.Options{}, Sources: []source.Source{native.New(named("own", tool.SourceNative))}, ExtraTools: []tool.Tool{named("read", tool.SourceNative)}})
	if got, _ := tk.Find("read"); got.Source != tool.SourceNative || len(tk.Tools()) != 11 {
		t.Errorf("beside another native source read is served by %q, of %d tools", got.Source, len(tk.Tools()))
	}
	// An MCP server still goes before what a program passes in.
	tk = create(t, toolkit.Options{Builtins: &builtin.Options{}, ExtraTools: []tool.Tool{named("read", tool.SourceNative)}, Sources: []source.Source{scripted(tool.SourceMCP, "s", "read")}})
	if got, _ := tk.Find("read"); got.Source != tool.SourceMCP {
		t.Errorf("read is served by %q, want mcp", got.Source)
	}
}

func TestTwoSourcesOfOneIDAreRefused(t *testing.T) {
	_, err := toolkit.CreateToolkit(t.Context(), toolkit.Options{Sources: []source.Source{scripted(tool.SourceMCP, "a"), scripted(tool.SourceMCP, "a")}})
	if err == nil || !strings.Contains(err.Error(), `"mcp:a"`) {
		t.Errorf("error %v", err)
	}
	_, err = toolkit.CreateToolkit(t.Context(), toolkit.Options{Disabled: []string{"mcp:nosuch"}})
	if err == nil || !strings.Contains(err.Error(), "mcp:nosuch") {
		t.Errorf("error %v", err)
	}
}

func TestCreateReturnsAtOnceAndASlowSourceHoldsUpNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := scripted(tool.SourceMCP, "slow", "late")
		slow.Opening = func(ctx context.Context, _ int) error {
			select {
			case <-time.After(time.Hour):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		dead := scripted(tool.SourceMCP, "dead")
		dead.Opening = func(context.Context, int) error { return errors.New("connection refused") }
		panics := scripted(tool.SourceHTTP, "panics")
		panics.Opening = func(context.Context, int) error { panic("secret") }
		wants := scripted(tool.SourceMCP, "wants")
		wants.Opening = func(context.Context, int) error {
			return &source.AuthorizationError{URL: "https://example.com", Err: errors.New("sign in first")}
		}
		start := time.Now()
		tk, err := toolkit.CreateToolkit(t.Context(), toolkit.Options{Sources: []source.Source{slow, dead, panics, wants, scripted(tool.SourceMCP, "fine", "quick")}})
		if err != nil || time.Since(start) > 0 {
			t.Fatalf("created after %s (%v)", time.Since(start), err)
		}
		defer tk.Close()
		synctest.Wait()
		var states []string
		for _, s := range tk.Sources() {
			states = append(states, s.State.String())
			if strings.Contains(s.Reason, "secret") {
				t.Errorf("the panic's value is in the reason: %s", s.Reason)
			}
		}
		want := []string{"connecting", "failed", "failed", "needs authorization", "connected"}
		if !slices.Equal(states, want) {
			t.Errorf("states %v, want %v", states, want)
		}
		if len(tk.Tools()) != 1 {
			t.Errorf("%d tools are there", len(tk.Tools()))
		}
		if err := tk.Ready(t.Context()); err != nil || len(tk.Tools()) != 2 {
			t.Errorf("ready: %v, %d tools", err, len(tk.Tools()))
		}
	})
}

func TestASourceIsDisabledEnabledReloadedAndLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scripted(tool.SourceMCP, "s", "a")
		tk, err := toolkit.CreateToolkit(t.Context(), toolkit.Options{Sources: []source.Source{s}, Disabled: []string{"mcp:s"}})
		if err != nil {
			t.Fatal(err)
		}
		defer tk.Close()
		state := func(want source.State, tools int) {
			t.Helper()
			synctest.Wait()
			if st := tk.Sources()[0]; st.State != want || len(tk.Tools()) != tools {
				t.Errorf("%v (%s) with %d tools, want %v with %d", st.State, st.Reason, len(tk.Tools()), want, tools)
			}
		}
		state(source.Disabled, 0)
		_ = tk.Enable("mcp:s")
		state(source.Connected, 1)
		s.Change(named("a", tool.SourceMCP), named("b", tool.SourceMCP))
		state(source.Connected, 2)
		s.Lose(errors.New("server s exited with code 1"))
		state(source.Failed, 2)
		if r := tk.Sources()[0].Reason; r != "server s exited with code 1" {
			t.Errorf("reason %q", r)
		}
		_ = tk.Reload("mcp:s")
		state(source.Connected, 2)
		_ = tk.Disable("mcp:s")
		state(source.Disabled, 0)
		s.Change(named("c", tool.SourceMCP))
		state(source.Disabled, 0)
		if err := tk.Reload("mcp:other"); err == nil {
			t.Error("a source that is not there was reloaded")
		}
	})
}

// A hasty source reports to its host before its opening has returned.
type hasty struct{ report func(source.Host) }

func (hasty) Info() source.Info { return source.Info{Kind: tool.SourceCustom} }
func (hasty) Close() error      { return nil }
func (s hasty) Open(_ context.Context, host source.Host) (source.Listing, error) {
	s.report(host)
	return source.Listing{Tools: []tool.Tool{named("old", tool.SourceCustom)}}, nil
}

func TestASourceThatIsLostBeforeItsOpeningHasReturnedIsLost(t *testing.T) {
	tk := create(t, toolkit.Options{Sources: []source.Source{hasty{func(h source.Host) { h.Lost(errors.New("it exited")) }}}})
	if got := tk.Sources()[0]; got.State != source.Failed || got.Reason != "it exited" {
		t.Errorf("the source is %v (%s), want failed", got.State, got.Reason)
	}
}

func TestAListingThatChangedBeforeTheOpeningHasReturnedStays(t *testing.T) {
	tk := create(t, toolkit.Options{Sources: []source.Source{hasty{func(h source.Host) {
		h.Changed(source.Listing{Tools: []tool.Tool{named("new", tool.SourceCustom)}})
	}}}})
	if tools := tk.Tools(); len(tools) != 1 || tools[0].Name != "new" || tk.Sources()[0].State != source.Connected {
		t.Errorf("the source is %v with %v, want the newer tool", tk.Sources()[0].State, tools)
	}
}

func TestAToolkitWhoseContextHasEndedIsReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		tk, err := toolkit.CreateToolkit(ctx, toolkit.Options{Sources: []source.Source{scripted(tool.SourceMCP, "s", "a")}})
		if err != nil {
			t.Fatal(err)
		}
		defer tk.Close()
		wait, stop := context.WithTimeout(t.Context(), time.Hour)
		defer stop()
		if err := tk.Ready(wait); err != nil || tk.Sources()[0].State != source.Failed {
			t.Errorf("ready: %v, with a source that is %v", err, tk.Sources()[0].State)
		}
	})
}

func TestAShortNameIsEnoughWhenOnlyOneToolHasIt(t *testing.T) {
	short := func(server, name string) tool.Tool {
		tl := named(server+"_"+tool.Sanitize(name), tool.SourceMCP)
		tl.Details = &tool.Details{ShortName: name, Server: server}
		return tl
	}
	s := &tooltest.Scripted{About: source.Info{Kind: tool.SourceMCP, Name: "s"}, Tools: []tool.Tool{short("a", "get-sum"), short("a", "echo"), short("b", "echo"), short("a", "read file")}}
	tk := create(t, toolkit.Options{Sources: []source.Source{s}})
	if got, err := tk.Find("get-sum"); err != nil || got.Name != "a_get-sum" {
		t.Errorf("get-sum finds %q (%v)", got.Name, err)
	}
	for _, spelling := range []string{"read file", "read_file"} {
		if got, err := tk.Find(spelling); err != nil || got.Name != "a_read_file" {
			t.Errorf("%s finds %q (%v)", spelling, got.Name, err)
		}
	}
	var ambiguous *toolkit.AmbiguousError
	if _, err := tk.Find("echo"); !errors.As(err, &ambiguous) || !slices.Equal(ambiguous.Names, []string{"a_echo", "b_echo"}) {
		t.Errorf("echo: %v", err)
	}
	for given, want := range map[string]string{"get-sun": "a_get-sum", "a_get_sum": "a_get-sum", "sum": "a_get-sum", "zzzzzz": ""} {
		var missing *toolkit.NotFoundError
		if _, err := tk.Find(given); !errors.As(err, &missing) || want != "" && !slices.Contains(missing.Nearest, want) || want == "" && len(missing.Nearest) > 0 {
			t.Errorf("%s: %v, want a hint at %q", given, err, want)
		}
	}
}

func TestTheLogKeepsItsNewestLines(t *testing.T) {
	s := scripted(tool.SourceMCP, "s")
	tk := create(t, toolkit.Options{Sources: []source.Source{s}})
	for i := range 5000 {
		s.Say(tool.LogEntry{Level: "info", Message: fmt.Sprint(i)})
	}
	log := tk.Log("mcp:s")
	if len(log) != 1000 || log[999].Message != "4999" || log[0].Message != "4000" {
		t.Errorf("%d lines from %s to %s", len(log), log[0].Message, log[len(log)-1].Message)
	}
}

func TestCloseClosesEverySourceAndMayBeCalledTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scripted(tool.SourceMCP, "s", "a")
		s.Opening = func(ctx context.Context, _ int) error { <-ctx.Done(); return ctx.Err() }
		tk, err := toolkit.CreateToolkit(t.Context(), toolkit.Options{Sources: []source.Source{s}})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if err := errors.Join(tk.Close(), tk.Close()); err != nil {
			t.Error(err)
		}
		if err := tk.Reload("mcp:s"); !errors.Is(err, toolkit.ErrClosed) {
			t.Errorf("reloading after the end: %v", err)
		}
		if err := tk.Ready(t.Context()); err != nil {
			t.Errorf("ready after the end: %v", err)
		}
	})
}

func TestChangedWaitsForNews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scripted(tool.SourceMCP, "s", "a")
		tk, err := toolkit.CreateToolkit(t.Context(), toolkit.Options{Sources: []source.Source{s}})
		if err != nil {
			t.Fatal(err)
		}
		defer tk.Close()
		version, ok := tk.Changed(t.Context(), 0)
		if !ok || version == 0 {
			t.Fatal("no news of the source that opened")
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if _, ok := tk.Changed(ctx, version); ok {
			t.Error("news where nothing happened")
		}
		go s.Change()
		if next, ok := tk.Changed(t.Context(), version); !ok || next <= version {
			t.Error("no news of a changed listing")
		}
	})
}

func TestTheExchangeIsBoundedInBytes(t *testing.T) {
	var host source.Host
	tk := create(t, toolkit.Options{Sources: []source.Source{listener{&host}}})
	body := make([]byte, 64<<10)
	for i := range 500 {
		host.Exchanged(source.Message{Body: body, Size: i})
	}
	kept := tk.Exchange("mcp:listener")
	if n := len(kept) * len(body); n > 4<<20 || n < 3<<20 || kept[len(kept)-1].Size != 499 {
		t.Errorf("%d messages are kept, the newest is %d", len(kept), kept[len(kept)-1].Size)
	}
}

// A listener is a source that hands out the host it was opened with.
type listener struct{ host *source.Host }

func (l listener) Info() source.Info { return source.Info{Kind: tool.SourceMCP, Name: "listener"} }

func (l listener) Open(_ context.Context, host source.Host) (source.Listing, error) {
	*l.host = host
	return source.Listing{}, nil
}

func (l listener) Close() error { return nil }
