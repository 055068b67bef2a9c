package lint

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// recorded are the tools of the real servers beside the repository.
func recorded(t testing.TB) []Subject {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(tooltest.Shared(t, "corpus"), "tools", "*.json"))
	var subjects []Subject
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var list struct {
			Tools []struct {
				Name, Description string
				InputSchema       json.RawMessage
			}
		}
		if err := json.Unmarshal(raw, &list); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		server := strings.TrimSuffix(filepath.Base(file), ".json")
		for _, d := range list.Tools {
			subjects = append(subjects, Subject{
				Tool: tool.Tool{Name: tool.Sanitize(server) + "_" + tool.Sanitize(d.Name), Description: d.Description, Source: tool.SourceMCP,
					Details: &tool.Details{ShortName: d.Name, Server: server, InputSchema: d.InputSchema}},
				SourceID: "mcp:" + server,
			})
		}
	}
	return subjects
}

// What each rule finds in the real tools was looked at: nothing sound is among
// the errors and warnings. Names are long by the servers' names in front.
const realProblems = `contradiction 2
dead-alternative 43
default-invalid 37
description-enormous 13
description-long 132
description-missing 12
gemini-overlooks 619
name-over-64 63
openai-strict 3153
parameter-description-missing 4114
pattern-not-re2 19
property-name 22
reference-unresolved 297
required-unknown 1
root-combinator 9
root-not-object 18
schema-keyword 1`

// withoutSample is for how many real tools no valid arguments are found. It may
// only go down; these require what no value fits.
const withoutSample = 3

func TestRealToolsHaveTheProblemsThatWereLookedAt(t *testing.T) {
	subjects := recorded(t)
	start := time.Now()
	report := Check(subjects)
	t.Logf("%d tools in %s", len(subjects), time.Since(start).Round(time.Millisecond))
	var lines []string
	for _, rule := range slices.Sorted(maps.Keys(report.Totals.Rules)) {
		if rule != SampleMissing.ID {
			lines = append(lines, fmt.Sprintf("%s %d", rule, report.Totals.Rules[rule]))
		}
	}
	if got := strings.Join(lines, "\n"); got != realProblems {
		t.Errorf("found\n%s\nwant\n%s", got, realProblems)
	}
	if missing := report.Totals.Rules[SampleMissing.ID]; missing > withoutSample {
		t.Errorf("%d tools have no sample, want at most %d", missing, withoutSample)
	}
	for i, one := range report.Tools {
		if one.Sample == nil {
			continue
		}
		if problems := schema.Validate(subjects[i].Schema(), one.Sample); len(problems) > 0 {
			t.Errorf("%s: the sample %s does not fit: %s", one.Name, one.Sample, problems[0])
		}
	}
}

func BenchmarkAllRealTools(b *testing.B) {
	subjects := recorded(b)
	for b.Loop() {
		Check(subjects)
	}
}
