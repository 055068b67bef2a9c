package cli

import (
	"context"
	"errors"
	"fmt"
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
	err = ui.Run(s.ctx, tk, ui.Options{Title: title(words, s.hasCommand, tk), Timeout: flags.Timeout})
	if errors.Is(err, context.Canceled) {
		return &failure{exitInterrupted, err}
	}
	return err
}

// mostNamed is how many sources the title names.
const mostNamed = 3

// title says what is open: the sources that were asked for, by their names.
func title(words []string, command bool, tk *toolkit.Toolkit) string {
	if len(words) == 0 && !command {
		return "demo"
	}
	var names []string
	for _, status := range tk.Sources() {
		names = append(names, sourceName(status.Info))
	}
	if more := len(names) - mostNamed; more > 1 {
		names = append(names[:mostNamed], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// openPlain is what there is without a screen: the list, and how to go on.
func (s *session) openPlain(tk *toolkit.Toolkit) error {
	if err := s.ready(tk); err != nil {
		return err
	}
	s.printLines(tk.Tools())
	s.problems(tk)
	s.say("the screen needs a terminal; without one there are the verbs list, show and call (toolbench --help)")
	return nil
}
