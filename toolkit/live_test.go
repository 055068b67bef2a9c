package toolkit_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"toolbench/toolkit"
	"toolbench/toolkit/run"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// status is how the source of an id is.
func status(t *testing.T, tk *toolkit.Toolkit, id string) toolkit.Status {
	t.Helper()
	for _, st := range tk.Sources() {
		if st.ID() == id {
			return st
		}
	}
	t.Fatalf("there is no source %s", id)
	return toolkit.Status{}
}

func TestALostSourceIsConnectedAgainAfterGrowingPausesUntilThePersonMustDecide(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scripted(tool.SourceMCP, "weather", "forecast")
		down := false
		s.Opening = func(context.Context, int) error {
			if down {
				return errors.New("connection refused")
			}
			return nil
		}
		tk := create(t, toolkit.Options{Sources: []source.Source{s}})
		defer tk.Close()

		s.Lose(errors.New("the server exited"))
		if st := status(t, tk, "mcp:weather"); st.State != source.Failed || time.Until(st.Retry) != time.Second {
			t.Fatalf("just lost it is %v, tried again in %v", st.State, time.Until(st.Retry))
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if st := status(t, tk, "mcp:weather"); st.State != source.Connected || !st.Retry.IsZero() {
			t.Fatalf("after the first pause it is %v", st.State)
		}

		down = true
		s.Lose(errors.New("the server exited"))
		var pauses []time.Duration
		for {
			st := status(t, tk, "mcp:weather")
			if st.Retry.IsZero() {
				break
			}
			pauses = append(pauses, time.Until(st.Retry))
			time.Sleep(time.Until(st.Retry))
			synctest.Wait()
		}
		want := []time.Duration{2 * time.Second, 4 * time.Second, 8 * time.Second, 16 * time.Second, 30 * time.Second}
		if !slices.Equal(pauses, want) {
			t.Errorf("a crash within a minute of the last one is followed by pauses of %v, want %v", pauses, want)
		}
		if st := status(t, tk, "mcp:weather"); st.Reason != "connection refused" {
			t.Errorf("at last it says %q", st.Reason)
		}
		log := tk.Log("mcp:weather")
		if first := log[0].Message; first != "connected again in 1s, attempt 1 of 6: the server exited" {
			t.Errorf("the log begins with %q", first)
		}
		if last := log[len(log)-1].Message; last != "after 6 attempts it is not connected again by itself: connection refused" {
			t.Errorf("the log ends with %q", last)
		}

		down = false
		if err := tk.Reload("mcp:weather"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		time.Sleep(time.Minute)
		s.Lose(errors.New("the server exited"))
		if st := status(t, tk, "mcp:weather"); time.Until(st.Retry) != time.Second {
			t.Errorf("after it served for a minute the pause is %v, want 1s", time.Until(st.Retry))
		}
	})
}

func TestASourceThatNeverCameUpIsNotTriedAgainByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scripted(tool.SourceMCP, "weather")
		s.Opening = func(context.Context, int) error { return errors.New("no such command") }
		tk := create(t, toolkit.Options{Sources: []source.Source{s}})
		defer tk.Close()
		time.Sleep(time.Hour)
		if n := s.Openings(); n != 1 {
			t.Errorf("it was opened %d times", n)
		}
	})
}

func TestADisabledSourceIsNotConnectedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := scripted(tool.SourceMCP, "weather")
		tk := create(t, toolkit.Options{Sources: []source.Source{s}})
		defer tk.Close()
		s.Lose(errors.New("gone"))
		if err := tk.Disable("mcp:weather"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		if st := status(t, tk, "mcp:weather"); st.State != source.Disabled || s.Openings() != 1 {
			t.Errorf("it is %v and was opened %d times", st.State, s.Openings())
		}
	})
}

// asking is a source that asks by itself while it opens.
type asking struct {
	*tooltest.Scripted
	answer tool.Answer
	err    error
}

func (a *asking) Open(ctx context.Context, host source.Host) (source.Listing, error) {
	a.answer, a.err = host.Ask(ctx, tool.Request{Kind: tool.KindInput, Prompt: "Which token?"})
	return a.Scripted.Open(ctx, host)
}

func TestWhatASourceAsksByItselfGoesToWhoeverAttends(t *testing.T) {
	s := &asking{Scripted: scripted(tool.SourceMCP, "weather")}
	tk, err := toolkit.CreateToolkit(t.Context(), toolkit.Options{Sources: []source.Source{s}, Disabled: []string{"mcp:weather"}})
	if err != nil {
		t.Fatal(err)
	}
	defer tk.Close()
	open := func() {
		t.Helper()
		if err := errors.Join(tk.Disable("mcp:weather"), tk.Enable("mcp:weather"), tk.Ready(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	open()
	if !errors.Is(s.err, tool.ErrNobodyToAsk) {
		t.Errorf("with nobody there it is told %v", s.err)
	}
	tk.Attend(func(asked toolkit.Asked) {
		go func() {
			for e := range asked.Run.Events() {
				if e, ok := e.(run.Suspended); ok {
					if asked.SourceID != "mcp:weather" || e.Request.Prompt != "Which token?" {
						t.Errorf("%s asks %q", asked.SourceID, e.Request.Prompt)
					}
					asked.Run.Resolve(e.Request.ID, tool.Answer{OK: true, Data: map[string]any{"token": "t"}})
				}
			}
		}()
	})
	open()
	if s.err != nil || !s.answer.OK || s.answer.Data["token"] != "t" {
		t.Errorf("it is answered %+v (%v)", s.answer, s.err)
	}
	tk.Attend(nil)
	open()
	if !errors.Is(s.err, tool.ErrNobodyToAsk) {
		t.Errorf("once nobody attends any more it is told %v", s.err)
	}
}

func TestWhatASourceAsksBeforeAnybodyAttendsWaitsWhenSomebodyWill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &asking{Scripted: scripted(tool.SourceMCP, "weather")}
		tk, err := toolkit.CreateToolkit(t.Context(), toolkit.Options{Sources: []source.Source{s}, Attended: true})
		if err != nil {
			t.Fatal(err)
		}
		defer tk.Close()
		synctest.Wait()
		if st := status(t, tk, "mcp:weather"); st.State != source.Connecting {
			t.Fatalf("before somebody attends it is %v: %s", st.State, st.Reason)
		}
		tk.Attend(func(asked toolkit.Asked) {
			go func() {
				for e := range asked.Run.Events() {
					if e, ok := e.(run.Suspended); ok {
						asked.Run.Resolve(e.Request.ID, tool.Answer{OK: true})
					}
				}
			}()
		})
		synctest.Wait()
		if st := status(t, tk, "mcp:weather"); st.State != source.Connected || !s.answer.OK {
			t.Errorf("then it is %v, answered %+v (%v)", st.State, s.answer, s.err)
		}
	})
}

func TestSigningInConnectsTheSource(t *testing.T) {
	s := scripted(tool.SourceMCP, "calendar", "events")
	signedIn := false
	s.Opening = func(context.Context, int) error {
		if signedIn {
			return nil
		}
		return &source.AuthorizationError{Err: errors.New("sign in first"), SignIn: func(_ map[string]any, c *tool.ToolContext) (tool.ToolResult, error) {
			a, err := c.WaitFor(tool.Request{Kind: tool.KindAuthorization, URL: "https://example.com/", Prompt: "Sign in."})
			if err != nil || !a.OK {
				return tool.ToolResult{Output: "declined", IsError: true}, err
			}
			signedIn = true
			return tool.ToolResult{Output: "signed in"}, nil
		}}
	}
	tk := create(t, toolkit.Options{Sources: []source.Source{s}})
	if st := status(t, tk, "mcp:calendar"); st.State != source.NeedsAuthorization || !st.CanSignIn {
		t.Fatalf("it is %v, can be signed in to: %v", st.State, st.CanSignIn)
	}
	for _, ok := range []bool{false, true} {
		signIn, err := tk.SignIn("mcp:calendar")
		if err != nil {
			t.Fatal(err)
		}
		r := run.Start(t.Context(), signIn, nil, run.Options{Ask: true})
		for e := range r.Events() {
			if e, suspended := e.(run.Suspended); suspended {
				r.Resolve(e.Request.ID, tool.Answer{OK: ok})
			}
		}
		if err := tk.Ready(t.Context()); err != nil {
			t.Fatal(err)
		}
		st := status(t, tk, "mcp:calendar")
		if want := map[bool]source.State{true: source.Connected, false: source.NeedsAuthorization}[ok]; st.State != want || st.CanSignIn == ok {
			t.Errorf("answered %v it is %v, can be signed in to: %v", ok, st.State, st.CanSignIn)
		}
	}
	if _, err := tk.SignIn("mcp:calendar"); err == nil {
		t.Error("a source that is connected is signed in to")
	}
}

func TestASourceThatTurnsOutToBeOthersGivesThemItsPlace(t *testing.T) {
	first, last := scripted(tool.SourceMCP, "first", "a"), scripted(tool.SourceMCP, "last", "z")
	asked := scripted(tool.SourceMCP, "petstore")
	asked.Opening = func(context.Context, int) error {
		return &source.ReplacedError{Sources: []source.Source{scripted(tool.SourceHTTP, "petstore", "pets"), scripted(tool.SourceA2A, "petstore", "talk")}}
	}
	taken := scripted(tool.SourceMCP, "other")
	taken.Opening = func(context.Context, int) error {
		return &source.ReplacedError{Sources: []source.Source{scripted(tool.SourceMCP, "first")}}
	}
	tk := create(t, toolkit.Options{Sources: []source.Source{first, asked, taken, last}})
	var ids []string
	for _, st := range tk.Sources() {
		ids = append(ids, st.ID()+" "+st.State.String())
	}
	want := []string{"mcp:first connected", "http:petstore connected", "a2a:petstore connected", "mcp:other failed", "mcp:last connected"}
	if !slices.Equal(ids, want) {
		t.Errorf("the sources are %v, want %v", ids, want)
	}
	if _, err := tk.Find("pets"); err != nil {
		t.Error(err)
	}
	if st := status(t, tk, "mcp:other"); !strings.Contains(st.Reason, "mcp:first") {
		t.Errorf("it failed since %q", st.Reason)
	}
}

func TestAWatchGoesOnWithWhatASourceTurnsOutToBe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "api.json")
	if err := os.WriteFile(file, []byte("1"), 0o600); err != nil {
		t.Fatal(err)
	}
	opened, watched := make(chan int, 10), make(chan bool)
	found := scripted(tool.SourceHTTP, "petstore", "pets")
	found.Opening = func(_ context.Context, n int) error { opened <- n; return nil }
	asked := scripted(tool.SourceMCP, "petstore")
	asked.Opening = func(context.Context, int) error {
		<-watched
		return &source.ReplacedError{Sources: []source.Source{found}}
	}
	tk, err := toolkit.CreateToolkit(t.Context(), toolkit.Options{Sources: []source.Source{asked}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tk.Close() })
	if err := tk.Watch("mcp:petstore", file); err != nil {
		t.Fatal(err)
	}
	close(watched)
	<-opened
	if st := status(t, tk, "http:petstore"); len(st.Watched) != 1 {
		t.Fatalf("watched is %v", st.Watched)
	}
	if err := os.WriteFile(file, []byte("2"), 0o600); err != nil {
		t.Fatal(err)
	}
	select {
	case <-opened:
	case <-time.After(30 * time.Second):
		t.Fatal("it was not connected anew")
	}
}

func TestASourceThatIsNotTrustedStartsOnlyWhenThePersonSaysSo(t *testing.T) {
	s := scripted(tool.SourceMCP, "found", "tool")
	tk := create(t, toolkit.Options{Sources: []source.Source{s}, Untrusted: []string{"mcp:found"}})
	if st := status(t, tk, "mcp:found"); st.State != source.Untrusted {
		t.Fatalf("it is %v", st.State)
	}
	if err := tk.Reload("mcp:found"); err == nil || s.Openings() != 0 {
		t.Errorf("reconnecting is answered %v; it was opened %d times", err, s.Openings())
	}
	if err := errors.Join(tk.Trust("mcp:found"), tk.Ready(t.Context())); err != nil {
		t.Fatal(err)
	}
	if st := status(t, tk, "mcp:found"); st.State != source.Connected || s.Openings() != 1 {
		t.Errorf("it is %v", st.State)
	}
}

func TestEnablingAndReloadingAreNoWaysAroundTrust(t *testing.T) {
	for name, disabled := range map[string][]string{"disabled from the start": {"mcp:found"}, "disabled later": nil} {
		t.Run(name, func(t *testing.T) {
			s := scripted(tool.SourceMCP, "found", "tool")
			tk := create(t, toolkit.Options{Sources: []source.Source{s}, Untrusted: []string{"mcp:found"}, Disabled: disabled})
			if err := tk.Disable("mcp:found"); err != nil {
				t.Fatal(err)
			}
			if err := tk.Reload("mcp:found"); err == nil {
				t.Error("it can be opened anew")
			}
			if err := tk.Enable("mcp:found"); err != nil {
				t.Fatal(err)
			}
			if st := status(t, tk, "mcp:found"); st.State != source.Untrusted || s.Openings() != 0 {
				t.Fatalf("enabled it is %v, opened %d times", st.State, s.Openings())
			}
			if err := errors.Join(tk.Disable("mcp:found"), tk.Trust("mcp:found"), tk.Ready(t.Context())); err != nil {
				t.Fatal(err)
			}
			if st := status(t, tk, "mcp:found"); st.State != source.Disabled || s.Openings() != 0 {
				t.Fatalf("trusted while disabled it is %v, opened %d times", st.State, s.Openings())
			}
			if err := errors.Join(tk.Enable("mcp:found"), tk.Ready(t.Context())); err != nil {
				t.Fatal(err)
			}
			if st := status(t, tk, "mcp:found"); st.State != source.Connected {
				t.Errorf("trusted and enabled it is %v", st.State)
			}
		})
	}
}

func TestWhatBecameOfASourcesToolsIsTold(t *testing.T) {
	s := scripted(tool.SourceMCP, "weather", "forecast", "radar", "alerts")
	tk := create(t, toolkit.Options{Sources: []source.Source{s}})
	if c := status(t, tk, "mcp:weather").Changes; !c.At.IsZero() {
		t.Errorf("the first listing is told as a change: %s", c)
	}
	forecast := named("forecast", tool.SourceMCP)
	forecast.Description = "another"
	s.Change(forecast, named("alerts", tool.SourceMCP), named("wind", tool.SourceMCP))
	if got, want := status(t, tk, "mcp:weather").Changes.String(), "added 1 (wind), removed 1 (radar), changed 1 (forecast)"; got != want {
		t.Errorf("told is %q, want %q", got, want)
	}
	log := tk.Log("mcp:weather")
	if len(log) == 0 || !strings.Contains(log[len(log)-1].Message, "added 1 (wind)") {
		t.Errorf("the log says %v", log)
	}
	before := status(t, tk, "mcp:weather").Changes.At
	s.Change(s.Tools...)
	if at := status(t, tk, "mcp:weather").Changes.At; !at.Equal(before) {
		t.Error("a listing that is the same is told as a change")
	}
}

func TestAWatchedSourceIsConnectedAnewWhenAFileChanges(t *testing.T) {
	file := filepath.Join(t.TempDir(), "server.js")
	if err := os.WriteFile(file, []byte("1"), 0o600); err != nil {
		t.Fatal(err)
	}
	opened := make(chan int, 10)
	s := scripted(tool.SourceMCP, "mine", "tool")
	s.Opening = func(_ context.Context, n int) error { opened <- n; return nil }
	tk := create(t, toolkit.Options{Sources: []source.Source{s}})
	if err := tk.Watch("mcp:mine"); err == nil {
		t.Error("a source without files is watched")
	}
	if err := tk.Watch("mcp:mine", file); err != nil {
		t.Fatal(err)
	}
	<-opened
	if err := os.WriteFile(file, []byte("2"), 0o600); err != nil {
		t.Fatal(err)
	}
	select {
	case <-opened:
	case <-t.Context().Done():
	case <-time.After(30 * time.Second):
		t.Fatal("it was not connected anew")
	}
	if st := status(t, tk, "mcp:mine"); len(st.Watched) != 1 {
		t.Errorf("watched is %v", st.Watched)
	}
	if err := tk.Unwatch("mcp:mine"); err != nil || len(status(t, tk, "mcp:mine").Watched) != 0 {
		t.Errorf("it is watched on (%v)", err)
	}
}
