package cli

import (
	"reflect"
	"strings"
	"testing"

	"toolbench/toolkit/tool"
)

func TestAnAnswerIsReadInEachOfItsForms(t *testing.T) {
	for text, want := range map[string]tool.Answer{
		"yes":    {OK: true},
		" Y \n":  {OK: true},
		"no":     {Reason: "declined"},
		"cancel": {Reason: "cancelled"},
		"{}":     {OK: true, Data: map[string]any{}},
		`{"name":"Ann","n":12345678901234567890}`: {OK: true, Data: map[string]any{"name": "Ann", "n": number("12345678901234567890")}},
		`["a",["b"]]`: {OK: true, Data: map[string]any{"answers": []any{"a", []any{"b"}}}},
		`{"ok":true}`: {OK: true},
		`{"ok":true,"data":{"n":12345678901234567890}}`:                {OK: true, Data: map[string]any{"n": number("12345678901234567890")}},
		`{"ok":false,"reason":"cancelled","note":"not now"}`:           {Reason: "cancelled", Note: "not now"},
		`{"ok":"a field of this name that is not an answer's own ok"}`: {OK: true, Data: map[string]any{"ok": "a field of this name that is not an answer's own ok"}},
	} {
		got, err := readAnswer([]byte(text))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v; want %+v", text, got, err, want)
		}
	}
}

func number(digits string) any {
	v, err := tool.DecodeArguments([]byte(`{"n":` + digits + `}`))
	if err != nil {
		panic(err)
	}
	return v["n"]
}

func TestWhatIsNoAnswerIsRefused(t *testing.T) {
	for text, part := range map[string]string{
		"":                        "is no answer",
		"perhaps":                 "is no answer",
		"5":                       "is no answer",
		"null":                    "is no answer",
		`{"a":`:                   "is no answer",
		`{"ok":true,"dada":{}}`:   `unknown field "dada"`,
		`{"ok":true,"data":[]}`:   "the data of an answer is a JSON object",
		`{"ok":false,"reason":5}`: "an answer holds ok, data, reason and note",
	} {
		if got, err := readAnswer([]byte(text)); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%s: got %+v, %v; want an error with %q", text, got, err, part)
		}
	}
}
