package config

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tailscale/hujson"

	"toolbench/toolkit/tool"
)

// A Server is one MCP server that a file declares. Command is set for one that
// is started, URL for one that is reached over HTTP, neither when there is a
// Problem.
type Server struct {
	Name    string
	Command string
	Args    []string
	// Env are the variables of its environment file and its own, which win.
	Env map[string]string
	// EnvFile is the environment file, absolute; empty when there is none.
	EnvFile string
	// Dir is the folder that the command starts in, absolute; empty for this
	// process's. A file that lies in its project gives the project's.
	Dir     string
	URL     string
	Headers map[string]string
	// Transport is sse or http where the file insists on it, else empty.
	Transport string
	// OAuth says how to sign in; nil when the file does not.
	OAuth *OAuth
	// Timeout bounds connecting; 0 when the file gives none. Cline, Roo Code
	// and crush write seconds, this program's files milliseconds. So do all
	// others, but as nobody waits for less than a second, a number below 1000
	// is taken for seconds there.
	Timeout time.Duration
	// MaxMessage bounds each message from the server; 0 when the file gives
	// none. It is no other client's, whose files are not asked for it.
	MaxMessage Size
	Disabled   bool
	// Tools switches tools on and off by their names; nil when the file does
	// not. If any is true, only those are on.
	Tools map[string]bool
	// Inputs are the ids of the inputs that stand as ${input:ID} in the other
	// fields, and must be filled in before it is used: see [Server.Fill].
	Inputs []string
	// Secrets are values that must not be shown, beside the file's.
	Secrets []string
	// Problem is a sentence on why the server can not be used; empty when it can.
	Problem string
	// Written is what it would start or reach if there were no Problem, as the
	// file writes it but for its secrets: the words of a command, or an address.
	Written []string
	// Line and Column are where the declaration begins, counted from 1.
	Line, Column int

	hidden []string // ids of the file's inputs that are passwords
}

// The spellings of one thing in the files of different clients.
var (
	commandKeys = []string{"command"}
	urlKeys     = []string{"url", "serverUrl", "httpUrl"}
	envKeys     = []string{"env", "environment"}
	typeKeys    = []string{"type", "transportType", "transport"}
	folderKeys  = []string{"cwd", "working_directory"}
)

const (
	overStreams = "stdio"
	overHTTP    = "http"
	overSSE     = "sse"
)

// transports are the words for them; opencode's remote leaves it open.
var transports = map[string]string{
	"stdio": overStreams, "local": overStreams,
	"http": overHTTP, "streamableHttp": overHTTP, "streamable-http": overHTTP, "streamable_http": overHTTP,
	"sse": overSSE,
}

// server reads one declaration. Whatever is wrong with it becomes its Problem.
func (p *parser) server(m hujson.ObjectMember, before []Server) Server {
	at := p.errorAt(m.Name.StartOffset, "")
	s := Server{Name: textOf(m.Name), Line: at.Line, Column: at.Column}
	object, ok := m.Value.Value.(*hujson.Object)
	fail := func(err *Error) Server {
		return Server{Name: s.Name, Line: s.Line, Column: s.Column, Disabled: s.Disabled, Problem: err.Error(), Written: written(object)}
	}
	switch {
	case !ok:
		return fail(p.errorAt(m.Value.StartOffset, "the server %q is %s; an object with a command or a url would do", s.Name, kindOf(m.Value)))
	case s.Name == "":
		return fail(p.errorAt(m.Name.StartOffset, "a server has an empty name"))
	case slices.ContainsFunc(before, func(b Server) bool { return b.Name == s.Name }):
		return fail(p.errorAt(m.Name.StartOffset, "the name %q is given twice", s.Name))
	}
	e := &entry{parser: p, object: object, offset: m.Name.StartOffset, asks: true}
	s.Disabled = e.disabled()
	s.Timeout = e.wait()
	s.MaxMessage = e.size("maxMessage")
	s.Tools = e.tools()
	s.OAuth = e.oauth()
	e.transport(&s)
	if e.err != nil {
		unusable := fail(e.err)
		unusable.Env, unusable.Headers, unusable.Dir = s.Env, s.Headers, s.Dir // what it would set is asked about too
		return unusable
	}
	s.Inputs = e.inputs
	return s
}

func (e *entry) disabled() bool { return e.flag("disabled", false) || !e.flag("enabled", true) }

func (e *entry) transport(s *Server) {
	command := e.command()
	address, addressAt := e.text(urlKeys...)
	kind, _ := e.text(typeKeys...)
	started := len(command) > 0 && (address == "" || transports[kind] == overStreams)
	reached := address != "" && (len(command) == 0 || transports[kind] == overHTTP || transports[kind] == overSSE || kind == "remote")
	switch {
	case started:
		s.Command, s.Args = command[0], command[1:]
		s.Dir = e.workingFolder()
		s.EnvFile, s.Env = e.environment()
	case reached:
		s.URL = e.address(address, addressAt)
		s.Headers = e.texts("headers")
		if how := transports[kind]; how != overStreams {
			s.Transport = how
		}
	case len(command) > 0:
		e.fail(addressAt, "both a command and a url are given; one of them would do")
	default:
		e.nothing(kind)
	}
}

// nothing says why there is neither a command nor an address.
func (e *entry) nothing(kind string) {
	source, _ := e.text("source")
	switch {
	case source == "extension" || e.client == Zed:
		e.fail(e.offset, "an extension of Zed starts this server, and only it knows how; a command would do")
	case kind != "" && transports[kind] == "" && kind != "remote":
		e.fail(e.offset, "neither a command nor a url is given, and servers of the type %q are not known; stdio, http and sse are", kind)
	default:
		for _, m := range e.object.Members {
			if near := tool.Nearest(textOf(m.Name), []string{"command", "url"}); near != "" {
				e.fail(m.Name.StartOffset, "neither a command nor a url is given; did you mean %s where %s stands?", near, textOf(m.Name))
			}
		}
		e.fail(e.offset, "neither a command nor a url is given; one of them would do")
	}
}

// command is the command and its arguments: a list, a text with args beside
// it, or Zed's object with path, args and env.
func (e *entry) command() []string {
	value, _, ok := e.find(commandKeys...)
	if !ok {
		return nil
	}
	if inner, isObject := value.Value.(*hujson.Object); isObject {
		if path, ok := member(inner, "path"); ok {
			e.object = flattened(e.object, inner, path)
			return e.command()
		}
	}
	words := e.list(value, "command")
	if value, _, ok := e.find("args"); ok {
		words = append(words, e.list(value, "args")...)
	}
	if len(words) == 0 || words[0] == "" {
		e.fail(value.StartOffset, "the command is empty")
		return nil
	}
	words[0] = e.program(words[0])
	return words
}

// program is the command's first word; ~ is the home folder, because no shell
// is there to say so.
func (e *entry) program(word string) string {
	if strings.HasPrefix(word, "~/") {
		return e.resolve(word, "")
	}
	return word
}

// flattened is the declaration with the members of its command beside it.
func flattened(server, command *hujson.Object, path hujson.Value) *hujson.Object {
	flat := &hujson.Object{Members: slices.Concat(server.Members, command.Members)}
	return &hujson.Object{Members: append(flat.Members, hujson.ObjectMember{
		Name: hujson.Value{Value: hujson.String("command")}, Value: path,
	})}
}

func (e *entry) workingFolder() string {
	dir := e.resolveInWorkspace(e.filled(folderKeys...))
	if dir == "" && e.project {
		return e.inWorkspace()
	}
	return dir
}

// environment is what the environment file gives, and over it what env does.
func (e *entry) environment() (file string, env map[string]string) {
	own := e.texts(envKeys...)
	value, _, ok := e.find("envFile")
	if !ok {
		return "", own
	}
	file = e.resolveInWorkspace(e.filled("envFile"))
	if e.err != nil || file == "" || placeholder.MatchString(file) {
		return file, own
	}
	env, err := e.environmentFile(file)
	if err != nil {
		e.fail(value.StartOffset, "%s", err)
		return file, own
	}
	for _, name := range slices.Sorted(maps.Keys(env)) {
		e.hide(env[name])
	}
	maps.Copy(env, own)
	return file, env
}

const badAddress = "the url is not one that starts with http:// or https:// and names a host"

func (e *entry) address(text string, at int) string {
	filled := e.expanded(text, at, false)
	if filled != "" && !isAddress(placeholder.ReplaceAllString(filled, "input")) && !placeholder.MatchString(strings.SplitN(filled, "/", 2)[0]) {
		e.fail(at, badAddress)
		return ""
	}
	return filled
}

func isAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// tools is an object of names with true or false, or a list of the names that
// are on, where "*" leaves all on; beside it the lists of other clients.
func (e *entry) tools() map[string]bool {
	out := map[string]bool{}
	if value, _, ok := e.find("tools", "includeTools", "enabled_tools", "enabledTools"); ok {
		switch v := value.Value.(type) {
		case *hujson.Object:
			e.switches(v, "tools", out)
		case *hujson.Array:
			for _, name := range e.list(value, "tools") {
				out[name] = true
			}
			if out["*"] {
				clear(out)
			}
		default:
			e.fail(value.StartOffset, "tools is %s; an object of names with true or false would do", kindOf(value))
		}
	}
	for _, key := range []string{"excludeTools", "disabledTools", "disabled_tools"} {
		if value, _, ok := e.find(key); ok {
			for _, name := range e.list(value, key) {
				out[name] = false
			}
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// switches reads names with true or false into out.
func (e *entry) switches(object *hujson.Object, key string, out map[string]bool) {
	for _, m := range object.Members {
		switch m.Value.Value.Kind() {
		case 't', 'f':
			out[textOf(m.Name)] = m.Value.Value.Kind() == 't'
		default:
			e.fail(m.Value.StartOffset, "%s.%s is %s; true or false would do", key, textOf(m.Name), kindOf(m.Value))
		}
	}
}
