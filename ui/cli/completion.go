package cli

import (
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"github.com/alecthomas/kong"
)

//go:embed completion
var completions embed.FS

type completionVerb struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help tells how the script is used.
func (completionVerb) Help() string {
	return `Put this into the shell's start-up file:

  bash: source <(toolbench completion bash)
  zsh:  source <(toolbench completion zsh)
  fish: toolbench completion fish | source`
}

// Run prints the script. It is made from the grammar once, instead of asking
// the program at each press of tab as the libraries for kong do
// (kong-completion, kongplete): those hook into every start of the program, and
// the names of tools could be completed only by starting servers unasked.
func (v completionVerb) Run(s *session, model *kong.Context) error {
	text, err := completions.ReadFile("completion/" + v.Shell + ".tmpl")
	if err != nil {
		return err
	}
	script, err := template.New(v.Shell).Funcs(completionFuncs).Parse(string(text))
	if err != nil {
		return err
	}
	return script.Execute(s.out, grammarWords(model.Model))
}

// A verbWords is what can follow a verb.
type verbWords struct {
	Name, Help string
	Flags      []flagWords
	// Words are what its own argument can be.
	Words []string
}

// A flagWords is a flag and what its value can be.
type flagWords struct {
	Name, Help string
	Values     []string
	Bool       bool
	Repeatable bool
}

func grammarWords(app *kong.Application) []verbWords {
	var all []verbWords
	for _, verb := range app.Children {
		v := verbWords{Name: verb.Name, Help: verb.Help}
		if verb.Hidden {
			v.Name = "" // the flags that go without a verb
		}
		for _, flag := range slices.Concat(app.Flags, verb.Flags) {
			v.Flags = append(v.Flags, flagWords{flag.Name, flag.Help, values(flag.Enum), flag.IsBool(), flag.IsCumulative()})
		}
		slices.SortFunc(v.Flags, func(a, b flagWords) int { return cmp.Compare(a.Name, b.Name) })
		for _, argument := range verb.Positional {
			v.Words = append(v.Words, values(argument.Enum)...)
		}
		all = append(all, v)
	}
	return all
}

func values(enum string) []string {
	return strings.FieldsFunc(enum, func(r rune) bool { return r == ',' })
}

// quote makes one word of a shell's out of text.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// fishQuote is quote for fish, which takes a backslash before a quotation mark.
func fishQuote(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}

var completionFuncs = template.FuncMap{
	"flags": func(v verbWords) string {
		var names []string
		for _, f := range v.Flags {
			names = append(names, "--"+f.Name)
		}
		return quote(strings.Join(names, " "))
	},
	"words": func(all []verbWords, v verbWords) string {
		words := slices.Clone(v.Words)
		if v.Name == "" {
			for _, verb := range all {
				words = append(words, verb.Name)
			}
		}
		return quote(strings.TrimSpace(strings.Join(words, " ")))
	},
	"names": func(all []verbWords) string {
		var names []string
		for _, v := range all {
			if v.Name != "" {
				names = append(names, v.Name)
			}
		}
		return strings.Join(names, "|")
	},
	"join":     func(words []string) string { return quote(strings.Join(words, " ")) },
	"list":     func(words []string) string { return strings.Join(words, " ") },
	"fish":     fishQuote,
	"describe": func(name, help string) string { return quote(name + ":" + strings.ReplaceAll(help, ":", `\:`)) },
	"under": func(verb string) string {
		if verb == "" {
			return "__fish_use_subcommand"
		}
		return "__fish_seen_subcommand_from " + verb
	},
	"argument": func(f flagWords) string {
		text := fmt.Sprintf("--%s[%s]", f.Name, strings.NewReplacer("[", `\[`, "]", `\]`, ":", `\:`).Replace(f.Help))
		switch {
		case len(f.Values) > 0:
			text += ": :(" + strings.Join(f.Values, " ") + ")"
		case !f.Bool:
			text += ": :_files"
		}
		if f.Repeatable {
			text = "*" + text
		}
		return quote(text)
	},
}
