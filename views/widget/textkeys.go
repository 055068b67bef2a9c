package widget

import tea "charm.land/bubbletea/v2"

// Key scrolls for the keys that scroll any text, and goes to matches. It
// reports whether the key was one of them.
func (v *TextView) Key(key tea.KeyPressMsg) bool {
	page := max(1, v.height-1)
	switch key.String() {
	case "up", "k":
		v.Scroll(-1)
	case "down", "j":
		v.Scroll(1)
	case "pgup", "b":
		v.Scroll(-page)
	case "pgdown", "space":
		v.Scroll(page)
	case "ctrl+u":
		v.Scroll(-max(1, page/2))
	case "ctrl+d":
		v.Scroll(max(1, page/2))
	case "home", "g":
		v.Top()
	case "end", "G", "shift+g":
		v.Bottom()
	case "left", "h":
		return v.Sideways(-8)
	case "right", "l":
		return v.Sideways(8)
	case "n":
		return v.Next(1)
	case "N", "shift+n":
		return v.Next(-1)
	default:
		return false
	}
	return true
}

// Wheel scrolls for the mouse wheel and reports whether it did.
func (v *TextView) Wheel(mouse tea.Mouse) bool {
	switch mouse.Button {
	case tea.MouseWheelUp:
		v.Scroll(-wheelStep)
	case tea.MouseWheelDown:
		v.Scroll(wheelStep)
	case tea.MouseWheelLeft:
		return v.Sideways(-wheelStep)
	case tea.MouseWheelRight:
		return v.Sideways(wheelStep)
	default:
		return false
	}
	return true
}
