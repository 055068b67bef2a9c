package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"toolbench/toolkit/config"
	"toolbench/toolkit/redact"
	"toolbench/toolkit/tokens"
	"toolbench/toolkit/wire"
	"toolbench/views/safetext"
)

type doctorVerb struct {
	JSON bool `help:"Print one JSON document."`
}

// Help says what it looks at.
func (doctorVerb) Help() string {
	return "It looks at this machine only: it starts no server and asks nobody."
}

// A finding is one thing that was looked at.
type finding struct {
	About string `json:"about"`
	// OK is false when something will not work.
	OK   bool   `json:"ok"`
	Says string `json:"says"`
}

// Run prints what works on this machine, and why not.
func (v *doctorVerb) Run(s *session) error {
	all := s.findings()
	if v.JSON {
		return s.printJSON(map[string]any{"findings": all})
	}
	for _, f := range all {
		mark := "ok "
		if !f.OK {
			mark = "!! "
		}
		s.out.WriteString(mark + f.About + strings.Repeat(" ", max(1, 15-len(f.About))) + safetext.Line(f.Says) + "\n")
	}
	return nil
}

func (s *session) findings() []finding {
	var all []finding
	add := func(about string, ok bool, says string) {
		all = append(all, finding{about, ok, s.secrets.String(says)})
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		add("version", true, versionOf(info))
	}
	add(s.terminal())
	s.files(add)
	if folder, err := s.stateFolder(); err != nil {
		add("state", false, err.Error())
	} else {
		add("state", writable(folder), s.short(folder)+map[bool]string{true: "", false: " can not be written to"}[writable(folder)])
		add("tokens", true, "what signing in yields is kept "+tokens.Open(folder).Where())
	}
	if path := s.logFile(); path != "" {
		says := s.short(path)
		if !exists(path) {
			says += ", not there yet: nothing was logged"
		}
		add("log", true, says)
	}
	s.network(add)
	s.programs(add)
	return all
}

func (s *session) terminal() (about string, ok bool, says string) {
	name, _ := s.Lookup("TERM")
	switch {
	case !s.OutTerminal || !s.InTerminal:
		return "terminal", true, "none here: the verbs work, the screen needs one"
	case s.dumb():
		return "terminal", true, "TERM=dumb: the verbs work, the screen needs more"
	}
	color, _ := s.Lookup("COLORTERM")
	return "terminal", true, strings.TrimSpace(name + " " + color)
}

// files are the configurations in their places.
func (s *session) files(add func(about string, ok bool, says string)) {
	if own := s.places().OwnPath(); own != "" && !exists(own) {
		add("own config", true, s.short(own)+", not there yet")
	}
	for _, place := range config.Discover(s.places()) {
		about := "found"
		if place.Own {
			about = "own config"
		}
		if place.Skills {
			add("skills", true, s.short(place.Path))
			continue
		}
		data, err := os.ReadFile(place.Path)
		var file *config.File
		if err == nil {
			file, err = s.configReader().Parse(place.Path, data)
		}
		if err != nil {
			add(about, false, s.short(place.Path)+": "+err.Error())
			continue
		}
		says := s.short(place.Path)
		if place.Client != "" && !place.Own {
			says += " of " + place.Client
		}
		says += ", " + plural(len(file.Servers), "server")
		if !place.Own {
			verdict := s.trusted().Check(place.Path, data, file)
			says += map[bool]string{true: ", trusted", false: ", not trusted"}[verdict.Trusted]
		}
		for _, server := range file.Servers {
			if server.Problem != "" {
				add(about, false, server.Problem)
			}
		}
		add(about, true, says)
	}
}

// network is what of the environment says how servers are reached.
func (s *session) network(add func(about string, ok bool, says string)) {
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"} {
		for _, spelling := range []string{name, strings.ToLower(name)} {
			if value, _ := s.Lookup(spelling); value != "" {
				add("proxy", true, spelling+"="+withoutPassword(value))
				break
			}
		}
	}
	files := wire.CertificateFiles(s.Lookup)
	if len(files) == 0 {
		return
	}
	if _, err := wire.New(wire.Options{Certificates: files}); err != nil {
		add("certificates", false, err.Error())
		return
	}
	add("certificates", true, strings.Join(files, ", "))
}

// withoutPassword is a proxy's address, which may also be given without http://.
func withoutPassword(proxy string) string {
	hide := new(redact.Redactor)
	if strings.Contains(proxy, "://") {
		return hide.URL(proxy)
	}
	return strings.TrimPrefix(hide.URL("http://"+proxy), "http://")
}

// programs are those that other people's configurations start servers with, and
// those that this program hands text and addresses to.
func (s *session) programs(add func(about string, ok bool, says string)) {
	var there, missing []string
	for _, name := range []string{"node", "npx", "uvx", "uv", "python3", "docker", "deno", "bun"} {
		if _, err := exec.LookPath(name); err == nil {
			there = append(there, name)
		} else {
			missing = append(missing, name)
		}
	}
	says := "servers can be started with " + strings.Join(there, ", ")
	if len(there) == 0 {
		says = "none of those that servers are mostly started with"
	}
	if len(missing) > 0 {
		says += "; not found: " + strings.Join(missing, ", ")
	}
	add("programs", true, says)
	editor := slices.IndexFunc([]string{"VISUAL", "EDITOR"}, func(name string) bool { value, _ := s.Lookup(name); return value != "" })
	if editor < 0 {
		add("editor", true, "neither VISUAL nor EDITOR is set")
		return
	}
	name := []string{"VISUAL", "EDITOR"}[editor]
	value, _ := s.Lookup(name)
	add("editor", true, name+"="+value)
}

// writable tells whether a folder, or the nearest one above it that is there,
// can be written to.
func writable(folder string) bool {
	for !exists(folder) && filepath.Dir(folder) != folder {
		folder = filepath.Dir(folder)
	}
	f, err := os.CreateTemp(folder, ".toolbench-*")
	if err != nil {
		return false
	}
	f.Close()
	os.Remove(f.Name())
	return true
}
