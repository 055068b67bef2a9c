package demo

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
)

type haikuInput struct {
	Place string `json:"place" jsonschema:"minLength=1,example=Oslo" jsonschema_description:"City, or \"lat,lon\""`
}

// A sampled is a message that a model, or a person in its place, wrote.
type sampled struct {
	Text  string `json:"text"`
	Model string `json:"model"`
}

type haiku struct {
	Lines []verse `json:"lines"`
	Fits  bool    `json:"fits" jsonschema_description:"Whether there are three lines, of 5, 7 and 5 syllables"`
	By    string  `json:"by" jsonschema_description:"The model that wrote it"`
}

type verse struct {
	Text      string `json:"text"`
	Syllables int    `json:"syllables" jsonschema_description:"As far as vowels tell"`
}

func haikuTool() tool.Tool {
	return native.DefineResumableTool("haiku", "Has its client's model write a haiku about the weather, and counts the syllables. Without a model you are asked to write it.",
		runHaiku, native.WithReadOnly(), native.WithTitle("Write a haiku"))
}

func runHaiku(ctx *tool.ToolContext, in haikuInput, written *sampled) (haiku, error) {
	at, err := findPlace(in.Place)
	if err != nil {
		return haiku{}, tool.Fail(ctx, err)
	}
	if written == nil {
		w := weatherAt(at, time.Date(2026, time.June, 1, 0, 0, 0, 0, time.UTC))
		return haiku{}, tool.Interrupt(tool.Request{
			Kind:   tool.KindSampling,
			Prompt: fmt.Sprintf("Write a haiku about the weather in %s: %.0f °C, %s, wind of %.0f m/s.", at.Name, w.High, w.Sky, w.Wind),
			Data:   map[string]any{"system": "A haiku has three lines, of 5, 7 and 5 syllables. Answer with the haiku alone."},
		})
	}
	out := haiku{Lines: []verse{}, By: written.Model}
	var counted []int
	for line := range strings.Lines(strings.TrimSpace(written.Text)) {
		line = strings.TrimSpace(line)
		out.Lines = append(out.Lines, verse{line, syllables(line)})
		counted = append(counted, syllables(line))
	}
	out.Fits = slices.Equal(counted, []int{5, 7, 5})
	return out, nil
}

// syllables counts groups of vowels; an e at the end of a word is silent when
// there is another one.
func syllables(line string) (n int) {
	for _, word := range strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return !unicode.IsLetter(r) }) {
		count, inVowels := 0, false
		for _, r := range word {
			vowel := strings.ContainsRune("aeiouyäöüáéíóúàèâêîôûå", r)
			if vowel && !inVowels {
				count++
			}
			inVowels = vowel
		}
		if count > 1 && strings.HasSuffix(word, "e") && !strings.HasSuffix(word, "le") {
			count--
		}
		n += count
	}
	return n
}

type rootList struct {
	Roots []struct {
		URI  string `json:"uri"`
		Name string `json:"name,omitempty"`
	} `json:"roots"`
}

func rootsTool() tool.Tool {
	return native.DefineResumableTool("list-roots", "Asks its client which folders it may work in, and says what it was told. It works in none.",
		runRoots, native.WithReadOnly(), native.WithTitle("List the roots"))
}

func runRoots(_ *tool.ToolContext, _ struct{}, told *rootList) (string, error) {
	if told == nil {
		return "", tool.Interrupt(tool.Request{Kind: kindRoots})
	}
	if len(told.Roots) == 0 {
		return "The client says that there are none.", nil
	}
	var b strings.Builder
	for _, r := range told.Roots {
		fmt.Fprintf(&b, "- %s", r.URI)
		if r.Name != "" {
			fmt.Fprintf(&b, " (%s)", r.Name)
		}
		b.WriteString("\n")
	}
	return b.String(), nil
}

type signUpInput struct {
	Observer string `json:"observer" jsonschema:"minLength=1,maxLength=60,example=Ada" jsonschema_description:"Who wants to sign up"`
}

func signUpTool() tool.Tool {
	return native.DefineResumableTool("sign-up", "Asks to open a made-up page for signing up as an observer. Nothing is opened unless you open it.",
		runSignUp, native.WithTitle("Sign up"))
}

func runSignUp(_ *tool.ToolContext, in signUpInput, opened *struct{}) (string, error) {
	if opened == nil {
		return "", tool.Interrupt(tool.Request{
			ID:     "sign-up-" + tool.Sanitize(in.Observer),
			Kind:   tool.KindAuthorization,
			Prompt: "Sign up as an observer on this page.",
			URL:    "https://example.com/observers/sign-up?" + url.Values{"name": {in.Observer}}.Encode(),
		})
	}
	return fmt.Sprintf("%s has been shown the page. That it was filled in is not known here: the page is made up.", in.Observer), nil
}
