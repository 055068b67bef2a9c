package form

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"toolbench/forms"
	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// An entry is a line in which the menu asks for JSON, or for the name of a file.
type entry struct {
	prompt string
	file   bool         // the name of a file is asked for
	field  *forms.Field // that the file is for; nil for the whole form
	editor editor
	why    string // why what was entered was not taken
}

// filledMsg brings the content of a file.
type filledMsg struct {
	screen  *Screen
	field   *forms.Field
	name    string
	content []byte
	err     error
}

// largestFile is how large a file can be that a form is filled from, in bytes.
const largestFile = 16 << 20

func (s *Screen) entryActions() []views.Action {
	e := s.filling.entry
	return []views.Action{
		{Name: "take what was entered", Hint: "take", Keys: []string{"enter", "tab"}, Run: func() tea.Cmd { return s.takeEntry(e) }},
		{Name: "go back to the list", Hint: "back", Keys: []string{"esc"}, Run: s.done(func() { s.filling.entry = nil })},
	}
}

func (e *entry) press(press tea.KeyPressMsg) {
	e.why = ""
	if stroke := press.String(); !e.file && (stroke == "alt+enter" || stroke == "shift+enter") {
		e.editor.insert("\n")
		return
	}
	e.editor.key(press)
}

// pasteOffer takes what was pasted while the menu is open: into the line that is
// asked for, or at once as JSON.
func (s *Screen) pasteOffer(text string) {
	if s.filling.entry == nil {
		s.filling.entry = &entry{prompt: "JSON"}
	}
	e := s.filling.entry
	if e.file {
		text = strings.TrimSpace(text)
	}
	whole := e.editor.text == ""
	if e.editor.insert(text); whole && !e.file {
		s.takeEntry(e)
	}
}

// takeEntry fills the form from what was entered.
func (s *Screen) takeEntry(e *entry) tea.Cmd {
	switch {
	case strings.TrimSpace(e.editor.text) == "":
		e.why = either(e.file, "the name of a file is wanted", "JSON is wanted")
	case e.file:
		return readFile(s, e.field, strings.TrimSpace(e.editor.text))
	default:
		if err := s.fill(e.editor.text, "the JSON"); err != nil {
			e.why = "this is not JSON: " + err.Error()
		} else {
			s.closeFilling()
		}
	}
	s.settle()
	return nil
}

// readFile reads a file for the form or for a field.
func readFile(s *Screen, f *forms.Field, name string) tea.Cmd {
	return func() tea.Msg {
		path := name
		if rest, ok := strings.CutPrefix(name, "~/"); ok {
			if home, err := os.UserHomeDir(); err == nil {
				path = filepath.Join(home, rest)
			}
		}
		content, err := contentOf(path)
		return filledMsg{s, f, name, content, err}
	}
}

func contentOf(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file", path)
	case info.Size() > largestFile:
		return nil, fmt.Errorf("%s has %s, and up to %s would do", path, widget.Bytes(info.Size()), widget.Bytes(largestFile))
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, largestFile))
}

// filled takes the content of a file. When it can not be taken, the line in
// which the file was named says why.
func (s *Screen) filled(msg filledMsg) {
	if msg.screen != s {
		return
	}
	err := msg.err
	if err == nil && msg.field == nil {
		if err = s.fill(string(msg.content), msg.name); err != nil {
			err = fmt.Errorf("%s is not JSON: %w", msg.name, err)
		}
	} else if err == nil {
		err = s.fillField(msg)
	}
	switch open := s.filling != nil && s.filling.entry != nil; {
	case err == nil:
		s.closeFilling()
	case open:
		s.filling.entry.why = err.Error()
	default:
		s.out.Send(views.NoticeMsg{Text: "Not filled in: " + err.Error(), Trouble: true})
	}
}

// fillField gives one field the content of a file.
func (s *Screen) fillField(msg filledMsg) error {
	text := string(msg.content)
	switch encoded := isEncoded(msg.field); {
	case encoded:
		text = base64.StdEncoding.EncodeToString(msg.content)
	case !utf8.Valid(msg.content):
		return fmt.Errorf("%s is not text, and %s is not base64", msg.name, named(msg.field))
	}
	s.keeping(func() { msg.field.SetText(text) })
	s.tell(fmt.Sprintf("Filled %s from %s.", named(msg.field), msg.name) + bringsBack)
	return nil
}

// isEncoded tells whether a field is to be filled with bytes as base64.
func isEncoded(f *forms.Field) bool {
	var s struct {
		Format          string `json:"format"`
		ContentEncoding string `json:"contentEncoding"`
	}
	if json.Unmarshal(f.Schema(), &s) != nil {
		return false
	}
	return s.Format == "byte" || s.Format == "binary" || s.ContentEncoding == "base64"
}

// lines are the prompt, the text that is entered, and why it was not taken.
func (e *entry) lines(s *Screen, width int) []string {
	lines := []string{s.theme.Title.Render(fillingTitle + " " + e.prompt)}
	top, shown := e.shown(width)
	for _, v := range e.editor.wrapped(max(1, width))[top : top+shown] {
		lines = append(lines, s.theme.Text.Render(v.drawn))
	}
	if e.why != "" {
		for _, line := range widget.Wrap(s.theme.Glyphs.Failed+" "+safetext.Line(e.why), max(1, width)) {
			lines = append(lines, s.theme.Error.Render(line))
		}
	}
	return lines
}

// shown are the drawn lines of the text that show: those around the caret.
func (e *entry) shown(width int) (top, count int) {
	all := len(e.editor.wrapped(max(1, width)))
	line, _ := e.editor.caret(max(1, width))
	top = max(0, min(line-mostText/2, all-mostText))
	return top, min(mostText, all-top)
}

func (e *entry) view(s *Screen) views.Frame {
	f := views.Frame{Lines: e.lines(s, s.width)}
	f.Total = len(f.Lines)
	top, _ := e.shown(s.width)
	line, column := e.editor.caret(s.width)
	f.Cursor = tea.NewCursor(min(column, s.width-1), 1+line-top)
	if s.height == 1 {
		f.Lines, f.Cursor.Y = f.Lines[1:], line-top
	}
	return f
}
