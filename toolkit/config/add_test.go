package config

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tailscale/hujson"
)

type added struct {
	Command string   `json:"command"`
	Args    []string `json:"args,omitempty"`
}

func TestAnEntryIsAddedInTheMannerOfTheFile(t *testing.T) {
	declaration := added{"npx", []string{"a&b"}}
	for name, c := range map[string]struct{ before, after string }{
		"an empty file": {"", `{
  "mcpServers": {
    "new": {
      "command": "npx",
      "args": [
        "a&b"
      ]
    }
  }
}
`},
		"no section":       {"// mine\n{\n\t\"builtins\": true // on\n}\n", "// mine\n{\n\t\"builtins\": true, // on\n\t\"mcpServers\": {\n\t\t\"new\": {\n\t\t\t\"command\": \"npx\",\n\t\t\t\"args\": [\n\t\t\t\t\"a&b\"\n\t\t\t]\n\t\t}\n\t}\n}\n"},
		"an empty section": {"{\r\n    \"mcpServers\": {},\r\n}", "{\r\n    \"mcpServers\": {\r\n        \"new\": {\r\n            \"command\": \"npx\",\r\n            \"args\": [\r\n                \"a&b\"\r\n            ]\r\n        }\r\n    },\r\n}"},
		"behind others": {`{
  "mcpServers": {
    // the first
    "a": {"command": "x"} // its end
    /* more */
  },
  "builtins": true
}`, `{
  "mcpServers": {
    // the first
    "a": {"command": "x"}, // its end
    /* more */
    "new": {
      "command": "npx",
      "args": [
        "a&b"
      ]
    }
  },
  "builtins": true
}`},
		"behind a trailing comma":                {"{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"x\"},\n    // \"b\": {},\n  },\n}\n", "{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"x\"},\n    // \"b\": {},\n    \"new\": {\n      \"command\": \"npx\",\n      \"args\": [\n        \"a&b\"\n      ]\n    },\n  },\n}\n"},
		"on one line":                            {`{"mcpServers":{"a":{"command":"x"}}}`, `{"mcpServers":{"a":{"command":"x"}, "new": {"command":"npx","args":["a&b"]}}}`},
		"on one line with a comment and a comma": {`{ "mcpServers": { "a": {}, /* b */ } }`, `{ "mcpServers": { "a": {}, /* b */ "new": {"command":"npx","args":["a&b"]} } }`},
		"into nothing but a comment":             {`{"mcpServers":{/* none */}}`, `{"mcpServers":{/* none */"new": {"command":"npx","args":["a&b"]}}}`},
		"behind a byte order mark":               {"\xef\xbb\xbf{\"mcpServers\":{\"a\":1}}", "\xef\xbb\xbf{\"mcpServers\":{\"a\":1, \"new\": {\"command\":\"npx\",\"args\":[\"a&b\"]}}}"},
	} {
		got, err := Add([]byte(c.before), "mcpServers", "new", declaration)
		if err != nil || string(got) != c.after {
			t.Errorf("%s: %v\n got %q\nwant %q", name, err, got, c.after)
		}
	}
}

func TestListsAreAddedToAsLists(t *testing.T) {
	for before, after := range map[string]string{
		`{"skills":["a"]}`:                       "{\"skills\":[\"a\", \"b\"]}",
		"{\n  \"roots\": true\n}":                "{\n  \"roots\": true,\n  \"skills\": [\n    \"b\"\n  ]\n}",
		"{\n  \"skills\": [\n    \"a\",\n  ]\n}": "{\n  \"skills\": [\n    \"a\",\n    \"b\",\n  ]\n}",
	} {
		if got, err := Add([]byte(before), "skills", "", "b"); err != nil || string(got) != after {
			t.Errorf("%s: %v\n got %q\nwant %q", before, err, got, after)
		}
	}
	got, err := Add([]byte(`{"tools":[{"name":"a","command":"x"}]}`), "tools", "b", added{Command: "y"})
	if want := `{"tools":[{"name":"a","command":"x"}, {"name":"b","command":"y"}]}`; err != nil || string(got) != want {
		t.Errorf("%v\n got %s\nwant %s", err, got, want)
	}
}

func TestWhatCanNotBeAddedIsRefusedWithASentence(t *testing.T) {
	for _, c := range []struct{ data, section, name, want string }{
		{`{"mcpServers":{"a":{}}}`, "mcpServers", "a", `1:16: mcpServers holds "a" already; another name would do`},
		{`{"tools":[{"name":"a"}]}`, "tools", "a", `1:11: tools holds this already`},
		{`{"skills":["x"]}`, "skills", "", `1:12: skills holds this already`},
		{`{"mcpServers":5}`, "mcpServers", "a", `1:15: mcpServers is a number; nothing can be added to it`},
		{`{"skills":{}}`, "skills", "", `1:11: skills is an object; nothing can be added to it`},
		{`{}`, "agents", "", `1:1: what is added to agents needs a name`},
		{`[]`, "agents", "a", `1:1: a configuration is a JSON object, this is a list`},
		{`{"a"}`, "agents", "a", `1:5: after a name comes a colon and a value; here is }`},
	} {
		if _, err := Add([]byte(c.data), c.section, c.name, "x"); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.data, err, c.want)
		}
	}
	if _, err := Add(nil, "agents", "a", func() {}); err == nil {
		t.Error("a function was added")
	}
}

func TestAFileIsAddedToAsAWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "config.json")
	if err := AddToFile(path, "mcpServers", "a", added{Command: "x"}); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(filepath.Dir(path), "link.json")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	if err := AddToFile(link, "mcpServers", "b", added{Command: "y"}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", info.Mode(), err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the permissions were not kept: %v, %v", info.Mode(), err)
	}
	file, err := Read(path, lookupIn(nil))
	if err != nil || len(file.Servers) != 2 {
		t.Errorf("got %+v, %v", file, err)
	}
	err = AddToFile(path, "mcpServers", "b", added{Command: "z"})
	if at := (*Error)(nil); !errors.As(err, &at) || at.Path != path {
		t.Errorf("got %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

func FuzzWhatIsAddedIsThereAndTheRestStays(f *testing.F) {
	f.Add([]byte("{\"mcpServers\":{\"a\":{},// x\n}}"), "mcpServers", "b")
	f.Add([]byte("// c\r\n{\"skills\":[/* d */],}\r\n"), "skills", "")
	f.Add([]byte("{\n\t\"tools\":[{}\n]}"), "tools", "\x00")
	f.Add([]byte("\xef\xbb\xbf{ }"), "\xff", "n")
	f.Fuzz(func(t *testing.T, data []byte, section, name string) {
		got, err := Add(data, section, name, "https://example.com")
		if err != nil {
			return
		}
		before, after := tops(t, data), tops(t, got)
		for key, value := range before {
			if key != strings.ToValidUTF8(section, "\ufffd") && string(after[key]) != string(value) {
				t.Fatalf("%q became %q in %q", value, after[key], got)
			}
		}
		if !strings.Contains(string(got), "https://example.com") {
			t.Fatalf("nothing was added: %q", got)
		}
		if comments(data) != comments(got) {
			t.Fatalf("a comment was lost: %q became %q", data, got)
		}
	})
}

func tops(t *testing.T, data []byte) map[string]json.RawMessage {
	t.Helper()
	data = []byte(strings.TrimPrefix(string(data), byteOrderMark))
	if strings.TrimSpace(string(data)) == "" {
		return nil
	}
	standard, err := hujson.Standardize(append(data, '\n'))
	if err != nil {
		t.Fatalf("%q: %v", data, err)
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal(standard, &top); err != nil {
		t.Fatalf("%q: %v", data, err)
	}
	return top
}

func comments(data []byte) int { return strings.Count(string(data), "/*") }
