// Package cli is the command line: the grammar, one file and one Run method for
// each verb, and what turns targets into a toolkit. What is for people goes to
// stderr, results to stdout.
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

// grammar is the whole command line. Everything after -- is split off before
// it is parsed.
type grammar struct {
	Open       openVerb       `cmd:"" default:"withargs" hidden:"" help:"Open the screen."`
	List       listVerb       `cmd:"" help:"List the tools, one a line."`
	Show       showVerb       `cmd:"" help:"Show one tool: its description, its fields, its schema."`
	Call       callVerb       `cmd:"" help:"Run one tool."`
	Lint       lintVerb       `cmd:"" help:"Say what is wrong with the tools' definitions."`
	Read       readVerb       `cmd:"" help:"Read a resource of an MCP server."`
	Prompt     promptVerb     `cmd:"" help:"Get a prompt of an MCP server."`
	Sources    sourcesVerb    `cmd:"" help:"Say how each source is, and what it offers beside tools; trust files, switch sources on and off."`
	Doctor     doctorVerb     `cmd:"" help:"Say what works on this machine, and why not."`
	Demo       demoVerb       `cmd:"" help:"Open the screen on a small world of its own."`
	Version    versionVerb    `cmd:"" help:"Print the version."`
	Completion completionVerb `cmd:"" help:"Print a script that completes this command line in a shell."`
}

const description = `A workbench for the tools that language-model agents call.

A TARGET is what to open: an http(s) URL (of an MCP server, an OpenAPI document, an A2A agent or a Genkit app), a file (any client's MCP configuration, this program's own, an OpenAPI document, an agent's card, a recorded list of tools) or a folder (of skills, or of a Genkit project). ` +
	`A server that is started comes last, after --, as in

  toolbench -- npx -y @modelcontextprotocol/server-everything

Without a verb the screen opens. Without a target that is on what is found: this program's own configuration, and those of other clients once they are trusted; or on the demo.`

// Main runs the command line of this process and returns its exit code.
func Main(args []string) int {
	streams := ProcessStreams()
	defer openLog(streams)()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A second interrupt ends the process at once.
	context.AfterFunc(ctx, stop)
	// A reader that has gone (| head) is an error of writing instead of the
	// end of the process, which would leave its servers behind.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	return Run(ctx, args, streams)
}

// Run runs one command line, without the program's name, and returns its exit
// code: 0 fine, 1 the tool reported an error, the answer was no or lint found an
// error, 2 bad input or usage, 3 a source failed or has no such tool, 4 nobody
// answered, 5 the tool itself failed, 130 interrupted (when ctx ended), 141
// nobody reads on.
func Run(ctx context.Context, args []string, streams Streams) int {
	s := newSession(ctx, streams)
	err := s.run(args)
	if flushed := s.out.Flush(); err == nil && flushed != nil {
		err = fail(exitFailed, "the output can not be written: %w", flushed)
	}
	return s.exit(err)
}

func (s *session) run(args []string) error {
	if at := slices.Index(args, "--"); at >= 0 {
		s.command, s.hasCommand = args[at+1:], true
		args = args[:at]
	}
	if len(args) == 1 && spellings[args[0]] != "" {
		args = []string{spellings[args[0]]}
	}
	left := false // for the help, which kong prints while it parses
	parser, err := kong.New(&grammar{},
		kong.Name("toolbench"),
		kong.Description(description),
		kong.Writers(s.out, s.Err),
		kong.Exit(func(int) { left = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: s.Width}),
		kong.Bind(s),
	)
	if err != nil {
		return err
	}
	s.verbs = verbs(parser.Model)
	parsed, err := parser.Parse(args)
	switch {
	case left:
		return nil
	case err != nil:
		return fail(exitUsage, "%w; %s --help shows how it is used", err, misused(err))
	}
	if name, _, _ := strings.Cut(parsed.Command(), " "); s.hasCommand && (name == "version" || name == "completion") {
		return fail(exitUsage, "%s takes no command after --", name)
	}
	return parsed.Run()
}

// misused is what was given in a wrong way: a verb, or the program as a whole.
func misused(err error) string {
	var wrong *kong.ParseError
	if errors.As(err, &wrong) && wrong.Context != nil {
		if verb := wrong.Context.Selected(); verb != nil && !verb.Hidden {
			return "toolbench " + verb.Name
		}
	}
	return "toolbench"
}

// spellings are what people try first for what is written another way here.
var spellings = map[string]string{"--version": "version", "help": "--help"}

func verbs(model *kong.Application) []string {
	var names []string
	for _, verb := range model.Children {
		if !verb.Hidden {
			names = append(names, verb.Name)
		}
	}
	return names
}

// The exit codes.
const (
	exitToolError   = 1
	exitUsage       = 2
	exitSource      = 3
	exitUnanswered  = 4
	exitFailed      = 5
	exitInterrupted = 130
	exitUnread      = 141 // what a shell calls the end by SIGPIPE
)

// A failure ends the program with a code. Without an error everything has
// been said.
type failure struct {
	code int
	err  error
}

func (f *failure) Error() string {
	if f.err == nil {
		return fmt.Sprintf("exit code %d", f.code)
	}
	return f.err.Error()
}

func (f *failure) Unwrap() error { return f.err }

func fail(code int, format string, args ...any) error {
	return &failure{code, fmt.Errorf(format, args...)}
}

// codeOf is the code that an error ends the program with; 0 for none.
func codeOf(err error) int {
	var f *failure
	switch {
	case err == nil:
		return 0
	case errors.As(err, &f):
		return f.code
	}
	return exitFailed
}

// leave ends the program with a code and says nothing more.
func leave(code int) error {
	if code == 0 {
		return nil
	}
	return &failure{code: code}
}

// exit says what there is to say and returns the exit code.
func (s *session) exit(err error) int {
	if err == nil {
		return 0
	}
	code := exitFailed
	var f *failure
	switch {
	case errors.Is(err, syscall.EPIPE):
		return exitUnread
	case errors.As(err, &f):
		code = f.code
		if f.err == nil {
			return code
		}
	case s.ctx.Err() != nil:
		code = exitInterrupted
	}
	if code == exitInterrupted {
		s.say("interrupted")
		return code
	}
	s.say("%s", err)
	return code
}
