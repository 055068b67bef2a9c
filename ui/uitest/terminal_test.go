package uitest_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"toolbench/ui/uitest"
)

// probe is a program that shows what it was told.
type probe struct {
	w, h  int
	lines []string
	ticks int
}

type tick struct{}

func (p probe) Init() tea.Cmd {
	return tea.Sequence(tea.RequestBackgroundColor, tea.RequestTerminalVersion,
		tea.Raw(ansi.KittyGraphics(nil, "i=31", "s=1", "v=1", "a=q")), after())
}

func after() tea.Cmd {
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return tick{} })
}

func (p probe) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	say := func(format string, args ...any) { p.lines = append(p.lines, fmt.Sprintf(format, args...)) }
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.w, p.h = msg.Width, msg.Height
	case tea.KeyPressMsg:
		say("key %s", msg)
		switch msg.String() {
		case "ctrl+c":
			return p, tea.Quit
		case "y":
			return p, tea.SetClipboard("copied text")
		}
	case tea.PasteMsg:
		say("paste %q", msg.Content)
	case tea.MouseClickMsg:
		say("click %d,%d", msg.X, msg.Y)
	case tea.MouseWheelMsg:
		say("wheel %s", msg.Button)
	case tea.BackgroundColorMsg:
		say("dark %v", msg.IsDark())
	case tea.TerminalVersionMsg:
		say("version %s", msg.Name)
	case tick:
		p.ticks++
		return p, after()
	}
	return p, nil
}

func (p probe) View() tea.View {
	head := fmt.Sprintf("%d×%d, %d s", p.w, p.h, p.ticks)
	v := tea.NewView(strings.Join(append([]string{head}, p.lines...), "\n"))
	v.AltScreen, v.MouseMode, v.WindowTitle = true, tea.MouseModeCellMotion, "probe"
	return v
}

func run(t *testing.T, drive func(*uitest.Terminal), options ...uitest.Option) {
	synctest.Test(t, func(t *testing.T) {
		drive(uitest.Start(t, probe{}, 40, 16, options...))
	})
}

func want(t *testing.T, term *uitest.Terminal, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !term.Contains(text) {
			t.Errorf("the screen does not show %q:\n%s", text, term.Text())
		}
	}
}

func TestKeysArriveUnderTheNamesTheyArePressedBy(t *testing.T) {
	names := []string{
		"a", "A", "?", "é", "ctrl+r", "enter", "tab", "shift+tab", "esc", "backspace", "space", "up", "ctrl+up", "shift+down",
		"home", "end", "pgdown", "delete", "alt+x", "f1", "f6", "shift+enter", "ctrl+enter", "ctrl+pgup", "alt+enter",
	}
	for _, name := range names {
		run(t, func(term *uitest.Terminal) {
			term.Press(name)
			want(t, term, "key "+name)
		})
	}
}

func TestPointerPasteAndSizeReachTheProgram(t *testing.T) {
	run(t, func(term *uitest.Terminal) {
		term.Click(3, 2)
		term.Wheel(1, 1, -1)
		term.Paste("two\nlines")
		term.Resize(50, 20)
		want(t, term, "click 3,2", "wheel wheelup", `paste "two\nlines"`, "50×20")
	})
}

func TestQueriesAreAnsweredAsTheTerminalWould(t *testing.T) {
	run(t, func(term *uitest.Terminal) { want(t, term, "dark true", "version uitest 1.0") })
	run(t, func(term *uitest.Terminal) {
		want(t, term, "dark false", "version kitty(0.41.1)")
		if g := term.Graphics(); len(g) != 1 || !strings.Contains(g[0], "a=q") {
			t.Errorf("graphics commands: %q", g)
		}
	}, uitest.Light(), uitest.Version("kitty(0.41.1)"), uitest.Kitty())
}

func TestTimePassesOnlyWhenTold(t *testing.T) {
	run(t, func(term *uitest.Terminal) {
		want(t, term, "0 s")
		term.Pass(10 * time.Second)
		want(t, term, "10 s")
	})
}

func TestTitleClipboardAndEnding(t *testing.T) {
	run(t, func(term *uitest.Terminal) {
		term.Press("y")
		if got := term.Clipboard(); got != "copied text" {
			t.Errorf("clipboard holds %q", got)
		}
		if got := term.Title(); got != "probe" {
			t.Errorf("title is %q", got)
		}
		if _, ended, _ := term.Ended(); ended {
			t.Error("ended before it was told to")
		}
		term.Press("ctrl+c")
		if _, ended, err := term.Ended(); !ended || err != nil {
			t.Errorf("ended %v with %v", ended, err)
		}
	})
}

func TestTheScreenIsComparedWithItsGolden(t *testing.T) {
	run(t, func(term *uitest.Terminal) {
		term.Type("hi")
		term.Golden("typed")
	})
}
