package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"toolbench/toolkit"
	"toolbench/toolkit/config"
	"toolbench/toolkit/source"
	"toolbench/toolkit/source/a2a"
	"toolbench/toolkit/source/genkit"
	"toolbench/toolkit/source/httptool"
	"toolbench/toolkit/source/mcp"
	"toolbench/toolkit/source/skill"
	"toolbench/toolkit/target"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/trust"
)

// A plan gathers the options of the toolkit.
type plan struct {
	session *session
	flags   connectFlags
	options toolkit.Options
	reach   toolkit.Reach
	taken   []string // IDs of sources
	headers map[string]string
	env     map[string]string

	files        []*foundFile
	sets         map[string][]string // what its file sets for each source of a file, by its ID
	declared     map[string]string   // where each source of a file is declared, by its ID
	trusting     sync.Mutex          // guards what files know of trust, once the screen is open
	byHand       map[string]saving   // what was opened by hand, by the ID that it was opened under
	skillsByHand []string            // folders, which one source serves all of
	builtinsSaid bool                // a file says which built-ins there are
	demoAlone    bool
}

// plan gathers what is to be opened: the targets and what came after --; without
// any, what is found in its places, and the fallback when there is nothing.
func (s *session) plan(words []string, flags connectFlags, fallback fallback) (*plan, error) {
	targets, err := s.recognise(words)
	if err != nil {
		return nil, err
	}
	p := &plan{session: s, flags: flags}
	if err := p.check(targets); err != nil {
		return nil, err
	}
	for _, t := range targets {
		if err := p.add(t); err != nil {
			return nil, err
		}
	}
	if len(targets) == 0 && !flags.Demo {
		p.found()
		fallback(p)
	}
	if flags.Builtins {
		p.builtins()
	}
	if flags.Demo {
		p.demo()
	}
	p.recall()
	return p, nil
}

func (s *session) recognise(words []string) ([]target.Target, error) {
	o := target.Options{Dir: s.Dir, Verbs: s.verbs, Reader: s.configReader()}
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
	case (p.flags.ClientID != "" || len(p.flags.Scope) > 0) && urls == 0:
		return errors.New("--client-id and --scope are for signing in to a server given by URL, and none is")
	case p.flags.ClientSecret != "" && p.flags.ClientID == "":
		return errors.New("--client-secret belongs to a --client-id, and none is given")
	case p.flags.Timeout < 0:
		return errors.New("--timeout can not be negative")
	}
	var err error
	if p.headers, err = p.pairs("--header", p.flags.Header, ":="); err != nil {
		return err
	}
	if p.env, err = p.pairs("--env", p.flags.Env, "="); err != nil {
		return err
	}
	return p.prepare()
}

func (p *plan) add(t target.Target) error {
	const byHand = "command line"
	switch t.Kind {
	case target.Command:
		c := p.reach.Server(mcp.Config{
			Name: p.free(tool.SourceMCP, p.adHocName(t)), Command: t.Words[0], Args: t.Words[1:], Env: p.env, Dir: p.flags.Cwd,
			Timeout: p.flags.Timeout, Origin: byHand,
		})
		p.source(mcp.New(c), savingServer(c))
	case target.Endpoint:
		o, err := p.oauth()
		if err != nil {
			return err
		}
		a := toolkit.Address{Name: p.free(tool.SourceMCP, p.adHocName(t)), URL: t.URL, Headers: p.headers, OAuth: o, Origin: byHand}
		p.source(p.reach.At(a), savingAddress(a))
	case target.ConfigFile:
		p.configuration(t.Config, t.Word, true)
	case target.OpenAPIDocument:
		d := httptool.Document{Name: p.free(tool.SourceHTTP, p.adHocName(t)), Location: t.Path, Lookup: p.session.Lookup,
			Timeout: p.flags.Timeout, Origin: byHand, Through: p.reach.Through}
		p.source(httptool.OpenAPI(d), saving{"openapi", d.Name, map[string]any{"document": d.Location}})
	case target.AgentCard:
		c := a2a.Config{Name: p.free(tool.SourceA2A, p.adHocName(t)), URL: t.Path, Timeout: p.flags.Timeout, Origin: byHand, Through: p.reach.Through}
		p.source(a2a.New(c), saving{"agents", c.Name, map[string]any{"url": c.URL}})
	case target.GenkitProject:
		c := genkit.Config{Name: p.free(tool.SourceCustom, p.adHocName(t)), Dir: t.Path, Timeout: p.flags.Timeout, Origin: byHand, Through: p.reach.Through}
		p.source(genkit.New(c), saving{"genkit", c.Name, map[string]any{"dir": c.Dir}})
	case target.SkillsFolder:
		p.options.SkillFolders = append(p.options.SkillFolders, t.Path)
		p.skillsByHand = append(p.skillsByHand, t.Path)
	case target.RecordedTools:
		p.options.Sources = append(p.options.Sources, t.Recorded(p.free(tool.SourceMCP, t.Name)))
	}
	return nil
}

// source adds one that was opened by hand, and how it would be declared.
func (p *plan) source(s source.Source, declared saving) {
	if p.byHand == nil {
		p.byHand = map[string]saving{}
	}
	p.byHand[s.Info().ID()] = declared
	p.options.Sources = append(p.options.Sources, s)
}

func (p *plan) adHocName(t target.Target) string {
	if p.flags.Name != "" {
		return p.flags.Name
	}
	return t.Name
}

// configuration adds what a file declares, and returns the IDs of its sources. Of
// one that is not trusted only these are listed: it has no say in anything else.
func (p *plan) configuration(f *config.File, where string, trusted bool) []string {
	for _, secret := range f.Secrets {
		p.session.secrets.Add(secret)
	}
	for _, note := range f.Notes {
		p.session.say("%s", note)
	}
	c := p.reach.Configured(f, where, func(kind tool.ToolSource, name string) string {
		free := p.free(kind, name)
		p.declare(source.Info{Kind: kind, Name: free}, where+"#"+source.Info{Kind: kind, Name: name}.ID())
		return free
	})
	if trusted {
		p.options.SkillFolders = append(p.options.SkillFolders, c.Skills...)
	} else if len(c.Skills) > 0 {
		name := p.free(tool.SourceSkill, "skills")
		p.declare(source.Info{Kind: tool.SourceSkill, Name: name}, where+"#skills")
		c.Sources = append(c.Sources, skill.New(skill.Options{Name: name, Folders: c.Skills, Origin: where}))
	}
	var ids []string
	settings := trust.Settings(f)
	for _, s := range c.Sources {
		id := s.Info().ID()
		ids = append(ids, id)
		if p.sets == nil {
			p.sets = map[string][]string{}
		}
		p.sets[id] = settings[strings.TrimPrefix(p.declared[id], where+"#")]
	}
	p.options.Sources = append(p.options.Sources, c.Sources...)
	for _, id := range c.Disabled {
		at := slices.Index(ids, id)
		if at < 0 { // it may have got another name than the file gives it
			at = slices.IndexFunc(ids, func(own string) bool { return p.declared[own] == where+"#"+id })
		}
		if at >= 0 {
			p.options.Disabled = append(p.options.Disabled, ids[at])
		} else {
			p.session.say("%s: there is no source %q to switch off", where, id)
		}
	}
	if f.Builtins != nil && trusted {
		p.builtinsSaid, p.options.Builtins = true, c.Builtins
	}
	return ids
}

// declare notes where a source is declared, and as what: its own ID depends on
// what else is found.
func (p *plan) declare(info source.Info, as string) {
	if p.declared == nil {
		p.declared = map[string]string{}
	}
	p.declared[info.ID()] = as
}

// free is name, or with a number behind it when it is taken among its kind.
func (p *plan) free(kind tool.ToolSource, name string) string {
	for n := 1; ; n++ {
		candidate := name
		if n > 1 {
			candidate = fmt.Sprintf("%s-%d", name, n)
		}
		id := source.Info{Kind: kind, Name: candidate}.ID()
		if !slices.Contains(p.taken, id) {
			p.taken = append(p.taken, id)
			return candidate
		}
	}
}

// sourceID is the ID of a source that is named by it or by its name alone.
func (p *plan) sourceID(word string) (string, error) {
	var ids, named []string
	for _, s := range p.options.Sources {
		info := s.Info()
		ids = append(ids, info.ID())
		if info.ID() == word {
			return word, nil
		}
		if info.Name == word {
			named = append(named, info.ID())
		}
	}
	switch len(named) {
	case 1:
		return named[0], nil
	case 0:
		switch tool.ToolSource(word) {
		case tool.SourceBuiltin:
			return "", fmt.Errorf("%s is no source that a file declares: \"builtins\": false in %s leaves the built-in tools out", word, p.session.short(p.session.places().OwnPath()))
		case tool.SourceSkill:
			return "", fmt.Errorf("%s is no source that a file declares: it serves all folders of skills that there are", word)
		}
		if near := tool.Nearest(word, ids); near != "" {
			return "", fmt.Errorf("there is no source %q; did you mean %s?", word, near)
		}
		return "", fmt.Errorf("there is no source %q; toolbench sources lists those that there are", word)
	}
	return "", fmt.Errorf("%q fits several sources: say which of %s", word, strings.Join(named, ", "))
}
