// Package config is configuration as plain data: which servers a file
// declares, in its own order, with its variables filled in. It starts nothing.
//
// The forms read are those of FACTS 8.6: a top key mcpServers (Claude and most
// others), servers (VS Code) or mcp (opencode, and VS Code's settings), with
// comments, trailing commas, a byte order mark and any line ends.
package config

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tailscale/hujson"
)

// A File is what one configuration file declares.
type File struct {
	// Path is the file's, as it was given.
	Path string
	// Servers are in the file's order.
	Servers []Server
	// Notes are sentences on what the file holds that is not read.
	Notes []string
	// Secrets are values that must not be shown: those that variables brought
	// into headers and environments, and the values of headers and variables
	// whose names say so.
	Secrets []string
}

// A Server is one server that a file declares. Command is set for one that is
// started, URL for one that is reached over HTTP, neither when there is a
// Problem.
type Server struct {
	Name    string
	Command string
	Args    []string
	Env     map[string]string
	// Dir is the folder that the command starts in; empty for this process's.
	Dir     string
	URL     string
	Headers map[string]string
	// Timeout bounds connecting; 0 when the file gives none.
	Timeout  time.Duration
	Disabled bool
	// Tools switches tools on and off by their names; nil when the file does not.
	Tools map[string]bool
	// Problem is a sentence on why the server can not be used; empty when it can.
	Problem string
	// Line and Column are where the declaration begins, counted from 1.
	Line, Column int
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
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Reason)
}

// A Lookup finds the value of an environment variable, like [os.LookupEnv].
type Lookup func(name string) (value string, ok bool)

// Read reads the file at path. Variables come from lookup; nil means
// [os.LookupEnv]. An error that is about the content is an [*Error].
func Read(path string, lookup Lookup) (*File, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, data, lookup)
}

// Parse is [Read] for a file whose content is already there.
func Parse(path string, data []byte, lookup Lookup) (*File, error) {
	if lookup == nil {
		lookup = os.LookupEnv
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	p := &parser{path: path, data: data, variables: variables{lookup: lookup, workspace: workspace(path)}}
	root, err := p.root()
	if err != nil {
		return nil, err
	}
	declared, err := p.declarations(root)
	if err != nil {
		return nil, err
	}
	file := &File{Path: path}
	for i := range declared.Members {
		file.Servers = append(file.Servers, p.server(declared.Members[i], file.Servers))
	}
	if inputs, ok := member(root, "inputs"); ok && len(elements(inputs)) > 0 {
		file.Notes = append(file.Notes, fmt.Sprintf("%s asks for inputs; a server that uses one can not be started from here: put the value into the file, or into the environment as ${VAR}", path))
	}
	file.Secrets = p.secrets
	return file, nil
}

// workspace is the folder that ${workspaceFolder} stands for: the one that
// holds the client's own folder (.vscode, .cursor, .roo, …) if the file is in one.
func workspace(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		absolute = path
	}
	dir := filepath.Dir(absolute)
	if strings.HasPrefix(filepath.Base(dir), ".") {
		return filepath.Dir(dir)
	}
	return dir
}

type parser struct {
	path string
	data []byte
	variables
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

func (p *parser) root() (*hujson.Object, error) {
	value, err := hujson.Parse(p.data)
	if err != nil {
		return nil, p.syntaxError(err)
	}
	object, ok := value.Value.(*hujson.Object)
	if !ok {
		return nil, p.errorAt(value.StartOffset, "a configuration is a JSON object, this is %s", kindOf(value))
	}
	return object, nil
}

// topKeys are the keys under which clients keep their servers.
var topKeys = []string{"mcpServers", "servers", "mcp"}

// declarations is the object whose members are the servers.
func (p *parser) declarations(root *hujson.Object) (*hujson.Object, error) {
	for _, key := range topKeys {
		value, ok := member(root, key)
		if !ok {
			continue
		}
		object, ok := value.Value.(*hujson.Object)
		if !ok {
			return nil, p.errorAt(value.StartOffset, "%s is %s; an object of servers by name would do", key, kindOf(value))
		}
		if inner, ok := settingsServers(object); ok && key == "mcp" {
			return inner, nil
		}
		return object, nil
	}
	return nil, p.errorAt(0, "it declares no servers: none of the keys %s is there", strings.Join(topKeys, ", "))
}

// settingsServers is the inner object of VS Code's settings, which write
// "mcp": {"servers": {…}}, unless "servers" is itself the name of a server.
func settingsServers(object *hujson.Object) (*hujson.Object, bool) {
	value, ok := member(object, "servers")
	if !ok {
		return nil, false
	}
	inner, ok := value.Value.(*hujson.Object)
	if !ok {
		return nil, false
	}
	for _, key := range slices.Concat(commandKeys, urlKeys) {
		if _, isServer := member(inner, key); isServer {
			return nil, false
		}
	}
	return inner, true
}

// member is the value of the last member of that name: the one that JSON
// readers agree on.
func member(object *hujson.Object, name string) (hujson.Value, bool) {
	for _, m := range slices.Backward(object.Members) {
		if literal, ok := m.Name.Value.(hujson.Literal); ok && literal.String() == name {
			return m.Value, true
		}
	}
	return hujson.Value{}, false
}

func elements(value hujson.Value) []hujson.ArrayElement {
	if array, ok := value.Value.(*hujson.Array); ok {
		return array.Elements
	}
	return nil
}
