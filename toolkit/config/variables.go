package config

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"toolbench/toolkit/redact"
)

var (
	// variable matches ${NAME}, ${env:NAME}, ${NAME:-default}, ${input:ID},
	// ${/} and opencode's {env:NAME}. Anything else with a $ is meant for the
	// server itself.
	variable = regexp.MustCompile(`\$\{(?:(env|input):)?([A-Za-z_][\w.-]*?)(?:(:-)([^}]*))?\}|\{env:([A-Za-z_]\w*)\}|\$\{(/)\}`)
	// loose matches the $NAME of clients that know it.
	loose = regexp.MustCompile(`\$([A-Za-z_]\w*)`)
	// echoed matches the $(echo …) that crush's own documents advise. No shell
	// is needed for it, and none is started for anything else.
	echoed  = regexp.MustCompile(`\$\(echo ([^()|;&<>` + "`" + `]*)\)`)
	shelled = regexp.MustCompile(`\$\([^)]*\)`)
	// contained matches opencode's {file:path}.
	contained = regexp.MustCompile(`\{file:([^}]+)\}`)
)

// A variables fills in variables and gathers the secrets that they bring.
type variables struct {
	lookup Lookup
	// workspace is the project's folder, folder the file's own.
	workspace, folder, home string
	secrets                 []string
	beside                  []Beside
	situated                bool // something was taken from workspace
}

// A filled is a text with its variables filled in.
type filled struct {
	text string
	// inputs are the ids of the inputs that are left in it as ${input:ID}.
	inputs []string
	// problem is a sentence when a variable has no value.
	problem string
}

// expand fills in the variables of a text as client does. With hide, values
// that come from the environment are secrets, also where their names do not
// say so.
func (v *variables) expand(text, client string, hide bool) filled {
	x := &expansion{variables: v, hideAll: hide}
	if client == Crush {
		text = echoed.ReplaceAllString(text, "$1")
		if command := shelled.FindString(text); command != "" {
			x.problem = fmt.Sprintf("%s runs a command to get a value, which is not done from here; ${VAR} would do", command)
			return x.filled
		}
	}
	if client == Crush || client == GeminiCLI {
		text = loose.ReplaceAllString(text, "$${$1}")
	}
	x.text = variable.ReplaceAllStringFunc(text, x.value)
	if client == OpenCode {
		x.text = contained.ReplaceAllStringFunc(x.text, x.content)
	}
	return x.filled
}

// An expansion is one text while its variables are filled in.
type expansion struct {
	*variables
	filled
	hideAll bool
}

// value is what stands for a variable.
func (x *expansion) value(written string) string {
	m := variable.FindStringSubmatch(written)
	kind, name, hasDefault, fallback := m[1], m[2]+m[5]+m[6], m[3] != "", m[4]
	if kind == "input" {
		if !slices.Contains(x.inputs, name) {
			x.inputs = append(x.inputs, name)
		}
		return written
	}
	if value, ok := x.predefined(name); ok && kind == "" {
		return value
	}
	value, ok := x.lookup(name)
	if !ok && kind == "" {
		value, ok = x.plugin(name)
	}
	switch {
	case ok && (value != "" || !hasDefault):
		if x.hideAll || redact.IsSecretName(name) {
			x.hide(value)
		}
		return value
	case hasDefault:
		return fallback
	}
	x.problem = fmt.Sprintf("the environment variable %s is not set; set it, or give a default as ${%s:-value}", name, name)
	return written
}

// content is what stands for a {file:path}: a secret, or it would be written
// where it is used.
func (x *expansion) content(written string) string {
	path := contained.FindStringSubmatch(written)[1]
	data, err := x.aside("the file", filepath.Clean(x.resolve(path, x.folder)))
	if err != nil {
		x.problem = err.Error()
		return written
	}
	content := strings.TrimSpace(string(data))
	x.hide(content)
	return content
}

// predefined are the variables of VS Code and those who follow it.
func (v *variables) predefined(name string) (string, bool) {
	switch name {
	case "workspaceFolder", "workspaceRoot", "workspacePath":
		return v.inWorkspace(), true
	case "workspaceFolderBasename":
		return filepath.Base(v.inWorkspace()), true
	case "userHome":
		return v.home, true
	case "pathSeparator", "/":
		return string(filepath.Separator), true
	case "extensionPath":
		return v.folder, true
	}
	return "", false
}

// plugin are variables that a client sets for the files of its plugins.
func (v *variables) plugin(name string) (string, bool) {
	switch name {
	case "CLAUDE_PLUGIN_ROOT":
		return v.folder, true
	case "CLAUDE_PROJECT_DIR":
		return v.inWorkspace(), true
	}
	return "", false
}

// inWorkspace is the workspace, on which the file depends once it was asked for.
func (v *variables) inWorkspace() string {
	v.situated = true
	return v.workspace
}

// hide makes value a secret if it is long enough to be one.
func (v *variables) hide(value string) {
	value = strings.TrimSpace(value)
	if len(value) >= redact.MinLength && !slices.Contains(v.secrets, value) {
		v.secrets = append(v.secrets, value)
	}
}

// resolve is a path with ~ for the home folder, taken from dir when it is relative.
func (v *variables) resolve(text, dir string) string {
	if rest, ok := strings.CutPrefix(filepath.ToSlash(text), "~/"); ok || text == "~" {
		if text == "~" {
			rest = ""
		}
		return filepath.Join(v.home, rest)
	}
	if text == "" || filepath.IsAbs(text) || strings.HasPrefix(text, "${input:") {
		return text
	}
	return filepath.Join(dir, text)
}

// resolveInWorkspace is resolve for a path that is taken from the workspace when
// it is relative.
func (v *variables) resolveInWorkspace(text string) string {
	path := v.resolve(text, "")
	if path == "" || filepath.IsAbs(path) || strings.HasPrefix(path, "${input:") {
		return path
	}
	return filepath.Join(v.inWorkspace(), path)
}
