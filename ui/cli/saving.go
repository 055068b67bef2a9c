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
	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
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
	if o := a.OAuth; o != nil {
		signIn := map[string]any{}
		if o.ClientID != "" {
			signIn["clientId"] = o.ClientID
		}
		if o.ClientSecret != "" {
			signIn["clientSecret"] = "${" + variable(a.Name, clientSecret) + "}"
		}
		if len(o.Scopes) > 0 {
			signIn["scopes"] = o.Scopes
		}
		d["oauth"] = signIn
	}
	return saving{"mcpServers", a.Name, d}
}

// clientSecret ends the name of the variable for the secret of an OAuth client.
const clientSecret = "client_secret"

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
	name := strings.ToUpper(strings.ReplaceAll(tool.Sanitize(strings.Join(words, "_")), "-", "_"))
	if name[0] >= '0' && name[0] <= '9' {
		name = "_" + name
	}
	return name
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
	if signIn, _ := s.declaration["oauth"].(map[string]any); signIn["clientSecret"] != nil {
		names = append(names, variable(s.name, clientSecret))
	}
	slices.Sort(names)
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
	return ok
}

// save declares a source in this program's own configuration, and says where.
func (d desk) save(id string) (string, error) {
	s := d.plan.session
	declared, ok := d.byHand(id)
	if !ok {
		return "", fmt.Errorf("%s was not opened by hand", id)
	}
	path := s.places().OwnPath()
	if path == "" {
		return "", errors.New("there is no home folder to keep a configuration in")
	}
	if err := config.AddToFile(path, declared.section, declared.name, declared.declaration); err != nil {
		return "", err
	}
	where := s.short(filepath.Clean(path))
	if names := declared.variables(); len(names) > 0 {
		where += ", without its secrets: set " + strings.Join(names, ", ") + " in the environment"
	}
	return where, nil
}
