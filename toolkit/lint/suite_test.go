package lint

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"toolbench/toolkit/tooltest"
)

// Every schema of the standard's own suite is sound, and each takes the values
// that the suite calls valid.
func TestNoSchemaOfTheStandardsOwnSuiteIsCalledWrong(t *testing.T) {
	tests := filepath.Join(tooltest.Shared(t, "corpus"), "json-schema-test-suite", "tests")
	schemas := 0
	for draft, uri := range map[string]string{
		"draft7":       "http://json-schema.org/draft-07/schema#",
		"draft2019-09": "https://json-schema.org/draft/2019-09/schema",
		"draft2020-12": "https://json-schema.org/draft/2020-12/schema",
	} {
		files, _ := filepath.Glob(filepath.Join(tests, draft, "*.json"))
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var groups []struct {
				Description string
				Schema      json.RawMessage
				Tests       []struct{ Valid bool }
			}
			if err := json.Unmarshal(raw, &groups); err != nil {
				t.Fatal(err)
			}
			for _, g := range groups {
				takes := false
				for _, one := range g.Tests {
					takes = takes || one.Valid
				}
				text := string(g.Schema)
				if !strings.HasPrefix(text, "{") || strings.Contains(text, "localhost:1234") || strings.Contains(text, "http://example.com/") {
					continue // it loads other documents
				}
				if !strings.Contains(text, `"$schema"`) {
					text = `{"$schema":"` + uri + `",` + strings.TrimPrefix(text, "{")
					text = strings.Replace(text, ",}", "}", 1)
				}
				schemas++
				for _, p := range Check([]Subject{subject("a", "Does something.", text)}).Tools[0].Problems {
					wrong := []string{SchemaJSON.ID, SchemaKeyword.ID, SchemaUnjudged.ID, Reference.ID, PatternInvalid.ID}
					if takes {
						wrong = append(wrong, Contradiction.ID)
					}
					if slices.Contains(wrong, p.Rule) {
						t.Errorf("%s, %s, %s: %s: %s: %s\n\t%s", draft, filepath.Base(file), g.Description, p.Rule, p.Path, p.Message, text)
					}
				}
			}
		}
	}
	t.Logf("%d schemas", schemas)
}
