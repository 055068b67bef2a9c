// Package ui is the screen: the one tea.Model of the program, which routes
// messages, owns the focus and the overlays, and puts the screens together.
//
// A Go program opens it on its own toolkit with one call:
//
//	tk, err := toolkit.CreateToolkit(ctx, toolkit.Options{ExtraTools: tools})
//	…
//	err = ui.Run(ctx, tk, ui.Options{Title: "my tools"})
package ui

import (
	"context"
	"errors"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit"
)

// Options say how the screen is opened. The zero value serves.
type Options struct {
	// Title says what is open: "demo", a server's name.
	Title string
	// Timeout is how long a tool may take; 0 is run.DefaultTimeout.
	Timeout time.Duration
	// Input and Output are the terminal; nil takes the process's own.
	Input  io.Reader
	Output io.Writer
	// Warning stands in the title line all the time: something that is not as
	// it should be, such as certificates that are not checked.
	Warning string
	// Trust says what a source that is not trusted would start. Without it the
	// person is asked for each source alone, and is not remembered.
	Trust Trust
	// With are lines on what a source's file sets beside its command or address,
	// without secrets: variables, headers, a folder. It is called from the
	// screen's loop; nil knows of none.
	With func(id string) []string
	// Remember keeps that a source was disabled, or enabled again; nil forgets.
	Remember func(id string, disabled bool) error
	// Save writes a source that was opened by hand into the person's
	// configuration, and tells where; nil where there is none. Savable tells
	// for which sources it can; nil is for each that came from the command line.
	Save    func(id string) (where string, err error)
	Savable func(id string) bool
	// OpenURL opens a URL outside; nil asks the desktop.
	OpenURL func(ctx context.Context, url string) error
}

// Run opens the screen on a toolkit and returns when the person has left it or
// ctx ended. What still runs is stopped then; the toolkit stays open.
func Run(ctx context.Context, tk *toolkit.Toolkit, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m := New(ctx, tk, o)
	options := []tea.ProgramOption{tea.WithContext(ctx)}
	if o.Input != nil {
		options = append(options, tea.WithInput(o.Input))
	}
	if o.Output != nil {
		options = append(options, tea.WithOutput(o.Output))
	}
	_, err := tea.NewProgram(m, options...).Run()
	cancel()
	tk.Attend(nil)
	m.attention.close()
	m.stopAll()
	if errors.Is(err, tea.ErrProgramKilled) && ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return context.Cause(ctx)
	}
	return err
}
