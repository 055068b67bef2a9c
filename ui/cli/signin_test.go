package cli

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// guarded is a toolkit with a source that wants to be signed in to; signIn waits
// with the context that it is given.
func guarded(t *testing.T, wait func(*tool.ToolContext) (tool.Answer, error)) *toolkit.Toolkit {
	t.Helper()
	done := false
	s := &tooltest.Scripted{About: source.Info{Kind: tool.SourceMCP, Name: "calendar"}}
	s.Opening = func(context.Context, int) error {
		if done {
			return nil
		}
		return &source.AuthorizationError{Err: errors.New("sign in first"), SignIn: func(_ map[string]any, c *tool.ToolContext) (tool.ToolResult, error) {
			answer, err := wait(c)
			if err != nil || !answer.OK {
				return tool.ErrorResult("declined"), err
			}
			done = true
			return tool.ToolResult{Output: "You are signed in."}, nil
		}}
	}
	tk, err := toolkit.CreateToolkit(t.Context(), toolkit.Options{Sources: []source.Source{s}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tk.Close() })
	return tk
}

var authorization = tool.Request{Kind: tool.KindAuthorization, Prompt: "Sign in at example.com.", URL: "https://example.com/authorize?x=1"}

func onTerminal(t *testing.T, in io.Reader) (*session, *strings.Builder) {
	shown := new(strings.Builder)
	return newSession(t.Context(), Streams{In: in, Err: shown, InTerminal: true, ErrTerminal: true}), shown
}

func TestAPersonSignsInOnATerminal(t *testing.T) {
	for given, want := range map[string]source.State{"y\n": source.Connected, "n\n": source.NeedsAuthorization} {
		tk := guarded(t, func(c *tool.ToolContext) (tool.Answer, error) { return c.WaitFor(authorization) })
		s, shown := onTerminal(t, strings.NewReader(given))
		signedIn, err := s.signIn(tk, &answers{})
		if state := tk.Sources()[0].State; err != nil || signedIn != (want == source.Connected) || state != want {
			t.Errorf("given %q: signed in %v (%v), it is %v", given, signedIn, err, state)
		}
		if !strings.Contains(shown.String(), authorization.URL) || !strings.Contains(shown.String(), "host: example.com") {
			t.Errorf("shown is %s", shown)
		}
	}
}

func TestASignInThatComesBackByItselfNeedsNoKey(t *testing.T) {
	tk := guarded(t, func(c *tool.ToolContext) (tool.Answer, error) {
		ctx, cancel := context.WithCancel(c)
		cancel() // the page in the browser led back
		if _, err := tool.WaitFor(ctx, authorization); !errors.Is(err, context.Canceled) {
			return tool.Answer{}, err
		}
		return tool.Answer{OK: true}, nil
	})
	silent, _ := io.Pipe() // nobody presses anything
	s, shown := onTerminal(t, silent)
	if signedIn, err := s.signIn(tk, &answers{}); err != nil || !signedIn {
		t.Errorf("signed in %v (%v): %s", signedIn, err, shown)
	}
	// It may be back before anything is asked.
	asked := strings.Contains(shown.String(), "Done?")
	if want := "Done? [y/N] \ntoolbench: calendar: You are signed in.\n"; asked && !strings.HasSuffix(shown.String(), want) {
		t.Errorf("the question was not off the terminal before the call went on: %q", shown)
	}
}

func TestWithoutATerminalNobodyIsAskedToSignIn(t *testing.T) {
	tk := guarded(t, func(*tool.ToolContext) (tool.Answer, error) {
		t.Error("it was asked")
		return tool.Answer{}, nil
	})
	s := newSession(t.Context(), Streams{})
	if signedIn, err := s.signIn(tk, &answers{}); signedIn || err != nil {
		t.Errorf("signed in %v (%v)", signedIn, err)
	}
}
