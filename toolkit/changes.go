package toolkit

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"toolbench/toolkit/tool"
)

// Changes is what became of a source's tools when they were listed anew, by
// their short names.
type Changes struct {
	// At is when; zero when nothing has changed yet.
	At time.Time
	// Added and Removed tools are there, or not there, any more; Changed ones
	// have another description, schema or title.
	Added, Removed, Changed []string
}

// String says in words what changed: "added 2 (a, b), removed 1 (c)".
func (c Changes) String() string {
	var words []string
	for _, part := range []struct {
		verb  string
		names []string
	}{{"added", c.Added}, {"removed", c.Removed}, {"changed", c.Changed}} {
		if n := len(part.names); n > 0 {
			shown, more := part.names[:min(n, 3)], ""
			if n > 3 {
				more = ", …"
			}
			words = append(words, fmt.Sprintf("%s %d (%s%s)", part.verb, n, strings.Join(shown, ", "), more))
		}
	}
	return strings.Join(words, ", ")
}

// compare compares the tools that are about to be listed with those that are.
// Nothing is told when they are the same.
func (tk *Toolkit) compare(e *entry, tools []tool.Tool) {
	before := make(map[string]*tool.Tool, len(e.tools))
	for i := range e.tools {
		before[e.tools[i].Name] = &e.tools[i]
	}
	c := Changes{At: time.Now()}
	for i := range tools {
		t := &tools[i]
		switch old := before[t.Name]; {
		case old == nil:
			c.Added = append(c.Added, t.ShortName())
		case !sameTool(old, t):
			c.Changed = append(c.Changed, t.ShortName())
		}
		delete(before, t.Name)
	}
	for i := range e.tools {
		if before[e.tools[i].Name] != nil {
			c.Removed = append(c.Removed, e.tools[i].ShortName())
		}
	}
	if len(c.Added)+len(c.Removed)+len(c.Changed) == 0 {
		return
	}
	e.status.Changes = c
	tk.logged(e, tool.LogEntry{Time: c.At, Level: "notice", Message: "its tools have changed: " + c.String()})
}

func sameTool(a, b *tool.Tool) bool {
	return a.Description == b.Description && a.Title() == b.Title() && bytes.Equal(a.Schema(), b.Schema())
}
