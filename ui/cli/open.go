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
	Targets []string `arg:"" optional:"" name:"target" sep:"none" help:"What to open; without any, what is found, or the demo."`
	targetFlags
	connectFlags
	watchFlags
}

// Run opens the screen, or prints the list where there can be none.
func (v *openVerb) Run(s *session) error {
	return s.open(append(v.Targets, v.Target...), v.connectFlags, v.watchFlags)
}

// watchFlags are for whoever writes a server.
type watchFlags struct {
	Watch     bool     `help:"Connect a source anew when the files that it is made of change."`
	WatchPath []string `sep:"none" placeholder:"PATH" help:"Connect all sources anew when this file, or one in this folder, changes. Repeatable."`
}

type demoVerb struct{}

// Run opens the screen on the demo.
func (demoVerb) Run(s *session) error {
	return s.open(nil, connectFlags{Demo: true, Builtins: true}, watchFlags{})
}

func (s *session) open(words []string, flags connectFlags, watch watchFlags) error {
	p, err := s.plan(words, flags, withDemoWhenEmpty)
	if err != nil {
		return &failure{exitUsage, err}
	}
	if !s.OutTerminal || !s.InTerminal || s.dumb() {
		return s.openPlain(p)
	}
	p.flags.Verbose = false   // its lines would write over the screen, which shows the logs
	p.options.Attended = true // by the screen
	tk, err := s.create(p)
	if err != nil {
		return err
	}
	defer s.close(tk)
	if err := s.watch(tk, watch); err != nil {
		return &failure{exitUsage, err}
	}
	o := ui.Options{Title: p.title(words, tk), Timeout: flags.Timeout, With: p.with}
	d := desk{p}
	o.Trust, o.Remember, o.Save, o.Savable = d, d.remember, d.save, d.savable
	if flags.Insecure {
		o.Warning = "certificates are not checked"
	}
	err = ui.Run(s.ctx, tk, o)
	if errors.Is(err, context.Canceled) {
		return &failure{exitInterrupted, err}
	}
	return err
}

// watch connects sources anew when files change. That a source is not made of
// files is no error, as long as one is.
func (s *session) watch(tk *toolkit.Toolkit, flags watchFlags) error {
	if !flags.Watch && len(flags.WatchPath) == 0 {
		return nil
	}
	var paths []string
	for _, path := range flags.WatchPath {
		paths = append(paths, s.absolute(path))
	}
	var failed error
	watched := 0
	for _, status := range tk.Sources() {
		if err := tk.Watch(status.ID(), paths...); err != nil {
			failed = err
		} else {
			watched++
		}
	}
	if watched == 0 {
		return failed
	}
	return nil
}

// mostNamed is how many sources the title names.
const mostNamed = 3

// title says what is open: the sources that were asked for, by their names.
func (p *plan) title(words []string, tk *toolkit.Toolkit) string {
	switch {
	case p.demoAlone, p.flags.Demo && len(words) == 0 && !p.session.hasCommand:
		return "demo"
	case len(words) == 0 && !p.session.hasCommand:
		return ""
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
func (s *session) openPlain(p *plan) error {
	return s.use(p, &answers{}, func(s *session, tk *toolkit.Toolkit, p *plan) error {
		if err := (&listVerb{}).list(s, tk, p); err != nil {
			return err
		}
		s.say("the screen needs a terminal; without one there are the verbs list, show and call (toolbench --help)")
		return nil
	})
}
