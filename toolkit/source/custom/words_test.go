package custom

import (
	"reflect"
	"strings"
	"testing"

	"toolbench/toolkit/schema"
)

const manyProperties = `{"type":"object","properties":{
	"path":{"type":"string"}, "size":{"type":"integer"}, "tags":{"type":"array"},
	"deep":{"type":"object"}, "force":{"type":"boolean"}, "any":{}}}`

func words(args []string, given string) ([]string, error) {
	root, err := schema.Parse([]byte(manyProperties))
	if err != nil {
		return nil, err
	}
	v, err := schema.Parse([]byte(given))
	if err != nil {
		return nil, err
	}
	return commandLineOf(args, root, v)
}

func TestArgumentsBecomeWords(t *testing.T) {
	for _, test := range []struct {
		name, args, given, want string // words between |
	}{
		{"WordsAlone", "a|b c", `{}`, "a|b c"},
		{"APlaceholder", "a|{path}|b", `{"path":"x y"}`, "a|x y|b"},
		{"InsideAWord", "--in={path}:{size}", `{"path":"x","size":7}`, "--in=x:7"},
		{"AnAbsentOneDropsItsWord", "a|--in={path}|{size}|b", `{"path":null}`, "a|b"},
		{"OneOfTwoAbsentDropsTheWord", "{path}:{size}", `{"path":"x"}`, ""},
		{"NumbersAsTheyAreWritten", "{any}", `{"any":1.50e3}`, "1.50e3"},
		{"AListOfWords", "{tags}|end", `{"tags":["a",1,{"b": 2}]}`, `a|1|{"b":2}|end`},
		{"AnEmptyListOfWords", "{tags}|end", `{"tags":[]}`, "end"},
		{"AListInsideAWord", "x={tags}", `{"tags":["a"]}`, `x=["a"]`},
		{"AnObject", "{deep}", `{"deep":{"a":[1]}}`, `{"a":[1]}`},
		{"BracesThatAreNoProperty", "{print $1}|{}|{unknown}|{{path}}", `{"path":"p"}`, "{print $1}|{}|{unknown}|{p}"},
		{"AValueIsNotLookedInto", "{path}", `{"path":"{size}","size":1}`, "{size}|--size=1"},
		{"TheRestInTheOrderOfTheSchema", "a", `{"force":true,"size":1,"path":"p"}`, "a|--path=p|--size=1|--force"},
		{"FalseIsNothing", "a", `{"force":false}`, "a"},
		{"AListRepeats", "", `{"tags":["x","-y"]}`, "--tags=x|--tags=-y"},
		{"AnObjectAsJSON", "", `{"deep":{"a": 1}}`, `--deep={"a":1}`},
		{"InFrontOfTheEndOfOptions", "a|--|{path}", `{"path":"-p","size":1}`, "a|--size=1|--|-p"},
		{"ADashThatIsThereAlready", "-n{size}", `{"size":-1}`, "-n-1"},
		{"ADashAlone", "{path}", `{"path":"-"}`, "-"},
		{"AnEmptyText", "{path}", `{"path":""}`, "<empty>"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := words(split(test.args), test.given)
			if err != nil || !reflect.DeepEqual(append([]string{}, got...), split(test.want)) {
				t.Errorf("got %q (%v), want %q", got, err, test.want)
			}
		})
	}
}

func split(line string) []string {
	if line == "" {
		return []string{}
	}
	return strings.Split(strings.ReplaceAll(line, "<empty>", ""), "|")
}

func TestArgumentsThatCanNotBecomeWordsAreRefused(t *testing.T) {
	const option = `, which the command would take for an option; leave out the dash in front, or put the word -- before `
	for _, test := range []struct{ args, given, want string }{
		{"{path}", `{"path":"-rf"}`, `the argument "path" makes the word "-rf"` + option + `"{path}" in the tool's args`},
		{"{tags}", `{"tags":["a","--all"]}`, `the argument "tags" makes the word "--all"` + option + `"{tags}" in the tool's args`},
		{"{path}{size}", `{"path":"","size":-1}`, `the argument "path" makes the word "-1"` + option + `"{path}{size}" in the tool's args`},
		{"", `{"exec":"rm"}`, `there is no argument "exec"; there are path, size, tags, deep, force, any`},
		{"", `{"forse":true}`, `there is no argument "forse"; did you mean "force"?`},
		{"{path}", `{"path":"a\u0000b"}`, "an argument has a NUL character in it, which no word of a command line can have"},
	} {
		if got, err := words(split(test.args), test.given); err == nil || err.Error() != test.want {
			t.Errorf("%s with %s became %q (%v)\nwant %s", test.args, test.given, got, err, test.want)
		}
	}
}

func FuzzNoArgumentBecomesAnOption(f *testing.F) {
	f.Add("{path}|x", "-rf")
	f.Add("{path}{path}|--", "a")
	f.Add("a{path}|--|{path}", "--")
	f.Fuzz(func(t *testing.T, args, value string) {
		given := schema.NewObject(schema.Member{Name: "path", Value: schema.NewString(value)})
		got, err := words(split(args), string(given.JSON()))
		if err != nil {
			return
		}
		declared := map[string]bool{}
		for _, word := range split(args) {
			declared[word] = true
		}
		for _, word := range got {
			if word == endOfOptions {
				return
			}
			if isOption(word) && !declared[word] && !strings.HasPrefix(word, "--path=") && !dashed(split(args)) {
				t.Errorf("%q with %q has the option %q", args, value, word)
			}
		}
	})
}

// dashed tells whether a word with a placeholder begins with a dash by itself.
func dashed(args []string) bool {
	for _, word := range args {
		if strings.HasPrefix(word, "-") && strings.Contains(word, "{path}") {
			return true
		}
	}
	return false
}
