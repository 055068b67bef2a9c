// Package source says what a source of tools is: an MCP server, a folder of
// skills, the built-ins, and so on. It holds types only; each kind has a
// package of its own below this one.
package source

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"toolbench/toolkit/tool"
)

// A Source owns tools and knows how to list and call them. Its tools' Execute
// functions are the way to call; they may be used from any goroutine, between
// Open and Close, and answer with a sentence afterwards.
type Source interface {
	// Info says which source this is. It never changes and never blocks.
	Info() Info
	// Open connects, when there is something to connect to, and lists the
	// tools. Opening an open source connects anew. The context bounds the
	// opening only, not what was opened. An error is a sentence that says what
	// was tried and what would do.
	Open(ctx context.Context, host Host) (Listing, error)
	// Close ends every call and leaves no process or goroutine behind. It may
	// be called at any time, twice, and without Open.
	Close() error
}

// A Host is what a source reports to by itself, between Open and Close. Its
// methods are safe from any goroutine and do not block.
type Host interface {
	// Changed replaces the listing.
	Changed(Listing)
	// Log adds to the source's log: a server's stderr, its log messages,
	// lines on stdout that were not the protocol's.
	Log(tool.LogEntry)
	// Exchanged adds a message to the raw record of what went over the wire.
	Exchanged(Message)
	// Lost says that the source serves no more, and why.
	Lost(error)
	// Ask asks the person something that belongs to no call: a server's
	// sampling, a value that a configuration leaves open. Alone of these
	// methods it blocks, until there is an answer, which may be one that is
	// not OK, or ctx ends. It returns [tool.ErrNobodyToAsk] at once when nobody
	// listens.
	Ask(ctx context.Context, request tool.Request) (tool.Answer, error)
}

// An Info says which source this is.
type Info struct {
	// Kind is the kind of its tools.
	Kind tool.ToolSource
	// Name is the server, agent or document, as people call it. It is unique
	// within its kind and empty for kinds of which there is only one.
	Name string
	// Target is what it is reached at, for people: a command line, a URL, a
	// folder. It holds no secret.
	Target string
	// Origin is where its declaration was found: a file's path, "command
	// line", "program".
	Origin string
}

// ID names the source within a toolkit: its kind, and its name when it has one.
func (i Info) ID() string {
	if i.Name == "" {
		return string(i.Kind)
	}
	return string(i.Kind) + ":" + i.Name
}

// Of is something that can be done with the source as a whole, made into a tool
// without arguments, so that it is run, watched and stopped as calls are.
func (i Info) Of(what, description string, do tool.ExecuteFunc) tool.Tool {
	return tool.Tool{
		Name: tool.Sanitize(i.Name) + "_" + what, Description: description, Source: i.Kind, Execute: do,
		InputSchema: tool.JSONSchema{"type": "object"},
		Details:     &tool.Details{ShortName: what, Title: strings.ReplaceAll(what, "_", " "), Server: i.Name},
	}
}

// A Watched source knows the files that it is made of: a server's program, a
// document, a folder of skills. When one changes it is worth opening anew.
type Watched interface {
	// Files are existing files and folders, absolute.
	Files() []string
}

// A Listing is what a source has to offer.
type Listing struct {
	// Tools are in the order that the source gave.
	Tools []tool.Tool
	// Problems are the entries that could not be made into a tool.
	Problems []Problem
	// Offers are what the source has beside tools, in its own order: resources,
	// then resource templates, then prompts.
	Offers []Offer
	// More says that offers are still being listed, and follow by
	// [Host.Changed].
	More bool
	// Facts is what the source says of itself.
	Facts Facts
}

// A Problem is an entry of a listing that could not be made into a tool.
type Problem struct {
	// Name is the entry's name, or its place when it has none.
	Name string
	// Reason is a sentence.
	Reason string
	// Raw is the entry as it was sent.
	Raw json.RawMessage
}

// Facts is what a source says of itself.
type Facts struct {
	// Server and Version are the implementation's own name and version.
	Server, Version string
	// Protocol is the protocol and its version: "MCP 2025-11-25".
	Protocol string
	// Capabilities are the names of what the server declared.
	Capabilities []string
	// Instructions are what the server says to a model of how to use it.
	Instructions string
}

// A State is how a source is.
type State int

// The states of a source.
const (
	Connecting State = iota
	Connected
	Failed
	NeedsAuthorization
	Disabled
	// Untrusted is a source that was found, not asked for: it starts after the
	// person said yes.
	Untrusted
)

func (s State) String() string {
	switch s {
	case Connecting:
		return "connecting"
	case Connected:
		return "connected"
	case Failed:
		return "failed"
	case NeedsAuthorization:
		return "needs authorization"
	case Disabled:
		return "disabled"
	case Untrusted:
		return "not trusted"
	}
	return "unknown"
}

// A Direction says which way a message went.
type Direction int

// The directions of a message.
const (
	Sent Direction = iota
	Received
)

// A Message is one message of the raw exchange with a server. It holds no
// header that carries a secret.
type Message struct {
	Time      time.Time
	Direction Direction
	// Body is the message as it was on the wire, cut at 64 KiB.
	Body []byte
	// Size is the whole message's size in bytes.
	Size int
}

// An AuthorizationError is returned by Open when the server wants the person to
// sign in first.
type AuthorizationError struct {
	// URL is where to sign in; empty when the server did not say.
	URL string
	Err error
	// SignIn signs the person in: it asks through the ToolContext, with a
	// request of [tool.KindAuthorization]. When it returns a result that is no
	// error, the source can be opened. It is nil when this program can not
	// sign in to the server by itself.
	SignIn tool.ExecuteFunc
}

func (e *AuthorizationError) Error() string { return e.Err.Error() }

// Unwrap is the cause.
func (e *AuthorizationError) Unwrap() error { return e.Err }

// A LostError is returned by Execute when the source died or was closed in
// mid-call, or before it.
type LostError struct {
	Info Info
	Err  error
}

func (e *LostError) Error() string { return e.Err.Error() }

// Unwrap is the cause.
func (e *LostError) Unwrap() error { return e.Err }

// Lost marks the error as one of a source that is gone: toolkit/run tells it
// from a fault of the tool by this method.
func (e *LostError) Lost() bool { return true }

// A ReplacedError is returned by Open when the source turned out to be others: a
// URL of which only asking tells what is behind it. They take its place.
type ReplacedError struct {
	Sources []Source
}

func (e *ReplacedError) Error() string { return "the source turned out to be another" }

// A Leveled source can be told which log messages to send.
type Leveled interface {
	// SetLogLevel asks for log messages of this level and above: one of
	// those of [tool.LogEntry].
	SetLogLevel(ctx context.Context, level string) error
}

// A SignedIn source is one that a person signs in to.
type SignedIn interface {
	// SignOut forgets what signing in yielded, also what is kept on disk.
	SignOut(ctx context.Context) error
}
