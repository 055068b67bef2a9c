package cli

import (
	"os"
	"regexp"
	"testing"

	"toolbench/toolkit"
	"toolbench/toolkit/config"
	"toolbench/toolkit/schema"
)

func TestTheConfigurationOfTheReadmeIsOneThatThisProgramReads(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllSubmatch(text, -1)
	if len(examples) == 0 {
		t.Fatal("README shows none")
	}
	for _, example := range examples {
		for _, p := range schema.Validate(config.JSONSchema(), example[1]) {
			t.Errorf("the JSON Schema says: %s", p)
		}
		r := config.Reader{Home: "/people/ann", Dir: "/people/ann", Lookup: func(string) (string, bool) { return "a value", true }}
		f, err := r.Parse("/people/ann/.config/toolbench/config.json", example[1])
		if err != nil {
			t.Fatal(err)
		}
		for _, note := range f.Notes {
			t.Error(note)
		}
		p := &plan{session: newSession(t.Context(), Streams{})}
		p.configuration(f, f.Path, true)
		tk, err := toolkit.CreateToolkit(t.Context(), p.disabled())
		if err != nil {
			t.Fatal(err)
		}
		defer tk.Close()
		// Every kind of declaration, the skills and the built-ins.
		if got := len(tk.Sources()); got != 8 {
			t.Errorf("it gives %d sources", got)
		}
	}
}

// disabled are the options with every source switched off.
func (p *plan) disabled() toolkit.Options {
	for _, s := range p.options.Sources {
		p.options.Disabled = append(p.options.Disabled, s.Info().ID())
	}
	return p.options
}
