package config

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"toolbench/toolkit/tool"
)

// ownKeys are the top keys of this program's own files. The last two are the
// seeds', for programs that serve tools; they are no mistake, and not read.
var ownKeys = []string{
	"$schema", "mcpServers", "servers", "mcp", "inputs", "builtins", "agents", "http", "openapi",
	"skills", "tools", "genkit", "roots", "disabled", "a2a", "mcpServer",
}

// declaresOwn tells whether a file that may be anybody's holds what only this
// program's own do.
func declaresOwn(root *hujson.Object) bool {
	if _, ok := member(root, "builtins"); ok {
		return true
	}
	for _, key := range []string{"openapi", "genkit", "agents"} {
		if object, ok := objectAt(root, key); ok && (anyHas(object, "document", "url", "dir", "card") || anyAddress(object)) {
			return true
		}
	}
	for key, sign := range map[string]string{"http": "url", "tools": "command"} {
		value, _ := member(root, key)
		if array, ok := value.Value.(*hujson.Array); ok {
			value.Value = listed(array)
		}
		if object, ok := value.Value.(*hujson.Object); ok && anyHas(object, sign) {
			return true
		}
	}
	for _, key := range []string{"skills", "roots"} {
		value, _ := member(root, key)
		if folders := elements(value); len(folders) > 0 && folders[0].Value.Kind() == '"' {
			return true
		}
	}
	return false
}

func anyAddress(object *hujson.Object) bool {
	return slices.ContainsFunc(object.Members, func(m hujson.ObjectMember) bool { return isAddress(textOf(m.Value)) })
}

// listed is a list of declarations as an object of them by their names.
func listed(array *hujson.Array) *hujson.Object {
	object := new(hujson.Object)
	for _, element := range array.Elements {
		name := hujson.Value{Value: hujson.String(""), StartOffset: element.StartOffset}
		if inner, ok := element.Value.(*hujson.Object); ok {
			if given, ok := member(inner, "name"); ok && given.Value.Kind() == '"' {
				name.Value = given.Value
			}
		}
		object.Members = append(object.Members, hujson.ObjectMember{Name: name, Value: element})
	}
	return object
}

// own reads what only this program's own files declare.
func (p *parser) own(root *hujson.Object, file *File) error {
	s := sections{parser: p, root: root}
	file.HTTP = section(&s, "http", "", (*entry).http)
	file.OpenAPI = section(&s, "openapi", "document", (*entry).openAPI)
	file.Agents = section(&s, "agents", "url", (*entry).agent)
	file.Commands = section(&s, "tools", "", (*entry).custom)
	file.Apps = section(&s, "genkit", "url", (*entry).app)
	file.Skills, file.Roots = s.folders("skills"), s.folders("roots")
	e := &entry{parser: p, object: root}
	file.Builtins = e.builtins()
	file.Disabled = e.words("disabled")
	if s.adopt(e.err); s.err != nil {
		return s.err
	}
	p.unknown(root, ownKeys, func(m hujson.ObjectMember) bool {
		server, ok := m.Value.Value.(*hujson.Object)
		return ok && isServer(server)
	})
	return nil
}

// unknown notes the members whose keys are none of known, but for remarks and
// those that except says.
func (p *parser) unknown(object *hujson.Object, known []string, except func(hujson.ObjectMember) bool) {
	for _, m := range object.Members {
		name := textOf(m.Name)
		if slices.Contains(known, name) || isRemark(m) || except != nil && except(m) {
			continue
		}
		if nearest := tool.Nearest(name, known); nearest != "" {
			p.note(m.Name.StartOffset, "%s is not known here and not read; did you mean %s?", name, nearest)
		} else {
			p.note(m.Name.StartOffset, "%s is not known here and not read", name)
		}
	}
}

// sections reads the sections of a file and keeps the first error.
type sections struct {
	*parser
	root *hujson.Object
	err  *Error
}

func (s *sections) adopt(err *Error) {
	if s.err == nil {
		s.err = err
	}
}

// section reads a section: an object of declarations by name, or a list of
// declarations with names. A text stands for a declaration with that one
// member, where short names it.
func section[T any, P interface {
	*T
	declare(Declaration)
}](s *sections, key, short string, read func(*entry, P)) (all []T) {
	value, ok := member(s.root, key)
	if !ok {
		return nil
	}
	object, ok := value.Value.(*hujson.Object)
	if array, isList := value.Value.(*hujson.Array); isList {
		object, ok = listed(array), true
	}
	if !ok {
		s.adopt(s.errorAt(value.StartOffset, "%s is %s; an object of declarations by name would do", key, kindOf(value)))
		return nil
	}
	var names []string
	for _, m := range object.Members {
		if isRemark(m) {
			continue
		}
		e, d := s.declaration(m, key, short, names)
		names = append(names, d.Name)
		var t T
		if e.err == nil {
			read(e, &t)
		}
		if e.err == nil {
			s.unknown(e.object, append(e.known, "name"), nil)
		} else {
			d.Problem, d.Written = e.err.Error(), written(e.object)
			t = *new(T)
		}
		P(&t).declare(d)
		all = append(all, t)
	}
	return all
}

func (s *sections) declaration(m hujson.ObjectMember, key, short string, before []string) (*entry, Declaration) {
	at := s.errorAt(m.Name.StartOffset, "")
	d := Declaration{Name: textOf(m.Name), Line: at.Line, Column: at.Column}
	e := &entry{parser: s.parser, offset: m.Name.StartOffset}
	object, ok := m.Value.Value.(*hujson.Object)
	if !ok && short != "" && m.Value.Value.Kind() == '"' {
		name := hujson.Value{Value: hujson.String(short), StartOffset: m.Value.StartOffset}
		object, ok = &hujson.Object{Members: []hujson.ObjectMember{{Name: name, Value: m.Value}}}, true
	}
	switch {
	case !ok:
		e.fail(m.Value.StartOffset, "%s.%s is %s; an object would do", key, d.Name, kindOf(m.Value))
	case d.Name == "":
		e.fail(e.offset, "a declaration in %s has no name", key)
	case slices.Contains(before, d.Name):
		e.fail(e.offset, "the name %q is given twice in %s", d.Name, key)
	default:
		e.object = object
		d.Disabled = e.disabled()
	}
	return e, d
}

// folders is a list of folders, taken from the file's own.
func (s *sections) folders(key string) []string {
	e := &entry{parser: s.parser, object: s.root}
	folders := e.words(key)
	for i, folder := range folders {
		folders[i] = s.resolve(folder, s.folder)
	}
	s.adopt(e.err)
	return folders
}

// builtins is true or false, names with true or false, or the seeds' object
// with enabled, disabled and tools.
func (e *entry) builtins() *Builtins {
	value, _, ok := e.find("builtins")
	if !ok {
		return nil
	}
	switch value.Value.Kind() {
	case 't', 'f':
		return &Builtins{On: value.Value.Kind() == 't'}
	case '{':
	default:
		e.fail(value.StartOffset, "builtins is %s; true, false, or an object of names with true or false would do", kindOf(value))
		return nil
	}
	object := value.Value.(*hujson.Object)
	switches := map[string]bool{}
	flat := &hujson.Object{}
	for _, m := range object.Members {
		if inner, ok := m.Value.Value.(*hujson.Object); ok && textOf(m.Name) == "tools" {
			flat.Members = append(flat.Members, inner.Members...)
			continue
		}
		flat.Members = append(flat.Members, m)
	}
	e.switches(flat, "builtins", switches)
	enabled, says := switches["enabled"]
	b := &Builtins{On: !switches["disabled"] && (enabled || !says)}
	for _, m := range flat.Members {
		name := textOf(m.Name)
		if on := switches[name]; !on && name != "enabled" && name != "disabled" && !slices.Contains(b.Off, name) {
			b.Off = append(b.Off, name)
		}
	}
	return b
}

// place is an http or https URL, or a path taken from the file's folder.
func (e *entry) place(keys ...string) string {
	text := e.filled(keys...)
	if scheme, _, ok := strings.Cut(text, "://"); ok && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")) {
		return text
	}
	if text == "" {
		return ""
	}
	return filepath.Clean(e.resolve(text, e.folder))
}
