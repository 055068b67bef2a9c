package cli

import (
	"encoding/json"
	"fmt"
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
	tk, err := s.create(p)
	if err != nil {
		return err
	}
	defer s.close(tk)
	if err := v.signOut(s, p, tk); err != nil {
		return err
	}
	s.attend(tk, &answers{})
	if len(v.SignOut) == 0 {
		if _, err := s.signIn(tk, &answers{}); err != nil {
			return err
		}
	}
	if _, err := s.offers(tk, func(source.Offer) (fits, enough bool) { return false, false }); err != nil {
		return err
	}
	if v.JSON {
		err = s.printJSON(v.document(tk, p))
	} else {
		v.print(s, tk)
		s.untrusted(tk, p)
	}
	if err == nil && allFailed(tk) {
		err = leave(exitSource)
	}
	return err
}

func (v *sourcesVerb) print(s *session, tk *toolkit.Toolkit) {
	for _, status := range tk.Sources() {
		s.printSource(status)
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
		p.session.say("%s is trusted until it changes", f.where)
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
	var left []string
	for _, one := range all {
		keep := true
		for _, g := range gone {
			keep = keep && g != one
		}
		if keep {
			left = append(left, one)
		}
	}
	return left
}

func (s *session) printSource(st toolkit.Status) {
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

// A sourcesDocument is what sources --json prints.
type sourcesDocument struct {
	Sources []sourceItem `json:"sources"`
	Found   []foundItem  `json:"found,omitempty"`
}

type sourceItem struct {
	ID           string        `json:"id"`
	Kind         string        `json:"kind"`
	Name         string        `json:"name,omitempty"`
	State        string        `json:"state"`
	Reason       string        `json:"reason,omitempty"`
	Target       string        `json:"target,omitempty"`
	Origin       string        `json:"origin,omitempty"`
	Server       string        `json:"server,omitempty"`
	Version      string        `json:"version,omitempty"`
	Protocol     string        `json:"protocol,omitempty"`
	Capabilities []string      `json:"capabilities,omitempty"`
	Instructions string        `json:"instructions,omitempty"`
	Tools        int           `json:"tools"`
	Resources    []offerItem   `json:"resources,omitempty"`
	Templates    []offerItem   `json:"resourceTemplates,omitempty"`
	Prompts      []offerItem   `json:"prompts,omitempty"`
	Problems     []problemItem `json:"problems,omitempty"`
	Log          []logItem     `json:"log,omitempty"`
}

type offerItem struct {
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description,omitempty"`
	URI         string          `json:"uri,omitempty"`
	MimeType    string          `json:"mimeType,omitempty"`
	Size        int64           `json:"size,omitempty"`
	InputSchema json.RawMessage `json:"inputSchema,omitempty"`
}

type problemItem struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

type logItem struct {
	Time    time.Time `json:"time"`
	Level   string    `json:"level"`
	Message string    `json:"message"`
}

type foundItem struct {
	File    string   `json:"file"`
	Client  string   `json:"client,omitempty"`
	Trusted bool     `json:"trusted"`
	Changes []string `json:"changes,omitempty"`
}

func (v *sourcesVerb) document(tk *toolkit.Toolkit, p *plan) sourcesDocument {
	d := sourcesDocument{Sources: []sourceItem{}}
	for _, st := range tk.Sources() {
		item := sourceItem{
			ID: st.ID(), Kind: string(st.Kind), Name: st.Name, State: st.State.String(), Reason: st.Reason, Target: st.Target, Origin: st.Origin,
			Server: st.Facts.Server, Version: st.Facts.Version, Protocol: st.Facts.Protocol, Capabilities: st.Facts.Capabilities,
			Instructions: st.Facts.Instructions, Tools: st.Tools,
		}
		for _, o := range st.Offers {
			item.offer(o)
		}
		for _, problem := range st.Problems {
			item.Problems = append(item.Problems, problemItem{problem.Name, problem.Reason})
		}
		if v.Log {
			for _, e := range tk.Log(st.ID()) {
				item.Log = append(item.Log, logItem(e))
			}
		}
		d.Sources = append(d.Sources, item)
	}
	for _, f := range p.files {
		d.Found = append(d.Found, foundItem{f.Path, f.Client, f.trusted, f.changes})
	}
	return d
}

func (item *sourceItem) offer(o source.Offer) {
	out := offerItem{Name: o.Read.ShortName(), Description: o.Read.Description, URI: o.URI, MimeType: o.MimeType, Size: o.Size}
	if title := o.Read.Title(); title != out.Name {
		out.Title = title
	}
	switch o.Kind {
	case source.Resource:
		item.Resources = append(item.Resources, out)
	case source.ResourceTemplate:
		out.InputSchema = o.Read.Schema()
		item.Templates = append(item.Templates, out)
	case source.Prompt:
		out.InputSchema = o.Read.Schema()
		item.Prompts = append(item.Prompts, out)
	}
}
