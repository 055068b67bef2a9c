package forms

import (
	"strings"
	"testing"
)

const endless = `{"type":"object","properties":{"node":{"$ref":"#/$defs/Node"}},
	"$defs":{"Node":{"type":"object","properties":{"name":{"type":"string"},"token":{"type":"string","format":"password"},"child":{"$ref":"#/$defs/Node"}}}}}`

func TestMaskingBuildsNothingOfASchemaWithoutEnd(t *testing.T) {
	f := form(t, endless)
	if got := string(f.Masked("•")); got != `{}` {
		t.Errorf("masked it is %s", got)
	}
	if node := field(t, f, "node"); node.built {
		t.Error("masking built a group that is absent")
	}
	field(t, f, "node", "child", "token").SetText("hunter2")
	if got := string(f.Masked("•")); got != `{"node":{"child":{"token":"•"}}}` {
		t.Errorf("masked it is %s", got)
	}
	if deep := field(t, f, "node", "child", "child"); deep.built {
		t.Error("masking built a group that is absent")
	}
}

func TestOnlyTheSecretIsMasked(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"key":{"type":"string","format":"password"},"name":{"type":"string"},
		"keys":{"type":"array","items":{"type":"string","format":"password"}}}}`)
	if err := f.SetJSON([]byte(`{"key":"na\"me<","name":"na\"me<","keys":["a",5,""]}`)); err != nil {
		t.Fatal(err)
	}
	if got, want := string(f.Masked("•")), `{"key":"•","name":"na\"me<","keys":["•","•",""]}`; got != want {
		t.Errorf("masked it is %s, want %s", got, want)
	}
	sends(t, f, `{"key":"na\"me<","name":"na\"me<","keys":["a",5,""]}`)
	field(t, f, "key").SetNull()
	if got, want := string(f.Masked("•")), `{"key":null,"name":"na\"me<","keys":["•","•",""]}`; got != want {
		t.Errorf("masked it is %s, want %s", got, want)
	}
}

func TestAProblemDoesNotRepeatASecret(t *testing.T) {
	f := form(t, `{"type":"object","properties":{"key":{"type":"string","format":"password","pattern":"^[0-9]+$"}}}`)
	field(t, f, "key").SetText("hunter2")
	if got := problems(f); got == "" || strings.Contains(got, "hunter") {
		t.Errorf("problems are %q", got)
	}
}

func TestTheWalkOverAWideRecursiveSchemaEnds(t *testing.T) {
	var names []string
	for _, r := range "abcdefghijklmnopqrstuvwxyz" {
		names = append(names, `"`+string(r)+`":{"$ref":"#"}`)
	}
	f := form(t, `{"type":"object","properties":{`+strings.Join(names, ",")+`}}`)
	if n := f.Coverage().Fields; n > 1000 {
		t.Errorf("%d fields are counted", n)
	}
	if !field(t, f, "a").Recursive() || f.Root().Recursive() {
		t.Error("what contains itself is not told from what does not")
	}
}
