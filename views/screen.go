// Package views is what every screen has in common: the Screen contract, the
// frame that a screen draws, the actions that it offers, and the messages with
// which it asks the root program for something.
package views

import (
	tea "charm.land/bubbletea/v2"
)

// A Screen is a part of the window: a struct with methods, not a program of its
// own. The root model calls them from its Update and View only.
type Screen interface {
	// Resize sets the size in cells, without what the root draws around it; 0
	// means that the screen is not shown.
	Resize(width, height int)
	// Focus says whether keys go to this screen.
	Focus(focused bool)
	// Update takes a key that no action took, a paste, a mouse message whose
	// coordinates count from the screen's own corner, and the answers to the
	// screen's own commands.
	Update(msg tea.Msg) tea.Cmd
	// Actions are what a person can do here, in the order of the hint line.
	// Keys, help, hint line and palette all come from this list.
	Actions() []Action
	// Owns tells whether a focused text field takes this key for itself.
	Owns(key tea.KeyPressMsg) bool
	// View draws the screen. It changes nothing and computes little.
	View() Frame
}

// A Frame is what a screen shows: exactly as many lines as the screen is high,
// each at most as wide as it in cells. What the root draws around it, a border
// where there is room, is named beside the lines.
type Frame struct {
	Lines []string
	// Cursor is where the terminal's cursor stands, from the frame's own
	// corner; nil when the screen has no text field in focus.
	Cursor *tea.Cursor
	// Title names the screen; it may be styled.
	Title string
	// Tabs are the names of the screen's views, of which Tab is in front. A
	// click on one comes back as a [TabMsg].
	Tabs []string
	Tab  int
	// Note is a short text for the lower border; it may be styled.
	Note string
	// Total and Offset say how many lines there are in all and which is the
	// first that shows, when the screen scrolls.
	Total, Offset int
}

// An Action is something that a person can do.
type Action struct {
	// Name says what it does in a few words, in lower case: "run the tool".
	Name string
	// Hint is a word or two for the hint line; empty keeps it off that line.
	Hint string
	// Stays keeps the hint on the line when others must go for want of room.
	Stays bool
	// Keys are the keystrokes that do it, as [tea.Key.String] spells them; the
	// first is the one that is shown. An action without keys is in the
	// palette only.
	Keys []string
	// Why is why it can not be done now; empty when it can.
	Why string
	// Run does it.
	Run func() tea.Cmd
}

// Live tells whether the action can be done now.
func (a Action) Live() bool { return a.Why == "" && a.Run != nil }

// Find is the action that a keystroke stands for.
func Find(actions []Action, key tea.KeyPressMsg) (Action, bool) {
	stroke := key.String()
	for _, a := range actions {
		for _, k := range a.Keys {
			if k == stroke {
				return a, true
			}
		}
	}
	return Action{}, false
}

// Typed tells whether a text field takes the key for itself: it prints
// something, or edits or moves in a line of text as readline does. ctrl+p and
// ctrl+n are not among them: they are actions everywhere.
func Typed(key tea.KeyPressMsg) bool {
	if key.Text != "" && key.Mod&^(tea.ModShift|tea.ModCapsLock|tea.ModNumLock|tea.ModScrollLock) == 0 {
		return true
	}
	return editing[key.String()]
}

var editing = map[string]bool{
	"backspace": true, "delete": true, "left": true, "right": true, "home": true, "end": true, "shift+backspace": true,
	"ctrl+a": true, "ctrl+e": true, "ctrl+f": true, "ctrl+b": true, "ctrl+k": true, "ctrl+u": true, "ctrl+w": true,
	"ctrl+d": true, "ctrl+h": true, "ctrl+v": true, "alt+b": true, "alt+f": true, "alt+d": true, "alt+backspace": true,
	"alt+delete": true, "alt+left": true, "alt+right": true, "ctrl+left": true, "ctrl+right": true, "ctrl+home": true, "ctrl+end": true,
}

// An Overlay is a screen that lies over the others and gets every key.
type Overlay interface {
	Screen
	// Size is how large the overlay would like to be within a room of width by
	// height cells.
	Size(width, height int) (w, h int)
}

// A Group is the actions of one part of the window, for palette and help.
type Group struct {
	Name    string
	Actions []Action
}

// KeyName is a keystroke as a person reads it.
func KeyName(stroke string) string {
	switch stroke {
	case "left":
		return "←"
	case "right":
		return "→"
	case "up":
		return "↑"
	case "down":
		return "↓"
	}
	return stroke
}
