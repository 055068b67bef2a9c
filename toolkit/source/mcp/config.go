// Package mcp is the source of tools that an MCP server offers, reached as a
// process over its standard streams, over streamable HTTP, or in process.
//
// The protocol itself is go-sdk's. What this package adds sits beside the
// wire: it finds the protocol version that a server can do, keeps the bytes of
// listings and results as the server wrote them, reads them leniently, and
// records the raw exchange.
package mcp

import (
	"cmp"
	"context"
	"net/http"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A Config says which server to use. Exactly one of Command, URL and Transport
// is set.
type Config struct {
	// Name is the server's name, unique among MCP servers. Its tools are
	// named Sanitize(Name)_Sanitize(tool).
	Name string
	// Command is the program to start as a server on its standard streams.
	Command string
	// Args are the program's arguments.
	Args []string
	// Env is added to this program's own environment.
	Env map[string]string
	// Dir is the program's working folder; "" is this program's own.
	Dir string
	// URL is the endpoint of a server over streamable HTTP.
	URL string
	// Headers go with every request to URL's host, and to no other.
	Headers map[string]string
	// Timeout bounds connecting and listing in all; 0 is 30 seconds.
	Timeout time.Duration
	// Protocol pins the MCP version, as in "2025-11-25"; "" finds it out.
	Protocol string
	// Tools says by short name which tools to list: false hides one, and if
	// any is true only those are listed.
	Tools map[string]bool
	// Origin is where the declaration was found: see [source.Info].
	Origin string
	// Transport makes a connection to a server in this process.
	Transport func() sdk.Transport
	// MaxFrame is the size in bytes over which a message from the server is
	// refused; 0 is 16 MiB.
	MaxFrame int
	// TerminateAfter is how long a process is given to go after its standard
	// input was closed, and again after SIGTERM, before it is killed. 0 is
	// 100 ms and then 400 ms.
	TerminateAfter time.Duration
	// Secrets are values that no error, log line or record of the exchange
	// may show, beside those of headers and variables whose names say so.
	Secrets []string
	// OAuth says how to sign in to URL, when the server wants that; nil
	// registers this program with the authorization server by itself.
	OAuth *OAuth
	// Tokens keeps what a sign-in yielded; nil keeps it until the end of the
	// process.
	Tokens TokenStore
	// Through is what requests to URL and to its authorization server go
	// through; nil is [http.DefaultTransport].
	Through http.RoundTripper
	// Sampling lets the server ask for a message in a language model's place,
	// which a person then writes: see [tool.KindSampling].
	Sampling bool
	// Roots are the folders that the server is told it may work in. Nil tells
	// it nothing, an empty list that there are none. See [Source.SetRoots].
	Roots []Root
	// Prepare, when set, is called at each opening before anything else, for a
	// configuration that leaves something open, which ask puts to the person.
	// Of the Config that it returns Command, Args, Env, Dir, URL, Headers and
	// Secrets are used, for this opening. It must not call the source.
	Prepare func(ctx context.Context, ask func(context.Context, tool.Request) (tool.Answer, error)) (Config, error)
}

const (
	defaultTimeout  = 30 * time.Second
	defaultMaxFrame = 16 << 20
	// legacy is the newest protocol version that begins with initialize.
	legacy = "2025-11-25"
)

func (c *Config) timeout() time.Duration { return cmp.Or(c.Timeout, defaultTimeout) }

func (c *Config) maxFrame() int { return cmp.Or(c.MaxFrame, defaultMaxFrame) }

// grace is how long a process gets to go after its standard input was closed,
// and after it was signalled.
func (c *Config) grace() (time.Duration, time.Duration) {
	return cmp.Or(c.TerminateAfter, afterInput), cmp.Or(c.TerminateAfter, afterSignal)
}

func (c *Config) info(hide *redact.Redactor) source.Info {
	target := c.Name
	switch {
	case c.Command != "":
		target = source.CommandLine(hide.Words(append([]string{c.Command}, c.Args...))...)
	case c.URL != "":
		target = hide.URL(c.URL)
	}
	return source.Info{Kind: tool.SourceMCP, Name: c.Name, Target: target, Origin: c.Origin}
}

func (c *Config) redactor() *redact.Redactor {
	hide := new(redact.Redactor)
	c.conceal(hide)
	return hide
}

// conceal makes the secrets of the configuration known to hide.
func (c *Config) conceal(hide *redact.Redactor) {
	hide.Add(c.Secrets...)
	if c.OAuth != nil {
		hide.Add(c.OAuth.ClientSecret)
	}
	hide.AddNamed(c.Headers)
	hide.AddNamed(c.Env)
	hide.Add(redact.SecretWords(c.Args)...)
	hide.AddURL(c.URL)
}

// wants tells whether a tool is listed, by its short name.
func (c *Config) wants(name string) bool {
	wanted, named := c.Tools[name]
	if named {
		return wanted
	}
	for _, only := range c.Tools {
		if only {
			return false
		}
	}
	return true
}
