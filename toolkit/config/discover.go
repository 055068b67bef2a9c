package config

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

// Found is a place that exists: a configuration file, or a folder of skills.
type Found struct {
	Path string
	// Client is whose place it is, one of [Clients]; empty for skills folders
	// that several clients share.
	Client string
	// Own tells that it is this program's own, of this user: only what such a
	// file declares may start without being asked for.
	Own bool
	// Project is the folder, the one that is worked in or one above it, that
	// it is for; empty when it is this user's, whatever is worked in.
	Project string
	// Skills tells that it is a folder of skills.
	Skills bool
}

// Places are the folders that [Discover] goes by. The zero value means those
// of this user and this process.
type Places struct {
	// Home is the home folder.
	Home string
	// Dir is the folder that is worked in.
	Dir string
	// ConfigDir is where programs keep their configuration, as of
	// [os.UserConfigDir].
	ConfigDir string
	// OS is linux, darwin or windows, as of [runtime.GOOS].
	OS string
	// Getenv finds environment variables; nil means [os.Getenv].
	Getenv func(string) string
}

// OwnPath is where this program's own configuration of this user is, whether
// it exists or not. It is empty when there is no home folder to have it in.
func (o Places) OwnPath() string {
	dir := o.completed().ConfigDir
	if !filepath.IsAbs(dir) {
		return ""
	}
	return filepath.Join(dir, "toolbench", "config.json")
}

// Discover finds the configurations that are there: this program's own, those
// of the project from Dir upwards, nearest first, and those of the clients in
// the home folder. It looks whether files exist, and reads none. The way
// upwards ends before the home folder, or at the root of the file system.
func Discover(o Places) []Found {
	o = o.completed()
	d := &discovery{seen: map[string]bool{}}
	d.add(Found{Path: o.OwnPath(), Client: Toolbench, Own: true})
	d.add(Found{Path: filepath.Join(o.ConfigDir, "toolbench", "skills"), Client: Toolbench, Own: true, Skills: true})
	for dir := filepath.Clean(o.Dir); dir != o.Home; dir = filepath.Dir(dir) {
		for _, place := range projectPlaces {
			d.add(Found{Path: filepath.Join(dir, place.path), Client: place.client, Project: dir})
		}
		for _, place := range skillPlaces {
			d.add(Found{Path: filepath.Join(dir, place.path), Client: place.client, Project: dir, Skills: true})
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	for _, place := range o.homePlaces() {
		d.add(Found{Path: place.path, Client: place.client})
	}
	for _, place := range skillPlaces {
		d.add(Found{Path: filepath.Join(o.Home, place.path), Client: place.client, Skills: true})
	}
	return d.found
}

func (o Places) completed() Places {
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.Home == "" {
		o.Home, _ = os.UserHomeDir()
	}
	if dir, err := filepath.Abs(o.Dir); err == nil { // of "" it is this process's
		o.Dir = dir
	}
	if o.OS == "" {
		o.OS = runtime.GOOS
	}
	if o.ConfigDir == "" {
		o.ConfigDir = o.applications() // as os.UserConfigDir
	}
	return o
}

type discovery struct {
	seen  map[string]bool
	found []Found
}

// add keeps what exists and was not found before. Without a home folder, the
// places in it are relative, and mean nothing.
func (d *discovery) add(f Found) {
	if !filepath.IsAbs(f.Path) {
		return
	}
	info, err := os.Stat(f.Path)
	if err != nil || f.Skills != info.IsDir() || !f.Skills && !info.Mode().IsRegular() || d.seen[f.Path] {
		return
	}
	d.seen[f.Path] = true
	d.found = append(d.found, f)
}

// A known place is a path and whose it is.
type known struct{ path, client string }

// projectPlaces lie in a project's folder.
var projectPlaces = []known{
	{"toolbench.json", Toolbench},
	{".toolbench.json", Toolbench},
	{".mcp.json", ClaudeCode},
	{".cursor/mcp.json", Cursor},
	{".vscode/mcp.json", VSCode},
	{".vscode/settings.json", VSCode},
	{".roo/mcp.json", Roo},
	{".gemini/settings.json", GeminiCLI},
	{".kiro/settings/mcp.json", Kiro},
	{".zed/settings.json", Zed},
	{"opencode.json", OpenCode},
	{"opencode.jsonc", OpenCode},
	{".opencode/opencode.json", OpenCode},
	{".opencode/opencode.jsonc", OpenCode},
	{".crush.json", Crush},
	{"crush.json", Crush},
}

// skillPlaces lie in a project's folder and in the home folder (FACTS 7).
var skillPlaces = []known{
	{".agents/skills", ""},
	{".claude/skills", ClaudeCode},
}

// homePlaces are those of the clients' documents and sources.
func (o Places) homePlaces() []known {
	home := func(path string) string { return filepath.Join(o.Home, path) }
	dotConfig := o.variable("XDG_CONFIG_HOME", home(".config"))
	crush, zed := filepath.Join(dotConfig, "crush"), filepath.Join(dotConfig, "zed")
	switch o.OS {
	case "windows":
		crush = filepath.Join(o.variable("LOCALAPPDATA", home("AppData/Local")), "crush")
		zed = filepath.Join(o.applications(), "Zed")
	case "darwin":
		zed = home(".config/zed")
	}
	return slices.Concat([]known{
		{filepath.Join(o.applications(), "Claude", "claude_desktop_config.json"), ClaudeDesktop},
		{filepath.Join(o.variable("CLAUDE_CONFIG_DIR", o.Home), ".claude.json"), ClaudeCode},
		{home(".cursor/mcp.json"), Cursor},
		{home(".codeium/windsurf/mcp_config.json"), Windsurf},
		{home(".gemini/settings.json"), GeminiCLI},
		{home(".kiro/settings/mcp.json"), Kiro},
		{home(".copilot/mcp-config.json"), CopilotCLI},
		{filepath.Join(zed, "settings.json"), Zed},
		{filepath.Join(dotConfig, "opencode", "opencode.json"), OpenCode},
		{filepath.Join(dotConfig, "opencode", "opencode.jsonc"), OpenCode},
		{filepath.Join(dotConfig, "opencode", "config.json"), OpenCode},
		{filepath.Join(o.variable("CRUSH_GLOBAL_CONFIG", crush), "crush.json"), Crush},
	}, o.editorPlaces())
}

// editorPlaces are those of VS Code, its relatives, and extensions in them.
func (o Places) editorPlaces() (places []known) {
	editors := []string{filepath.Join(o.Home, ".vscode-server", "data")}
	for _, editor := range []string{"Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"} {
		editors = append(editors, filepath.Join(o.applications(), editor))
	}
	for _, editor := range editors {
		user := filepath.Join(editor, "User")
		places = append(places,
			known{filepath.Join(user, "mcp.json"), VSCode},
			known{filepath.Join(user, "settings.json"), VSCode},
			known{filepath.Join(user, "globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"), Cline},
			known{filepath.Join(user, "globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"), Roo},
		)
	}
	return places
}

// applications is the folder that desktop programs keep theirs in.
func (o Places) applications() string {
	switch o.OS {
	case "windows":
		return o.variable("APPDATA", filepath.Join(o.Home, "AppData", "Roaming"))
	case "darwin":
		return filepath.Join(o.Home, "Library", "Application Support")
	}
	return o.variable("XDG_CONFIG_HOME", filepath.Join(o.Home, ".config"))
}

// variable is a folder that the environment may give. Relative ones do not
// count, as the XDG specification wants it.
func (o Places) variable(name, missing string) string {
	value := o.Getenv(name)
	if value == "" || !filepath.IsAbs(value) && o.OS == runtime.GOOS {
		return missing
	}
	return value
}
