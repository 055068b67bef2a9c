package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/views/safetext"
)

type sourcesVerb struct {
	Targets []string `arg:"" optional:"" name:"target" sep:"none" help:"What to open; without any, what is found."`
	targetFlags
	connectFlags
	Trust   []string `sep:"none" placeholder:"FILE" help:"Start what this file declares, from now on until it changes. Repeatable."`
	Forget  []string `sep:"none" placeholder:"FILE" help:"Trust this file no more. Repeatable."`
	Enable  []string `sep:"none" placeholder:"ID" help:"Switch a source on again. Repeatable."`
	Disable []string `sep:"none" placeholder:"ID" help:"Switch a source off, until it is enabled. Repeatable."`
	SignOut []string `sep:"none" placeholder:"ID" help:"Forget what signing in to a server yielded. Repeatable."`
	Log     bool     `help:"Print what each source logged, its stderr too."`
	JSON    bool     `help:"Print one JSON document."`
}

// Help says what is found.
func (sourcesVerb) Help() string {
	return "Without a target these are the sources of the configurations in their known places: this program's own, and those of other clients, " +
		"in the home folder and in and above the working folder. What other clients' files declare starts after you trusted the file."
}

// Run prints how each source is.
func (v *sourcesVerb) Run(s *session) error {
	p, err := s.plan(append(v.Targets, v.Target...), v.connectFlags, func(*plan) {})
	if err != nil {
		return &failure{exitUsage, err}
	}
	if err := v.decide(p); err != nil {
		return &failure{exitUsage, err}
	}
	return s.use(p, &answers{}, v.report)
}

func (v *sourcesVerb) report(s *session, tk *toolkit.Toolkit, p *plan) error {
	if err := v.signOut(s, p, tk); err != nil {
		return err
	}
	if len(v.SignOut) == 0 {
		if _, err := s.signIn(tk, &answers{}); err != nil {
			return err
		}
	}
	_, err := s.offers(tk, func(source.Offer) (fits, enough bool) { return false, false })
	if err != nil {
		return err
	}
	if v.JSON {
		err = s.printJSON(v.document(tk, p))
	} else {
		v.print(s, tk, p)
		s.untrusted(tk, p)
	}
	if err == nil && allFailed(tk) {
		err = leave(exitSource)
	}
	return err
}

func (v *sourcesVerb) print(s *session, tk *toolkit.Toolkit, p *plan) {
	for _, status := range tk.Sources() {
		s.printSource(status, p.with(status.ID()))
		if v.Log {
			for _, e := range tk.Log(status.ID()) {
				s.out.WriteString("    " + logLine(e.Time, e.Level, e.Message) + "\n")
			}
		}
	}
}

func (v *sourcesVerb) signOut(s *session, p *plan, tk *toolkit.Toolkit) error {
	for _, word := range v.SignOut {
		id, err := p.sourceID(word)
		if err == nil {
			err = tk.SignOut(s.ctx, id)
		}
		if err != nil {
			return &failure{exitUsage, err}
		}
		s.say("signed out of %s", id)
	}
	return nil
}

// decide trusts, forgets, enables and disables, before anything starts.
func (v *sourcesVerb) decide(p *plan) error {
	store := p.session.trusted()
	for _, path := range v.Trust {
		f, err := p.fileOf(path)
		if err != nil {
			return err
		}
		if err := store.Trust(f.Path, f.data, f.file); err != nil {
			return err
		}
		p.sayTrusted(f)
		f.trusted, f.changes = true, nil
		p.options.Untrusted = without(p.options.Untrusted, f.ids...)
	}
	for _, path := range v.Forget {
		f, err := p.fileOf(path)
		if err != nil {
			return err
		}
		if f.Own {
			return fmt.Errorf("%s is this program's own configuration, which always starts; --disable switches a source of it off", f.where)
		}
		if err := store.Forget(f.Path, f.file); err != nil {
			return err
		}
		if f.trusted {
			p.options.Untrusted = append(p.options.Untrusted, f.ids...)
		}
		f.trusted = false
		p.session.say("%s is not trusted any more", f.where)
	}
	for id, off := range v.switches() {
		full, err := p.sourceID(id)
		if err != nil {
			return err
		}
		if as := p.declared[full]; as != "" { // else it is not found again by itself
			if err := store.SetDisabled(as, off); err != nil {
				return err
			}
		}
		p.options.Disabled = without(p.options.Disabled, full)
		if off {
			p.options.Disabled = append(p.options.Disabled, full)
		}
	}
	return nil
}

func (v *sourcesVerb) switches() map[string]bool {
	all := map[string]bool{}
	for _, id := range v.Enable {
		all[id] = false
	}
	for _, id := range v.Disable {
		all[id] = true
	}
	return all
}

func without(all []string, gone ...string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(one string) bool { return slices.Contains(gone, one) })
}

func (s *session) printSource(st toolkit.Status, with []string) {
	s.out.WriteString(safetext.Line(st.ID()+"  "+st.State.String()) + "\n")
	line := func(name, text string) {
		if text != "" {
			s.out.WriteString("    " + name + strings.Repeat(" ", max(1, 13-len(name))) + safetext.Line(text) + "\n")
		}
	}
	if st.State != source.Connected {
		line("reason", st.Reason)
	}
	line("reached at", st.Target)
	for _, setting := range with {
		line("with", setting)
	}
	line("declared in", st.Origin)
	line("server", strings.TrimSpace(st.Facts.Server+" "+st.Facts.Version))
	line("protocol", st.Facts.Protocol)
	line("capabilities", strings.Join(st.Facts.Capabilities, ", "))
	if st.State == source.Connected {
		line("offers", counted(st))
	}
	for _, problem := range st.Problems {
		line("problem", problem.Name+": "+problem.Reason)
	}
	for _, o := range st.Offers {
		text := o.Read.ShortName()
		if o.URI != "" {
			text = o.URI
		}
		if title := o.Read.Title(); title != text {
			text += "  " + title
		}
		line(strings.TrimPrefix(string(o.Kind), "resource "), text)
	}
}

func counted(st toolkit.Status) string {
	parts := []string{plural(st.Tools, "tool")}
	counts := map[source.OfferKind]int{}
	for _, o := range st.Offers {
		counts[o.Kind]++
	}
	for _, kind := range []source.OfferKind{source.Resource, source.ResourceTemplate, source.Prompt} {
		if n := counts[kind]; n > 0 {
			parts = append(parts, plural(n, string(kind)))
		}
	}
	return strings.Join(parts, ", ")
}

func logLine(at time.Time, level, message string) string {
	return at.Format(time.TimeOnly) + " " + safetext.Line(level+" "+message)
}
