// Package config is configuration as plain data: what a file declares, in its
// own order, with its variables filled in; where such files lie; and how one
// entry is added to this program's own. It starts nothing.
//
// The forms read are those of the clients that people have (see [Clients]) and
// this program's own, a superset of the seeds' form (FACTS 8.6): a top key
// mcpServers, servers, mcp or context_servers, or a bare map of servers, with
// comments, trailing commas, a byte order mark and any line ends. The text is
// UTF-8; UTF-16 is refused with a sentence, and TOML (Codex) is not read.
package config

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tailscale/hujson"
)

// A File is what one configuration file declares.
type File struct {
	// Path is the file's, as it was given.
	Path string
	// Client is whose file it was recognised as, one of [Clients]; empty when
	// it could be anybody's.
	Client string
	// Servers are in the file's order.
	Servers []Server
	// Inputs are what Servers ask a person for: see [Server.Fill].
	Inputs []Input
	// Notes are sentences on what the file holds that is not read.
	Notes []string
	// Secrets are values that must not be shown: those that variables and
	// environment files brought into headers, environments and credentials,
	// and the values of headers and variables whose names say so.
	Secrets []string
	// Beside are the other files that the servers are made of: environment
	// files, and what a {file:path} names. What they hold counts as the file's.
	Beside []Beside
	// Workspace is the folder that relative paths and ${workspaceFolder} were
	// taken for; empty when nothing in the file depends on one.
	Workspace string

	// What follows is declared in this program's own files only.

	HTTP     []HTTPTool
	OpenAPI  []OpenAPI
	Agents   []Agent
	Commands []Command
	Apps     []App
	// Skills and Roots are folders, absolute.
	Skills, Roots []string
	// Builtins says which built-in tools are on; nil when the file does not.
	Builtins *Builtins
	// Disabled are the ids of sources that are switched off.
	Disabled []string
}

// A Beside is another file that was read with a configuration, as it was then.
type Beside struct {
	Path    string
	Content []byte
}

// An Error says what is wrong in a file, and where.
type Error struct {
	Path string
	// Line and Column are counted from 1; the column counts bytes.
	Line, Column int
	// Reason is a sentence without the place.
	Reason string
}

func (e *Error) Error() string {
	if e.Path == "" {
		return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Reason)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Reason)
}

// A Lookup finds the value of an environment variable, like [os.LookupEnv].
type Lookup func(name string) (value string, ok bool)

// A Reader reads configuration files. The zero value is ready.
type Reader struct {
	// Lookup finds variables; nil means [os.LookupEnv].
	Lookup Lookup
	// Dir is the folder that is worked in: what ${workspaceFolder} means in a
	// file that belongs to no project, and the project whose own servers are
	// taken from ~/.claude.json. Empty means this process's.
	Dir string
	// Home is the home folder; empty means this user's.
	Home string
}

// Read reads the file at path with the zero [Reader] and lookup.
func Read(path string, lookup Lookup) (*File, error) { return Reader{Lookup: lookup}.Read(path) }

// Parse is [Read] for a file whose content is already there.
func Parse(path string, data []byte, lookup Lookup) (*File, error) {
	return Reader{Lookup: lookup}.Parse(path, data)
}

// Read reads the file at path. An error that is about the content is an [*Error].
func (r Reader) Read(path string) (*File, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return r.Parse(path, data)
}

// Parse is [Reader.Read] for a file whose content is already there.
func (r Reader) Parse(path string, data []byte) (*File, error) {
	p := r.parser(path, data)
	root, err := p.root()
	if err != nil {
		return nil, err
	}
	p.recognise(root)
	file := &File{Path: path, Client: p.client}
	if err := p.servers(root, file); err != nil {
		return nil, err
	}
	if p.client == Toolbench {
		if err := p.own(root, file); err != nil {
			return nil, err
		}
	}
	file.Notes, file.Secrets, file.Beside = p.notes, p.secrets, p.beside
	if p.situated {
		file.Workspace = p.workspace
	}
	return file, nil
}

// Recognised tells whether data is a configuration that [Parse] reads, rather
// than another kind of document, by its keys alone. A list under "tools" is
// this program's commands when one of them has a command, and else a recorded
// list of tools.
func Recognised(data []byte) bool {
	p := Reader{}.parser("", data)
	root, err := p.root()
	if err != nil {
		return false
	}
	if p.recognise(root); p.client != "" {
		return true
	}
	for _, key := range topKeys {
		if _, ok := member(root, key); ok {
			return true
		}
	}
	_, bare := p.bare(root)
	return bare
}

type parser struct {
	variables
	path   string
	data   []byte
	client string
	// project tells that the file lies in the folder that it is for.
	project bool
	notes   []string
}

func (r Reader) parser(path string, data []byte) *parser {
	if r.Lookup == nil {
		r.Lookup = os.LookupEnv
	}
	if r.Home == "" {
		r.Home, _ = os.UserHomeDir()
	}
	if r.Dir == "" {
		r.Dir, _ = os.Getwd()
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		absolute = path
	}
	p := &parser{path: path, data: bytes.TrimPrefix(data, []byte(byteOrderMark))}
	p.variables = variables{lookup: r.Lookup, home: r.Home, folder: filepath.Dir(absolute)}
	p.workspace, p.project = r.workspace(absolute)
	return p
}

// workspace is the folder that ${workspaceFolder} stands for: the one that
// holds the file, or the client's own folder (.vscode, .cursor, .roo, …) with
// the file in it. A file of the home folder is for whatever is worked in.
func (r Reader) workspace(path string) (dir string, project bool) {
	dir = filepath.Dir(path)
	if isUsers(path) {
		return r.Dir, false
	}
	if base := filepath.Base(dir); base == "settings" && strings.HasPrefix(filepath.Base(filepath.Dir(dir)), ".") {
		dir = filepath.Dir(dir) // .kiro/settings
	}
	if strings.HasPrefix(filepath.Base(dir), ".") {
		dir, project = filepath.Dir(dir), true
	}
	inHome, err := filepath.Rel(r.Home, dir)
	if r.Home == "" || err != nil || inHome == ".." || strings.HasPrefix(inHome, ".."+string(filepath.Separator)) {
		return dir, project
	}
	first, _, _ := strings.Cut(filepath.ToSlash(inHome), "/")
	if strings.HasPrefix(first, ".") || first == "Library" || first == "AppData" {
		return r.Dir, false
	}
	return dir, project
}

func (p *parser) errorAt(offset int, format string, args ...any) *Error {
	offset = min(offset, len(p.data))
	return &Error{
		Path:   p.path,
		Line:   1 + bytes.Count(p.data[:offset], []byte("\n")),
		Column: offset - bytes.LastIndexByte(p.data[:offset], '\n'),
		Reason: fmt.Sprintf(format, args...),
	}
}

func (p *parser) note(offset int, format string, args ...any) {
	p.notes = append(p.notes, p.errorAt(offset, format, args...).Error())
}

func (p *parser) root() (*hujson.Object, error) {
	value, err := p.document()
	if err != nil {
		return nil, err
	}
	object, ok := value.Value.(*hujson.Object)
	if !ok {
		return nil, p.errorAt(value.StartOffset, "a configuration is a JSON object, this is %s", kindOf(value))
	}
	return object, nil
}

// member is the value of the last member of that name: the one that JSON
// readers agree on.
func member(object *hujson.Object, name string) (hujson.Value, bool) {
	for i := len(object.Members) - 1; i >= 0; i-- {
		if m := object.Members[i]; textOf(m.Name) == name {
			return m.Value, true
		}
	}
	return hujson.Value{}, false
}

// objectAt is a member that is an object.
func objectAt(object *hujson.Object, name string) (*hujson.Object, bool) {
	value, _ := member(object, name)
	inner, ok := value.Value.(*hujson.Object)
	return inner, ok
}

func elements(value hujson.Value) []hujson.ArrayElement {
	if array, ok := value.Value.(*hujson.Array); ok {
		return array.Elements
	}
	return nil
}
