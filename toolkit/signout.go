package toolkit

import (
	"context"
	"fmt"

	"toolbench/toolkit/source"
)

// SignOut forgets what signing in to a source yielded, and connects it anew.
func (tk *Toolkit) SignOut(ctx context.Context, id string) error {
	tk.mu.Lock()
	e := tk.entry(id)
	tk.mu.Unlock()
	if e == nil {
		return fmt.Errorf("there is no source %q", id)
	}
	s, ok := e.source.(source.SignedIn)
	if !ok {
		return fmt.Errorf("%s is not signed in to by this program", id)
	}
	if err := s.SignOut(ctx); err != nil {
		return err
	}
	return tk.with(id, func(e *entry) error {
		if e.status.State != source.Disabled && e.status.State != source.Untrusted {
			tk.open(e)
		}
		return nil
	})
}
