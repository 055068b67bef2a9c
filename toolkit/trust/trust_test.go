package trust

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"toolbench/toolkit/config"
)

// A place is a configuration file that tests write and read anew.
type place struct {
	t    *testing.T
	path string
	env  map[string]string
}

func newPlace(t *testing.T) *place {
	return &place{t: t, path: filepath.Join(t.TempDir(), "mcp.json"), env: map[string]string{}}
}

// write puts text into the file, and reads it.
func (p *place) write(text string) (string, []byte, *config.File) {
	p.t.Helper()
	if err := os.WriteFile(p.path, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
	file, err := config.Parse(p.path, []byte(text), func(name string) (string, bool) { v, ok := p.env[name]; return v, ok })
	if err != nil {
		p.t.Fatal(err)
	}
	return p.path, []byte(text), file
}

func trusting(t *testing.T, s *Store, path string, data []byte, file *config.File) {
	t.Helper()
	if err := s.Trust(path, data, file); err != nil {
		t.Fatal(err)
	}
}

const first = `{"mcpServers":{"a":{"command":"npx","args":["-y","server","--token","secret-in-an-argument"],"env":{"TOKEN":"secret-in-the-environment"}},"b":{"url":"https://example.com/mcp?key=secret-in-the-address"}}}`

func TestAFileIsTrustedOnceItWasAndUntilItChanges(t *testing.T) {
	s, p := Open(t.TempDir()), newPlace(t)
	path, data, file := p.write(first)
	if v := s.Check(path, data, file); v.Trusted || v.Changed || len(v.Changes) > 0 {
		t.Fatalf("a file that nobody trusted: %+v", v)
	}
	trusting(t, s, path, data, file)
	if v := s.Check(path, data, file); !v.Trusted {
		t.Fatalf("a file that was trusted: %+v", v)
	}
	path, data, file = p.write(strings.Replace(first, "npx", "sh", 1))
	if v := s.Check(path, data, file); v.Trusted || !v.Changed {
		t.Fatalf("a file that has changed: %+v", v)
	}
	path, data, file = p.write(first)
	if v := s.Check(path, data, file); !v.Trusted {
		t.Fatalf("a file that was changed back: %+v", v)
	}
	if err := s.Forget(path, file); err != nil {
		t.Fatal(err)
	}
	if v := s.Check(path, data, file); v.Trusted || v.Changed {
		t.Fatalf("a file that was forgotten: %+v", v)
	}
	if err := s.Forget(path, file); err != nil {
		t.Errorf("forgetting twice: %v", err)
	}
}

func TestWhatChangedIsSaidWithoutSecrets(t *testing.T) {
	for name, c := range map[string]struct {
		old, new string
		want     []string
	}{
		"a command":     {`"npx"`, `"bunx"`, []string{"server a: was npx -y server --token [redacted], is bunx -y server --token [redacted]"}},
		"an address":    {`example.com`, `example.org`, []string{"server b: was https://example.com/mcp?key=[redacted], is https://example.org/mcp?key=[redacted]"}},
		"a variable":    {`"TOKEN":`, `"PATH":"/tmp","TOKENS":`, []string{"environment of server a: PATH, TOKENS added; TOKEN removed"}},
		"a value":       {`secret-in-the-environment`, `another-secret`, []string{"server a has other values in its environment, headers or settings"}},
		"a hidden word": {`secret-in-an-argument`, `another-secret`, []string{"server a has other values in its environment, headers or settings"}},
		"a new server":  {`"b":`, `"c":{"command":"two words"},"b":`, []string{`server c is new: "two words"`}},
		"a name":        {`"b":`, `"d":`, []string{"server d is new: https://example.com/mcp?key=[redacted]", "server b is gone"}},
		"a header":      {`"url":`, `"headers":{"X-Key":"1"},"url":`, []string{"headers of server b: X-Key added"}},
		"a folder":      {`"command":"npx"`, `"command":"npx","cwd":"/elsewhere"`, []string{"folder of server a: was the project's, is /elsewhere"}},
		"a mistake":     {`"url":"https`, `"url":"ftp`, []string{"server b: was https://example.com/mcp?key=[redacted], is not usable"}},
	} {
		s, p := Open(t.TempDir()), newPlace(t)
		path, data, file := p.write(first)
		trusting(t, s, path, data, file)
		path, data, file = p.write(strings.Replace(first, c.old, c.new, 1))
		v := s.Check(path, data, file)
		if v.Trusted || !slices.Equal(v.Changes, c.want) {
			t.Errorf("%s: got %q", name, v.Changes)
		}
	}
}

func TestAnotherValueOfAVariableThatDecidesWhatRunsIsSaid(t *testing.T) {
	s, p := Open(t.TempDir()), newPlace(t)
	text := `{"mcpServers":{"a":{"command":"npx","env":{"NODE_OPTIONS":"--require ./mine.js","npm_config_registry":"https://me:hidden-password@example.com"}}}}`
	trust(t, s)(p.write(text))
	v := s.Check(p.write(strings.Replace(text, "mine.js", "yours.js", 1)))
	if v.Trusted || !slices.Equal(v.Changes, []string{"NODE_OPTIONS of server a: was --require ./mine.js, is --require ./yours.js"}) {
		t.Errorf("got %+v", v)
	}
}

func TestWhatAFileSetsForASourceIsNamedWithoutSecrets(t *testing.T) {
	p := newPlace(t)
	p.env["HOME_OF_PROGRAMS"] = "/opt/secret-place"
	_, _, file := p.write(`{"mcpServers":{
			"a":{"command":"npx","cwd":"/elsewhere","env":{"TOKEN":"secret-in-the-environment","LEVEL":"3","NODE_OPTIONS":"--require ./x.js",
				"PATH":"/tmp:${HOME_OF_PROGRAMS}","UV_PUBLISH_TOKEN":"secret-in-a-family","npm_config_registry":"https://me:secret-in-the-address@example.com"}},
			"b":{"url":"https://example.com/mcp","headers":{"Authorization":"Bearer secret-in-a-header"}},
			"c":{"command":"npx"},
			"d":{"command":"npx","args":["${NOT_SET_YET}"],"cwd":"/elsewhere","env":{"NODE_OPTIONS":"--require ./x.js"}},
			"e":{"url":"https://example.com/${NOT_SET_YET}","headers":{"X-A":"1"}}},
		"tools":{"t":{"command":["wc"],"env":{"LD_PRELOAD":"./x.so"}}},"http":{"h":{"url":"https://a/{b}","headers":{"X-A":"1","X-B":"2"}},"i":{"url":"https://c"}}}`)
	want := map[string][]string{
		"mcp:a":           {`variables LEVEL, NODE_OPTIONS="--require ./x.js", PATH=/tmp:[redacted], TOKEN, UV_PUBLISH_TOKEN, npm_config_registry=https://me:[redacted]@example.com; folder /elsewhere`},
		"mcp:b":           {"header Authorization"},
		"mcp:d":           {`variable NODE_OPTIONS="--require ./x.js"; folder /elsewhere`}, // it can be used once the variable is set
		"mcp:e":           {"header X-A"},
		"custom:commands": {"command t: wc; variable LD_PRELOAD=./x.so"},
		"http:requests":   {"request h: https://a/{b}; headers X-A, X-B", "request i: https://c"},
	}
	if got := Settings(file); !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %q", got)
	}
}

func TestEveryKindOfDeclarationIsWatched(t *testing.T) {
	s, p := Open(t.TempDir()), newPlace(t)
	path, data, file := p.write(`{"builtins":{"bash":false}}`)
	trusting(t, s, path, data, file)
	path, data, file = p.write(`{"builtins":true,"http":{"h":{"url":"https://a/{b}"}},"openapi":{"o":"https://a/o.json"},"agents":{"g":"https://a/g"},
		"tools":{"t":{"command":["rm","-r"]}},"genkit":{"k":"http://localhost:1"},"skills":["/s"],"roots":["/r"]}`)
	want := []string{
		"request h is new: https://a/{b}", "OpenAPI document o is new: https://a/o.json", "agent g is new: https://a/g", "command t is new: rm -r",
		"Genkit app k is new: http://localhost:1", "skills folder /s is new", "root /r is new", "built-in tools: was on but for bash, is on",
	}
	if v := s.Check(path, data, file); !slices.Equal(v.Changes, want) {
		t.Errorf("got %q", v.Changes)
	}
}

func TestAChangeOfWhatStartsNothingAsksForNothing(t *testing.T) {
	s, p := Open(t.TempDir()), newPlace(t)
	path, data, file := p.write(first)
	trusting(t, s, path, data, file)
	path, data, file = p.write("// mine\n" + strings.Replace(first, `{"mcpServers":`, `{"numStartups": 5, "mcpServers":`, 1))
	if v := s.Check(path, data, file); !v.Trusted {
		t.Errorf("got %+v", v)
	}
}

func TestAnEnvironmentFileIsPartOfTheFileThatNamesIt(t *testing.T) {
	s, p := Open(t.TempDir()), newPlace(t)
	env := filepath.Join(filepath.Dir(p.path), ".env")
	text := `{"mcpServers":{"a":{"command":"x","envFile":".env"}}}`
	for i, content := range []string{"A=1", "A=1\nLD_PRELOAD=evil.so"} {
		if err := os.WriteFile(env, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		path, data, file := p.write(text)
		v := s.Check(path, data, file)
		if i == 0 {
			trusting(t, s, path, data, file)
		} else if v.Trusted || !slices.Equal(v.Changes, []string{"environment of server a: LD_PRELOAD added"}) {
			t.Errorf("got %+v", v)
		}
	}
}

func TestANewValueOfAVariableDoesNotAskAgain(t *testing.T) {
	s, p := Open(t.TempDir()), newPlace(t)
	text := `{"mcpServers":{"a":{"url":"https://example.com","headers":{"Authorization":"Bearer ${TOKEN}"}}}}`
	p.env["TOKEN"] = "token-of-today"
	path, data, file := p.write(text)
	trusting(t, s, path, data, file)
	p.env["TOKEN"] = "token-of-tomorrow"
	if v := s.Check(p.write(text)); !v.Trusted {
		t.Errorf("got %+v", v)
	}
}

func TestALinkToATrustedFileIsNotTrustedInAnotherFolder(t *testing.T) {
	s, p := Open(t.TempDir()), newPlace(t)
	p.path = filepath.Join(filepath.Dir(p.path), ".mcp.json")
	text := `{"mcpServers":{"a":{"command":"./server.sh"}}}`
	trust(t, s)(p.write(text))
	hostile := filepath.Join(t.TempDir(), ".mcp.json")
	if err := os.Symlink(p.path, hostile); err != nil {
		t.Fatal(err)
	}
	file, err := config.Parse(hostile, []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	if v := s.Check(hostile, []byte(text), file); v.Trusted {
		t.Errorf("a server.sh of another folder would start: %+v", file.Servers)
	}
}

func TestAFileOfTheHomeFolderIsTrustedPerWorkspaceOnlyWhereThatMatters(t *testing.T) {
	home := t.TempDir()
	path := filepath.Join(home, ".cursor", "mcp.json")
	for text, matters := range map[string]bool{
		`{"mcpServers":{"a":{"command":"${workspaceFolder}/server.sh"}}}`:                     true,
		`{"mcpServers":{"a":{"command":"sh","args":["${workspaceFolderBasename}"]}}}`:         true,
		`{"mcpServers":{"a":{"command":"./server.sh","cwd":"sub"}}}`:                          true,
		`{"mcpServers":{"a":{"command":"/opt/server.sh","cwd":"/opt"}}}`:                      false,
		`{"mcpServers":{"a":{"url":"https://example.com","headers":{"X-Token":"${TOKEN}"}}}}`: false,
	} {
		s, token := Open(t.TempDir()), ""
		in := func(dir string) (string, []byte, *config.File) {
			token += "another-token" // so that only the content is the same
			r := config.Reader{Home: home, Dir: dir, Lookup: func(string) (string, bool) { return token, true }}
			file, err := r.Parse(path, []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			return path, []byte(text), file
		}
		trust(t, s)(in("/mine"))
		if v := s.Check(in("/mine")); !v.Trusted {
			t.Errorf("%s: not trusted where it was", text)
		}
		if v := s.Check(in("/hostile")); v.Trusted == matters {
			t.Errorf("%s: in another workspace it is trusted: %t", text, v.Trusted)
		}
		trust(t, s)(in("/hostile"))
		if v := s.Check(in("/mine")); !v.Trusted {
			t.Errorf("%s: not trusted any more after it was in a second workspace", text)
		}
	}
}

func TestAFileThatACommandIsTakenFromIsPartOfTheFileThatNamesIt(t *testing.T) {
	s, p := Open(t.TempDir()), newPlace(t)
	p.path = filepath.Join(filepath.Dir(p.path), "opencode.json")
	text := `{"mcp":{"a":{"type":"local","command":["{file:./command.txt}"]}}}`
	for i, command := range []string{"harmless", "harmful-program"} {
		if err := os.WriteFile(filepath.Join(filepath.Dir(p.path), "command.txt"), []byte(command), 0o600); err != nil {
			t.Fatal(err)
		}
		path, data, file := p.write(text)
		if file.Servers[0].Command != command {
			t.Fatalf("it would start %+v", file.Servers)
		}
		if i == 0 {
			trusting(t, s, path, data, file)
		} else if v := s.Check(path, data, file); v.Trusted {
			t.Errorf("%s is trusted", command)
		}
	}
}

func TestWhatWasParsedIsTrustedNotWhatLiesThereByNow(t *testing.T) {
	s, p := Open(t.TempDir()), newPlace(t)
	env := filepath.Join(filepath.Dir(p.path), ".env")
	write := func(text string) {
		if err := os.WriteFile(env, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text := `{"mcpServers":{"a":{"command":"x","envFile":".env"}}}`
	write("A=1")
	trust(t, s)(p.write(text))
	write("LD_PRELOAD=evil.so")
	path, data, file := p.write(text)
	write("A=1") // back, before it is looked at
	if v := s.Check(path, data, file); v.Trusted {
		t.Errorf("what would start has %v", file.Servers[0].Env)
	}
}

// trust is trusting, for what is read in the same breath.
func trust(t *testing.T, s *Store) func(path string, data []byte, file *config.File) {
	return func(path string, data []byte, file *config.File) { trusting(t, s, path, data, file) }
}

func TestWhatIsRememberedIsThePersonsAloneAndShowsNoSecret(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	s, p := Open(dir), newPlace(t)
	path, data, file := p.write(first)
	trusting(t, s, path, data, file)
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %v", path, info.Mode())
		}
		if content, err := os.ReadFile(path); err == nil && strings.Contains(string(content), "secret-in") {
			t.Errorf("%s shows a secret: %s", path, content)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestABrokenMemoryTrustsNothingAndSaysSo(t *testing.T) {
	dir := t.TempDir()
	s, p := Open(dir), newPlace(t)
	path, data, file := p.write(first)
	trusting(t, s, path, data, file)
	memories, err := filepath.Glob(filepath.Join(dir, "trust", "*.json"))
	if err != nil || len(memories) != 1 {
		t.Fatalf("%q, %v", memories, err)
	}
	if err := os.WriteFile(memories[0], []byte(`{"path":`), 0o600); err != nil {
		t.Fatal(err)
	}
	if v := s.Check(path, data, file); v.Trusted || !strings.Contains(v.Problem, "can not be read, so that it counts as not trusted") {
		t.Errorf("got %+v", v)
	}
	trusting(t, s, path, data, file)
	if v := s.Check(path, data, file); !v.Trusted || v.Problem != "" {
		t.Errorf("after trusting it again: %+v", v)
	}
}

func TestWhatIsSwitchedOffIsRemembered(t *testing.T) {
	dir := t.TempDir()
	if off, known := Open(dir).Disabled("mcp:a"); off || known {
		t.Error("something is known of a source that nobody touched")
	}
	for _, off := range []bool{true, false} {
		if err := Open(dir).SetDisabled("mcp:a", off); err != nil {
			t.Fatal(err)
		}
		if got, known := Open(dir).Disabled("mcp:a"); got != off || !known {
			t.Errorf("got %t, %t; want %t", got, known, off)
		}
	}
	if _, known := Open(dir).Disabled("mcp:A"); known {
		t.Error("another source was switched")
	}
}

func TestManyWritersAtOnceLoseNothing(t *testing.T) {
	dir := t.TempDir()
	var writers sync.WaitGroup
	for i := range 20 {
		writers.Go(func() {
			s := Open(dir) // as another program would
			if err := s.SetDisabled(fmt.Sprint("mcp:", i), true); err != nil {
				t.Error(err)
			}
			if err := s.SetDisabled("mcp:all", i%2 == 0); err != nil {
				t.Error(err)
			}
		})
	}
	writers.Wait()
	for i := range 20 {
		if off, _ := Open(dir).Disabled(fmt.Sprint("mcp:", i)); !off {
			t.Errorf("source %d was lost", i)
		}
	}
	if _, known := Open(dir).Disabled("mcp:all"); !known {
		t.Error("the source that all wrote was lost")
	}
}

func TestWithoutAFolderNothingIsTrustedWhateverTheWorkingFolderHolds(t *testing.T) {
	p := newPlace(t)
	path, data, file := p.write(first)
	t.Chdir(t.TempDir())
	trusting(t, Open("."), path, data, file)
	if err := Open(".").SetDisabled("mcp:a", true); err != nil {
		t.Fatal(err)
	}
	s := Open("")
	if v := s.Check(path, data, file); v.Trusted {
		t.Error("the file is trusted")
	}
	if _, known := s.Disabled("mcp:a"); known {
		t.Error("a source is switched off")
	}
	if err := s.Trust(path, data, file); err == nil {
		t.Error("nobody said that the trust was not kept")
	}
	if err := s.Forget(path, file); err != nil {
		t.Error(err)
	}
	if v := Open(".").Check(path, data, file); !v.Trusted {
		t.Error("a file of the working folder was deleted")
	}
}
