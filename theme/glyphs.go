package theme

import (
	"time"

	"charm.land/lipgloss/v2"
)

// Glyphs are the signs that the screens draw. Each is one cell wide, in the
// ASCII set too, so that a screen is laid out alike with both.
type Glyphs struct {
	Expanded, Collapsed string // a branch of a tree
	Cursor              string // before the row under the cursor
	Previous, Next      string // around a choice that the arrows change
	Open, Close         string // around the marked choice of several

	OK      string // the tool answered
	Failed  string // the tool's code failed, or its source did
	Told    string // the tool itself reported an error
	Stopped string // stopped by the person
	Late    string // no answer in time
	Waiting string // waits for the person
	Running string // under way

	Destructive string // declares that it may destroy something
	ReadOnly    string // declares that it changes nothing
	On, Off     string // connected and not; chosen and not
	Null        string // a JSON null
	Bullet      string // between parts of a line
	Arrow       string // leads to
	Wrapped     string // goes on from the line above
	More        string // text was cut here
	Thumb       string // the visible part, on a pane's right border
	Bar         string // a filled part of a bar

	Rule    string          // a horizontal line
	Border  lipgloss.Border // around a pane
	Focused lipgloss.Border // around the pane that has the keys

	Spinner []string      // frames that show that something runs
	Pace    time.Duration // how long each frame stands
}

var unicodeGlyphs = Glyphs{
	Expanded: "▾", Collapsed: "▸",
	Cursor: "‣", Previous: "◂", Next: "▸", Open: "‹", Close: "›",
	OK: "✓", Failed: "✗", Told: "!", Stopped: "■", Late: "⏱", Waiting: "⏸", Running: "▶",
	Destructive: "⚠", ReadOnly: "◌", On: "●", Off: "○", Null: "∅",
	Bullet: "·", Arrow: "→", Wrapped: "↪", More: "…", Thumb: "┃", Bar: "█",
	Rule: "─", Border: lipgloss.RoundedBorder(), Focused: lipgloss.RoundedBorder(),
	Spinner: []string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"}, Pace: 100 * time.Millisecond,
}

var asciiGlyphs = Glyphs{
	Expanded: "v", Collapsed: ">",
	Cursor: ">", Previous: "<", Next: ">", Open: "<", Close: ">",
	OK: "+", Failed: "x", Told: "!", Stopped: "#", Late: "T", Waiting: "?", Running: ">",
	Destructive: "^", ReadOnly: "o", On: "*", Off: "o", Null: "0",
	Bullet: "-", Arrow: ">", Wrapped: "\\", More: "~", Thumb: "#", Bar: "#",
	Rule: "-", Border: lipgloss.ASCIIBorder(), Focused: asciiFocused(),
	Spinner: []string{"|", "/", "-", "\\"}, Pace: 150 * time.Millisecond,
}

func asciiFocused() lipgloss.Border {
	b := lipgloss.ASCIIBorder()
	b.Top, b.Bottom = "=", "="
	return b
}

// border tells focus apart by its shape where no colour does.
func (t *Theme) border(focused bool) lipgloss.Border {
	switch {
	case !focused:
		return t.Glyphs.Border
	case !t.Options.Color && !t.Options.ASCII:
		return lipgloss.ThickBorder()
	}
	return t.Glyphs.Focused
}

// Border returns the border and its style for a pane that has the keys or has
// them not.
func (t *Theme) Border(focused bool) (lipgloss.Border, lipgloss.Style) {
	if focused {
		return t.border(true), t.Focus
	}
	return t.border(false), t.Line
}

// Frame returns the spinner's glyph for the time that something has run.
func (g Glyphs) Frame(elapsed time.Duration) string {
	if len(g.Spinner) == 0 || g.Pace <= 0 {
		return " "
	}
	return g.Spinner[int(max(0, elapsed)/g.Pace)%len(g.Spinner)]
}
