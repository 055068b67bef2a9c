// Package target recognises what a word on the command line points at: a server
// to start, an address, a configuration file, an OpenAPI document, an agent
// card, a folder of skills, a Genkit project, a recorded list of tools. It reads
// files but starts and asks nothing.
package target

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"toolbench/toolkit/config"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A Kind is what a target is.
type Kind int

// The kinds of target.
const (
	// Command is a stdio MCP server to start.
	Command Kind = iota
	// Endpoint is a URL: of an MCP server, an OpenAPI document, an agent or a
	// Genkit app, which only asking can tell.
	Endpoint
	// ConfigFile is an MCP client's configuration.
	ConfigFile
	// SkillsFolder is a folder with skills in or below it.
	SkillsFolder
	// RecordedTools is a file with the result of tools/list.
	RecordedTools
	// OpenAPIDocument is a file that describes an HTTP API.
	OpenAPIDocument
	// AgentCard is a file that describes an A2A agent.
	AgentCard
	// GenkitProject is a folder in which a Genkit app was started.
	GenkitProject
)

// A Target is what a word points at, as plain data. The fields after Name are
// set according to Kind.
type Target struct {
	Kind Kind
	// Word is the target as it was given.
	Word string
	// Name is a name for it, made from the word; empty for a ConfigFile, whose
	// servers have their own.
	Name string
	// Words are a Command's program and arguments.
	Words []string
	// URL is an Endpoint's address.
	URL string
	// Path is the file or folder.
	Path string
	// Config is what a ConfigFile declares.
	Config *config.File
	// Recorded makes the source that serves RecordedTools, under a name.
	Recorded func(name string) source.Source
}

// Options are what a word is recognised with. The zero value is ready.
type Options struct {
	// Dir is the folder that relative paths start in; empty for this process's.
	Dir string
	// Verbs are the command line's verbs, one of which a word may have been
	// meant to be.
	Verbs []string
	// Reader reads configurations, with its own idea of the environment.
	Reader config.Reader
}

// An Error says that a word is no target, or one that can not be used. Its
// text is a sentence that names the word.
type Error struct {
	Word string
	Err  error
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

func refuse(word, format string, args ...any) error {
	return &Error{Word: word, Err: fmt.Errorf(format, args...)}
}

// OfCommand is the target of a command line. There must be at least one word. A
// URL that stands alone starts nothing, and is what it would be as a target.
func OfCommand(words []string, o Options) (Target, error) {
	if len(words) == 0 || words[0] == "" {
		return Target{}, refuse("--", "after -- comes the command that starts a server, as in: -- npx -y some-mcp-server")
	}
	if scheme, _, ok := strings.Cut(words[0], "://"); ok && len(words) == 1 && isScheme(scheme) {
		return Recognise(words[0], o)
	}
	return Target{Kind: Command, Word: strings.Join(words, " "), Name: nameOfCommand(words, o.Dir), Words: words}, nil
}

// Recognise tells what word points at. An error is an [*Error].
func Recognise(word string, o Options) (Target, error) {
	if scheme, _, ok := strings.Cut(word, "://"); ok && isScheme(scheme) {
		return recogniseURL(word, strings.ToLower(scheme))
	}
	path := word
	if !filepath.IsAbs(path) {
		path = filepath.Join(o.Dir, path)
	}
	info, err := os.Stat(path)
	switch {
	case word == "":
		return Target{}, refuse(word, "an empty word is no target")
	case err != nil:
		return Target{}, missing(word, err, o)
	case info.IsDir():
		return recogniseFolder(word, path)
	case !info.Mode().IsRegular():
		return Target{}, refuse(word, "%s is neither a file nor a folder", word)
	}
	return recogniseFile(word, path, info.Size(), o)
}

func isScheme(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-.") == ""
}

func recogniseURL(word, scheme string) (Target, error) {
	u, err := url.Parse(word)
	switch {
	case scheme != "http" && scheme != "https":
		return Target{}, refuse(word, "a server is reached by http:// or https://, not by %s://", scheme)
	case err != nil || u.Hostname() == "":
		return Target{}, refuse(word, "this is no complete URL: it should look like https://example.com/mcp")
	}
	return Target{Kind: Endpoint, Word: word, Name: nameOfURL(u), URL: word}, nil
}

func missing(word string, err error, o Options) error {
	if !os.IsNotExist(err) {
		return refuse(word, "%s can not be read: %w", word, err)
	}
	if strings.ContainsAny(word, `/\`) || filepath.Ext(word) != "" {
		return refuse(word, "there is no file or folder %s", word)
	}
	if verb := tool.Nearest(word, o.Verbs); verb != "" {
		return refuse(word, "%q is neither a file, a folder nor a URL; did you mean the verb %s?", word, verb)
	}
	return refuse(word, "%q is neither a verb, a file, a folder nor a URL; to start a server write -- %s", word, word)
}

func recogniseFolder(word, path string) (Target, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return Target{}, refuse(word, "%s can not be read: %w", word, err)
	}
	t := Target{Word: word, Name: filepath.Base(absolute), Path: absolute}
	switch {
	case holdsSkill(path, skillDepth):
		t.Kind = SkillsFolder
	case isFolder(filepath.Join(path, ".genkit", "runtimes")):
		t.Kind = GenkitProject
	default:
		return Target{}, refuse(word, "the folder %s holds no skill, since there is no SKILL.md in it or below it, and no Genkit app was started in it, since there is no .genkit/runtimes", word)
	}
	return t, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// skillDepth is how many folders down a SKILL.md is looked for.
const skillDepth = 5

func holdsSkill(dir string, depth int) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if !e.IsDir() && e.Name() == "SKILL.md" {
			return true
		}
	}
	for _, e := range entries {
		if e.IsDir() && depth > 0 && e.Name() != "node_modules" && e.Name() != ".git" && holdsSkill(filepath.Join(dir, e.Name()), depth-1) {
			return true
		}
	}
	return false
}
