package config

import (
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/tailscale/hujson"

	"toolbench/toolkit/redact"
)

// The spellings of one thing in the files of different clients.
var (
	commandKeys = []string{"command"}
	urlKeys     = []string{"url", "serverUrl", "httpUrl"}
	envKeys     = []string{"env", "environment"}
)

// shortestMilliseconds is where a timeout stops being seconds. The seeds and
// opencode write milliseconds, Cline and Roo seconds; nobody means 60 ms.
const shortestMilliseconds = 1000

// server reads one declaration. Whatever is wrong with it becomes its Problem.
func (p *parser) server(m hujson.ObjectMember, before []Server) Server {
	at := p.errorAt(m.Name.StartOffset, "")
	s := Server{Name: textOf(m.Name), Line: at.Line, Column: at.Column}
	fail := func(err *Error) Server {
		return Server{Name: s.Name, Line: s.Line, Column: s.Column, Disabled: s.Disabled, Problem: err.Error()}
	}
	object, ok := m.Value.Value.(*hujson.Object)
	switch {
	case !ok:
		return fail(p.errorAt(m.Value.StartOffset, "the server %q is %s; an object with a command or a url would do", s.Name, kindOf(m.Value)))
	case s.Name == "":
		return fail(p.errorAt(m.Name.StartOffset, "a server has an empty name"))
	case slices.ContainsFunc(before, func(b Server) bool { return b.Name == s.Name }):
		return fail(p.errorAt(m.Name.StartOffset, "the name %q is given twice", s.Name))
	}
	e := &entry{parser: p, object: object, offset: m.Name.StartOffset}
	s.Disabled = e.flag("disabled", false) || !e.flag("enabled", true)
	s.Timeout = e.timeout()
	s.Tools = e.tools()
	e.transport(&s)
	if e.err != nil {
		return fail(e.err)
	}
	return s
}

// An entry reads the members of one declaration and keeps the first error.
type entry struct {
	*parser
	object *hujson.Object
	offset int
	err    *Error
}

func (e *entry) fail(offset int, format string, args ...any) {
	if e.err == nil {
		e.err = e.errorAt(offset, format, args...)
	}
}

// find is the first member that is there, under any of its spellings, and not null.
func (e *entry) find(keys ...string) (hujson.Value, string, bool) {
	for _, key := range keys {
		if value, ok := member(e.object, key); ok && value.Value.Kind() != 'n' {
			return value, key, true
		}
	}
	return hujson.Value{}, "", false
}

func (e *entry) transport(s *Server) {
	words := e.command()
	address, addressAt := e.text(urlKeys...)
	switch {
	case len(words) > 0 && address != "":
		e.fail(addressAt, "both a command and a url are given; one of them would do")
	case len(words) > 0:
		s.Command, s.Args = words[0], words[1:]
		s.Env = e.texts(envKeys...)
		s.Dir = e.filled("cwd")
	case address != "":
		s.URL = e.address(address, addressAt)
		s.Headers = e.texts("headers")
	default:
		e.fail(e.offset, "neither a command nor a url is given; one of them would do")
	}
}

// command is the command and its arguments: a list, or a text with args.
func (e *entry) command() []string {
	value, _, ok := e.find(commandKeys...)
	if !ok {
		return nil
	}
	words := e.list(value, "command")
	if value, _, ok := e.find("args"); ok {
		words = append(words, e.list(value, "args")...)
	}
	if len(words) == 0 || words[0] == "" {
		e.fail(value.StartOffset, "the command is empty")
		return nil
	}
	return words
}

// list is a list of texts; a lone text is a list of one.
func (e *entry) list(value hujson.Value, name string) []string {
	array, ok := value.Value.(*hujson.Array)
	if !ok {
		array = &hujson.Array{Elements: []hujson.ArrayElement{value}}
	}
	var out []string
	for _, element := range array.Elements {
		switch element.Value.Kind() {
		case '"', '0':
			out = append(out, e.fill(element, false))
		default:
			e.fail(element.StartOffset, "%s holds %s; only texts would do", name, kindOf(element))
		}
	}
	return out
}

func (e *entry) fill(value hujson.Value, hide bool) string {
	text, problem := e.expand(textOf(value), hide)
	if problem != "" {
		e.fail(value.StartOffset, "%s", problem)
	}
	return text
}

// text is a member that must be a text, as it is written.
func (e *entry) text(keys ...string) (string, int) {
	value, key, ok := e.find(keys...)
	if !ok {
		return "", e.offset
	}
	if value.Value.Kind() != '"' {
		e.fail(value.StartOffset, "%s is %s; a text would do", key, kindOf(value))
		return "", value.StartOffset
	}
	return textOf(value), value.StartOffset
}

// filled is a member that must be a text, with its variables filled in.
func (e *entry) filled(key string) string {
	text, at := e.text(key)
	filled, problem := e.expand(text, false)
	if problem != "" {
		e.fail(at, "%s", problem)
	}
	return filled
}

func (e *entry) address(text string, at int) string {
	filled, problem := e.expand(text, false)
	if problem != "" {
		e.fail(at, "%s", problem)
		return ""
	}
	u, err := url.Parse(filled)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		e.fail(at, "the url is not one that starts with http:// or https:// and names a host")
		return ""
	}
	return filled
}

// texts is an object of texts: an environment, or headers. What variables
// bring into it is secret, and so are values whose names say so.
func (e *entry) texts(keys ...string) map[string]string {
	value, key, ok := e.find(keys...)
	if !ok {
		return nil
	}
	object, ok := value.Value.(*hujson.Object)
	if !ok {
		e.fail(value.StartOffset, "%s is %s; an object of texts would do", key, kindOf(value))
		return nil
	}
	out := make(map[string]string, len(object.Members))
	for _, m := range object.Members {
		name := textOf(m.Name)
		switch m.Value.Value.Kind() {
		case '"', '0', 't', 'f':
			out[name] = e.fill(m.Value, true)
		default:
			e.fail(m.Value.StartOffset, "%s.%s is %s; a text would do", key, name, kindOf(m.Value))
		}
		if redact.IsSecretName(name) {
			e.hide(out[name])
		}
	}
	return out
}

func (e *entry) flag(key string, missing bool) bool {
	value, _, ok := e.find(key)
	if !ok {
		return missing
	}
	switch value.Value.Kind() {
	case 't':
		return true
	case 'f':
		return false
	}
	e.fail(value.StartOffset, "%s is %s; true or false would do", key, kindOf(value))
	return missing
}

func (e *entry) timeout() time.Duration {
	value, _, ok := e.find("timeout")
	if !ok {
		return 0
	}
	n, err := strconv.ParseFloat(textOf(value), 64)
	if value.Value.Kind() != '0' || err != nil || n < 0 || n > 24*60*60*1000 {
		e.fail(value.StartOffset, "timeout is %s; a number of milliseconds up to a day would do", given(value))
		return 0
	}
	if n < shortestMilliseconds {
		return time.Duration(n * float64(time.Second))
	}
	return time.Duration(n * float64(time.Millisecond))
}

// tools is an object of names with true or false, or a list of the names that
// are on. A list with "*" leaves all on.
func (e *entry) tools() map[string]bool {
	value, _, ok := e.find("tools")
	if !ok {
		return nil
	}
	out := map[string]bool{}
	switch v := value.Value.(type) {
	case *hujson.Object:
		for _, m := range v.Members {
			switch m.Value.Value.Kind() {
			case 't', 'f':
				out[textOf(m.Name)] = m.Value.Value.Kind() == 't'
			default:
				e.fail(m.Value.StartOffset, "tools.%s is %s; true or false would do", textOf(m.Name), kindOf(m.Value))
			}
		}
	case *hujson.Array:
		for _, name := range e.list(value, "tools") {
			out[name] = true
		}
		if out["*"] {
			return nil
		}
	default:
		e.fail(value.StartOffset, "tools is %s; an object of names with true or false would do", kindOf(value))
	}
	return out
}

func textOf(value hujson.Value) string {
	if literal, ok := value.Value.(hujson.Literal); ok {
		return literal.String()
	}
	return ""
}

// given names what is there: a short literal as it is written, else its kind.
func given(value hujson.Value) string {
	if literal, ok := value.Value.(hujson.Literal); ok && len(literal) <= 40 {
		return string(literal)
	}
	return kindOf(value)
}
