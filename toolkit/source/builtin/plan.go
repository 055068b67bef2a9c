package builtin

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"toolbench/toolkit/tool"
)

// A step is a change worked out: before and after are nil for a file that is
// not there.
type step struct {
	change        change
	before, after *document
}

// A plan is every step of a patch, none of them taken.
type plan []step

// planPatch works out every change in memory.
func planPatch(files place, changes []change) (plan, error) {
	var p plan
	taken := map[string]bool{}
	claim := func(c change, d *document) error {
		if taken[d.target] {
			return fmt.Errorf("line %d of the patch: %s is in the patch already; put all that happens to a file under one heading", c.line, d.given)
		}
		taken[d.target] = true
		return nil
	}
	for _, c := range changes {
		s, err := planStep(files, c)
		if err != nil {
			return nil, err
		}
		if s.before != nil {
			if err := claim(c, s.before); err != nil {
				return nil, err
			}
		}
		if s.after != nil && (s.before == nil || s.after.target != s.before.target) {
			if err := claim(c, s.after); err != nil {
				return nil, err
			}
		}
		p = append(p, s)
	}
	return p, nil
}

func planStep(files place, c change) (step, error) {
	s := step{change: c}
	var err error
	if c.verb != add {
		if s.before, err = files.document(c.path); err != nil {
			return s, fmt.Errorf("line %d of the patch: %w", c.line, err)
		}
	}
	switch c.verb {
	case remove:
		err = checkRemoval(s.before, c)
	case add:
		s.after, err = vacant(files, c, c.path, "use *** Update File to change it")
		if err == nil {
			s.after.text = c.content
		}
	case update:
		text := ""
		if text, err = applyHunks(s.before, c.hunks); err != nil {
			return s, err
		}
		after := *s.before
		s.after = &after
		if c.moveTo != "" && c.moveTo != c.path {
			if err = noLink(s.before, c); err != nil {
				return s, err
			}
			if s.after, err = vacant(files, c, c.moveTo, "delete it first, or move to another name"); err != nil {
				return s, err
			}
		}
		s.after.text = text
	}
	return s, err
}

// checkRemoval tells whether the lines that a diff takes from a deleted file are
// all that it has.
func checkRemoval(file *document, c change) error {
	if err := noLink(file, c); err != nil {
		return err
	}
	if len(c.hunks) == 0 {
		return nil
	}
	rest, err := applyHunks(file, c.hunks)
	if err == nil && rest != "" {
		err = fmt.Errorf("line %d of the patch: %s has more lines than the patch deletes, such as %q", c.line, c.path, shortened(rest, 60))
	}
	return err
}

// noLink refuses to take away a file by the name of a link to it: the link would
// be left pointing at nothing.
func noLink(file *document, c change) error {
	if !file.link {
		return nil
	}
	return fmt.Errorf("line %d of the patch: %s is a symbolic link to %s; name that file itself", c.line, c.path, file.target)
}

// vacant is a path at which no file is yet.
func vacant(files place, c change, given, advice string) (*document, error) {
	d, err := files.destination(given)
	if err == nil && d.info != nil {
		err = fmt.Errorf("%s exists already; %s", given, advice)
	}
	if err != nil {
		return nil, fmt.Errorf("line %d of the patch: %w", c.line, err)
	}
	return d, nil
}

// moved tells whether the step leaves its old place empty.
func (s step) moved() bool {
	return s.before != nil && s.after != nil && s.before.target != s.after.target
}

// carryOut takes every step, or none: everything is written beside its place
// first, and what was done is undone when a later step fails.
func (p plan) carryOut() error {
	staged := make([]*replacement, len(p))
	for i, s := range p {
		if s.after == nil {
			continue
		}
		old := s.after.info
		if s.moved() {
			old = s.before.info
		}
		r, err := stage(s.after.target, []byte(s.after.text), old)
		if err != nil {
			dropAll(staged)
			return fmt.Errorf("nothing was changed: %w", because(s.after.given, err))
		}
		staged[i] = r
	}
	for i, s := range p {
		err := s.put(staged[i])
		done := i
		if err == nil {
			done++
			err = s.clear()
		}
		if err != nil {
			dropAll(staged[done:])
			if failed := p[:done].undo(); failed != nil {
				return fmt.Errorf("%w; taking back what was done failed too: %w", err, failed)
			}
			return fmt.Errorf("nothing was changed: %w", err)
		}
	}
	return nil
}

func dropAll(staged []*replacement) {
	for _, r := range staged {
		if r != nil {
			r.drop()
		}
	}
}

// put writes what the step leaves behind.
func (s step) put(staged *replacement) error {
	if staged == nil {
		return nil
	}
	if err := staged.commit(); err != nil {
		return because(s.after.given, err)
	}
	return nil
}

// clear removes what the step leaves nothing of.
func (s step) clear() error {
	if s.after != nil && !s.moved() {
		return nil
	}
	if err := os.Remove(s.before.target); err != nil {
		return because(s.before.given, err)
	}
	return nil
}

// undo puts the files of the steps back as they were.
func (p plan) undo() error {
	var failed []error
	for _, s := range p {
		if s.after != nil && (s.before == nil || s.moved()) {
			if err := os.Remove(s.after.target); err != nil && !errors.Is(err, os.ErrNotExist) {
				failed = append(failed, because(s.after.given, err))
			}
		}
		if s.before != nil {
			if err := s.before.write(s.before.text); err != nil {
				failed = append(failed, err)
			}
		}
	}
	return errors.Join(failed...)
}

// result says what was done, one line a file.
func (p plan) result() tool.ToolResult {
	var lines, diffs []string
	for _, s := range p {
		var before, after string
		var line string
		name, newName := s.change.path, s.change.path
		switch {
		case s.before == nil:
			after = s.after.text
			line = "Added " + name
			name = os.DevNull
		case s.after == nil:
			before = s.before.text
			line = "Deleted " + name
			newName = os.DevNull
		default:
			before, after = s.before.text, s.after.text
			line = "Updated " + name
			if s.moved() {
				newName = s.change.moveTo
				line += ", moved to " + newName
			}
		}
		lines = append(lines, line)
		if d := diff(filepath.ToSlash(name), filepath.ToSlash(newName), before, after); d != "" {
			diffs = append(diffs, d)
		}
	}
	result := tool.ToolResult{Output: strings.Join(lines, "\n"), Metadata: map[string]any{"files": len(p)}}
	if len(diffs) > 0 {
		result.SetMetadata("diff", strings.Join(diffs, ""))
	}
	return result
}
