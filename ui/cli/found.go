package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"toolbench/toolkit"
	"toolbench/toolkit/config"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/trust"
	"toolbench/ui"
	"toolbench/views/safetext"
)

// A foundFile is a configuration that was found, not named.
type foundFile struct {
	config.Found
	where   string // its path as people write it
	data    []byte
	file    *config.File
	ids     []string // of its sources
	trusted bool
	changes []string // since it was trusted
}

// found adds what lies in the known places. What is not this person's own
// configuration of this program starts only once it was trusted, and takes no
// name from what is.
func (p *plan) found() {
	var waiting []*foundFile
	for _, place := range config.Discover(p.session.places()) {
		if place.Skills {
			p.options.SkillFolders = append(p.options.SkillFolders, place.Path)
			continue
		}
		switch f := p.examine(place); {
		case f == nil:
		case f.trusted:
			p.addFound(f)
		default:
			waiting = append(waiting, f)
		}
	}
	for _, f := range waiting {
		p.addFound(f)
	}
}

// examine reads a file, and finds out whether it is trusted. One that can not be
// used is listed with the reason, and is nil.
func (p *plan) examine(place config.Found) *foundFile {
	s := p.session
	f := &foundFile{Found: place, where: s.short(place.Path)}
	var err error
	if f.data, err = os.ReadFile(place.Path); err == nil {
		f.file, err = s.configReader().Parse(place.Path, f.data)
	}
	if err != nil {
		info := source.Info{Kind: tool.SourceMCP, Name: p.free(tool.SourceMCP, f.where), Target: f.Path, Origin: f.Path}
		p.options.Sources = append(p.options.Sources, toolkit.Unusable(info, fmt.Sprintf("%s; until that is mended, nothing of this file is used", err)))
		return nil
	}
	if f.trusted = place.Own; !f.trusted {
		verdict := s.trusted().Check(place.Path, f.data, f.file)
		f.trusted, f.changes = verdict.Trusted, verdict.Changes
		if verdict.Problem != "" {
			s.say("%s", verdict.Problem)
		}
	}
	return f
}

func (p *plan) addFound(f *foundFile) {
	f.ids = p.configuration(f.file, f.Path, f.trusted)
	if len(f.ids) == 0 && len(f.file.Skills) == 0 && f.file.Builtins == nil {
		return
	}
	p.files = append(p.files, f)
	if !f.trusted {
		p.options.Untrusted = append(p.options.Untrusted, f.ids...)
	}
}

// starts are what opening the sources with these IDs, of one file, starts.
func (p *plan) starts(f *foundFile, ids []string) []ui.TrustStart {
	var starts []ui.TrustStart
	for _, s := range p.options.Sources {
		if info := s.Info(); slices.Contains(ids, info.ID()) {
			starts = append(starts, ui.TrustStart{What: info.Name + ": " + info.Target, With: p.with(info.ID())})
		}
	}
	return starts
}

// with are what the file that declares a source sets for it.
func (p *plan) with(id string) []string { return p.sets[id] }

// fileWith is the found file that declares a source; nil for none.
func (p *plan) fileWith(id string) *foundFile {
	for _, f := range p.files {
		if slices.Contains(f.ids, id) {
			return f
		}
	}
	return nil
}

// recall switches off what the person switched off before.
func (p *plan) recall() {
	if len(p.files) == 0 {
		return
	}
	store := p.session.trusted()
	for _, f := range p.files {
		for _, id := range f.ids {
			if off, said := store.Disabled(p.declared[id]); said && off != slices.Contains(p.options.Disabled, id) {
				if off {
					p.options.Disabled = append(p.options.Disabled, id)
				} else {
					p.options.Disabled = without(p.options.Disabled, id)
				}
			}
		}
	}
}

// trusted is what this program remembers of the files that were trusted.
func (s *session) trusted() *trust.Store {
	if s.store == nil {
		folder, _ := s.stateFolder() // without one nothing is remembered
		s.store = trust.Open(folder)
	}
	return s.store
}

// sayTrusted says that a file was trusted, and what that starts.
func (p *plan) sayTrusted(f *foundFile) {
	said := f.where + " is trusted until it changes"
	starts := p.starts(f, without(f.ids, p.options.Disabled...))
	if len(starts) > 0 {
		said += "; it starts"
	}
	for _, start := range starts {
		said += "\n" + safetext.Line(start.What)
		for _, line := range start.With {
			said += "\n  with " + safetext.Line(line)
		}
	}
	p.session.say("%s", said)
}

// untrusted says which files were found but not started.
func (s *session) untrusted(tk *toolkit.Toolkit, p *plan) {
	waiting := map[string]bool{}
	for _, status := range tk.Sources() {
		if status.State == source.Untrusted {
			waiting[status.ID()] = true
		}
	}
	for _, f := range p.files {
		n := 0
		for _, id := range f.ids {
			if waiting[id] {
				n++
			}
		}
		declares := plural(n, "source")
		switch {
		case n == 0 && (f.trusted || f.file.Builtins == nil):
			continue
		case f.file.Builtins != nil:
			declares += " and which built-in tools there are"
		}
		what := "was found"
		if len(f.changes) > 0 {
			what = "has changed since it was trusted"
		}
		s.say("%s %s; what it declares (%s) was not started: toolbench sources --trust %s", f.where, what, declares, source.Quote(f.Path))
		for _, change := range f.changes {
			s.say("  %s", change)
		}
	}
}

// fileOf is the found file at a path.
func (p *plan) fileOf(path string) (*foundFile, error) {
	whole := p.session.absolute(path)
	for _, f := range p.files {
		if f.Path == whole {
			return f, nil
		}
		if a, err := filepath.EvalSymlinks(f.Path); err == nil {
			if b, err := filepath.EvalSymlinks(whole); err == nil && a == b {
				return f, nil
			}
		}
	}
	var known []string
	for _, f := range p.files {
		if !f.Own {
			known = append(known, f.where)
		}
	}
	if near := tool.Nearest(path, known); near != "" {
		return nil, fmt.Errorf("%s is not among the files that were found; did you mean %s?", path, near)
	}
	return nil, fmt.Errorf("%s is not among the files that were found: toolbench sources lists them", path)
}
