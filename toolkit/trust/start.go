package trust

import (
	"bytes"
	"encoding/json"
	"maps"
	"path/filepath"
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
	// Environment and Headers are names, Steering the values of those variables
	// that decide what a command runs.
	Environment []string          `json:"environment,omitempty"`
	Steering    map[string]string `json:"steering,omitempty"`
	Headers     []string          `json:"headers,omitempty"`
	// Folder is what the command starts in, where that is not its project.
	Folder string `json:"folder,omitempty"`
	// Whole is the digest of all that is declared.
	Whole string `json:"whole"`

	source string // the ID of its source, as the file names it
	shared bool   // that source has other declarations too
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
	file   *config.File
	hide   redact.Redactor
	starts []start
}

func describe(file *config.File) []start {
	d := &describing{file: file}
	for _, secret := range file.Secrets {
		d.hide.Add(secret)
	}
	for _, s := range file.Servers {
		s.Line, s.Column = 0, 0 // where it stands does not matter
		d.add(start{Name: "server " + s.Name, Does: d.does(s.Command, s.Args, s.URL, s.Problem), source: "mcp:" + s.Name}, s, s.Env, s.Headers, s.Dir)
	}
	for _, h := range file.HTTP {
		h.Line, h.Column = 0, 0
		d.add(start{Name: "request " + h.Name, Does: d.does("", nil, h.URL, h.Problem), source: "http:requests", shared: true}, h, nil, h.Headers, "")
	}
	for _, o := range file.OpenAPI {
		o.Line, o.Column = 0, 0
		d.add(start{Name: "OpenAPI document " + o.Name, Does: d.does("", nil, o.Document, o.Problem), source: "http:" + o.Name}, o, nil, o.Headers, "")
	}
	for _, a := range file.Agents {
		a.Line, a.Column = 0, 0
		d.add(start{Name: "agent " + a.Name, Does: d.does("", nil, a.URL, a.Problem), source: "a2a:" + a.Name}, a, nil, a.Headers, "")
	}
	for _, c := range file.Commands {
		c.Line, c.Column = 0, 0
		d.add(start{Name: "command " + c.Name, Does: d.does(c.Command, c.Args, "", c.Problem), source: "custom:commands", shared: true}, c, c.Env, nil, c.Dir)
	}
	for _, a := range file.Apps {
		a.Line, a.Column = 0, 0
		d.add(start{Name: "Genkit app " + a.Name, Does: d.does("", nil, a.URL+a.Dir, a.Problem), source: "custom:" + a.Name}, a, nil, a.Headers, "")
	}
	for _, folder := range file.Skills {
		d.add(start{Name: "skills folder " + folder, Does: folder}, folder, nil, nil, "")
	}
	for _, folder := range file.Roots {
		d.add(start{Name: "root " + folder, Does: folder}, folder, nil, nil, "")
	}
	if b := file.Builtins; b != nil {
		d.add(start{Name: "built-in tools", Does: switched(b)}, b, nil, nil, "")
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

func (d *describing) add(s start, declaration any, env, headers map[string]string, folder string) {
	whole, _ := json.Marshal(declaration) // plain data, which can always be written
	if s.Does == "" {
		whole = nil // it can not be used, and the reason names lines, which move
	}
	s.Name, s.Whole = d.hide.String(s.Name), digest(whole)
	s.Environment, s.Headers = slices.Sorted(maps.Keys(env)), slices.Sorted(maps.Keys(headers))
	s.Steering = d.steering(env)
	if folder != d.file.Workspace && folder != filepath.Dir(d.file.Path) {
		s.Folder = d.hide.String(folder)
	}
	d.starts = append(d.starts, s)
}

// does is what a declaration starts or reaches.
func (d *describing) does(command string, args []string, address, problem string) string {
	switch {
	case problem != "":
		return "" // nothing, as it is
	case command != "":
		words := d.hide.Words(append([]string{command}, args...))
		for i, word := range words {
			words[i] = quoted(word, " \t\"'")
		}
		return strings.Join(words, " ")
	}
	return d.shown(address)
}

// shown is an address, or another text, without secrets.
func (d *describing) shown(text string) string {
	if !strings.Contains(text, "://") {
		return d.hide.String(text)
	}
	return braces.Replace(d.hide.URL(text))
}

// quoted is a word in quotes when it is empty or holds any of these characters.
func quoted(word, special string) string {
	if word == "" || strings.ContainsAny(word, special) {
		return `"` + strings.ReplaceAll(word, `"`, `\"`) + `"`
	}
	return word
}

// braces are what stands around the names of arguments and inputs in a URL.
var braces = strings.NewReplacer("%7B", "{", "%7D", "}")
