package cli

import (
	"context"
	"errors"
	"strings"

	"toolbench/toolkit"
	"toolbench/toolkit/run"
	"toolbench/toolkit/source"
)

// offers waits until every source has listed what it offers, and returns what
// wanted chooses. It does not wait for the rest once wanted says that it has
// what it needs.
func (s *session) offers(tk *toolkit.Toolkit, wanted func(source.Offer) (fits, enough bool)) ([]offered, error) {
	var version uint64
	for {
		var found []offered
		open := false
		for _, status := range tk.Sources() {
			open = open || status.State == source.Connecting || status.More
			for _, o := range status.Offers {
				fits, enough := wanted(o)
				if fits {
					found = append(found, offered{status.Info, o})
				}
				if enough {
					return []offered{{status.Info, o}}, nil
				}
			}
		}
		if !open {
			return found, nil
		}
		var ok bool
		if version, ok = tk.Changed(s.ctx, version); !ok {
			return nil, &failure{exitInterrupted, context.Cause(s.ctx)}
		}
	}
}

// offered is an offer with the source that makes it.
type offered struct {
	info source.Info
	source.Offer
}

// attend answers what sources ask by themselves, as what a call asks is, until
// leave is called.
func (s *session) attend(tk *toolkit.Toolkit, answers *answers) (leave func()) {
	ctx, cancel := context.WithCancel(s.ctx)
	tk.Attend(func(asked toolkit.Asked) {
		context.AfterFunc(ctx, asked.Run.Cancel)
		s.attended.Go(func() {
			(&call{session: s, tool: asked.Run.Tool(), answers: answers}).watch(asked.Run)
		})
	})
	return func() {
		tk.Attend(nil)
		cancel()
	}
}

// signIn offers to sign in to the sources that need it, where a person can be
// asked, waits until they are connected, and tells whether one is.
func (s *session) signIn(tk *toolkit.Toolkit, answers *answers) (signedIn bool, err error) {
	if !answers.given && !s.asks() {
		return false, nil
	}
	if tk.Ready(s.ctx) != nil {
		return false, &failure{exitInterrupted, context.Cause(s.ctx)}
	}
	for _, status := range tk.Sources() {
		if !status.CanSignIn {
			continue
		}
		t, err := tk.SignIn(status.ID())
		if err != nil {
			continue // it needs that no more
		}
		name := sourceName(status.Info)
		out := (&call{session: s, tool: t, answers: answers}).watch(run.Start(s.ctx, t, nil, run.Options{Timeout: -1, Ask: true}))
		if out.Err != nil {
			s.say("%s: %s", name, out.Err)
			continue
		}
		s.say("%s: %s", name, strings.TrimSpace(out.Result.Output))
		signedIn = signedIn || out.Kind == run.OK
	}
	if errors.Join(tk.Ready(s.ctx), s.ctx.Err()) != nil {
		return false, &failure{exitInterrupted, context.Cause(s.ctx)}
	}
	return signedIn, nil
}
