package cli

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestSecretsOfASavedSourceBecomeReferencesToTheEnvironment(t *testing.T) {
	for name, c := range map[string]struct {
		declared map[string]any
		saved    string
		note     string
	}{
		"of a flag, with its value behind it or joined": {
			map[string]any{"command": "x", "args": []string{"--api-key", "sk-1", "--level=3", "--token=sk-2", "API_KEY=sk-1"}},
			`{"command":"x","args":["--api-key","${SHOP_API_KEY}","--level=3","--token=${SHOP_TOKEN}","API_KEY=${SHOP_API_KEY}"]}`,
			"without its secrets: set SHOP_API_KEY, SHOP_TOKEN in the environment",
		},
		"that a variable holds, which is what was written": {
			map[string]any{"command": "x", "args": []string{"--api-key", "held-secret"}, "env": map[string]string{"PLAIN": "held-secret", "LEVEL": "3"}},
			`{"command":"x","args":["--api-key","${OPENAI_API_KEY}"],"env":{"PLAIN":"${OPENAI_API_KEY}","LEVEL":"3"}}`,
			"with its secrets taken from OPENAI_API_KEY in the environment",
		},
		"that are references already": {
			map[string]any{"command": "x", "args": []string{"--api-key", "${MY_KEY}", "--header", "Authorization:${AUTH}"}},
			`{"command":"x","args":["--api-key","${MY_KEY}","--header","Authorization:${AUTH}"]}`, "",
		},
		"of headers, whose scheme stays": {
			map[string]any{"url": "https://a.example/mcp", "headers": map[string]string{"Authorization": "Bearer held-secret", "X-Team": "7"}},
			`{"url":"https://a.example/mcp","headers":{"Authorization":"Bearer ${OPENAI_API_KEY}","X-Team":"7"}}`,
			"taken from OPENAI_API_KEY",
		},
		"of headers among arguments": {
			map[string]any{"command": "npx", "args": []string{"mcp-remote", "https://a.example/mcp", "--header", "X-Api-Key: abc"}},
			`{"command":"npx","args":["mcp-remote","https://a.example/mcp","--header","X-Api-Key: ${SHOP_X_API_KEY}"]}`,
			"set SHOP_X_API_KEY in",
		},
		"in addresses": {
			map[string]any{"url": "https://a.example/mcp?team=7&api_key=abc"},
			`{"url":"https://a.example/mcp?team=7&api_key=${SHOP_SECRET}"}`, "set SHOP_SECRET in",
		},
		"in an address among arguments, several": {
			map[string]any{"command": "x", "args": []string{"postgres://me:pass@db.example/x?sslmode=require", "https://b.example/?token=other"}},
			`{"command":"x","args":["postgres://me:${SHOP_SECRET}@db.example/x?sslmode=require","https://b.example/?token=${SHOP_SECRET_}"]}`,
			"set SHOP_SECRET, SHOP_SECRET_ in",
		},
		"of an OAuth client": {
			map[string]any{"url": "https://a.example", "oauth": map[string]any{"clientId": "me", "clientSecret": "s", "scopes": []string{"read"}}},
			`{"url":"https://a.example","oauth":{"clientId":"me","clientSecret":"${SHOP_CLIENT_SECRET}","scopes":["read"]}}`, "set SHOP_CLIENT_SECRET in",
		},
		"that there are none of": {
			map[string]any{"command": "x", "args": []string{"-y", "server", "HTTP://B.example/%7e", "a:b", "--max-tokens", "5"}, "cwd": "/x"},
			`{"command":"x","args":["-y","server","HTTP://B.example/%7e","a:b","--max-tokens","5"],"cwd":"/x"}`, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t.Context(), Streams{Environ: func() []string { return []string{"OPENAI_API_KEY=held-secret", "HOME=/x", "A_KEY=3"} }})
			r := s.references("shop")
			got, err := json.Marshal(r.declaration(c.declared))
			var a, b any
			if err != nil || json.Unmarshal(got, &a) != nil || json.Unmarshal([]byte(c.saved), &b) != nil || !reflect.DeepEqual(a, b) {
				t.Errorf("saved is %s, %v\nwant     %s", got, err, c.saved)
			}
			if note := r.note(); !strings.Contains(note, c.note) || c.note == "" && note != "" {
				t.Errorf("said is %q, want %q", note, c.note)
			}
		})
	}
}
