package target

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/tailscale/hujson"

	"toolbench/toolkit/config"
	"toolbench/toolkit/source"
)

// largestFile is how large a file may be, in bytes.
const largestFile = 256 << 20

func recogniseFile(word, path string, size int64, o Options) (Target, error) {
	if filepath.Base(path) == "SKILL.md" {
		return recogniseFolder(word, filepath.Dir(path))
	}
	if size > largestFile {
		return Target{}, refuse(word, "%s has %d MiB; files up to %d MiB are read", word, size>>20, largestFile>>20)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return Target{}, refuse(word, "%s can not be read: %w", word, err)
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	switch ext := strings.ToLower(filepath.Ext(path)); {
	case ext != ".json" && ext != ".jsonc" && openAPIYAML.Match(data):
		return Target{Kind: OpenAPIDocument, Word: word, Path: absolute(path), Name: nameOfFile(path)}, nil
	case ext == ".toml":
		return Target{}, refuse(word, "%s is TOML; configurations are read as JSON", word)
	case ext == ".yaml", ext == ".yml":
		return Target{}, refuse(word, "%s is YAML but no OpenAPI document, which has a key openapi or swagger; configurations are read as JSON", word)
	}
	t := Target{Word: word, Path: path, Name: nameOfFile(path)}
	err = t.recogniseJSON(data, o)
	if err != nil {
		return Target{}, &Error{Word: word, Err: err}
	}
	return t, nil
}

func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// openAPIYAML is a document's version at its top level, wherever that stands.
var openAPIYAML = regexp.MustCompile(`(?m)^["']?(openapi|swagger)["']?[ \t]*:[ \t]*["']?[0-9]`)

// recogniseJSON tells a document by its top keys.
func (t *Target) recogniseJSON(data []byte, o Options) error {
	var top map[string]json.RawMessage
	strict := data
	if json.Unmarshal(data, &top) != nil {
		if entries, ok := list(data); ok {
			return t.record(entries)
		}
		standard, err := hujson.Standardize(bytes.Clone(data))
		if err != nil {
			return t.configure(data, o) // which says where
		}
		if strict = standard; json.Unmarshal(standard, &top) != nil {
			return fmt.Errorf("%s is JSON, but neither a configuration nor a list of tools", t.Word)
		}
	}
	switch {
	case has(top, "openapi") && !isObject(top["openapi"]), has(top, "swagger"): // in this program's own configuration it is an object
		t.Kind, t.Path = OpenAPIDocument, absolute(t.Path)
		return nil
	case has(top, "skills") && (has(top, "url") || has(top, "supportedInterfaces")):
		t.Kind, t.Path = AgentCard, absolute(t.Path)
		return nil
	case config.Recognised(strict):
		return t.configure(data, o)
	}
	if entries, ok := recorded(strict, top); ok {
		return t.record(entries)
	}
	return fmt.Errorf("%s is JSON, but no configuration of servers (such as one with the key mcpServers), no OpenAPI document (it has no key openapi), no agent card and no list of tools (it has no key tools)", t.Word)
}

func has(object map[string]json.RawMessage, key string) bool { _, ok := object[key]; return ok }

func isObject(raw json.RawMessage) bool { return bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) }

func (t *Target) configure(data []byte, o Options) error {
	file, err := o.Reader.Parse(t.Path, data)
	if err != nil {
		return err
	}
	t.Kind, t.Name, t.Config = ConfigFile, "", file
	return nil
}

func (t *Target) record(entries []json.RawMessage) error {
	path := t.Word
	t.Kind = RecordedTools
	t.Recorded = func(name string) source.Source { return &recording{name, path, entries} }
	return nil
}

// recorded finds the entries of a tools/list result: as it is, within a
// JSON-RPC response, or as list --json prints it.
func recorded(data []byte, top map[string]json.RawMessage) ([]json.RawMessage, bool) {
	if raw, ok := top["tools"]; ok {
		return list(raw)
	}
	var response struct {
		Result struct {
			Tools json.RawMessage `json:"tools"`
		} `json:"result"`
	}
	if has(top, "result") && json.Unmarshal(data, &response) == nil {
		return list(response.Result.Tools)
	}
	return nil, false
}

func list(raw []byte) ([]json.RawMessage, bool) {
	var entries []json.RawMessage
	return entries, json.Unmarshal(raw, &entries) == nil && entries != nil
}
