package config

import (
	"slices"
	"testing"
)

func TestWhatHasAProblemStillSaysWhatItWouldStart(t *testing.T) {
	file := parse(t, `{"mcpServers": {
		"words":   {"command": "run", "args": ["${GONE}", "--api-key", "sk-very-secret"]},
		"list":    {"command": ["run", "it"], "env": {"X": "${GONE}"}},
		"zed":     {"command": {"path": "run", "args": ["it"], "env": {"X": "${GONE}"}}},
		"address": {"url": "https://example.com/${GONE}?token=very-secret"},
		"nothing": {"type": "stdio"},
		"number":  5
	}}`, nil)
	for i, want := range [][]string{
		{"run", "${GONE}", "--api-key", "[redacted]"}, {"run", "it"}, {"run", "it"}, {"https://example.com/${GONE}?token=[redacted]"}, nil, nil,
	} {
		if s := file.Servers[i]; s.Problem == "" || !slices.Equal(s.Written, want) {
			t.Errorf("%s is written as %q, want %q (%s)", s.Name, s.Written, want, s.Problem)
		}
	}
	own := parse(t, `{"tools": {"t": {"description": "x", "command": "rm", "args": ["-r"], "env": {"X": "${GONE}"}}},
		"agents": {"a": {"url": "https://a.example", "headers": {"X": "${GONE}"}}},
		"openapi": {"o": {"document": "https://o.example", "headers": {"X": "${GONE}"}}}}`, nil)
	if c, a, o := own.Commands[0], own.Agents[0], own.OpenAPI[0]; !slices.Equal(c.Written, []string{"rm", "-r"}) ||
		!slices.Equal(a.Written, []string{"https://a.example"}) || !slices.Equal(o.Written, []string{"https://o.example"}) {
		t.Errorf("written are %q, %q and %q", c.Written, a.Written, o.Written)
	}
}
