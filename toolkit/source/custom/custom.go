// Package custom is the source of tools that are commands: each call starts the
// command anew, hands it the arguments, and reads its result from what it
// writes to its standard output. No shell takes part.
package custom

import (
	"encoding/json"
	"strings"
	"time"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// What a [Command] gets and what it writes.
const (
	// InputJSON hands the arguments over as a JSON object on standard input.
	InputJSON = "json"
	// InputArgs hands them over as words of the command line.
	InputArgs = "args"

	// OutputText takes standard output for the result's text, as it is.
	OutputText = "text"
	// OutputJSON takes it for one JSON value, the structured content.
	OutputJSON = "json"
	// OutputMIME takes it for a MIME entity (RFC 2045): header lines such as
	// Content-Type and Content-Transfer-Encoding, an empty line, the body.
	// Text becomes text, JSON structured content, anything else a part of the
	// result; a multipart body gives several.
	OutputMIME = "mime"
)

// A Command is a tool that is a command.
//
// With Input "json" the command reads the arguments' bytes on its standard
// input, and Args are its words as they are. With Input "args" it reads nothing,
// and its words are made like this:
//
//   - {name} in a word of Args, where name is a property of the input schema,
//     is replaced by that argument: a text as it is, anything else as JSON. A
//     word that is {name} and nothing else becomes one word for each item of a
//     list. A word whose argument was not given, or is null, is left out, so
//     that --size={size} is better than two words.
//   - Each further argument becomes --name=value; true becomes --name, false
//     nothing, a list --name=item for each of its items, an object its JSON.
//     They come in the order of the schema's properties, behind Args or, when
//     there is one, in front of the word --.
//
// An argument can not become an option that nobody meant: those that the schema
// does not name are refused, and so is one that would make a word of Args begin
// with a dash that has none there, unless that is a dash alone or the word --
// comes before it.
type Command struct {
	// Name and Description are the tool's.
	Name, Description string
	// InputSchema is a JSON Schema object; nil is an object of no properties.
	// The arguments are checked against it. OutputSchema is that of the
	// structured content, or nil.
	InputSchema, OutputSchema json.RawMessage
	// Command is a program's path, or its name in a folder of PATH. Args are its
	// words.
	Command string
	Args    []string
	// Env is added to this program's environment.
	Env map[string]string
	// Dir is the folder to run it in; empty is this program's.
	Dir string
	// Timeout ends the command; 0 leaves that to whoever calls.
	Timeout time.Duration
	// Input is InputJSON, which empty means too, or InputArgs.
	Input string
	// Output is OutputText, which empty means too, OutputJSON or OutputMIME.
	Output string
	// Annotations are what the tool says of itself.
	Annotations tool.Annotations
}

// Config is a source of commands.
type Config struct {
	// Name is the source's, unique among custom ones.
	Name string
	// Commands are its tools.
	Commands []Command
	// Origin is where they were declared.
	Origin string
	// Secrets are values to keep out of errors and logs, beside those that Env
	// holds under secret names.
	Secrets []string
}

// New is a source of the commands of c. Nothing runs before a tool is called.
func New(c Config) *Source {
	hide := new(redact.Redactor)
	hide.Add(c.Secrets...)
	for _, command := range c.Commands {
		hide.AddNamed(command.Env)
	}
	return &Source{config: c, hide: hide, info: c.info(hide), limit: maxOutput}
}

func (c Config) info(hide *redact.Redactor) source.Info {
	lines := make([]string, len(c.Commands))
	for i, command := range c.Commands {
		lines[i] = source.CommandLine(hide.Words(append([]string{command.Command}, command.Args...))...)
	}
	return source.Info{Kind: tool.SourceCustom, Name: c.Name, Target: strings.Join(lines, "; "), Origin: c.Origin}
}
