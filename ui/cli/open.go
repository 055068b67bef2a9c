package cli

import (
	"context"
	"errors"
	"strings"

	"toolbench/toolkit"
	"toolbench/ui"
)

type openVerb struct {
	Targets []string `arg:"" optional:"" name:"target" sep:"none" help:"What to open; without any, the demo."`
	targetFlags
	connectFlags
}

// Run opens the screen, or prints the list where there can be none.
func (v *openVerb) Run(s *session) error {
	return s.open(append(v.Targets, v.Target...), v.connectFlags)
}

type demoVerb struct{}

// Run opens the screen on the demo.
func (demoVerb) Run(s *session) error {
	return s.open(nil, connectFlags{Demo: true, Builtins: true})
}

func withDemoAndBuiltins(o *toolkit.Options) {
	withDemo(o)
	withBuiltins(o)
}

func (s *session) open(words []string, flags connectFlags) error {
	tk, err := s.connect(words, flags, withDemoAndBuiltins)
	if err != nil {
		return err
	}
	defer s.close(tk)
	if !s.OutTerminal || !s.InTerminal || s.dumb() {
		return s.openPlain(tk)
	}
	err = ui.Run(s.ctx, tk, ui.Options{Title: s.title(words, tk), Timeout: flags.Timeout})
	if errors.Is(err, context.Canceled) {
		return &failure{exitInterrupted, err}
	}
	return err
}

// title says what is open.
func (s *session) title(words []string, tk *toolkit.Toolkit) string {
	sources := tk.Sources()
	switch {
	case len(words) == 0 && !s.hasCommand:
		return "demo"
	case len(sources) == 1:
		return sourceName(sources[0].Info)
	}
	return strings.Join(words, " ")
}

// openPlain is what there is without a screen: the list, and how to go on.
func (s *session) openPlain(tk *toolkit.Toolkit) error {
	if err := s.ready(tk); err != nil {
		return err
	}
	s.printLines(tk.Tools())
	s.hidden(tk)
	s.say("the screen needs a terminal; without one there are the verbs list, show and call (toolbench --help)")
	return nil
}
