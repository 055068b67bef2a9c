package config

import (
	"reflect"
	"slices"
	"testing"
)

const asking = `{
	"inputs": [
		{"id":"key","type":"promptString","description":"The key","password":true},
		{"id":"region","type":"pickString","options":["eu",{"label":"America","value":"us"}],"default":"eu"},
		{"id":"tool","type":"command","command":"x.pick"},
		5, {"type":"promptString"},
	],
	"servers": {
		"web": {"type":"http","url":"https://${input:region}.example.com/${input:path}","headers":{"Authorization":"Bearer ${input:key}"}},
		"run": {"command":"${input:tool}","args":["--key","${input:key}","${input:region}"],"env":{"PLAIN":"${input:path}"}},
		"off": {"command":"x"},
	},
}`

func TestInputsAreReadAndAskedFor(t *testing.T) {
	file := parse(t, asking, nil)
	want := []Input{
		{ID: "key", Type: "promptString", Description: "The key", Password: true},
		{ID: "region", Type: "pickString", Default: "eu", Options: []string{"eu", "us"}},
		{ID: "tool", Type: "command"},
		{ID: "path", Type: "promptString"}, // used, though not declared
	}
	if !reflect.DeepEqual(file.Inputs, want) {
		t.Errorf("got %+v", file.Inputs)
	}
	if len(file.Notes) != 2 {
		t.Errorf("got the notes %q", file.Notes)
	}
	for i, want := range [][]string{{"region", "path", "key"}, {"tool", "key", "region", "path"}, nil} {
		if got := file.Servers[i]; !slices.Equal(got.Inputs, want) || got.Problem != "" {
			t.Errorf("%s asks for %q (%s)", got.Name, got.Inputs, got.Problem)
		}
	}
}

func TestFillingInPutsValuesInAndHidesWhatIsSecret(t *testing.T) {
	file := parse(t, asking, nil)
	values := map[string]string{"key": "key-123456", "region": "europe-north", "path": "some-folder", "tool": "runner"}

	web := file.Servers[0].Fill(values)
	if web.URL != "https://europe-north.example.com/some-folder" || web.Headers["Authorization"] != "Bearer key-123456" || len(web.Inputs) != 0 || web.Problem != "" {
		t.Errorf("got %+v", web)
	}
	if want := []string{"key-123456"}; !slices.Equal(web.Secrets, want) {
		t.Errorf("got the secrets %q", web.Secrets)
	}
	run := file.Servers[1].Fill(values)
	if run.Command != "runner" || !slices.Equal(run.Args, []string{"--key", "key-123456", "europe-north"}) || run.Env["PLAIN"] != "some-folder" {
		t.Errorf("got %+v", run)
	}
	if want := []string{"key-123456", "some-folder"}; !slices.Equal(run.Secrets, want) {
		t.Errorf("got the secrets %q", run.Secrets)
	}
	if file.Servers[1].Args[1] != "${input:key}" || file.Servers[0].Headers["Authorization"] != "Bearer ${input:key}" {
		t.Error("filling in changed the declaration itself")
	}
}

func TestFillingInLeavesWhatHasNoValue(t *testing.T) {
	web := parse(t, asking, nil).Servers[0].Fill(map[string]string{"region": "eu"})
	if want := []string{"path", "key"}; len(web.Inputs) != 2 || !slices.Contains(web.Inputs, "path") || !slices.Contains(web.Inputs, "key") {
		t.Errorf("got %q, want %q", web.Inputs, want)
	}
	if again := web.Fill(map[string]string{"path": "a", "key": "b"}); again.URL != "https://eu.example.com/a" || len(again.Inputs) != 0 {
		t.Errorf("got %+v", again)
	}
}

func TestValuesThatMakeNoAddressAreAProblem(t *testing.T) {
	file := parse(t, `{"servers":{"a":{"url":"${input:address}"},"b":{"url":"https://${input:host}/"},"c":{"command":"${input:x}"}}}`, nil)
	for i, values := range []map[string]string{{"address": "example.com"}, {"host": "a b"}, {"x": ""}} {
		if got := file.Servers[i].Fill(values); got.Problem == "" {
			t.Errorf("%s: got %+v", got.Name, got)
		}
	}
	if got := file.Servers[0].Fill(map[string]string{"address": "https://example.com"}); got.Problem != "" || got.URL != "https://example.com" {
		t.Errorf("got %+v", got)
	}
}

func TestSettingsKeepTheirInputsBesideTheirServers(t *testing.T) {
	file := parse(t, `{"mcp":{"inputs":[{"id":"k","type":"promptString","password":true}],"servers":{"a":{"command":"x","args":["${input:k}"]}}}}`, nil)
	if len(file.Inputs) != 1 || !file.Inputs[0].Password {
		t.Errorf("got %+v", file.Inputs)
	}
}
