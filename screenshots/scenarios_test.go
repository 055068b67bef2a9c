package screenshots

import (
	"context"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit"
	"toolbench/toolkit/demo"
	"toolbench/toolkit/source/builtin"
	"toolbench/ui"
	"toolbench/ui/uitest"
)

// scenarios are the pictures of README: the program as `toolbench demo` opens
// it, driven by keys and clicks.
var scenarios = []Scenario{
	{
		Name: "forecast", Title: "A tool of an MCP server: its form above, its result with a table and a chart below",
		W: 120, H: 48, Dark: true,
		Drive: func(term *uitest.Terminal) {
			pick(term, "forecast")
			term.Type("Oslo")
			run(term)
			term.Press("f6", "end")
		},
	},
	{
		Name: "approval", Title: "A tool that stopped to ask for an approval",
		W: 120, H: 36, Dark: true,
		Drive: func(term *uitest.Terminal) {
			pick(term, "deploy")
			term.Type("web")
			term.Press("tab", "right", "right")
			run(term)
			term.Press("ctrl+g")
		},
	},
	{
		Name: "elicitation", Title: "A form that an MCP server asks to be filled while its tool runs",
		W: 120, H: 36, Dark: true,
		Drive: func(term *uitest.Terminal) {
			pick(term, "report")
			term.Type("Oslo")
			run(term)
			term.Press("ctrl+g")
		},
	},
	{
		Name: "everything", Title: "A form with a field of every kind",
		W: 120, H: 36, Dark: true,
		Drive: func(term *uitest.Terminal) { pick(term, "everything") },
	},
	{
		Name: "sampling", Title: "A server asks for a message in a language model's place, and a person writes it",
		W: 120, H: 36, Dark: true,
		Drive: func(term *uitest.Terminal) {
			pick(term, "haiku")
			term.Type("Oslo")
			run(term)
			term.Press("ctrl+g")
		},
	},
	{
		Name: "narrow", Title: "One pane at a time in a narrow window",
		W: 80, H: 24, Dark: true,
		Drive: func(term *uitest.Terminal) {
			pick(term, "forecast")
			term.Type("Oslo")
		},
	},
	{
		Name: "light", Title: "The same program on a light background",
		W: 120, H: 36,
		Drive: func(term *uitest.Terminal) {
			pick(term, "radar")
			term.Type("Oslo")
			run(term)
			term.ClickOn("Code")
			term.Pass(time.Second)
		},
	},
}

func TestThePicturesShowTheProgramAsItIs(t *testing.T) {
	for _, s := range scenarios {
		t.Run(s.Name, func(t *testing.T) {
			s.Model = demoModel
			s.Shoot(t, uitest.Updating())
		})
	}
}

// demoModel is the program on the demo. It is closed before the terminal looks
// for what was left behind.
func demoModel(t *testing.T) tea.Model {
	ctx, cancel := context.WithCancel(t.Context())
	tk, err := toolkit.CreateToolkit(ctx, toolkit.Options{Sources: demo.Sources(), Builtins: &builtin.Options{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		tk.Close()
	})
	return ui.New(ctx, tk, ui.Options{Title: "demo"})
}

// pick finds a tool by its name, shows the whole catalogue around it again, and
// turns to it.
func pick(term *uitest.Terminal, name string) {
	term.Pass(time.Second)
	term.Press("/")
	term.Type(name)
	term.Press("enter", "esc", "esc", "enter")
}

// run runs the tool in front, destructive or not, until it waits or is done.
func run(term *uitest.Terminal) {
	term.Press("ctrl+r")
	if term.Contains("Run a destructive tool?") {
		term.Press("right", "enter")
	}
	term.Pass(time.Second)
}
