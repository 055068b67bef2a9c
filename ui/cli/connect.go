package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"toolbench/toolkit"
	"toolbench/toolkit/demo"
	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
	"toolbench/toolkit/source/builtin"
	"toolbench/toolkit/source/mcp"
	"toolbench/toolkit/target"
	"toolbench/toolkit/tool"
)

// connectFlags say what to open beside the targets, and how.
type connectFlags struct {
	Header   []string      `sep:"none" placeholder:"NAME:VALUE" help:"Send a header to the servers given by URL. Repeatable."`
	Env      []string      `sep:"none" placeholder:"NAME=VALUE" help:"Set a variable for the server after --. Repeatable."`
	Cwd      string        `placeholder:"DIR" help:"Start the server after -- in this folder."`
	Timeout  time.Duration `placeholder:"DURATION" help:"How long connecting may take (30s), or a call (60s)."`
	Name     string        `placeholder:"NAME" help:"Name the server given by URL or after --."`
	Builtins bool          `help:"Add the built-in tools."`
	Demo     bool          `help:"Add the demo's tools."`
}

// targetFlags are for verbs that take other words of their own.
type targetFlags struct {
	Target []string `short:"t" sep:"none" placeholder:"TARGET" help:"What to open. Repeatable."`
}

// connect opens the targets and what came after --; without any, the fallback.
// The caller closes the toolkit.
func (s *session) connect(words []string, flags connectFlags, fallback func(*toolkit.Options)) (*toolkit.Toolkit, error) {
	targets, err := s.recognise(words)
	if err != nil {
		return nil, &failure{exitUsage, err}
	}
	p := &plan{session: s, flags: flags}
	if err := p.check(targets); err != nil {
		return nil, &failure{exitUsage, err}
	}
	for _, t := range targets {
		p.add(t)
	}
	if len(targets) == 0 && !flags.Demo {
		fallback(&p.options)
	}
	if flags.Builtins {
		withBuiltins(&p.options)
	}
	if flags.Demo {
		withDemo(&p.options)
	}
	tk, err := toolkit.CreateToolkit(s.ctx, p.options)
	if err != nil {
		return nil, &failure{exitUsage, err}
	}
	return tk, nil
}

// close shows what was printed before it waits for the sources to end.
func (s *session) close(tk *toolkit.Toolkit) {
	_ = s.out.Flush() // an error stays with the writer
	if err := tk.Close(); err != nil {
		s.say("%s", err)
	}
}

func withBuiltins(o *toolkit.Options) { o.Builtins = &builtin.Options{} }

func withDemo(o *toolkit.Options) { o.Sources = append(o.Sources, demo.Sources()...) }

func (s *session) recognise(words []string) ([]target.Target, error) {
	o := target.Options{Dir: s.Dir, Verbs: s.verbs, Lookup: s.Lookup}
	var targets []target.Target
	for _, word := range words {
		t, err := target.Recognise(word, o)
		if err != nil {
			return nil, err
		}
		targets = append(targets, t)
	}
	if s.hasCommand {
		t, err := target.OfCommand(s.command, o)
		if err != nil {
			return nil, err
		}
		targets = append(targets, t)
	}
	return targets, nil
}

// A plan gathers the options of the toolkit.
type plan struct {
	session *session
	flags   connectFlags
	options toolkit.Options
	taken   []string // names of MCP servers
	headers map[string]string
	env     map[string]string
}

// check refuses flags that would do nothing.
func (p *plan) check(targets []target.Target) error {
	urls, commands := 0, 0
	for _, t := range targets {
		switch t.Kind {
		case target.Endpoint:
			urls++
		case target.Command:
			commands++
		}
	}
	switch {
	case len(p.flags.Header) > 0 && urls == 0:
		return errors.New("--header is for a server given by URL, and none is")
	case len(p.flags.Env) > 0 && commands == 0:
		return errors.New("--env is for a server given after --, and none is")
	case p.flags.Cwd != "" && commands == 0:
		return errors.New("--cwd is for a server given after --, and none is")
	case p.flags.Name != "" && urls+commands != 1:
		return fmt.Errorf("--name is for one server given by URL or after --, and %d are", urls+commands)
	case p.flags.Timeout < 0:
		return errors.New("--timeout can not be negative")
	}
	var err error
	if p.headers, err = p.pairs("--header", p.flags.Header, ":="); err != nil {
		return err
	}
	p.env, err = p.pairs("--env", p.flags.Env, "=")
	return err
}

// pairs reads NAME=VALUE texts; separators are the characters that may stand
// between the two. Values whose names say so are kept out of what is printed.
func (p *plan) pairs(flag string, texts []string, separators string) (map[string]string, error) {
	pairs := map[string]string{}
	for _, text := range texts {
		at := strings.IndexAny(text, separators)
		if at <= 0 {
			return nil, fmt.Errorf("%s takes NAME%cVALUE, given is %.20q", flag, separators[0], text)
		}
		name, value := strings.TrimSpace(text[:at]), text[at+1:]
		if flag == "--header" {
			value = strings.TrimSpace(value)
		}
		if redact.IsSecretName(name) {
			p.session.secrets.Add(value)
		}
		pairs[name] = value
	}
	return pairs, nil
}

func (p *plan) add(t target.Target) {
	switch t.Kind {
	case target.Command:
		p.server(mcp.Config{
			Name: p.adHocName(t), Command: t.Words[0], Args: t.Words[1:], Env: p.env, Dir: p.flags.Cwd,
			Timeout: p.flags.Timeout, Origin: "command line",
		})
	case target.Endpoint:
		p.server(mcp.Config{
			Name: p.adHocName(t), URL: t.URL, Headers: p.headers, Timeout: p.flags.Timeout, Origin: "command line",
		})
	case target.ConfigFile:
		p.configuration(t)
	case target.SkillsFolder:
		p.options.SkillFolders = append(p.options.SkillFolders, t.Path)
	case target.RecordedTools:
		p.options.Sources = append(p.options.Sources, t.Recorded(p.free(t.Name)))
	}
}

func (p *plan) adHocName(t target.Target) string {
	if p.flags.Name != "" {
		return p.flags.Name
	}
	return t.Name
}

func (p *plan) configuration(t target.Target) {
	for _, secret := range t.Config.Secrets {
		p.session.secrets.Add(secret)
	}
	for _, note := range t.Config.Notes {
		p.session.say("%s", note)
	}
	for _, server := range t.Config.Servers {
		if server.Problem != "" {
			p.options.Sources = append(p.options.Sources, &unusable{p.free(server.Name), t.Word, server.Problem})
			continue
		}
		name := p.server(mcp.Config{
			Name: server.Name, Command: server.Command, Args: server.Args, Env: server.Env, Dir: server.Dir,
			URL: server.URL, Headers: server.Headers, Timeout: server.Timeout, Tools: server.Tools,
			Origin: t.Word, Secrets: t.Config.Secrets,
		})
		if server.Disabled {
			p.options.Disabled = append(p.options.Disabled, source.Info{Kind: tool.SourceMCP, Name: name}.ID())
		}
	}
}

func (p *plan) server(c mcp.Config) (name string) {
	c.Name = p.free(c.Name)
	p.options.MCP = append(p.options.MCP, c)
	return c.Name
}

// free is name, or with a number behind it when it is taken.
func (p *plan) free(name string) string {
	for n := 1; ; n++ {
		candidate := name
		if n > 1 {
			candidate = fmt.Sprintf("%s-%d", name, n)
		}
		if !slices.Contains(p.taken, candidate) {
			p.taken = append(p.taken, candidate)
			return candidate
		}
	}
}
