package toolkit

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/watch"
)

// Watch connects a source anew whenever one of the files that it is made of
// changes, or one of further, until [Toolkit.Unwatch]. An error says that there
// is nothing to watch.
func (tk *Toolkit) Watch(id string, further ...string) error {
	return tk.with(id, func(e *entry) error { return tk.watch(e, further) })
}

// watch is Watch with the lock held.
func (tk *Toolkit) watch(e *entry, further []string) error {
	id, files := e.status.ID(), further
	if s, ok := e.source.(source.Watched); ok {
		files = append(s.Files(), further...)
	}
	if len(files) == 0 {
		return fmt.Errorf("%s is not made of files of this machine: name the files to watch", id)
	}
	e.unwatch()
	w, err := watch.Files(files, func(paths []string) { tk.fileChanged(id, paths) })
	if err != nil {
		return err
	}
	e.watch, e.further, e.status.Watched = w, further, files
	return nil
}

// Unwatch ends what [Toolkit.Watch] began.
func (tk *Toolkit) Unwatch(id string) error {
	return tk.with(id, func(e *entry) error { e.unwatch(); return nil })
}

func (e *entry) unwatch() {
	if e.watch != nil {
		e.watch.Close()
		e.watch, e.status.Watched = nil, nil
	}
}

func (tk *Toolkit) fileChanged(id string, paths []string) {
	_ = tk.with(id, func(e *entry) error { // gone or closed since: nothing to do
		if e.watch == nil || e.status.State == source.Disabled || e.status.State == source.Untrusted {
			return nil
		}
		names := make([]string, len(paths))
		for i, path := range paths {
			names[i] = filepath.Base(path)
		}
		tk.logged(e, tool.LogEntry{Time: time.Now(), Level: "notice", Message: "connected anew, since there was a change to " + strings.Join(names, ", ")})
		e.attempts = 0
		tk.open(e)
		return nil
	})
}
