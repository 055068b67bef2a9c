package config

import (
	"encoding/json"
	"time"
)

// A Declaration is what all of this program's own declarations have.
type Declaration struct {
	Name     string
	Disabled bool
	// Problem is a sentence on why it can not be used; empty when it can. The
	// fields beside this struct are empty when there is one.
	Problem string
	// Written is what it would start or reach if there were no Problem, as the
	// file writes it but for its secrets: the words of a command, or an address.
	Written []string
	// Line and Column are where the declaration begins, counted from 1.
	Line, Column int
}

func (d *Declaration) declare(as Declaration) { *d = as }

// Hints are what a declared tool says about itself, as in MCP's annotations;
// nil where it does not.
type Hints struct {
	ReadOnly, Destructive, Idempotent, OpenWorld *bool
}

// An HTTPTool is a tool that is one HTTP request (FACTS 8.6).
type HTTPTool struct {
	Declaration
	Hints
	Description string
	// Method is in capitals; GET when the file gives none.
	Method string
	// URL may hold {name} placeholders for arguments.
	URL string
	// Query are the names of the arguments that go into the query.
	Query   []string
	Headers map[string]string
	// Body is json, form, raw, or empty.
	Body string
	// InputSchema and OutputSchema are JSON objects in the file's own order,
	// without its comments; nil when the file gives none.
	InputSchema, OutputSchema json.RawMessage
	// Result is text, json, status+text, or empty.
	Result string
	// Timeout is 0 when the file gives none.
	Timeout time.Duration
}

// An OpenAPI is a document whose operations are tools.
type OpenAPI struct {
	Declaration
	// Document is an http or https URL, or an absolute path.
	Document string
	// Server replaces the document's own base URL; empty when it does not.
	Server string
	// Variables are those of the document's server, Headers go with every
	// request, Credentials are values by the names of security schemes.
	Variables, Headers, Credentials map[string]string
	Timeout                         time.Duration
}

// An Agent is an A2A agent whose skills are tools.
type Agent struct {
	Declaration
	// URL is the agent's, or its card's.
	URL string
	// Credentials are values by the names of security schemes.
	Headers, Credentials map[string]string
	Timeout              time.Duration
}

// A Command is a tool that is a command.
type Command struct {
	Declaration
	Hints
	Description               string
	InputSchema, OutputSchema json.RawMessage
	Command                   string
	Args                      []string
	Env                       map[string]string
	// Dir is the folder that the command starts in, absolute; empty for this
	// process's.
	Dir     string
	Timeout time.Duration
	// Input is json, args, or empty; Output is text, json, mime, or empty.
	Input, Output string
}

// An App is a running Genkit app, reached at URL or found in the folder Dir.
type App struct {
	Declaration
	URL, Dir string
	Headers  map[string]string
	Timeout  time.Duration
}

// Builtins says which built-in tools are on.
type Builtins struct {
	On bool
	// Off are the names of tools that are off although On is true.
	Off []string
}
