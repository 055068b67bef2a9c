package trust

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"toolbench/toolkit/config"
	"toolbench/toolkit/redact"
)

// A start is what one declaration would start or reach, in words that show no
// secret.
type start struct {
	// Name is the declaration with its kind, as in "server github".
	Name string `json:"name"`
	// Does is the command line, or the address.
	Does string `json:"does"`
	// Environment and Headers are names.
	Environment []string `json:"environment,omitempty"`
	Headers     []string `json:"headers,omitempty"`
	// Whole is the digest of all that is declared.
	Whole string `json:"whole"`
}

// remember is what is to be remembered of a file.
func remember(path string, data []byte, file *config.File) memory {
	content := bytes.Clone(data)
	for _, beside := range file.Beside {
		content = slices.Concat(content, []byte("\x00"+beside.Path+"\x00"), beside.Content)
	}
	starts := describe(file)
	meaning := new(strings.Builder)
	for _, s := range starts {
		meaning.WriteString(s.Name + "\x00" + s.Whole + "\x00")
	}
	return memory{Path: path, Content: digest(content), Meaning: digest([]byte(meaning.String())), Starts: starts}
}

// A describing makes starts of declarations.
type describing struct {
	hide   redact.Redactor
	starts []start
}

func describe(file *config.File) []start {
	d := new(describing)
	for _, secret := range file.Secrets {
		d.hide.Add(secret)
	}
	for _, s := range file.Servers {
		s.Line, s.Column = 0, 0 // where it stands does not matter
		d.add("server "+s.Name, s, d.does(s.Command, s.Args, s.URL, s.Problem), s.Env, s.Headers)
	}
	for _, h := range file.HTTP {
		h.Line, h.Column = 0, 0
		d.add("request "+h.Name, h, d.does("", nil, h.URL, h.Problem), nil, h.Headers)
	}
	for _, o := range file.OpenAPI {
		o.Line, o.Column = 0, 0
		d.add("OpenAPI document "+o.Name, o, d.does("", nil, o.Document, o.Problem), nil, o.Headers)
	}
	for _, a := range file.Agents {
		a.Line, a.Column = 0, 0
		d.add("agent "+a.Name, a, d.does("", nil, a.URL, a.Problem), nil, a.Headers)
	}
	for _, c := range file.Commands {
		c.Line, c.Column = 0, 0
		d.add("command "+c.Name, c, d.does(c.Command, c.Args, "", c.Problem), c.Env, nil)
	}
	for _, a := range file.Apps {
		a.Line, a.Column = 0, 0
		d.add("Genkit app "+a.Name, a, d.does("", nil, a.URL+a.Dir, a.Problem), nil, a.Headers)
	}
	for _, folder := range file.Skills {
		d.add("skills folder "+folder, folder, folder, nil, nil)
	}
	for _, folder := range file.Roots {
		d.add("root "+folder, folder, folder, nil, nil)
	}
	if b := file.Builtins; b != nil {
		d.add("built-in tools", b, switched(b), nil, nil)
	}
	return d.starts
}

func switched(b *config.Builtins) string {
	switch {
	case !b.On:
		return "off"
	case len(b.Off) > 0:
		return "on but for " + strings.Join(b.Off, ", ")
	}
	return "on"
}

func (d *describing) add(name string, declaration any, does string, env, headers map[string]string) {
	whole, _ := json.Marshal(declaration) // plain data, which can always be written
	if does == "" {
		whole = nil // it can not be used, and the reason names lines, which move
	}
	d.starts = append(d.starts, start{
		Name: d.hide.String(name), Does: does, Whole: digest(whole),
		Environment: slices.Sorted(maps.Keys(env)), Headers: slices.Sorted(maps.Keys(headers)),
	})
}

// does is what a declaration starts or reaches.
func (d *describing) does(command string, args []string, address, problem string) string {
	switch {
	case problem != "":
		return "" // nothing, as it is
	case command != "":
		words := d.hide.Words(append([]string{command}, args...))
		for i, word := range words {
			if word == "" || strings.ContainsAny(word, " \t\"'") {
				words[i] = `"` + strings.ReplaceAll(word, `"`, `\"`) + `"`
			}
		}
		return strings.Join(words, " ")
	}
	if !strings.Contains(address, "://") {
		return d.hide.String(address)
	}
	return braces.Replace(d.hide.URL(address))
}

// braces are what stands around the names of arguments and inputs in a URL.
var braces = strings.NewReplacer("%7B", "{", "%7D", "}")
