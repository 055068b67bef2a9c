package config

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// topKeys are the keys under which clients keep their servers.
var topKeys = []string{"mcpServers", "servers", "mcp", "context_servers"}

// settled are clients whose files hold much else, so that one without servers
// is nothing strange, and whose keys say where the servers are.
var settled = map[string][]string{
	ClaudeDesktop: {"mcpServers"},
	Crush:         {"mcp"},
	GeminiCLI:     {"mcpServers"},
	OpenCode:      {"mcp"},
	VSCode:        {"servers", "mcp"},
	Zed:           {"context_servers"},
	Toolbench:     {"mcpServers", "servers", "mcp"},
}

// servers reads all servers that the file declares.
func (p *parser) servers(root *hujson.Object, file *File) error {
	declared, declaring, ok := p.declarations(root)
	if err := p.misplaced(root); err != nil {
		return err
	}
	project, inProject := p.projectServers(root)
	_, isSettled := settled[p.client]
	switch {
	case ok:
	case inProject || p.client == ClaudeCode && filepath.Base(p.path) == ".claude.json":
		declared, declaring = &hujson.Object{}, root
	case !isSettled:
		return p.errorAt(0, "it declares no servers: none of the keys %s is there", strings.Join(topKeys, ", "))
	default:
		return nil
	}
	for _, m := range declared.Members {
		if !isRemark(m) {
			file.Servers = append(file.Servers, p.server(m, file.Servers))
		}
	}
	if inProject {
		p.override(file, project)
	}
	p.exclude(root, file.Servers)
	file.Inputs = p.inputs(declaring, file.Servers)
	for i := range file.Servers {
		file.Servers[i].hidden = passwords(file.Inputs)
	}
	return nil
}

// isRemark tells members that people use for comments.
func isRemark(m hujson.ObjectMember) bool {
	name := textOf(m.Name)
	return m.Value.Value.Kind() == '"' && (strings.HasPrefix(name, "_") || strings.HasPrefix(name, "$") || strings.HasPrefix(name, "//"))
}

// declarations is the object whose members are the servers, and the object
// that declares their inputs.
func (p *parser) declarations(root *hujson.Object) (declared, declaring *hujson.Object, found bool) {
	keys, isSettled := settled[p.client]
	if !isSettled {
		keys = topKeys
	}
	for _, key := range keys {
		object, ok := objectAt(root, key)
		if !ok {
			continue
		}
		if inner, ok := settingsServers(object); ok && key == "mcp" {
			return inner, object, true
		}
		if p.client == VSCode && key == "mcp" {
			return nil, nil, false // other settings of the same name
		}
		return object, root, true
	}
	if isSettled && (p.client != Toolbench || clientByPath(p.path) == Toolbench) {
		return nil, nil, false
	}
	if bare, ok := p.bare(root); ok {
		return bare, root, true
	}
	return nil, nil, false
}

// misplaced is the error of a file whose servers are not an object.
func (p *parser) misplaced(root *hujson.Object) error {
	keys, isSettled := settled[p.client]
	if !isSettled {
		keys = topKeys
	}
	for _, key := range keys {
		if value, ok := member(root, key); ok && value.Value.Kind() != '{' {
			return p.errorAt(value.StartOffset, "%s is %s; an object of servers by name would do", key, kindOf(value))
		}
	}
	return nil
}

// settingsServers is the inner object of VS Code's settings and of opencode's
// second version, which write "mcp": {"servers": {…}}, unless "servers" is
// itself the name of a server.
func settingsServers(object *hujson.Object) (*hujson.Object, bool) {
	inner, ok := objectAt(object, "servers")
	return inner, ok && !isServer(inner)
}

// bare is a file that is itself a map of servers, or a lone server, named
// after the file. It must be unmistakable: nothing else may be in it but the
// seeds' other keys and remarks.
func (p *parser) bare(root *hujson.Object) (*hujson.Object, bool) {
	if isLoneServer(root) {
		name := strings.TrimSuffix(filepath.Base(p.path), filepath.Ext(p.path))
		return &hujson.Object{Members: []hujson.ObjectMember{{
			Name: hujson.Value{Value: hujson.String(name)}, Value: hujson.Value{Value: root},
		}}}, true
	}
	bare := &hujson.Object{}
	for _, m := range root.Members {
		if slices.Contains(ownKeys, textOf(m.Name)) || isRemark(m) {
			continue
		}
		server, ok := m.Value.Value.(*hujson.Object)
		if !ok || !isServer(server) {
			return nil, false
		}
		bare.Members = append(bare.Members, m)
	}
	return bare, len(bare.Members) > 0
}

// isServer tells whether the object has what only a server's declaration has.
func isServer(object *hujson.Object) bool {
	for _, key := range slices.Concat(commandKeys, urlKeys) {
		if value, ok := member(object, key); ok && value.Value.Kind() != '{' {
			return true
		}
	}
	return false
}

// loneKeys are all that a file may hold that is itself one server.
var loneKeys = slices.Concat(commandKeys, urlKeys, envKeys, typeKeys, folderKeys, []string{
	"name", "description", "args", "envFile", "headers", "timeout", "maxMessage", "disabled", "enabled", "oauth", "auth",
	"alwaysAllow", "autoApprove", "disabledTools", "includeTools", "excludeTools", "trust",
})

// isLoneServer asks for more than isServer, because other documents have a
// command or a url too.
func isLoneServer(object *hujson.Object) bool {
	for _, m := range object.Members {
		if !slices.Contains(loneKeys, textOf(m.Name)) && !isRemark(m) {
			return false
		}
	}
	command, _ := member(object, "command")
	kind, _ := member(object, "type")
	if command.Value != nil && (command.Value.Kind() == '"' || command.Value.Kind() == '[') {
		return true
	}
	return isServer(object) && transports[textOf(kind)] != ""
}

// projectServers are those that ~/.claude.json holds for the folder that is
// worked in, or the nearest one above it.
func (p *parser) projectServers(root *hujson.Object) (*hujson.Object, bool) {
	projects, ok := objectAt(root, "projects")
	if !ok || filepath.Base(p.path) != ".claude.json" {
		return nil, false
	}
	for dir := p.workspace; ; dir = filepath.Dir(dir) {
		if project, ok := objectAt(projects, filepath.ToSlash(dir)); ok {
			if servers, ok := objectAt(project, "mcpServers"); ok && len(servers.Members) > 0 {
				p.situated = true // elsewhere it declares others
				return servers, true
			}
		}
		if parent := filepath.Dir(dir); parent == dir || parent == p.home {
			return nil, false
		}
	}
}

// override adds a project's servers; they hide the person's own of the same name.
func (p *parser) override(file *File, project *hujson.Object) {
	var own []Server
	for _, m := range project.Members {
		own = append(own, p.server(m, own))
	}
	file.Servers = slices.DeleteFunc(file.Servers, func(s Server) bool {
		return slices.ContainsFunc(own, func(o Server) bool { return o.Name == s.Name })
	})
	file.Servers = append(file.Servers, own...)
}

// exclude switches off what Gemini's "mcp": {"allowed", "excluded"} does.
func (p *parser) exclude(root *hujson.Object, servers []Server) {
	rules, ok := objectAt(root, "mcp")
	if p.client != GeminiCLI || !ok {
		return
	}
	allowed, restricted := member(rules, "allowed")
	excluded, _ := member(rules, "excluded")
	names := func(list hujson.Value) (names []string) {
		for _, element := range elements(list) {
			names = append(names, textOf(element))
		}
		return names
	}
	for i, s := range servers {
		if restricted && !slices.Contains(names(allowed), s.Name) || slices.Contains(names(excluded), s.Name) {
			servers[i].Disabled = true
		}
	}
}
