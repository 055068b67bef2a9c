package uitest

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// plainKeys are the keys that terminals send as one fixed sequence when no
// modifier is held.
var plainKeys = map[string]string{
	"enter": "\r", "tab": "\t", "shift+tab": "\x1b[Z", "esc": "\x1b", "backspace": "\x7f", "space": " ",
	"ctrl+space": "\x00", "ctrl+@": "\x00", "ctrl+\\": "\x1c", "ctrl+]": "\x1d", "ctrl+^": "\x1e", "ctrl+_": "\x1f",
	"f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR", "f4": "\x1bOS",
}

// letterKeys end in a letter, tildeKeys in a number and a tilde; both take
// modifiers as a parameter (xterm's "PC-style function keys").
var (
	letterKeys = map[string]string{"up": "A", "down": "B", "right": "C", "left": "D", "end": "F", "home": "H"}
	tildeKeys  = map[string]int{
		"insert": 2, "delete": 3, "pgup": 5, "pgdown": 6,
		"f5": 15, "f6": 17, "f7": 18, "f8": 19, "f9": 20, "f10": 21, "f11": 23, "f12": 24,
	}
	codePoints = map[string]rune{"enter": 13, "tab": 9, "esc": 27, "backspace": 127, "space": 32}
)

// encode returns the bytes that a terminal sends for a key. Chords that have
// no classic form take kitty's (CSI code ; modifiers u).
func encode(key string) (string, error) {
	if seq, ok := plainKeys[key]; ok {
		return seq, nil
	}
	name, modifiers := splitModifiers(key)
	if letter, ok := letterKeys[name]; ok {
		if modifiers == 0 {
			return "\x1b[" + letter, nil
		}
		return fmt.Sprintf("\x1b[1;%d%s", modifiers+1, letter), nil
	}
	if number, ok := tildeKeys[name]; ok {
		if modifiers == 0 {
			return fmt.Sprintf("\x1b[%d~", number), nil
		}
		return fmt.Sprintf("\x1b[%d;%d~", number, modifiers+1), nil
	}
	code, named := codePoints[name]
	if !named {
		if utf8.RuneCountInString(name) != 1 {
			return "", fmt.Errorf("no key is named %q; name it as Bubble Tea does, such as ctrl+r, shift+tab, pgdown or a", key)
		}
		code, _ = utf8.DecodeRuneInString(name)
	}
	switch {
	case modifiers == 0:
		return string(code), nil
	case modifiers == ctrl && code >= 'a' && code <= 'z':
		return string(code - 'a' + 1), nil
	case modifiers == alt && !named:
		return "\x1b" + string(code), nil
	case modifiers == shift && !named:
		return strings.ToUpper(string(code)), nil
	}
	return fmt.Sprintf("\x1b[%d;%du", code, modifiers+1), nil
}

// The bits of the modifiers parameter.
const (
	shift = 1
	alt   = 2
	ctrl  = 4
)

func splitModifiers(key string) (name string, modifiers int) {
	for {
		switch {
		case strings.HasPrefix(key, "ctrl+") && key != "ctrl+":
			key, modifiers = key[5:], modifiers|ctrl
		case strings.HasPrefix(key, "alt+") && key != "alt+":
			key, modifiers = key[4:], modifiers|alt
		case strings.HasPrefix(key, "shift+") && key != "shift+":
			key, modifiers = key[6:], modifiers|shift
		default:
			return key, modifiers
		}
	}
}
