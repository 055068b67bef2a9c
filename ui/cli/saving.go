package cli

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"toolbench/toolkit"
	"toolbench/toolkit/config"
	"toolbench/toolkit/source"
	"toolbench/toolkit/source/mcp"
	"toolbench/toolkit/tool"
)

// A saving is how a source that was opened by hand is declared in this
// program's own configuration. It still holds its secrets.
type saving struct {
	section, name string
	declaration   map[string]any
}

func savingServer(c mcp.Config) saving {
	d := map[string]any{"command": c.Command}
	if len(c.Args) > 0 {
		d["args"] = c.Args
	}
	if len(c.Env) > 0 {
		d["env"] = c.Env
	}
	if c.Dir != "" {
		d["cwd"] = c.Dir
	}
	return saving{"mcpServers", c.Name, d}
}

func savingAddress(a toolkit.Address) saving {
	d := map[string]any{"url": a.URL}
	if len(a.Headers) > 0 {
		d["headers"] = a.Headers
	}
	if o := a.OAuth; o != nil {
		signIn := map[string]any{}
		if o.ClientID != "" {
			signIn["clientId"] = o.ClientID
		}
		if o.ClientSecret != "" {
			signIn["clientSecret"] = o.ClientSecret
		}
		if len(o.Scopes) > 0 {
			signIn["scopes"] = o.Scopes
		}
		d["oauth"] = signIn
	}
	return saving{"mcpServers", a.Name, d}
}

// as is the declaration for the kind of source that an address turned out to be.
func (s saving) as(kind string) saving {
	url, isURL := s.declaration["url"]
	if s.section != "mcpServers" || !isURL {
		return s
	}
	switch tool.ToolSource(kind) {
	case tool.SourceHTTP:
		s.section = "openapi"
		d := map[string]any{"document": url}
		if headers, ok := s.declaration["headers"]; ok {
			d["headers"] = headers
		}
		s.declaration = d
	case tool.SourceA2A, tool.SourceCustom:
		s.section = map[string]string{string(tool.SourceA2A): "agents", string(tool.SourceCustom): "genkit"}[kind]
		s.declaration = maps.Clone(s.declaration)
		delete(s.declaration, "oauth") // which only MCP servers have
	}
	return s
}

// byHand is how a source that was opened by hand is declared. One that was opened
// by its address may have turned out to be of another kind.
func (d desk) byHand(id string) (saving, bool) {
	if declared, ok := d.plan.byHand[id]; ok {
		return declared, true
	}
	kind, name, _ := strings.Cut(id, ":")
	declared := d.plan.byHand[source.Info{Kind: tool.SourceMCP, Name: name}.ID()].as(kind)
	return declared, declared.section != "" && declared.section != "mcpServers"
}

// savable tells whether a source was opened by hand.
func (d desk) savable(id string) bool {
	_, ok := d.byHand(id)
	return ok || d.isSkillsByHand(id)
}

func (d desk) isSkillsByHand(id string) bool {
	return id == source.Info{Kind: tool.SourceSkill}.ID() && len(d.plan.skillsByHand) > 0
}

// save declares a source in this program's own configuration, and says where.
func (d desk) save(id string) (string, error) {
	s := d.plan.session
	declared, ok := d.byHand(id)
	if !ok && !d.isSkillsByHand(id) {
		return "", fmt.Errorf("%s was not opened by hand", id)
	}
	path := s.places().OwnPath()
	if path == "" {
		return "", errors.New("there is no home folder to keep a configuration in")
	}
	where := s.short(filepath.Clean(path))
	if !ok {
		return s.saveSkills(path, where, d.plan.skillsByHand)
	}
	references := s.references(declared.name)
	if err := config.AddToFile(path, declared.section, declared.name, written(references.declaration(declared.declaration))); err != nil {
		return "", err
	}
	return where + references.note(), nil
}

// saveSkills adds those folders of skills to the configuration at path that it
// does not hold yet, and says which it held.
func (s *session) saveSkills(path, where string, folders []string) (string, error) {
	var held, there []string
	if f, err := s.configReader().Read(path); err == nil { // else adding to it says what is wrong
		held = f.Skills
	}
	for _, folder := range folders {
		if slices.Contains(held, folder) {
			there = append(there, s.short(folder))
			continue
		}
		if err := config.AddToFile(path, "skills", "", folder); err != nil {
			return "", err
		}
		held = append(held, folder)
	}
	switch len(there) {
	case 0:
		return where, nil
	case len(folders):
		return "", fmt.Errorf("%s holds %s already", where, strings.Join(there, ", "))
	}
	return where + ", which held " + strings.Join(there, ", ") + " already", nil
}
