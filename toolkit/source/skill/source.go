package skill

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// Options say where a source's skills are.
type Options struct {
	// Name is the source's name among those of skills.
	Name string
	// Folders are looked through for skills, in their order: see [Discover].
	Folders []string
	// Origin is where the folders were declared.
	Origin string
}

// A Source serves the skills of some folders through one tool.
type Source struct {
	options Options
	trees   []tree

	mu     sync.Mutex
	open   bool
	skills []Skill
}

// New is a source of the skills in o.Folders.
func New(o Options) *Source { return &Source{options: o, trees: treesOf(o.Folders)} }

// NewFS is a source of the skills in a file system, such as embedded ones;
// o.Folders are not looked at.
func NewFS(fsys fs.FS, o Options) *Source {
	return &Source{options: o, trees: []tree{{files: fsys, folder: o.Name}}}
}

// Info implements [source.Source].
func (s *Source) Info() source.Info {
	target := strings.Join(s.options.Folders, ", ")
	if target == "" {
		target = s.options.Name
	}
	return source.Info{Kind: tool.SourceSkill, Name: s.options.Name, Target: target, Origin: s.options.Origin}
}

// Open implements [source.Source]. It looks for the skills anew. There is no
// tool when there is no skill.
func (s *Source) Open(ctx context.Context, _ source.Host) (source.Listing, error) {
	if err := ctx.Err(); err != nil {
		return source.Listing{}, fmt.Errorf("looking for skills in %s: %w", s.Info().Target, err)
	}
	skills, problems := discover(s.trees)
	s.mu.Lock()
	s.open, s.skills = true, skills
	s.mu.Unlock()
	listing := source.Listing{Problems: problems}
	if len(skills) > 0 {
		listing.Tools = []tool.Tool{s.tool(skills)}
	}
	return listing, nil
}

// Close implements [source.Source].
func (s *Source) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open, s.skills = false, nil
	return nil
}

// Skills are the skills that were found when the source was opened, in their
// order; none while it is closed.
func (s *Source) Skills() []Skill {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.skills)
}

// tool is the one tool that hands over skills.
func (s *Source) tool(skills []Skill) tool.Tool {
	raw := schema(skills)
	var decoded tool.JSONSchema
	_ = json.Unmarshal(raw, &decoded) // it was marshalled a moment ago
	return tool.Tool{
		Name:        "skill",
		Description: description(skills),
		InputSchema: decoded,
		Source:      tool.SourceSkill,
		Execute:     s.execute,
		Details: &tool.Details{
			Title:       "Load a skill",
			Server:      s.options.Name,
			Annotations: tool.Annotations{ReadOnly: new(true), OpenWorld: new(false)},
			InputSchema: raw,
		},
	}
}

func description(skills []Skill) string {
	var b strings.Builder
	b.WriteString("Loads the instructions of a skill for a kind of task. " +
		"When a task fits one of the skills below, load it before you begin, once, and follow it.\n\nSkills:")
	for _, s := range skills {
		fmt.Fprintf(&b, "\n- %s: %s", s.Name, strings.Join(strings.Fields(s.Description), " "))
	}
	return b.String()
}

// schema is the tool's input schema, in the order of reading.
func schema(skills []Skill) json.RawMessage {
	type name struct {
		Type        string   `json:"type"`
		Enum        []string `json:"enum"`
		Description string   `json:"description"`
	}
	var s struct {
		Type       string `json:"type"`
		Properties struct {
			Name name `json:"name"`
		} `json:"properties"`
		Required []string `json:"required"`
	}
	s.Type, s.Required = "object", []string{"name"}
	s.Properties.Name = name{"string", names(skills), "The name of the skill to load."}
	raw, _ := json.MarshalIndent(s, "", "  ") // texts and lists of texts do not fail
	return raw
}

func names(skills []Skill) []string {
	all := make([]string, 0, len(skills))
	for _, s := range skills {
		all = append(all, s.Name)
	}
	return all
}

func (s *Source) execute(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
	s.mu.Lock()
	open, skills := s.open, s.skills
	s.mu.Unlock()
	if !open {
		return tool.ToolResult{}, &source.LostError{Info: s.Info(), Err: errors.New("the skills are closed; open the source again to load one")}
	}
	if ctx.Err() != nil {
		return tool.ErrorResult("The call was cancelled before the skill was loaded."), nil
	}
	found, err := find(args, skills)
	if err != nil {
		return tool.ErrorResult(err.Error()), nil
	}
	result, err := found.content()
	if err != nil {
		return tool.ErrorResult(err.Error()), nil
	}
	return result, nil
}

// find is the skill that the arguments name.
func find(args map[string]any, skills []Skill) (Skill, error) {
	wanted, ok := args["name"].(string)
	switch {
	case args["name"] == nil:
		return Skill{}, fmt.Errorf("the argument %q is missing; it is one of %s", "name", strings.Join(names(skills), ", "))
	case !ok:
		return Skill{}, fmt.Errorf("the argument %q must be a text, one of %s", "name", strings.Join(names(skills), ", "))
	}
	for _, s := range skills {
		if s.Name == wanted {
			return s, nil
		}
	}
	if near := tool.Nearest(wanted, names(skills)); near != "" {
		return Skill{}, fmt.Errorf("there is no skill %q; did you mean %q?", wanted, near)
	}
	return Skill{}, fmt.Errorf("there is no skill %q; there are %s", wanted, strings.Join(names(skills), ", "))
}

// Files implements [source.Watched]: the folders that are there.
func (s *Source) Files() []string {
	var there []string
	for _, folder := range s.options.Folders {
		if whole, err := filepath.Abs(folder); err == nil {
			if _, err := os.Stat(whole); err == nil {
				there = append(there, whole)
			}
		}
	}
	return there
}
