package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"toolbench/toolkit/redact"
)

// variable matches ${NAME}, ${env:NAME}, ${NAME:-default}, ${input:NAME} and
// opencode's {env:NAME}. Anything else with a $ is meant for the server itself.
var variable = regexp.MustCompile(`\$\{(?:(env|input):)?([A-Za-z_][\w.-]*?)(?:(:-)([^}]*))?\}|\{env:([A-Za-z_]\w*)\}`)

// A variables fills in variables and gathers the secrets that they bring.
type variables struct {
	lookup    Lookup
	workspace string
	secrets   []string
}

// expand fills in the variables of text. With hide, values that come from the
// environment are secrets, also where their names do not say so. The problem is
// a sentence when a variable has no value.
func (v *variables) expand(text string, hide bool) (expanded, problem string) {
	expanded = variable.ReplaceAllStringFunc(text, func(written string) string {
		m := variable.FindStringSubmatch(written)
		kind, name, hasDefault, fallback := m[1], m[2]+m[5], m[3] != "", m[4]
		switch {
		case kind == "input":
			problem = fmt.Sprintf("it wants the input %q, which only VS Code asks for; put the value into the file, or ${VAR} for one from the environment", name)
			return written
		case kind == "" && (name == "workspaceFolder" || name == "workspaceRoot"):
			return v.workspace
		}
		value, ok := v.lookup(name)
		switch {
		case ok && (value != "" || !hasDefault):
			if hide || redact.IsSecretName(name) {
				v.hide(value)
			}
			return value
		case hasDefault:
			return fallback
		}
		problem = fmt.Sprintf("the environment variable %s is not set; set it, or give a default as ${%s:-value}", name, name)
		return written
	})
	return expanded, problem
}

// hide makes value a secret if it is long enough to be one.
func (v *variables) hide(value string) {
	value = strings.TrimSpace(value)
	if len(value) >= redact.MinLength && !slices.Contains(v.secrets, value) {
		v.secrets = append(v.secrets, value)
	}
}
