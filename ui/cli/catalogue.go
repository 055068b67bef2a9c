package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// ready waits for all sources and reports what is wrong with them. Only when
// none serves is that the command's failure.
func (s *session) ready(tk *toolkit.Toolkit) error {
	// A source that gave up because of the interrupt is no failure of its own.
	if err := errors.Join(tk.Ready(s.ctx), s.ctx.Err()); err != nil {
		return &failure{exitInterrupted, context.Cause(s.ctx)}
	}
	if _, err := s.signIn(tk, &answers{}); err != nil {
		return err
	}
	if s.report(tk) {
		return leave(exitSource)
	}
	return nil
}

// report says what is wrong with each source, and whether nothing but failures
// is there.
func (s *session) report(tk *toolkit.Toolkit) bool {
	for _, status := range tk.Sources() {
		if status.State == source.Failed || status.State == source.NeedsAuthorization {
			s.say("%s: %s", sourceName(status.Info), status.Reason)
		}
	}
	return allFailed(tk)
}

// allFailed tells whether nothing but failures is there.
func allFailed(tk *toolkit.Toolkit) bool {
	failed, served := 0, 0
	for _, status := range tk.Sources() {
		switch status.State {
		case source.Failed, source.NeedsAuthorization:
			failed++
		case source.Connected:
			served++
		}
	}
	return failed > 0 && served == 0
}

// unlisted says which entries of the sources' listings could not be made into
// tools.
func (s *session) unlisted(tk *toolkit.Toolkit) {
	for _, status := range tk.Sources() {
		for _, problem := range status.Problems {
			s.say("%s: %s: %s", sourceName(status.Info), problem.Name, problem.Reason)
		}
	}
}

// problems says what is wrong with what the sources list.
func (s *session) problems(tk *toolkit.Toolkit) {
	s.unlisted(tk)
	for _, e := range tk.Entries() {
		switch {
		case e.HiddenBy != "":
			s.say("%s of %s is hidden by the one of %s", e.Name, e.SourceID, e.HiddenBy)
		case e.Details != nil && e.Details.Problem != "":
			s.say("%s: %s", e.Name, e.Details.Problem)
		}
	}
}

func sourceName(info source.Info) string {
	if info.Name != "" {
		return info.Name
	}
	return string(info.Kind)
}

// find waits until name can be told, and is that tool.
func (s *session) find(tk *toolkit.Toolkit, name string) (tool.Tool, error) {
	var version uint64
	for {
		connecting := connectingSources(tk)
		if len(connecting) == 0 {
			break
		}
		if t, ok := settled(tk, name, connecting); ok {
			s.report(tk)
			return t, nil
		}
		var ok bool
		if version, ok = tk.Changed(s.ctx, version); !ok {
			return tool.Tool{}, &failure{exitInterrupted, context.Cause(s.ctx)}
		}
	}
	if s.ctx.Err() != nil {
		return tool.Tool{}, &failure{exitInterrupted, context.Cause(s.ctx)}
	}
	if s.report(tk) {
		return tool.Tool{}, leave(exitSource)
	}
	t, err := tk.Find(name)
	var ambiguous *toolkit.AmbiguousError
	switch {
	case errors.As(err, &ambiguous):
		return tool.Tool{}, &failure{exitUsage, err}
	case err != nil:
		s.unlisted(tk)
		return tool.Tool{}, &failure{exitSource, err}
	}
	return t, nil
}

func connectingSources(tk *toolkit.Toolkit) []source.Info {
	var connecting []source.Info
	for _, status := range tk.Sources() {
		if status.State == source.Connecting {
			connecting = append(connecting, status.Info)
		}
	}
	return connecting
}

// settled finds a tool by its full name before all sources are there, so that
// one slow server does not hold up another's tool. It answers only when no
// source that still connects could have a tool of that name that would win:
// MCP servers come first, and put their own names in front.
func settled(tk *toolkit.Toolkit, name string, connecting []source.Info) (tool.Tool, bool) {
	onlyServers := true
	for _, info := range connecting {
		if info.Kind != tool.SourceMCP {
			onlyServers = false
		} else if strings.HasPrefix(name, tool.Sanitize(info.Name)+"_") {
			return tool.Tool{}, false
		}
	}
	for _, t := range tk.Tools() {
		if t.Name == name {
			return t, onlyServers || t.Source == tool.SourceMCP
		}
	}
	return tool.Tool{}, false
}

// mark is one character on what a tool declares about itself.
func mark(t tool.Tool) string {
	switch {
	case t.Destructive():
		return "!"
	case t.ReadOnly():
		return "r"
	}
	return " "
}

// hints are the words for what a tool declares about itself.
func hints(t tool.Tool) []string {
	var words []string
	if t.Details == nil {
		return nil
	}
	for _, hint := range []struct {
		value   *bool
		yes, no string
	}{
		{t.Details.Annotations.ReadOnly, "read-only", ""},
		{t.Details.Annotations.Destructive, "destructive", "not destructive"},
		{t.Details.Annotations.Idempotent, "idempotent", ""},
		{t.Details.Annotations.OpenWorld, "reaches the outside", ""},
	} {
		switch {
		case hint.value == nil:
		case *hint.value:
			words = append(words, hint.yes)
		case hint.no != "":
			words = append(words, hint.no)
		}
	}
	return words
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
