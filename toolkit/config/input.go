package config

import (
	"maps"
	"regexp"
	"slices"

	"github.com/tailscale/hujson"

	"toolbench/toolkit/redact"
)

// An Input is a value that servers ask a person for, as VS Code's do.
type Input struct {
	ID string
	// Type is promptString, pickString or command. A command is another
	// program's own affair; its value is asked for as text.
	Type        string
	Description string
	Default     string
	// Password tells that the value is not to be shown.
	Password bool
	// Options are the values that a pickString lets choose from.
	Options []string
}

var placeholder = regexp.MustCompile(`\$\{input:([^}]*)\}`)

// Fill is the server with values, by the ids of [Server.Inputs], in the place of
// what it asks for. Those without a value stay in Inputs. Values that are
// passwords, or go into headers or the environment, are among its Secrets.
func (s Server) Fill(values map[string]string) Server {
	f := filling{values: values, hidden: s.hidden}
	s.Command = f.text(s.Command, false)
	s.Args = f.list(s.Args)
	s.Env, s.Headers = f.texts(s.Env), f.texts(s.Headers)
	s.Dir, s.URL = f.text(s.Dir, false), f.text(s.URL, false)
	if s.OAuth != nil {
		signIn := *s.OAuth
		signIn.ClientID, signIn.ClientSecret = f.text(signIn.ClientID, false), f.text(signIn.ClientSecret, true)
		s.OAuth = &signIn
	}
	s.Inputs = f.left
	s.Secrets = slices.Concat(s.Secrets, f.secrets)
	if len(s.Inputs) > 0 || s.Problem != "" {
		return s
	}
	if s.URL != "" && !isAddress(s.URL) {
		s.Problem = "with the values given, " + badAddress
	} else if s.URL == "" && s.Command == "" {
		s.Problem = "with the values given, the command is empty"
	}
	return s
}

// A filling puts values into texts, and gathers what was left and what to hide.
type filling struct {
	values        map[string]string
	hidden        []string
	left, secrets []string
}

func (f *filling) text(text string, hide bool) string {
	return placeholder.ReplaceAllStringFunc(text, func(written string) string {
		id := placeholder.FindStringSubmatch(written)[1]
		value, ok := f.values[id]
		if !ok {
			if !slices.Contains(f.left, id) {
				f.left = append(f.left, id)
			}
			return written
		}
		hide := hide || slices.Contains(f.hidden, id) || redact.IsSecretName(id)
		if hide && len(value) >= redact.MinLength && !slices.Contains(f.secrets, value) {
			f.secrets = append(f.secrets, value)
		}
		return value
	})
}

func (f *filling) list(texts []string) []string {
	out := slices.Clone(texts)
	for i, text := range out {
		out[i] = f.text(text, false)
	}
	return out
}

func (f *filling) texts(texts map[string]string) map[string]string {
	out := maps.Clone(texts)
	for _, name := range slices.Sorted(maps.Keys(out)) {
		out[name] = f.text(out[name], true)
	}
	return out
}

// inputs are those that the file declares, then those that a server uses
// although the file does not declare them.
func (p *parser) inputs(declaring *hujson.Object, servers []Server) []Input {
	var inputs []Input
	declared, _ := member(declaring, "inputs")
	for _, element := range elements(declared) {
		object, ok := element.Value.(*hujson.Object)
		if !ok {
			p.note(element.StartOffset, "an input is %s; an object with an id would do", kindOf(element))
			continue
		}
		e := &entry{parser: p, object: object, offset: element.StartOffset}
		input := e.input()
		if e.err != nil {
			p.notes = append(p.notes, e.err.Error())
			continue
		}
		inputs = append(inputs, input)
	}
	for _, s := range servers {
		for _, id := range s.Inputs {
			if !slices.ContainsFunc(inputs, func(i Input) bool { return i.ID == id }) {
				inputs = append(inputs, Input{ID: id, Type: "promptString", Password: redact.IsSecretName(id)})
			}
		}
	}
	return inputs
}

func (e *entry) input() Input {
	input := Input{
		ID: e.plain("id"), Type: e.plain("type"), Description: e.plain("description"),
		Password: e.flag("password", false),
	}
	if value, _, ok := e.find("default"); ok {
		input.Default = textOf(value)
	}
	if value, _, ok := e.find("options"); ok {
		for _, option := range elements(value) {
			if object, ok := option.Value.(*hujson.Object); ok {
				option, _ = member(object, "value")
			}
			input.Options = append(input.Options, textOf(option))
		}
	}
	if input.ID == "" {
		e.fail(e.offset, "an input has no id")
	}
	return input
}

// passwords are the ids of inputs that are not to be shown.
func passwords(inputs []Input) []string {
	var ids []string
	for _, i := range inputs {
		if i.Password {
			ids = append(ids, i.ID)
		}
	}
	return ids
}
