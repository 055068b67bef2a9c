// Package term asks the terminal what it can do, and remembers.
//
// The environment gives a first answer, before anything is drawn. The terminal
// is then asked, and each answer that arrives as a message makes the picture
// more exact. A terminal that never answers is drawn on as before.
package term

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
)

// Caps are what is known of the terminal. Values are comparable.
type Caps struct {
	// Dark is true on a dark background, and until the terminal answers.
	Dark bool
	// Profile is how many colours there are.
	Profile colorprofile.Profile
	// NoColor is true when the person wants none (NO_COLOR).
	NoColor bool
	// ASCII is true when the locale's character set is not UTF-8.
	ASCII bool
	// Dumb is true for a terminal that can not move its cursor.
	Dumb bool
	// Graphemes is true when the terminal counts cells by grapheme (mode
	// 2027). Otherwise lines should pass theme.Narrow.
	Graphemes bool
	// Chords is true when ctrl+enter, shift+enter and their like can be told
	// from enter (kitty's keyboard protocol).
	Chords bool
	// Tmux and Screen tell what stands between the program and the terminal.
	Tmux, Screen bool
	// Name is what the terminal calls itself (XTVERSION), or "".
	Name string
	// KittyGraphics is true when the terminal answered yes to kitty's query.
	KittyGraphics bool
	// Sixel is true when the terminal lists it among its attributes (DA1).
	Sixel bool
	// CellWidth and CellHeight are the size of a cell in pixels, or 0.
	CellWidth, CellHeight int
	// Answered is true once the last question has been answered: what is not
	// known by then will not be.
	Answered bool

	queryable bool // a query is no danger to the screen
	profiled  bool // Profile is Bubble Tea's own finding
}

// FromEnvironment returns what variables ("NAME=value") tell of the terminal.
func FromEnvironment(variables []string) Caps {
	env := uv.Environ(variables)
	name := env.Getenv("TERM")
	return Caps{
		Dark:      darkByEnvironment(env.Getenv("COLORFGBG")),
		Profile:   colorprofile.Env(variables),
		NoColor:   env.Getenv("NO_COLOR") != "",
		ASCII:     !utf8Locale(env),
		Dumb:      name == "dumb",
		Tmux:      env.Getenv("TMUX") != "" || strings.HasPrefix(name, "tmux"),
		Screen:    env.Getenv("STY") != "" || strings.HasPrefix(name, "screen") && env.Getenv("TMUX") == "",
		queryable: env.Getenv("TERM_PROGRAM") != "Apple_Terminal",
	}
}

// darkByEnvironment reads rxvt's COLORFGBG, "ink;ground" by number.
func darkByEnvironment(v string) bool {
	_, ground, found := strings.Cut(v, ";")
	if i := strings.LastIndexByte(ground, ';'); i >= 0 {
		ground = ground[i+1:]
	}
	return !found || ground != "7" && ground != "15"
}

// utf8Locale follows POSIX: the first of the three that is set decides. A
// session without any, as in most containers, is taken for UTF-8.
func utf8Locale(env uv.Environ) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		v := strings.ToLower(env.Getenv(name))
		if v == "" {
			continue
		}
		return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8") ||
			v != "c" && v != "posix" && !strings.Contains(v, ".")
	}
	return true
}

// kittyQuery is the id under which the picture protocol is asked for.
const kittyQuery = 31

// Query asks the terminal. Its primary attributes are asked for last: every
// terminal answers that, so whatever has not been answered by then is a no.
// (Bubble Tea itself asks for mode 2027 and for the keyboard.)
func (c Caps) Query() tea.Cmd {
	if c.Dumb {
		return nil
	}
	ask := []tea.Cmd{tea.RequestBackgroundColor, tea.RequestTerminalVersion}
	// Terminal.app prints what is in an APC; screen takes it for a title.
	if c.queryable && !c.Screen && !c.Tmux {
		ask = append(ask, tea.Raw(ansi.KittyGraphics([]byte("AAAA"), "i=31", "s=1", "v=1", "a=q", "t=d", "f=24")+ansi.WindowOp(16)))
	}
	return tea.Sequence(append(ask, tea.Raw(ansi.RequestPrimaryDeviceAttributes))...)
}

// sixelAttribute is the number by which DA1 lists sixel graphics.
const sixelAttribute = 4

// Update takes what a message tells of the terminal, and reports whether
// anything is known better for it.
func (c *Caps) Update(msg tea.Msg) (changed bool) {
	before := *c
	switch msg := msg.(type) {
	case tea.EnvMsg:
		fresh := FromEnvironment(msg)
		if c.profiled {
			fresh.Profile, fresh.profiled = c.Profile, true
		}
		*c = fresh
	case tea.ColorProfileMsg:
		c.Profile, c.profiled = msg.Profile, true
	case tea.BackgroundColorMsg:
		c.Dark = msg.IsDark()
	case uv.DarkColorSchemeEvent:
		c.Dark = true
	case uv.LightColorSchemeEvent:
		c.Dark = false
	case tea.ModeReportMsg:
		if msg.Mode == ansi.ModeUnicodeCore {
			c.Graphemes = msg.Value == ansi.ModeSet || msg.Value == ansi.ModeReset || msg.Value == ansi.ModePermanentlySet
		}
	case tea.KeyboardEnhancementsMsg:
		c.Chords = msg.SupportsKeyDisambiguation()
	case tea.TerminalVersionMsg:
		c.Name = msg.Name
	case uv.KittyGraphicsEvent:
		c.KittyGraphics = c.KittyGraphics || msg.Options.ID == kittyQuery && string(msg.Payload) == "OK"
	case uv.CellSizeEvent:
		c.CellWidth, c.CellHeight = msg.Width, msg.Height
	case uv.PrimaryDeviceAttributesEvent:
		c.Sixel = slices.Contains(msg, sixelAttribute)
		c.Answered = true
	}
	return *c != before
}

// Aspect is how much higher than wide a cell is.
func (c Caps) Aspect() float64 {
	if c.CellWidth <= 0 || c.CellHeight <= 0 {
		return 2
	}
	return float64(c.CellHeight) / float64(c.CellWidth)
}

// Color tells whether colours are there and wanted.
func (c Caps) Color() bool { return !c.NoColor && c.Profile >= colorprofile.ANSI }

// Pictures tells whether half blocks in colour make a picture here: sixteen
// colours do not.
func (c Caps) Pictures() bool { return c.Color() && !c.ASCII && c.Profile >= colorprofile.ANSI256 }

// Theme returns the options for the theme that fits.
func (c Caps) Theme() theme.Options {
	return theme.Options{Dark: c.Dark, Color: c.Color(), Basic: c.Profile == colorprofile.ANSI, ASCII: c.ASCII}
}
