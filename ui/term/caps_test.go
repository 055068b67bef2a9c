package term_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"toolbench/theme"
	"toolbench/ui/term"
	"toolbench/ui/uitest"
)

func TestTheEnvironmentGivesAFirstAnswer(t *testing.T) {
	for _, c := range []struct {
		env  string
		want string
	}{
		{"TERM=xterm-256color COLORTERM=truecolor LANG=en_US.UTF-8", "dark TrueColor"},
		{"TERM=xterm-256color", "dark ANSI256"},
		{"TERM=xterm COLORFGBG=0;15", "light ANSI"},
		{"TERM=xterm COLORFGBG=15;default;0 LC_ALL=C LANG=en_US.UTF-8", "dark ANSI ascii"},
		{"TERM=xterm-256color LANG=de_DE.ISO-8859-1", "dark ANSI256 ascii"},
		{"TERM=xterm-256color LANG=de_DE", "dark ANSI256"},
		{"TERM=xterm-256color NO_COLOR=1", "dark Ascii nocolor"},
		{"TERM=dumb", "dark NoTTY dumb"},
		{"TERM=screen-256color TMUX=/tmp/x,1,0", "dark ANSI256 tmux"},
		{"TERM=screen STY=1.pts", "dark ANSI256 screen"},
	} {
		if got := say(term.FromEnvironment(strings.Fields(c.env))); got != c.want {
			t.Errorf("%s: %s, want %s", c.env, got, c.want)
		}
	}
}

// say puts what matters of caps in words.
func say(c term.Caps) string {
	words := []string{"light", c.Profile.String()}
	if c.Dark {
		words[0] = "dark"
	}
	for word, is := range map[string]bool{"ascii": c.ASCII, "nocolor": c.NoColor, "dumb": c.Dumb, "tmux": c.Tmux, "screen": c.Screen} {
		if is {
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// asker is a program that asks and shows what it knows.
type asker struct{ caps term.Caps }

func (a asker) Init() tea.Cmd { return a.caps.Query() }

func (a asker) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, environment := msg.(tea.EnvMsg)
	if a.caps.Update(msg) && environment {
		return a, a.caps.Query()
	}
	return a, nil
}

func (a asker) View() tea.View {
	c := a.caps
	return tea.NewView(fmt.Sprintf("%s\nname %q\ngraphemes %v\nkitty %v\nanswered %v\ncolor %v pictures %v",
		say(c), c.Name, c.Graphemes, c.KittyGraphics, c.Answered, c.Color(), c.Pictures()))
}

func TestTheTerminalsAnswersAreRemembered(t *testing.T) {
	for _, c := range []struct {
		name    string
		options []uitest.Option
		want    []string
	}{
		{"a modern one", []uitest.Option{uitest.Kitty(), uitest.Version("kitty(0.41.1)")},
			[]string{"dark TrueColor", `name "kitty(0.41.1)"`, "graphemes true", "kitty true", "answered true", "color true pictures true"}},
		{"a light one", []uitest.Option{uitest.Light()}, []string{"light TrueColor", "kitty false"}},
		{"an old one", []uitest.Option{uitest.Runes(), uitest.Version(""), uitest.Profile(colorprofile.ANSI)},
			[]string{`name ""`, "graphemes false", "answered true", "color true pictures false"}},
		{"one without colour", []uitest.Option{uitest.Env("NO_COLOR=1")}, []string{"nocolor", "color false pictures false"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				screen := uitest.Start(t, asker{}, 60, 8, c.options...)
				for _, want := range c.want {
					if !screen.Contains(want) {
						t.Errorf("no %q in\n%s", want, screen.Text())
					}
				}
			})
		})
	}
}

func TestADumbTerminalIsNotAsked(t *testing.T) {
	if term.FromEnvironment([]string{"TERM=dumb"}).Query() != nil {
		t.Error("a dumb terminal would print the question")
	}
}

func TestTheThemeFollowsTheTerminal(t *testing.T) {
	c := term.Caps{Dark: true, Profile: colorprofile.ANSI, ASCII: true}
	if got, want := c.Theme(), (theme.Options{Dark: true, Color: true, Basic: true, ASCII: true}); got != want {
		t.Errorf("theme %+v, want %+v", got, want)
	}
	c.NoColor = true
	if c.Theme().Color {
		t.Error("colours in spite of NO_COLOR")
	}
	if c.Aspect() != 2 {
		t.Errorf("aspect %v", c.Aspect())
	}
	c.CellWidth, c.CellHeight = 10, 25
	if c.Aspect() != 2.5 {
		t.Errorf("aspect %v", c.Aspect())
	}
}
