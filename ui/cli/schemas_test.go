//go:build !windows

package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"toolbench/toolkit/peers"
)

// typed are the tools of toolkit/peers/schemas.mjs, the keys that fill their
// forms, and the arguments that are meant. A key's name stands between < and >.
var typed = []struct{ tool, keys, arguments string }{
	{"s01_nested", "<tab>Main St 1<tab><space><tab>59.9<tab>10.750", `{"addr":{"street":"Main St 1","geo":{"lat":59.9,"lon":10.750}}}`},
	{"s02_array_string", "ared<tab><enter>blue", `{"tags":["red","blue"]}`},
	{"s03_array_object", "abolt<tab>3<tab><enter>nut", `{"items":[{"name":"bolt","qty":3},{"name":"nut"}]}`},
	{"s04_enum_int", "3<enter>", `{"level":3}`},
	{"s05_enum_mixed", "1<enter>", `{"v":1}`},
	{"s06_array_enum", "<space><down><space><down><down><space>", `{"days":["mon","wed"]}`},
	{"s07_oneof_obj", "<right><tab><tab>+47 1", `{"target":{"kind":"sms","phone":"+47 1"}}`},
	{"s08_anyof_prim", "42", `{"id":42}`},
	{"s09_allof", "<space><tab>x<tab>7", `{"p":{"a":"x","b":7}}`},
	{"s10_ref", "f<enter><tab><space><tab>root<tab><space><tab>leaf", `{"mode":"fit","node":{"name":"root","child":{"name":"leaf"}}}`},
	{"s11_const", "", `{"kind":"x","n":3}`},
	{"s12_nullable", "<alt+n><tab>7<tab><alt+n>", `{"a":null,"b":7,"c":null}`},
	{"s13_default", "bye<tab>5<tab><space>", `{"a":"bye","b":5,"c":false,"d":["x"]}`},
	{"s14_format", "2026-11-30<tab>2026-11-30T12:00:00Z<tab>ada@example.com<tab>https://example.com/a<tab>open sesame",
		`{"d":"2026-11-30","dt":"2026-11-30T12:00:00Z","e":"ada@example.com","u":"https://example.com/a","pw":"open sesame"}`},
	{"s15_minmax", "4<tab>0.5<tab>abc", `{"n":4,"x":0.5,"s":"abc"}`},
	{"s16_map", "ateam<enter>core", `{"labels":{"team":"core"}}`},
	{"s17_free", "<enter>k<enter>1", `{"k":1}`},
	{"s18_tuple", "<space><tab>1.50<tab>2<tab>home", `{"pt":[1.50,2,"home"]}`},
	{"s19_bool_optional", "<space>", `{"dry":true}`},
	{"s20_bigint", "9007199254740993", `{"id":9007199254740993}`},
	{"s21_untyped", `{"a": [1, 2.50]}<tab>hello`, `{"any":{"a":[1,2.50]},"truthy":"hello"}`},
	{"s22_root_oneof", "<right><tab><tab>7", `{"kind":"b","y":7}`},
	{"s23_multiline", "one<enter>two", `{"text":"one\ntwo"}`},
	{"s24_empty_enum_required", "<right>", `{"v":""}`},
	{"s25_ifthen", "x<enter><tab>more", `{"t":"x","extra":"more"}`},
	{"s26_patternprops", "<enter>x-a<enter>1", `{"x-a":"1"}`},
	{"s27_array_array", "aa1<tab><enter>2<tab><tab><enter>a3", `{"grid":[[1,2],[3]]}`},
	{"s28_many", "a" + strings.Repeat("<tab>", 39) + "z", `{"field_0":"a","field_39":"z"}`},
}

func TestWhatIsTypedIntoEachKindOfFormIsWhatTheServerReceives(t *testing.T) {
	server := peers.Find(t, "schemas.mjs")
	for _, c := range typed {
		t.Run(c.tool, func(t *testing.T) {
			received := filepath.Join(t.TempDir(), "received")
			term := onRealTerminal(t, nil, "--", "node", server, received)
			term.until("s28_many")
			term.write("/" + c.tool)
			term.until("1 of 28")
			term.press(uv.KeyEnter, 0)
			term.until("sends {")
			term.keys(c.keys)
			term.press('r', uv.ModCtrl)
			term.until("ARGS {")
			if got := lastArguments(t, received); got != c.arguments {
				t.Errorf("the server received %s, want %s; the screen shows\n%s", got, c.arguments, term.text())
			}
		})
	}
}

// keys types a text with the names of keys in it.
func (term *realTerminal) keys(text string) {
	term.t.Helper()
	for text != "" {
		plain, rest, _ := strings.Cut(text, "<")
		if plain != "" {
			term.write(plain)
		}
		name, rest, found := strings.Cut(rest, ">")
		if found {
			term.named(name)
		}
		text = rest
	}
}

func (term *realTerminal) named(name string) {
	term.t.Helper()
	codes := map[string]rune{"tab": uv.KeyTab, "enter": uv.KeyEnter, "space": uv.KeySpace, "esc": uv.KeyEscape,
		"up": uv.KeyUp, "down": uv.KeyDown, "left": uv.KeyLeft, "right": uv.KeyRight, "backspace": uv.KeyBackspace}
	letter, alt := strings.CutPrefix(name, "alt+")
	switch code, known := codes[name]; {
	case known:
		term.press(code, 0)
	case alt && len(letter) == 1:
		term.press(rune(letter[0]), uv.ModAlt)
	default:
		term.t.Fatalf("the test names no key %q", name)
	}
}

// lastArguments are those of the last call in what a server received, byte by
// byte.
func lastArguments(t *testing.T, file string) string {
	t.Helper()
	received, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	last := "no call"
	for line := range bytes.Lines(received) {
		var message struct {
			Method string
			Params struct{ Arguments json.RawMessage }
		}
		if json.Unmarshal(line, &message) == nil && message.Method == "tools/call" {
			last = string(message.Params.Arguments)
		}
	}
	return last
}
