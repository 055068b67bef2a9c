// Package toolkit is the public face: it aggregates every source of tools into
// one catalogue, and offers the core types under their own names.
//
//	tk, err := toolkit.CreateToolkit(ctx, toolkit.Options{
//		MCP:        []mcp.Config{{Name: "files", Command: "my-server"}},
//		ExtraTools: []toolkit.Tool{toolkit.NativeTool(…)},
//	})
//
// It has no screen and needs none: package ui opens one on a Toolkit, package
// toolkit/run executes one of its tools.
package toolkit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"toolbench/toolkit/source"
	"toolbench/toolkit/source/a2a"
	"toolbench/toolkit/source/builtin"
	"toolbench/toolkit/source/httptool"
	"toolbench/toolkit/source/mcp"
	"toolbench/toolkit/source/native"
	"toolbench/toolkit/source/skill"
	"toolbench/toolkit/tool"
)

// Options say what a [Toolkit] is made of. The zero value is an empty one.
type Options struct {
	// MCP are servers to start or connect to.
	MCP []mcp.Config
	// OpenAPI are documents whose operations are tools.
	OpenAPI []httptool.Document
	// Agents are A2A agents whose skills are tools.
	Agents []a2a.Config
	// SkillFolders are searched for skills.
	SkillFolders []string
	// Builtins offers the built-in tools; nil leaves them out.
	Builtins *builtin.Options
	// Sources are further sources.
	Sources []source.Source
	// ExtraTools are tools of the program's own. They hide built-ins of the
	// same name.
	ExtraTools []tool.Tool
	// Disabled are the IDs of sources that are listed but not opened until
	// [Toolkit.Enable].
	Disabled []string
	// Untrusted are the IDs of sources that were found, not asked for: they
	// are listed but not opened until [Toolkit.Trust].
	Untrusted []string
	// Attended says that somebody will call [Toolkit.Attend]: what sources ask
	// by themselves until then waits for it.
	Attended bool
}

// A Toolkit holds the sources and the catalogue that is made of their tools. Its
// methods are safe from any goroutine.
type Toolkit struct {
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu        sync.Mutex
	closed    bool
	entries   []*entry
	version   uint64
	changed   chan struct{} // closed at the next change; nil while nobody waits
	catalogue []Entry       // of catalogued, nil when it must be made anew
	attendant func(Asked)   // who answers what sources ask by themselves; nil for nobody
	attended  bool          // and somebody will, if nobody does yet
	follower  func(id string, l tool.LogEntry)
}

// CreateToolkit makes a toolkit and returns at once: its sources open side by
// side. [Toolkit.Ready] waits for them; [Toolkit.Tools] is what is there by now.
// Two sources with the same ID are an error. When ctx ends, the opening of
// sources is given up; [Toolkit.Close] is still needed.
func CreateToolkit(ctx context.Context, o Options) (*Toolkit, error) {
	tk := &Toolkit{attended: o.Attended}
	tk.ctx, tk.cancel = context.WithCancel(ctx)
	for _, s := range o.sources() {
		if err := tk.add(s); err != nil {
			tk.cancel()
			return nil, err
		}
	}
	if len(o.ExtraTools) > 0 {
		extra := native.New(o.ExtraTools...)
		if tk.entry(extra.Info().ID()) != nil {
			extra = native.Named("program", o.ExtraTools...)
		}
		if err := tk.add(extra); err != nil {
			tk.cancel()
			return nil, err
		}
		tk.entries[len(tk.entries)-1].extra = true
	}
	if err := tk.hold(o); err != nil {
		tk.cancel()
		return nil, err
	}
	for _, e := range tk.entries {
		if e.status.State == source.Connecting {
			tk.open(e)
		}
	}
	return tk, nil
}

// hold marks the sources that are not to be opened yet. That one is disabled
// says more than that it is not trusted.
func (tk *Toolkit) hold(o Options) error {
	for _, held := range []struct {
		ids   []string
		state source.State
	}{{o.Untrusted, source.Untrusted}, {o.Disabled, source.Disabled}} {
		for _, id := range held.ids {
			e := tk.entry(id)
			if e == nil {
				return fmt.Errorf("there is no source %q that could be %s", id, held.state)
			}
			e.status.State = held.state
			e.untrusted = e.untrusted || held.state == source.Untrusted
		}
	}
	return nil
}

func (o Options) sources() []source.Source {
	var all []source.Source
	for _, c := range o.MCP {
		all = append(all, mcp.New(c))
	}
	for _, d := range o.OpenAPI {
		all = append(all, httptool.OpenAPI(d))
	}
	for _, c := range o.Agents {
		all = append(all, a2a.New(c))
	}
	if len(o.SkillFolders) > 0 {
		all = append(all, skill.New(skill.Options{Folders: o.SkillFolders}))
	}
	if o.Builtins != nil {
		all = append(all, builtin.New(*o.Builtins))
	}
	return append(all, o.Sources...)
}

func (tk *Toolkit) add(s source.Source) error {
	info := s.Info()
	if tk.entry(info.ID()) != nil {
		return fmt.Errorf("two sources have the id %q: give one of them another name", info.ID())
	}
	tk.entries = append(tk.entries, newEntry(s))
	return nil
}

// Add takes a further source and opens it. One with the ID of another is an
// error.
func (tk *Toolkit) Add(s source.Source) error {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	if tk.closed {
		return ErrClosed
	}
	if err := tk.add(s); err != nil {
		return err
	}
	tk.open(tk.entries[len(tk.entries)-1])
	tk.change()
	return nil
}

// replace puts others into the place of e, which is closed. The lock is held.
func (tk *Toolkit) replace(e *entry, by []source.Source) error {
	at := slices.Index(tk.entries, e)
	rest := slices.Delete(slices.Clone(tk.entries), at, at+1)
	var fresh []*entry
	for _, s := range by {
		id := s.Info().ID()
		if slices.ContainsFunc(append(rest, fresh...), func(o *entry) bool { return o.status.ID() == id }) {
			return fmt.Errorf("this is %s, and a source with that id is there already: give one of them another name", id)
		}
		fresh = append(fresh, newEntry(s))
	}
	tk.entries = slices.Insert(rest, at, fresh...)
	e.generation++
	tk.work.Go(func() { _ = e.source.Close() })
	watched := e.watch != nil
	e.unwatch()
	for _, f := range fresh {
		if watched {
			// That it is not made of files leaves nothing to watch.
			_ = tk.watch(f, e.further)
		}
		tk.open(f)
	}
	return nil
}

func (tk *Toolkit) entry(id string) *entry {
	for _, e := range tk.entries {
		if e.status.ID() == id {
			return e
		}
	}
	return nil
}

// Ready waits until no source is connecting any more. It returns ctx's error
// when that ends first; sources that failed are no error: see [Toolkit.Sources].
func (tk *Toolkit) Ready(ctx context.Context) error {
	for {
		wait := tk.connecting()
		if wait == nil {
			return nil
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (tk *Toolkit) connecting() <-chan struct{} {
	tk.mu.Lock()
	defer tk.mu.Unlock()
	for _, e := range tk.entries {
		if e.status.State == source.Connecting && !tk.closed {
			return tk.wait()
		}
	}
	return nil
}

// Changed waits until the catalogue or the state of a source is newer than
// version, which starts at 0, and returns the version there is then. It returns
// false when ctx ends first.
func (tk *Toolkit) Changed(ctx context.Context, version uint64) (uint64, bool) {
	for {
		tk.mu.Lock()
		at, wait := tk.version, tk.wait()
		tk.mu.Unlock()
		if at > version {
			return at, true
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return at, false
		}
	}
}

// wait is closed at the next change. The lock is held.
func (tk *Toolkit) wait() <-chan struct{} {
	if tk.changed == nil {
		tk.changed = make(chan struct{})
	}
	return tk.changed
}

// change tells that something is new. The lock is held.
func (tk *Toolkit) change() {
	tk.version++
	tk.catalogue = nil
	if tk.changed != nil {
		close(tk.changed)
		tk.changed = nil
	}
}

// ErrClosed is returned for a toolkit that was closed.
var ErrClosed = errors.New("the toolkit is closed")

// Close closes all sources side by side and returns when nothing of them is
// left. It may be called twice.
func (tk *Toolkit) Close() error {
	tk.mu.Lock()
	tk.closed = true
	entries := tk.entries
	for _, e := range entries {
		if e.retry != nil {
			e.retry.Stop()
		}
		if e.watch != nil {
			e.watch.Close()
		}
	}
	tk.change()
	tk.mu.Unlock()
	tk.cancel()
	for _, e := range entries {
		if e.watch != nil {
			e.watch.Wait()
		}
	}
	errs := make([]error, len(entries))
	var closing sync.WaitGroup
	for i, e := range entries {
		closing.Go(func() { errs[i] = e.source.Close() })
	}
	closing.Wait()
	tk.work.Wait()
	return errors.Join(errs...)
}
