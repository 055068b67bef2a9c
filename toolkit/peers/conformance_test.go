package peers

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A suite is a version of the MCP conformance suite, and what of it is played.
type suite struct {
	program  string
	what     []string
	replay   []string // what is said of a scenario that is played alone
	baseline string
}

var suites = map[string]suite{
	"0.1.16": {
		program:  "node_modules/@modelcontextprotocol/conformance/dist/index.js",
		what:     []string{"--suite", "all"},
		baseline: "conformance/baseline.yml",
	},
	"0.2, what 2025-11-25 requires": next("2025-11-25"),
	"0.2, what 2026-07-28 requires": next("2026-07-28"),
}

func next(revision string) suite {
	return suite{
		program:  "node_modules/conformance-next/dist/index.js",
		what:     []string{"--requirements", revision},
		replay:   []string{"--spec-version", revision},
		baseline: "conformance/baseline-next.yml",
	}
}

func TestTheConformanceSuiteIsPassed(t *testing.T) {
	client := filepath.Join(t.TempDir(), "client")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", client, "./conformance").CombinedOutput(); err != nil {
		t.Fatalf("the client can not be built: %v\n%s", err, out)
	}
	for name, s := range suites {
		t.Run(name, func(t *testing.T) {
			said, err := s.play(t, client, append(s.what, "--expected-failures", Find(t, s.baseline))...)
			failed := unexpected(said)
			if stale := strings.Contains(said, "Stale baseline entries"); err != nil && (stale || len(failed) == 0) {
				t.Fatalf("the suite ended with %v:\n%s", err, summary(said))
			}
			// All scenarios are played at once, which can be too much for a
			// busy machine.
			for _, scenario := range failed {
				if alone, err := s.play(t, client, append(s.replay, "--scenario", scenario)...); err != nil {
					t.Errorf("%s does not pass:\n%s", scenario, alone)
				}
			}
		})
	}
}

// play runs the suite, and returns what it said.
func (s suite) play(t *testing.T, client string, args ...string) (string, error) {
	t.Helper()
	args = append([]string{"--import", Find(t, "conformance/node20.mjs"), Find(t, s.program), "client", "--command", client, "-o", t.TempDir()}, args...)
	out, err := exec.CommandContext(t.Context(), "node", args...).CombinedOutput()
	return colours.ReplaceAllString(string(out), ""), err
}

var colours = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// unexpected are the scenarios that failed and are not in the baseline.
func unexpected(said string) []string {
	_, list, _ := strings.Cut(said, "Unexpected failures (not in baseline):\n")
	var names []string
	for line := range strings.Lines(list) {
		name, ok := strings.CutPrefix(strings.TrimSpace(line), "✗ ")
		if !ok {
			break
		}
		names = append(names, name)
	}
	return names
}

// summary is the end of what the suite said, from the list of scenarios on.
func summary(said string) string {
	if _, end, ok := strings.Cut(said, "=== SUITE SUMMARY ==="); ok {
		return end
	}
	return said
}
