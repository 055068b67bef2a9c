package form

import (
	"bytes"
	"encoding/json"
	"strings"

	tea "charm.land/bubbletea/v2"

	"toolbench/views"
)

// jsonText is the form's value as JSON text that is being edited.
type jsonText struct {
	editor  editor
	broken  error
	version int // of the form, when the text was last read into it
	offset  int
	stepped bool // the form has a step of what was typed here

	past, future []moment // of the text, for undoing
	typing       bool     // the latest step is of letters that go on
}

// A moment is the text and the caret in it.
type moment struct {
	text string
	at   int
}

// mostMoments bounds how far a text can be undone.
const mostMoments = 200

// note keeps the text as it was before a change. Letters typed in a row are one
// step, up to a blank.
func (t *jsonText) note(before moment, letter bool) {
	if t.future = nil; letter && t.typing {
		return
	}
	t.typing = letter
	t.past = append(t.past, before)
	t.past = t.past[max(0, len(t.past)-mostMoments):]
}

// move takes the text back to the latest moment of one list, and what it is to
// the other.
func (t *jsonText) move(s *Screen, from, to *[]moment) tea.Cmd {
	last := len(*from) - 1
	*to = append(*to, moment{t.editor.text, t.editor.at})
	t.editor.text, t.editor.at = (*from)[last].text, (*from)[last].at
	*from, t.typing = (*from)[:last], false
	t.read(s)
	s.settle()
	return nil
}

// toggleText turns from fields to JSON text and back. The text comes back as it
// was left, comments and all, when no field was changed meanwhile; where it could
// not be read, undoing brings it back even then.
func (s *Screen) toggleText() tea.Cmd {
	defer s.settle()
	if s.text != nil {
		s.text.stepped = false
		s.kept, s.text = s.text, nil
		s.rebuild()
		s.load()
		if s.kept.broken == nil {
			return nil
		}
		return s.out.Send(views.NoticeMsg{Text: "The text can not be read yet: " + s.kept.broken.Error() + ". The fields show what could be read last; " + views.KeyName("ctrl+t") + " goes back to the text.", Trouble: true})
	}
	s.leave()
	kept := s.kept
	if s.text = kept; kept != nil && kept.version == s.form.Version() {
		return nil
	}
	s.text = &jsonText{version: s.form.Version()}
	s.text.editor.set(pretty(s.form.JSON()))
	s.text.editor.at = 0
	if kept != nil && kept.broken != nil {
		s.text.past = []moment{{kept.editor.text, kept.editor.at}}
	}
	return nil
}

func pretty(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return string(raw)
	}
	return b.String()
}

// read takes the text into the form when it can be read.
func (t *jsonText) read(s *Screen) {
	take := s.form.SetJSON
	if !t.stepped { // all that is typed here is one step of the form
		take = func(raw []byte) error { return s.form.Fill(raw) }
	}
	if t.broken = take([]byte(t.editor.text)); t.broken == nil {
		t.version, t.stepped = s.form.Version(), true
	}
}

func (t *jsonText) press(s *Screen, press tea.KeyPressMsg) {
	before := moment{t.editor.text, t.editor.at}
	switch press.String() {
	case "enter":
		t.editor.insert("\n")
	case "up":
		t.editor.vertical(-1, s.width)
	case "down":
		t.editor.vertical(1, s.width)
	case "pgup":
		t.page(-s.height, s.width)
	case "pgdown":
		t.page(s.height, s.width)
	default:
		t.editor.key(press)
	}
	if t.editor.text != before.text {
		t.note(before, strings.TrimSpace(press.Text) != "" && press.Mod&(tea.ModCtrl|tea.ModAlt) == 0)
		t.read(s)
	}
}

func (t *jsonText) page(by, width int) {
	line, column := t.editor.caret(width)
	t.editor.point(line+by, column, width)
}

func (t *jsonText) settle(width, height int) {
	line, _ := t.editor.caret(width)
	t.offset = min(max(t.offset, line-height+1), line)
	t.offset = max(0, min(t.offset, len(t.editor.wrapped(width))-height))
}

func (t *jsonText) scroll(by, width, height int) {
	t.offset = max(0, min(t.offset+by, len(t.editor.wrapped(width))-height))
}

func (t *jsonText) view(s *Screen) views.Frame {
	lines := t.editor.wrapped(s.width)
	f := views.Frame{Total: len(lines), Offset: t.offset}
	for _, l := range lines[min(t.offset, len(lines)):min(t.offset+s.height, len(lines))] {
		f.Lines = append(f.Lines, s.theme.Text.Render(l.drawn))
	}
	line, column := t.editor.caret(s.width)
	f.Cursor = tea.NewCursor(min(column, s.width-1), line-t.offset)
	return f
}
