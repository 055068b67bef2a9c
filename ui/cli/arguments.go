package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"toolbench/forms"
	"toolbench/toolkit/tool"
)

// checkArguments refuses words that are no arguments, before anything is opened
// for them.
func checkArguments(words []string) error {
	for _, word := range words {
		key, _, ok := strings.Cut(word, "=")
		if !ok || key == "" || key == ":" {
			return fail(exitUsage, "%.80q is not an argument: key=value or key:=JSON would do; what to open is given with -t, a command line after --", word)
		}
	}
	return nil
}

// arguments are what will be sent: --args, then each key over it.
func (v argumentFlags) arguments(s *session, t tool.Tool, words []string) (json.RawMessage, error) {
	args, err := v.assemble(s, t, words)
	switch {
	case s.ctx.Err() != nil:
		return nil, &failure{exitInterrupted, context.Cause(s.ctx)}
	case err != nil:
		return nil, &failure{exitUsage, err}
	}
	return args, nil
}

func (v argumentFlags) assemble(s *session, t tool.Tool, words []string) (json.RawMessage, error) {
	form := forms.New(t.Schema())
	if v.Args != "" {
		raw, err := s.content(v.Args)
		if err != nil {
			return nil, fmt.Errorf("--args: %w", err)
		}
		if err := form.SetJSON(raw); err != nil {
			return nil, fmt.Errorf("--args: %w", err)
		}
	}
	problems := setArguments(form, words, v.SendAnyway)
	if len(problems) == 0 && !v.SendAnyway {
		problems = s.complete(t, form)
	}
	unknown := unknownKeys(form)
	if len(problems) > 0 {
		return nil, fmt.Errorf("%s was not called: %s", t.Name, strings.Join(append(problems, unknown...), "\n"))
	}
	for _, sentence := range unknown {
		s.say("%s; it is sent all the same", sentence)
	}
	if warnings := form.Warnings(); len(warnings) > 0 && !v.SendAnyway {
		s.say("not all was checked before the call: %s%s", warnings[0], others(len(warnings)-1))
	}
	return form.JSON(), nil
}

// others says how many more there are, which lint names.
func others(count int) string {
	if count == 0 {
		return ""
	}
	return fmt.Sprintf(" (lint names %d more)", count)
}

func setArguments(form *forms.Form, words []string, anyway bool) (problems []string) {
	set, setValue := form.Set, form.SetValue
	if anyway {
		set, setValue = form.SetAnyway, form.SetValueAnyway
	}
	given := map[string]bool{}
	for _, word := range words {
		key, value, _ := strings.Cut(word, "=")
		name, isJSON := strings.CutSuffix(key, ":")
		var err error
		if isJSON {
			err = setValue(name, json.RawMessage(value))
		} else {
			err = set(name, value)
		}
		switch field := form.Root().Child(name); {
		case err != nil:
			problems = append(problems, err.Error())
		case given[name] && field != nil && (isJSON || field.Kind != forms.Array):
			problems = append(problems, fmt.Sprintf("%s: is given twice, and takes one value (%s); %s:=[…] would give a list", name, field.Type(), name))
		}
		given[name] = true
	}
	return problems
}

// unknownKeys are sentences on the keys that the schema lets pass but does not
// know, which are most often misspelled.
func unknownKeys(form *forms.Form) (sentences []string) {
	var known, unknown []string
	for _, field := range form.Root().Children() {
		if field.Extra {
			unknown = append(unknown, field.Name)
		} else {
			known = append(known, field.Name)
		}
	}
	for _, name := range unknown {
		sentence := name + ": the schema knows no such argument"
		outer, inner, nested := strings.Cut(name, ".")
		if near := tool.Nearest(name, known); near != "" {
			sentence += " (did you mean " + near + "?)"
		} else if field := form.Root().Child(outer); nested && field != nil && !field.Extra {
			sentence += fmt.Sprintf(" (a value within another is given as %s:={%q:…})", outer, inner)
		}
		sentences = append(sentences, sentence)
	}
	return sentences
}

// content is a text as it is, of a file (@FILE), or of stdin (-).
func (s *session) content(word string) ([]byte, error) {
	if word == "-" {
		return io.ReadAll(s.reader())
	}
	name, isFile := strings.CutPrefix(word, "@")
	if !isFile {
		return []byte(word), nil
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(s.Dir, name)
	}
	return os.ReadFile(name)
}
