package trust

import (
	"slices"
	"strings"

	"toolbench/toolkit/config"
	"toolbench/toolkit/redact"
)

// steering are variables that decide what a command runs as much as its words
// do: where programs and libraries are looked for, and what is loaded first.
// Their values are shown.
var steering = []string{
	"BASH_ENV", "BUN_OPTIONS", "CLASSPATH", "COMSPEC", "DOTNET_STARTUP_HOOKS", "ENV", "GEM_HOME", "GEM_PATH", "GIT_EXEC_PATH",
	"GIT_SSH_COMMAND", "GOFLAGS", "HOME", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "NODE_EXTRA_CA_CERTS", "NODE_OPTIONS", "NODE_PATH",
	"NODE_TLS_REJECT_UNAUTHORIZED", "PATH", "PATHEXT", "PERL5LIB", "PERL5OPT", "PHPRC", "PHP_INI_SCAN_DIR", "RUBYLIB", "RUBYOPT", "SHELL",
	"VIRTUAL_ENV", "ZDOTDIR", "_JAVA_OPTIONS",
	"ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY",
}

// steeringFamilies begin the names of more of them, such as LD_PRELOAD and
// npm_config_registry.
var steeringFamilies = []string{"DYLD_", "LD_", "NPM_CONFIG_", "PIP_", "PYTHON", "UV_"}

func steers(name string) bool {
	name = strings.ToUpper(name) // as Windows, npm and proxies have it
	return slices.Contains(steering, name) || slices.ContainsFunc(steeringFamilies, func(family string) bool { return strings.HasPrefix(name, family) })
}

// steering are the values of the variables that steer, without secrets.
func (d *describing) steering(env map[string]string) map[string]string {
	var values map[string]string
	for name, value := range env {
		if !steers(name) || redact.IsSecretName(name) {
			continue
		}
		if values == nil {
			values = map[string]string{}
		}
		values[name] = d.shown(value)
	}
	return values
}

// Settings say, for each source that a file declares, by the ID that the file
// gives it, what it sets beside a command or an address: the names of variables
// and of headers, the values of those variables that decide what is run, and the
// folder when it is not the project's. Where declarations share a source there is
// a line for each. The texts hold no secret.
func Settings(file *config.File) map[string][]string {
	all := map[string][]string{}
	for _, s := range describe(file) {
		line := s.settings()
		if s.shared && s.Does != "" {
			line = strings.TrimSuffix(s.Name+": "+s.Does+"; "+line, "; ")
		}
		if line != "" {
			all[s.source] = append(all[s.source], line)
		}
	}
	return all
}

func (s start) settings() string {
	var said []string
	list := func(one, several string, names []string) {
		switch len(names) {
		case 0:
		case 1:
			said = append(said, one+" "+names[0])
		default:
			said = append(said, several+" "+strings.Join(names, ", "))
		}
	}
	variables := slices.Clone(s.Environment)
	for i, name := range variables {
		if value, ok := s.Steering[name]; ok {
			variables[i] = name + "=" + quoted(value, " \t\"',;")
		}
	}
	list("variable", "variables", variables)
	list("header", "headers", s.Headers)
	if s.Folder != "" {
		list("folder", "", []string{s.Folder})
	}
	return strings.Join(said, "; ")
}
