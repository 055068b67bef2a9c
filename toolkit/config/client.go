package config

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// The clients whose files are known. Toolbench is this program.
const (
	ClaudeCode    = "Claude Code"
	ClaudeDesktop = "Claude Desktop"
	Cline         = "Cline"
	CopilotCLI    = "Copilot CLI"
	Crush         = "crush"
	Cursor        = "Cursor"
	GeminiCLI     = "Gemini CLI"
	Kiro          = "Kiro"
	OpenCode      = "opencode"
	Roo           = "Roo Code"
	Toolbench     = "toolbench"
	VSCode        = "VS Code"
	Windsurf      = "Windsurf"
	Zed           = "Zed"
)

// Clients are all of them, in the order of their names.
var Clients = []string{
	ClaudeCode, ClaudeDesktop, Cline, CopilotCLI, Crush, Cursor, GeminiCLI, Kiro, OpenCode, Roo, Toolbench, VSCode, Windsurf, Zed,
}

// inSeconds are the clients that write timeouts in seconds.
var inSeconds = []string{Cline, Crush, Roo}

// inProject are names of files that lie in the folder that they are for.
var inProject = []string{".mcp.json", "opencode.json", "opencode.jsonc", "crush.json", ".crush.json", "toolbench.json", ".toolbench.json"}

// recognise finds out whose file it is: by its place, else by its keys.
func (p *parser) recognise(root *hujson.Object) {
	p.client = clientByPath(p.path)
	if p.client == "" {
		p.client = clientByKeys(root)
	}
	if slices.Contains(inProject, filepath.Base(p.path)) && p.workspace == p.folder {
		p.project = true
	}
}

func clientByPath(path string) string {
	words := strings.Split(filepath.ToSlash(path), "/")
	base, parent := words[len(words)-1], ""
	if len(words) > 1 {
		parent = words[len(words)-2]
	}
	switch base {
	case "claude_desktop_config.json":
		return ClaudeDesktop
	case ".claude.json", ".mcp.json":
		return ClaudeCode
	case "cline_mcp_settings.json":
		return Cline
	case "mcp_settings.json":
		return Roo
	case "mcp_config.json":
		return Windsurf
	case "gemini-extension.json":
		return GeminiCLI
	case "opencode.json", "opencode.jsonc":
		return OpenCode
	case "crush.json", ".crush.json":
		return Crush
	case "toolbench.json", ".toolbench.json":
		return Toolbench
	case "config.json", "mcp.json", "mcp-config.json", "settings.json":
		if parent == "settings" && slices.Contains(words, ".kiro") {
			return Kiro
		}
		return clientByFolder[parent+"/"+base]
	}
	return ""
}

// isUsers tells the files that clients keep once for a user, wherever the
// folder for that lies.
func isUsers(path string) bool {
	base, parent := filepath.Base(path), filepath.Base(filepath.Dir(path))
	switch base {
	case "claude_desktop_config.json", "cline_mcp_settings.json", "mcp_settings.json", "mcp_config.json", ".claude.json":
		return true
	}
	return clientByFolder[parent+"/"+base] != "" && !strings.HasPrefix(parent, ".")
}

// clientByFolder goes by the folder, where many clients call their files alike.
var clientByFolder = map[string]string{
	".copilot/mcp-config.json": CopilotCLI,
	".cursor/mcp.json":         Cursor,
	".roo/mcp.json":            Roo,
	".vscode/mcp.json":         VSCode,
	".vscode/settings.json":    VSCode,
	"User/mcp.json":            VSCode,
	"User/settings.json":       VSCode,
	".gemini/settings.json":    GeminiCLI,
	".zed/settings.json":       Zed,
	"zed/settings.json":        Zed,
	"Zed/settings.json":        Zed,
	"opencode/config.json":     OpenCode,
	"toolbench/config.json":    Toolbench,
}

// clientByKeys goes by what no other client writes.
func clientByKeys(root *hujson.Object) string {
	schema, _ := member(root, "$schema")
	switch schema := textOf(schema); {
	case strings.Contains(schema, "opencode.ai/"):
		return OpenCode
	case strings.Contains(schema, "charm.land/crush"):
		return Crush
	case strings.Contains(schema, "toolbench.schema.json"):
		return Toolbench
	}
	if _, ok := objectAt(root, "context_servers"); ok {
		return Zed
	}
	if declaresOwn(root) {
		return Toolbench
	}
	if _, ok := objectAt(root, "servers"); ok {
		return VSCode
	}
	if servers, ok := objectAt(root, "mcp"); ok {
		if inner, ok := settingsServers(servers); ok {
			if isTyped(inner, "local", "remote") {
				return OpenCode
			}
			return VSCode
		}
		switch {
		case isTyped(servers, "local", "remote"):
			return OpenCode
		case isTyped(servers, "stdio", "http", "sse"):
			return Crush
		}
	}
	servers, _ := objectAt(root, "mcpServers")
	switch {
	case anyHas(servers, "httpUrl", "includeTools", "excludeTools"):
		return GeminiCLI
	case anyHas(servers, "serverUrl"):
		return Windsurf
	}
	return ""
}

// isTyped tells whether any server is of one of the types.
func isTyped(servers *hujson.Object, types ...string) bool {
	for _, m := range servers.Members {
		if server, ok := m.Value.Value.(*hujson.Object); ok {
			if value, _ := member(server, "type"); slices.Contains(types, textOf(value)) {
				return true
			}
		}
	}
	return false
}

func anyHas(servers *hujson.Object, keys ...string) bool {
	if servers == nil {
		return false
	}
	for _, m := range servers.Members {
		if server, ok := m.Value.Value.(*hujson.Object); ok {
			for _, key := range keys {
				if _, ok := member(server, key); ok {
					return true
				}
			}
		}
	}
	return false
}
