package form

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"toolbench/forms"
	"toolbench/views"
)

// Owns implements [views.Screen].
func (s *Screen) Owns(press tea.KeyPressMsg) bool {
	stroke := press.String()
	switch {
	case s.reading != nil:
		return false
	case s.filling != nil:
		return s.filling.entry != nil && (views.Typed(press) || stroke == "alt+enter" || stroke == "shift+enter")
	case s.text != nil:
		switch stroke {
		case "enter", "up", "down", "pgup", "pgdown":
			return true
		}
		return views.Typed(press)
	case s.naming != nil, s.choosing != nil:
		return views.Typed(press)
	case !isEdited(s):
		return false
	case stroke == "alt+enter" || stroke == "shift+enter":
		return true
	case stroke == "enter":
		return s.longText()
	case stroke == "up" || stroke == "down":
		return s.hasLine(stroke)
	}
	return views.Typed(press)
}

// longText tells whether enter makes a new line in the field under the cursor.
func (s *Screen) longText() bool {
	f := s.field()
	return f.Kind == forms.String && !f.Secret && (f.Multiline || strings.Contains(s.editor.text, "\n"))
}

// hasLine tells whether there is a line of the text above or below the caret.
func (s *Screen) hasLine(stroke string) bool {
	width := s.editedWidth()
	line, _ := s.editor.caret(width)
	if stroke == "up" {
		return line > 0
	}
	return line+1 < len(s.editor.wrapped(width))
}

func (s *Screen) editedWidth() int {
	l := s.layout(max(1, s.width))
	return l.valueWidth(s, max(0, s.index()))
}

// press takes a key that no action took.
func (s *Screen) press(press tea.KeyPressMsg) {
	switch {
	case s.reading != nil:
		s.reading.text.Key(press)
	case s.filling != nil && s.filling.entry != nil:
		s.filling.entry.press(press)
	case s.filling != nil:
		s.filling.list.Key(press)
	case s.text != nil:
		s.text.press(s, press)
	case s.choosing != nil:
		before := s.choosing.filter.text
		if s.choosing.filter.key(press); s.choosing.filter.text != before {
			s.choosing.narrow()
		}
	case s.naming != nil:
		s.editor.key(press)
		s.nameless = ""
	case isEdited(s):
		s.edit(press)
	case s.seeks(press):
		s.openChoices()
		s.choosing.filter.insert(press.Text)
		s.choosing.narrow()
	default:
		s.turnPage(press.String())
	}
}

// seeks tells whether a key on a choice is the beginning of one's name.
func (s *Screen) seeks(press tea.KeyPressMsg) bool {
	r := s.row()
	return r != nil && (r.chooses() || r.kind == fieldRow && picks(r.field)) && strings.TrimSpace(press.Text) != "" && views.Typed(press)
}

// replacesDefault empties the editor when it holds a default that nobody has
// touched: what is typed or pasted then takes its place. A key that moves or
// removes begins with the default instead.
func (s *Screen) replacesDefault(typed bool) {
	if s.seeded && typed {
		s.editor.set("")
	}
	s.seeded = false
}

// edit changes the text of the field under the cursor.
func (s *Screen) edit(press tea.KeyPressMsg) {
	before := s.editor.text
	s.replacesDefault(press.Text != "" && press.Mod&(tea.ModCtrl|tea.ModAlt) == 0)
	switch press.String() {
	case "enter", "alt+enter", "shift+enter":
		s.editor.insert("\n")
	case "up":
		s.editor.vertical(-1, s.editedWidth())
	case "down":
		s.editor.vertical(1, s.editedWidth())
	default:
		if !s.editor.key(press) {
			s.turnPage(press.String())
			return
		}
	}
	if s.editor.text != before {
		s.take(s.editor.text)
	}
}

// take gives the field under the cursor the text that was typed.
func (s *Screen) take(text string) {
	s.field().SetText(text)
	s.rebuild()
}

func (s *Screen) turnPage(stroke string) {
	switch stroke {
	case "pgdown":
		s.stay(max(1, s.height/2))()
	case "pgup":
		s.stay(-max(1, s.height/2))()
	case "home":
		s.stay(-len(s.rows))()
	case "end":
		s.stay(len(s.rows))()
	}
}

// edited takes text that comes back from the person's editor.
func (s *Screen) edited(msg editedMsg) {
	if msg.field == nil {
		if s.text == nil {
			s.toggleText()
		}
		s.text.note(moment{s.text.editor.text, s.text.editor.at}, false)
		s.text.editor.set(msg.text)
		s.text.editor.at = 0
		s.text.read(s)
		return
	}
	msg.field.SetText(msg.text)
	s.rebuild()
	s.visit(key{kind: fieldRow, field: msg.field})
	s.load()
}

// click goes to what was clicked, and works it where it is no text.
func (s *Screen) click(x, y int) tea.Cmd {
	switch {
	case s.reading != nil:
		return nil
	case s.filling != nil:
		return s.clickFilling(y)
	}
	if s.text != nil {
		s.text.editor.point(y+s.text.offset, x, s.width)
		return nil
	}
	l := s.layout(s.width)
	i, line := l.at(y + s.offset)
	if i < 0 {
		return nil
	}
	k := s.rows[i].key
	if s.choosing != nil && k == s.current && line > 0 && line <= s.choosing.height() {
		s.choosing.list.Select(s.choosing.list.Offset() + line - 1)
		return s.choose()
	}
	width := l.valueWidth(s, i)
	s.visit(k)
	switch {
	case k.kind == foldRow:
		return s.toggleFold()
	case k.kind == addRow:
		return s.add()
	case k.kind == optionRow:
		return s.change(1)()
	case s.rows[i].holdsText():
		s.editor.point(line+s.editorTop(width), x-l.valueAt(), width)
		s.seeded = false
	case x < l.valueAt():
	case k.kind == fieldRow && picks(k.field):
		return s.clickPicker(k.field, x-l.valueAt(), width)
	case isGroup(k.field):
		return s.fold(k.field, !s.expanded(k.field))()
	case k.field.Kind == forms.Enum && !k.field.Constant:
		return s.openChoices()
	case k.field.Kind == forms.Boolean:
		return s.change(1)()
	}
	return nil
}
