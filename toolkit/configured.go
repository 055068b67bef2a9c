package toolkit

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"toolbench/toolkit/config"
	"toolbench/toolkit/source"
	"toolbench/toolkit/source/a2a"
	"toolbench/toolkit/source/builtin"
	"toolbench/toolkit/source/custom"
	"toolbench/toolkit/source/genkit"
	"toolbench/toolkit/source/httptool"
	"toolbench/toolkit/source/mcp"
	"toolbench/toolkit/tool"
)

// Reach is how this program reaches its sources, whatever declares them. The
// zero value serves.
type Reach struct {
	// Through is what HTTP requests go through; nil is [http.DefaultTransport].
	Through http.RoundTripper
	// Tokens keeps what signing in yields; nil keeps it in memory.
	Tokens mcp.TokenStore
	// Timeout bounds the opening of a source that does not set its own; 0 is
	// that kind's default.
	Timeout time.Duration
	// MaxMessage bounds each message of an MCP server that does not set its
	// own, in bytes; 0 is the default of [mcp.Config].
	MaxMessage int
	// Roots are told to MCP servers that ask for them; nil does not offer it.
	Roots []mcp.Root
	// Sampling offers MCP servers to put their sampling requests to a person.
	Sampling bool
	// Inputs are values by the ids of a configuration's inputs. What is not
	// among them is asked for when it is needed.
	Inputs map[string]string
}

// A Configuration is the sources that a file declares.
type Configuration struct {
	// Sources are in the file's order, kind by kind. One that is declared in a
	// way that can not be used is among them: opening it says why.
	Sources []source.Source
	// Disabled are the IDs of those that the file switches off.
	Disabled []string
	// Skills are folders of skills. They are no source of their own: one tool
	// serves all skills, as of [Options.SkillFolders].
	Skills []string
	// Builtins says which built-in tools the file wants; nil when it does not
	// say.
	Builtins *builtin.Options
}

// Configured makes sources of what a file declares. name is given the kind and
// name of each and returns the name that it gets, since two files may use the
// same; nil takes names as they are. The text where says where the file is, for
// people.
func (r Reach) Configured(f *config.File, where string, name func(kind tool.ToolSource, name string) string) Configuration {
	if name == nil {
		name = func(_ tool.ToolSource, name string) string { return name }
	}
	c := &configuring{reach: r, file: f, where: where, name: name, inputs: &inputs{known: r.Inputs, declared: f.Inputs, where: where}}
	for _, s := range f.Servers {
		c.server(s)
	}
	for _, d := range f.OpenAPI {
		c.document(d)
	}
	c.endpoints()
	for _, a := range f.Agents {
		c.agent(a)
	}
	c.commands()
	for _, a := range f.Apps {
		c.app(a)
	}
	c.out.Skills = f.Skills
	c.out.Disabled = append(c.out.Disabled, f.Disabled...)
	if b := f.Builtins; b != nil && b.On {
		c.out.Builtins = &builtin.Options{Disabled: map[string]bool{}}
		for _, name := range b.Off {
			c.out.Builtins.Disabled[name] = true
		}
	}
	return c.out
}

// configuring is one file while its sources are made.
type configuring struct {
	reach  Reach
	file   *config.File
	where  string
	name   func(kind tool.ToolSource, name string) string
	inputs *inputs
	out    Configuration
}

func (c *configuring) add(s source.Source, disabled bool) {
	c.out.Sources = append(c.out.Sources, s)
	if disabled {
		c.out.Disabled = append(c.out.Disabled, s.Info().ID())
	}
}

// unusable lists what can not be used, with the reason and with what it would
// start, which whoever trusts its file is to see.
func (c *configuring) unusable(kind tool.ToolSource, d config.Declaration) {
	target := source.CommandLine(d.Written...)
	switch len(d.Written) {
	case 0:
		target = c.where
	case 1:
		target = d.Written[0]
	}
	c.add(Unusable(source.Info{Kind: kind, Name: c.name(kind, d.Name), Target: target, Origin: c.where}, d.Problem), d.Disabled)
}

func (c *configuring) timeout(own time.Duration) time.Duration {
	if own > 0 {
		return own
	}
	return c.reach.Timeout
}

func (c *configuring) server(s config.Server) {
	if s.Problem != "" {
		c.unusable(tool.SourceMCP, config.Declaration{Name: s.Name, Disabled: s.Disabled, Problem: s.Problem, Written: s.Written})
		return
	}
	s.Name = c.name(tool.SourceMCP, s.Name)
	declared := c.serverConfig(s)
	if len(s.Inputs) > 0 {
		declared.Prepare = func(ctx context.Context, ask ask) (mcp.Config, error) {
			values, err := c.inputs.values(ctx, s.Inputs, ask)
			if err != nil {
				return mcp.Config{}, err
			}
			filled := s.Fill(values)
			if filled.Problem != "" {
				return mcp.Config{}, errors.New(filled.Problem)
			}
			return c.serverConfig(filled), nil
		}
	}
	c.add(mcp.New(declared), s.Disabled)
}

func (c *configuring) serverConfig(s config.Server) mcp.Config {
	out := c.reach.Server(mcp.Config{
		Name: s.Name, Command: s.Command, Args: s.Args, Env: s.Env, Dir: s.Dir, URL: s.URL, Headers: s.Headers,
		Timeout: c.timeout(s.Timeout), MaxFrame: int(s.MaxMessage), Tools: s.Tools, Origin: c.where, Secrets: slices.Concat(c.file.Secrets, s.Secrets),
	})
	if o := s.OAuth; o != nil {
		out.OAuth = &mcp.OAuth{ClientID: o.ClientID, ClientSecret: o.ClientSecret, ClientMetadataURL: o.ClientMetadataURL,
			Scopes: o.Scopes, CallbackPort: o.CallbackPort}
	}
	for _, root := range c.file.Roots {
		out.Roots = append(out.Roots, Root(root))
	}
	return out
}

// Server is a server's configuration with what all servers share.
func (r Reach) Server(c mcp.Config) mcp.Config {
	c.Through, c.Tokens, c.Sampling = r.Through, r.Tokens, r.Sampling
	c.MaxFrame = cmp.Or(c.MaxFrame, r.MaxMessage)
	c.Roots = slices.Clone(r.Roots)
	return c
}

// Root is a folder as MCP servers are told of it.
func Root(folder string) mcp.Root {
	path := filepath.ToSlash(folder)
	if !strings.HasPrefix(path, "/") { // a drive's letter
		path = "/" + path
	}
	return mcp.Root{URI: (&url.URL{Scheme: "file", Path: path}).String(), Name: filepath.Base(folder)}
}

func (c *configuring) document(d config.OpenAPI) {
	if d.Problem != "" {
		c.unusable(tool.SourceHTTP, d.Declaration)
		return
	}
	c.add(httptool.OpenAPI(httptool.Document{
		Name: c.name(tool.SourceHTTP, d.Name), Location: d.Document, Server: d.Server, Variables: d.Variables, Headers: d.Headers,
		Credentials: d.Credentials, Timeout: c.timeout(d.Timeout), Origin: c.where, Secrets: c.file.Secrets, Through: c.reach.Through,
	}), d.Disabled)
}

// endpoints gathers the file's requests in one source, named after the file.
func (c *configuring) endpoints() {
	var usable []httptool.Endpoint
	for _, e := range c.file.HTTP {
		switch {
		case e.Problem != "":
			c.unusable(tool.SourceHTTP, e.Declaration)
		case !e.Disabled:
			usable = append(usable, httptool.Endpoint{
				Name: e.Name, Description: e.Description, Method: e.Method, URL: e.URL, Query: e.Query, Headers: e.Headers, Body: e.Body,
				InputSchema: e.InputSchema, OutputSchema: e.OutputSchema, Result: e.Result, Timeout: e.Timeout, Annotations: tool.Annotations(e.Hints),
			})
		}
	}
	if len(usable) > 0 {
		c.add(httptool.New(httptool.Config{Name: c.name(tool.SourceHTTP, "requests"), Endpoints: usable, Origin: c.where,
			Secrets: c.file.Secrets, Through: c.reach.Through}), false)
	}
}

func (c *configuring) agent(a config.Agent) {
	if a.Problem != "" {
		c.unusable(tool.SourceA2A, a.Declaration)
		return
	}
	c.add(a2a.New(a2a.Config{Name: c.name(tool.SourceA2A, a.Name), URL: a.URL, Headers: a.Headers, Credentials: a.Credentials,
		Timeout: c.timeout(a.Timeout), Origin: c.where, Secrets: c.file.Secrets, Through: c.reach.Through}), a.Disabled)
}

// commands gathers the file's commands in one source, named after the file.
func (c *configuring) commands() {
	var usable []custom.Command
	for _, d := range c.file.Commands {
		switch {
		case d.Problem != "":
			c.unusable(tool.SourceCustom, d.Declaration)
		case !d.Disabled:
			usable = append(usable, custom.Command{
				Name: d.Name, Description: d.Description, InputSchema: d.InputSchema, OutputSchema: d.OutputSchema, Command: d.Command, Args: d.Args,
				Env: d.Env, Dir: d.Dir, Timeout: d.Timeout, Input: d.Input, Output: d.Output, Annotations: tool.Annotations(d.Hints),
			})
		}
	}
	if len(usable) > 0 {
		c.add(custom.New(custom.Config{Name: c.name(tool.SourceCustom, "commands"), Commands: usable, Origin: c.where, Secrets: c.file.Secrets}), false)
	}
}

func (c *configuring) app(a config.App) {
	if a.Problem != "" {
		c.unusable(tool.SourceCustom, a.Declaration)
		return
	}
	c.add(genkit.New(genkit.Config{Name: c.name(tool.SourceCustom, a.Name), URL: a.URL, Dir: a.Dir, Headers: a.Headers,
		Timeout: c.timeout(a.Timeout), Origin: c.where, Secrets: c.file.Secrets, Through: c.reach.Through}), a.Disabled)
}

// Unusable is a source that stands for what can not be opened, such as a
// declaration with a mistake, so that it is listed with the reason.
func Unusable(info source.Info, problem string) source.Source { return &unusable{info, problem} }

type unusable struct {
	info    source.Info
	problem string
}

func (u *unusable) Info() source.Info { return u.info }

func (u *unusable) Open(context.Context, source.Host) (source.Listing, error) {
	return source.Listing{}, errors.New(u.problem)
}

func (u *unusable) Close() error { return nil }
