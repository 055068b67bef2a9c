package toolkit_test

import (
	"context"
	"errors"
	"testing"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// signedIn is a source that wants to be signed in to once it was signed out of.
type signedIn struct {
	*tooltest.Scripted
	out bool
}

func (s *signedIn) SignOut(context.Context) error { s.out = true; return nil }

func TestSigningOutConnectsTheSourceAnew(t *testing.T) {
	s := &signedIn{Scripted: scripted(tool.SourceMCP, "calendar", "events")}
	s.Opening = func(context.Context, int) error {
		if s.out {
			return &source.AuthorizationError{Err: errors.New("sign in first")}
		}
		return nil
	}
	tk := create(t, toolkit.Options{Sources: []source.Source{s, scripted(tool.SourceMCP, "plain")}})
	if st := status(t, tk, "mcp:calendar"); st.State != source.Connected {
		t.Fatalf("it is %v", st.State)
	}
	if err := errors.Join(tk.SignOut(t.Context(), "mcp:calendar"), tk.Ready(t.Context())); err != nil {
		t.Fatal(err)
	}
	if st := status(t, tk, "mcp:calendar"); st.State != source.NeedsAuthorization {
		t.Errorf("signed out of it is %v", st.State)
	}
	for _, id := range []string{"mcp:plain", "mcp:gone"} {
		if err := tk.SignOut(t.Context(), id); err == nil {
			t.Errorf("%s was signed out of", id)
		}
	}
}
