package builtin

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"toolbench/toolkit/tool"
)

const (
	// largestSearched is how large a file may be for grep to look into it.
	largestSearched = 64 << 20
	// longestShown is how many bytes of a matching line are shown.
	longestShown = 400
)

type grepInput struct {
	Pattern string `json:"pattern"`
	Path    string `json:"path"`
	Include string `json:"include"`
	Limit   int    `json:"limit"`
}

func grepTool(files place) tool.Tool {
	return define(definition{
		name:  "grep",
		title: "Search in files",
		description: `Searches the lines of text files for a regular expression (RE2 syntax: no lookaround, no backreferences; (?i) ignores case). ` +
			`Each match is a line "path:line: text", sorted by path, which is relative to the folder searched. ` +
			`Binary files and .git are passed over.`,
		schema: `{
  "type": "object",
  "properties": {
    "pattern": {"type": "string", "description": "The regular expression that a line has to match."},
    "path": {"type": "string", "description": "The folder or the file to search. Without it, the base folder."},
    "include": {"type": "string", "description": "Search only files that match this glob, such as *.go or src/**/*.ts."},
    "limit": {"type": "integer", "minimum": 1, "default": 100, "description": "How many matching lines to return at most."}
  },
  "required": ["pattern"]
}`,
		annotations: readOnly,
	}, func(ctx *tool.ToolContext, in grepInput) (tool.ToolResult, error) {
		s, err := newSearch(in)
		if err != nil {
			return tool.ToolResult{}, err
		}
		if err := s.run(ctx, files); err != nil {
			return tool.ToolResult{}, err
		}
		return s.result(), nil
	})
}

// A search is one grep over many files.
type search struct {
	in       grepInput
	pattern  *matcher
	matches  listing
	searched int
	skipped  int // files that are too large or can not be opened
}

func newSearch(in grepInput) (*search, error) {
	if in.Pattern == "" {
		return nil, errors.New("the pattern is empty, which every line matches; give a regular expression")
	}
	pattern, err := newMatcher(in.Pattern)
	if err != nil {
		return nil, err
	}
	if in.Include != "" {
		in.Include = strings.TrimPrefix(in.Include, "./")
		if err := checkGlob("include", in.Include); err != nil {
			return nil, err
		}
	}
	return &search{in: in, pattern: pattern}, nil
}

func (s *search) run(ctx context.Context, files place) error {
	root, err := files.folder(s.in.Path)
	if err != nil {
		if name, _, notFile := files.regular(s.in.Path); notFile == nil {
			return s.file(name, s.in.Path)
		}
		return err
	}
	all, err := walk(ctx, root)
	if err != nil {
		return because(orHere(s.in.Path), err)
	}
	for _, f := range all {
		if f.link || !s.included(f.name) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("stopped with %s in %s: %w", counted(s.matches.count, "match"), counted(s.searched, "file"), err)
		}
		if s.file(filepath.Join(root, filepath.FromSlash(f.name)), f.name) != nil {
			s.skipped++
		}
	}
	return nil
}

// included tells whether the include argument lets a file in. Without a slash
// it speaks of the last name alone.
func (s *search) included(name string) bool {
	if s.in.Include == "" {
		return true
	}
	if !strings.Contains(s.in.Include, "/") {
		name = path.Base(name)
	}
	return doublestar.MatchUnvalidated(s.in.Include, name)
}

// file searches one file, which is called shown in the output.
func (s *search) file(name, shown string) error {
	f, err := os.Open(name)
	if err != nil {
		return because(shown, err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, largestSearched+1))
	switch {
	case err != nil:
		return because(shown, err)
	case len(b) > largestSearched:
		return fmt.Errorf("%s has more than %d bytes, too many to search", shown, largestSearched)
	case bytes.IndexByte(b, 0) >= 0:
		return nil // binary
	}
	s.searched++
	s.pattern.each(b, func(number int, line []byte, at int) {
		s.matches.add(fmt.Sprintf("%s:%d: %s", shown, number, around(line, at)), s.in.Limit)
	})
	return nil
}

// around is a line cut to what can be shown, with the byte at in it.
func around(line []byte, at int) string {
	if len(line) <= longestShown {
		return strings.ToValidUTF8(string(line), "\uFFFD")
	}
	from := max(0, min(at-longestShown/4, len(line)-longestShown))
	to := from + longestShown
	text := strings.ToValidUTF8(string(line[from:to]), "")
	if from > 0 {
		text = "…" + text
	}
	if to < len(line) {
		text += "…"
	}
	return text
}

func (s *search) result() tool.ToolResult {
	if s.matches.count == 0 {
		s.matches.lines = []string{fmt.Sprintf("No line matches %s in %s (%s searched).", s.in.Pattern, orHere(s.in.Path), counted(s.searched, "file"))}
	}
	result := s.matches.result("match")
	if s.skipped > 0 {
		result.Output += fmt.Sprintf("\n[%s could not be searched: too large, or not to be opened]", counted(s.skipped, "file"))
	}
	return result
}
