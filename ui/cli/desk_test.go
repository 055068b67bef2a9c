package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/toolkit/source/mcp"
	"toolbench/toolkit/tool"
	"toolbench/ui"
)

// at is a plan of what is found from a home folder with these files.
func at(t *testing.T, files map[string]string) (*plan, string) {
	t.Helper()
	home := t.TempDir()
	for name, text := range files {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(home, "work")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	environment := map[string]string{"HOME": home, "XDG_CONFIG_HOME": filepath.Join(home, ".config"), "XDG_STATE_HOME": filepath.Join(home, "state")}
	s := newSession(t.Context(), Streams{Dir: dir, Lookup: func(name string) (string, bool) { v, ok := environment[name]; return v, ok }})
	p, err := s.plan(nil, connectFlags{}, func(*plan) {})
	if err != nil {
		t.Fatal(err)
	}
	return p, home
}

const (
	ownFile   = ".config/toolbench/config.json"
	foundHere = "work/.mcp.json"
)

func TestThePersonIsAskedOnlyAboutFilesThatAreNotTrustedYet(t *testing.T) {
	p, _ := at(t, map[string]string{
		ownFile:   `{"mcpServers":{"mine":{"command":"x","disabled":true}}}`,
		foundHere: `{"mcpServers":{"a":{"command":"one"},"off":{"command":"two","disabled":true}}}`,
	})
	d := desk{p}
	if _, ok := d.About("mcp:mine"); ok {
		t.Error("asked is about this program's own configuration")
	}
	q, ok := d.About("mcp:a")
	if !ok || !slices.Equal(whats(q), []string{"a: one"}) || !slices.Equal(d.Sources("mcp:a"), []string{"mcp:a"}) {
		t.Errorf("a yes starts %q (%v) and opens %q", q.Starts, ok, d.Sources("mcp:a"))
	}
	if q, _ := d.About("mcp:off"); !slices.Equal(whats(q), []string{"a: one", "off: two"}) {
		t.Errorf("who switches one on by hand starts it too: %q", q.Starts)
	}
	if err := d.Trust("mcp:a"); err != nil {
		t.Fatal(err)
	}
	if _, ok := d.About("mcp:off"); ok {
		t.Error("asked is again about a file that was just trusted")
	}
}

func whats(q ui.TrustQuestion) []string {
	var all []string
	for _, start := range q.Starts {
		all = append(all, start.What)
	}
	return all
}

func TestThePersonIsToldWhatAFileSetsForASourceWhateverThatIsCalled(t *testing.T) {
	p, _ := at(t, map[string]string{
		ownFile:   `{"mcpServers":{"a":{"command":"x","env":{"MINE":"1"}}}}`,
		foundHere: `{"mcpServers":{"a":{"command":"one","env":{"NODE_OPTIONS":"-r ./x.js","TOKEN":"very-secret"},"cwd":"/elsewhere"}}}`,
	})
	q, _ := desk{p}.About("mcp:a-2")
	if len(q.Starts) != 1 || !slices.Equal(q.Starts[0].With, []string{`variables NODE_OPTIONS="-r ./x.js", TOKEN; folder /elsewhere`}) {
		t.Errorf("shown is %+v", q)
	}
}

func TestWhatWasOpenedByHandIsSavedAsWhatItIsAndWithoutItsSecrets(t *testing.T) {
	p, home := at(t, nil)
	server := mcp.Config{Name: "7 zip", Command: "x", Args: []string{"--y", "--token", "very-secret"}, Env: map[string]string{"API_KEY": "very-secret", "LEVEL": "3"}, Origin: "command line"}
	p.source(mcp.New(server), savingServer(server))
	address := toolkit.Address{Name: "shop", URL: "https://example.com/x?sig=very-secret", Headers: map[string]string{"X-Api-Key": "very-secret"},
		OAuth: &mcp.OAuth{ClientID: "me", ClientSecret: "very-secret", Scopes: []string{"read"}}}
	p.source(toolkit.Reach{}.At(address), savingAddress(address))
	file := source.Info{Kind: tool.SourceHTTP, Name: "pets"}
	p.source(toolkit.Unusable(file, ""), saving{"openapi", "pets", map[string]any{"document": "/pets.json"}})
	p.skillsByHand = []string{filepath.Join(home, "skills"), filepath.Join(home, "more")}
	d := desk{p}
	for id, hint := range map[string]string{
		"skill": "config.json", "mcp:7 zip": "set _7_ZIP_API_KEY, _7_ZIP_TOKEN in", "mcp:shop": "set SHOP_CLIENT_SECRET, SHOP_SECRET, SHOP_X_API_KEY in", "http:pets": "config.json", "a2a:shop": "set SHOP_SECRET, SHOP_X_API_KEY in",
	} {
		where, err := d.save(id)
		if err != nil || !d.savable(id) || !strings.Contains(where, hint) {
			t.Errorf("%s is saved to %q, %v", id, where, err)
		}
	}
	for _, id := range []string{"mcp:pets", "builtin", "http:7 zip"} {
		if d.savable(id) {
			t.Errorf("%s was not opened by hand", id)
		}
	}
	saved, err := os.ReadFile(filepath.Join(home, ownFile))
	if err != nil || strings.Contains(string(saved), "very-secret") {
		t.Fatalf("%s, %v", saved, err)
	}
	environment := map[string]string{"_7_ZIP_API_KEY": "one", "_7_ZIP_TOKEN": "four", "SHOP_SECRET": "five", "SHOP_CLIENT_SECRET": "two", "SHOP_X_API_KEY": "three"}
	p.session.Lookup = func(name string) (string, bool) { v, ok := environment[name]; return v, ok }
	f, err := p.session.configReader().Parse(filepath.Join(home, ownFile), saved)
	if err != nil || len(f.Notes) > 0 || len(f.Servers) != 2 || len(f.Agents) != 1 || len(f.OpenAPI) != 1 || !slices.Equal(f.Skills, p.skillsByHand) {
		t.Fatalf("it is read as %+v, %v", f, err)
	}
	for _, s := range f.Servers {
		switch {
		case s.Problem != "":
			t.Error(s.Problem)
		case s.Name == "7 zip" && (s.Env["API_KEY"] != "one" || !slices.Equal(s.Args, []string{"--y", "--token", "four"})):
			t.Errorf("7 zip is %+v", s)
		case s.Name == "shop" && (s.URL != "https://example.com/x?sig=five" || s.OAuth == nil || s.OAuth.ClientSecret != "two" || s.Headers["X-Api-Key"] != "three" || s.OAuth.ClientID != "me"):
			t.Errorf("shop is %+v", s)
		}
	}
}

func TestTheFoldersOfSkillsThatAreNotSavedYetAreSavedAndTheOthersNamed(t *testing.T) {
	p, home := at(t, map[string]string{ownFile: `{"skills":["~/first"]}`})
	first, second, third := filepath.Join(home, "first"), filepath.Join(home, "second"), filepath.Join(home, "third")
	p.skillsByHand = []string{first, second, third}
	where, err := desk{p}.save("skill")
	if err != nil || where != "~/.config/toolbench/config.json, which held ~/first already" {
		t.Errorf("saved to %q, %v", where, err)
	}
	f, err := p.session.configReader().Read(filepath.Join(home, ownFile))
	if err != nil || !slices.Equal(f.Skills, p.skillsByHand) {
		t.Errorf("it is read as %+v, %v", f, err)
	}
	if where, err := (desk{p}).save("skill"); err == nil || !strings.Contains(err.Error(), "config.json holds ~/first, ~/second, ~/third already") {
		t.Errorf("saved again to %q, %v", where, err)
	}
}

func TestASavedEntryReadsAsAPersonWouldWriteIt(t *testing.T) {
	p, home := at(t, nil)
	server := mcp.Config{Name: "one", Command: "npx", Args: []string{"-y", "<x>"}, Env: map[string]string{"LEVEL": "3"}, Dir: "/work"}
	p.source(mcp.New(server), savingServer(server))
	address := toolkit.Address{Name: "two", URL: "https://example.com/x?a=b&c=d", Headers: map[string]string{"X-Level": "3"},
		OAuth: &mcp.OAuth{ClientID: "me", Scopes: []string{"read"}}}
	p.source(toolkit.Reach{}.At(address), savingAddress(address))
	for _, id := range []string{"mcp:one", "mcp:two"} {
		if _, err := (desk{p}).save(id); err != nil {
			t.Fatal(err)
		}
	}
	saved, err := os.ReadFile(filepath.Join(home, ownFile))
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, key := range []string{`"command": "npx"`, `"args"`, `"<x>"`, `"env"`, `"cwd"`, `"url": "https://example.com/x?a=b&c=d"`, `"headers"`, `"oauth"`, `"clientId"`, `"scopes"`} {
		next := strings.Index(string(saved), key)
		if next < at {
			t.Fatalf("%s stands elsewhere: %s", key, saved)
		}
		at = next
	}
}

func TestWhatSourcesLogMeanwhileDoesNotGarbleWhatIsPrinted(t *testing.T) {
	var out strings.Builder
	s := newSession(t.Context(), Streams{Out: &out})
	var lines int
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 1000 {
			s.tell("a line of a log")
		}
	}()
	for lines = range 1000 {
		s.out.WriteString("a line of the list\n")
	}
	<-done
	if err := s.out.Flush(); err != nil || out.String() != strings.Repeat("a line of the list\n", lines+1) {
		t.Errorf("printed is %.200q, %v", out.String(), err)
	}
}

func TestWhatAFileSetsIsKnownOfNamedFilesToo(t *testing.T) {
	p, home := at(t, nil)
	path := filepath.Join(home, "mine.json")
	if err := os.WriteFile(path, []byte(`{"mcpServers":{"a":{"command":"one","env":{"LANG":"C"}}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := p.session.plan([]string{path}, connectFlags{}, func(*plan) {})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.with("mcp:a"); !slices.Equal(got, []string{"variable LANG"}) {
		t.Errorf("it sets %q", got)
	}
}
