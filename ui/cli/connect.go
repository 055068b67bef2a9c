package cli

import (
	"time"

	"toolbench/toolkit"
	"toolbench/toolkit/config"
	"toolbench/toolkit/demo"
	"toolbench/toolkit/source/builtin"
)

// connectFlags say what to open beside the targets, and how.
type connectFlags struct {
	Header       []string      `sep:"none" placeholder:"NAME:VALUE" help:"Send a header to the servers given by URL. Repeatable."`
	Env          []string      `sep:"none" placeholder:"NAME=VALUE" help:"Set a variable for the server after --. Repeatable."`
	Cwd          string        `placeholder:"DIR" help:"Start the server after -- in this folder."`
	Timeout      time.Duration `placeholder:"DURATION" help:"How long connecting may take (30s), or a call (60s)."`
	MaxMessage   config.Size   `placeholder:"SIZE" help:"How large a message of an MCP server may be (16MiB)."`
	Name         string        `placeholder:"NAME" help:"Name the server given by URL or after --."`
	Input        []string      `sep:"none" placeholder:"ID=VALUE" help:"Give a value that a configuration asks for. Repeatable."`
	Root         []string      `sep:"none" placeholder:"DIR" help:"Tell servers that they may work in this folder. Repeatable."`
	ClientID     string        `name:"client-id" placeholder:"ID" help:"Sign in to the server given by URL as this client of its, instead of registering one."`
	ClientSecret string        `placeholder:"SECRET|@FILE|-" help:"The secret of that client."`
	Scope        []string      `placeholder:"SCOPE" help:"Ask for this scope when signing in. Repeatable."`
	Insecure     bool          `help:"Accept any certificate of a server. Whoever is on the way can read and change everything."`
	Verbose      bool          `short:"v" help:"Print the log of each source on stderr."`
	Builtins     bool          `help:"Add the built-in tools."`
	Demo         bool          `help:"Add the demo's tools."`
}

// targetFlags are for verbs that take other words of their own.
type targetFlags struct {
	Target []string `short:"t" sep:"none" placeholder:"TARGET" help:"What to open. Repeatable."`
}

// create opens what was planned. The caller closes the toolkit.
func (s *session) create(p *plan) (*toolkit.Toolkit, error) {
	tk, err := toolkit.CreateToolkit(s.ctx, p.options)
	if err != nil {
		return nil, &failure{exitUsage, err}
	}
	if p.flags.Verbose {
		s.logs.Go(func() { s.printLogs(tk) })
	}
	return tk, nil
}

// with plans and opens the targets, or without any what is found and the
// built-in tools, for as long as do runs.
func (s *session) with(words []string, flags connectFlags, answers *answers, do opened) error {
	p, err := s.plan(words, flags, withBuiltins)
	if err != nil {
		return &failure{exitUsage, err}
	}
	return s.use(p, answers, do)
}

// opened is what a verb does with what it opened.
type opened func(*session, *toolkit.Toolkit, *plan) error

// use opens what was planned for as long as do runs. Where somebody can be asked,
// or answers were given, what sources ask by themselves is answered meanwhile.
func (s *session) use(p *plan, answers *answers, do opened) error {
	p.options.Attended = answers.given || s.asks()
	tk, err := s.create(p)
	if err != nil {
		return err
	}
	defer s.close(tk)
	if p.options.Attended {
		defer s.attend(tk, answers)()
	}
	return do(s, tk, p)
}

// close shows what was printed before it waits for the sources to end.
func (s *session) close(tk *toolkit.Toolkit) {
	_ = s.out.Flush() // an error stays with the writer
	if err := tk.Close(); err != nil {
		s.say("%s", err)
	}
	s.attended.Wait()
	s.logs.Wait()
}

// A fallback says what is opened when nothing was asked for, beside what was
// found.
type fallback func(*plan)

func withBuiltins(p *plan) {
	if !p.builtinsSaid {
		p.builtins()
	}
}

// withDemoWhenEmpty is for the screen: what was found with the built-ins, or
// the demo when nothing was.
func withDemoWhenEmpty(p *plan) {
	if len(p.files) == 0 && len(p.options.SkillFolders) == 0 {
		p.demoAlone = true
		p.demo()
	}
	withBuiltins(p)
}

func (p *plan) builtins() {
	if p.options.Builtins == nil {
		p.options.Builtins = &builtin.Options{}
	}
}

func (p *plan) demo() { p.options.Sources = append(p.options.Sources, demo.Sources()...) }
