package cli

import (
	"fmt"
	"slices"

	"toolbench/ui"
)

// A desk does for the screen what has to do with files of the person's: trust,
// what is switched off, and this program's own configuration.
type desk struct{ plan *plan }

var _ ui.Trust = desk{}

// About implements [ui.Trust].
func (d desk) About(id string) (ui.TrustQuestion, bool) {
	d.plan.trusting.Lock()
	defer d.plan.trusting.Unlock()
	f := d.plan.fileWith(id)
	if f == nil || f.trusted {
		return ui.TrustQuestion{}, false
	}
	return ui.TrustQuestion{File: f.where, Client: f.Client, Changes: f.changes, Starts: d.plan.starts(f, d.Sources(id))}, true
}

// Trust implements [ui.Trust].
func (d desk) Trust(id string) error {
	f := d.plan.fileWith(id)
	if f == nil {
		return fmt.Errorf("%s was not found in a file", id)
	}
	d.plan.trusting.Lock()
	defer d.plan.trusting.Unlock()
	if err := d.plan.session.trusted().Trust(f.Path, f.data, f.file); err != nil {
		return err
	}
	f.trusted = true
	return nil
}

// Sources implements [ui.Trust]. What the file, or the person, has switched off
// is not started with the others.
func (d desk) Sources(id string) []string {
	var ids []string
	if f := d.plan.fileWith(id); f != nil {
		for _, other := range f.ids {
			if other == id || !slices.Contains(d.plan.options.Disabled, other) {
				ids = append(ids, other)
			}
		}
	}
	return ids
}

// remember keeps that a source is switched off, or on again. Only what is found
// again by itself need be remembered.
func (d desk) remember(id string, disabled bool) error {
	if d.plan.fileWith(id) == nil {
		return nil
	}
	return d.plan.session.trusted().SetDisabled(d.plan.declared[id], disabled)
}
