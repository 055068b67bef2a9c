package schema

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolbench/toolkit/tooltest"
)

type definition struct {
	Name        string          `json:"name"`
	InputSchema json.RawMessage `json:"inputSchema"`
}

// corpus is the folder of real tool definitions beside the repository.
func corpus(t *testing.T) string {
	t.Helper()
	return tooltest.Shared(t, "corpus")
}

func definitions(t *testing.T) []definition {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(corpus(t), "tools", "*.json"))
	var all []definition
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var recorded struct{ Tools []definition }
		if err := json.Unmarshal(raw, &recorded); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		all = append(all, recorded.Tools...)
	}
	return all
}

func TestEveryRealSchemaCanBeJudgedBy(t *testing.T) {
	warned := 0
	for _, d := range definitions(t) {
		root, err := Parse(d.InputSchema)
		if err != nil {
			t.Fatalf("%s: %v", d.Name, err)
		}
		v, err := Compile(root)
		if err != nil {
			t.Errorf("%s: %v", d.Name, err)
			continue
		}
		if len(v.Warnings()) > 0 {
			warned++
			t.Logf("%s: %s", d.Name, strings.Join(v.Warnings(), "\n\t"))
		}
	}
	// The references of 35 tools lead nowhere, and one bound is as in draft 4,
	// which is read as what it means.
	if warned != 35 {
		t.Errorf("%d schemas were judged only in part, want 35", warned)
	}
}

func TestParsingKeepsEveryRealSchemaAsItWasWritten(t *testing.T) {
	for _, d := range definitions(t) {
		root, err := Parse(d.InputSchema)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse(root.JSON())
		if err != nil || !Equal(root, again) {
			t.Errorf("%s: reading it and writing it changed it: %v", d.Name, err)
		}
	}
}
