package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"toolbench/toolkit"
	"toolbench/toolkit/config"
	"toolbench/toolkit/redact"
	"toolbench/toolkit/source/mcp"
	"toolbench/toolkit/tool"
)

// A saving is how a source that was opened by hand is declared in this
// program's own configuration.
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
		d["env"] = withoutSecrets(c.Name, c.Env)
	}
	if c.Dir != "" {
		d["cwd"] = c.Dir
	}
	return saving{"mcpServers", c.Name, d}
}

func savingAddress(a toolkit.Address) saving {
	d := map[string]any{"url": a.URL}
	if len(a.Headers) > 0 {
		d["headers"] = withoutSecrets(a.Name, a.Headers)
	}
	return saving{"mcpServers", a.Name, d}
}

// withoutSecrets puts a variable of the environment in the place of each value
// whose name says that it is secret.
func withoutSecrets(server string, values map[string]string) map[string]string {
	out := make(map[string]string, len(values))
	for name, value := range values {
		if redact.IsSecretName(name) {
			value = "${" + variable(server, name) + "}"
		}
		out[name] = value
	}
	return out
}

func variable(words ...string) string {
	return strings.ToUpper(strings.ReplaceAll(tool.Sanitize(strings.Join(words, "_")), "-", "_"))
}

// variables are those that a declaration refers to in the place of secrets.
func (s saving) variables() []string {
	var names []string
	for _, key := range []string{"env", "headers"} {
		values, _ := s.declaration[key].(map[string]string)
		for name, value := range values {
			if redact.IsSecretName(name) {
				names = append(names, strings.Trim(value, "${}"))
			}
		}
	}
	return names
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
	case tool.SourceA2A:
		s.section = "agents"
	case tool.SourceCustom:
		s.section = "genkit"
	}
	return s
}

// savable tells whether a source was opened by hand.
func (d desk) savable(id string) bool {
	_, name, _ := strings.Cut(id, ":")
	_, ok := d.plan.byHand[name]
	return ok
}

// save declares a source in this program's own configuration, and says where.
func (d desk) save(id string) (string, error) {
	s := d.plan.session
	kind, name, _ := strings.Cut(id, ":")
	declared, ok := d.plan.byHand[name]
	if !ok {
		return "", fmt.Errorf("%s was not opened by hand", id)
	}
	path := s.places().OwnPath()
	if path == "" {
		return "", errors.New("there is no home folder to keep a configuration in")
	}
	declared = declared.as(kind)
	if err := config.AddToFile(path, declared.section, declared.name, declared.declaration); err != nil {
		return "", err
	}
	where := s.short(filepath.Clean(path))
	if names := declared.variables(); len(names) > 0 {
		where += ", without its secrets: set " + strings.Join(names, ", ") + " in the environment"
	}
	return where, nil
}
