package catalog

import (
	"slices"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/views"
	"toolbench/views/widget"
)

// OpenMsg asks to turn to the selected tool, or to the page of the source.
type OpenMsg struct{}

// A Screen is the catalogue. The zero value is not ready: see [New].
type Screen struct {
	theme  *theme.Theme
	out    *views.Outbox
	latest func(key string) *views.Record

	sources []Source
	index   *index
	query   query
	folded  map[string]bool
	rows    []row
	shown   int // tools that the filter lets through
	best    int // row of the best match, -1 for none

	list    widget.List
	filter  textinput.Model
	typing  bool // the filter has the keys
	moved   bool // the person has moved the cursor: it stays where it is
	focused bool
	width   int
	height  int
}

// New is an empty catalogue. latest is the newest run of a tool, nil for none:
// its outcome stands at the tool's row.
func New(t *theme.Theme, out *views.Outbox, latest func(key string) *views.Record) *Screen {
	s := &Screen{theme: t, out: out, latest: latest, folded: map[string]bool{}, index: newIndex(nil), best: -1}
	s.filter = textinput.New()
	s.filter.Prompt = ""
	s.filter.Placeholder = "name, words, param:x, is:destructive"
	s.filter.SetVirtualCursor(false)
	s.Restyle(t)
	return s
}

// Restyle takes another theme.
func (s *Screen) Restyle(t *theme.Theme) {
	s.theme = t
	styles := textinput.DefaultStyles(t.Options.Dark)
	styles.Focused.Text, styles.Blurred.Text = t.Text, t.Text
	styles.Focused.Placeholder, styles.Blurred.Placeholder = t.Faint, t.Faint
	s.filter.SetStyles(styles)
}

// Set takes the sources as they are by now. The cursor stays on its tool.
func (s *Screen) Set(sources []Source) {
	id, item, name := s.place()
	s.sources = sources
	s.index = newIndex(sources)
	s.build()
	s.restore(id, item, name)
}

// place names the row under the cursor so that it can be found again.
func (s *Screen) place() (branch string, isTool bool, name string) {
	r, ok := s.current()
	if !ok {
		return "", false, ""
	}
	if r.item >= 0 {
		return s.sources[r.source].ID(), true, s.sources[r.source].Tools[r.item].Name
	}
	return s.branch(r), false, ""
}

func (s *Screen) restore(branch string, isTool bool, name string) {
	if branch == "" || !s.moved {
		s.selectFirstTool()
		return
	}
	for i, r := range s.rows {
		if r.item < 0 && !isTool && s.branch(r) == branch ||
			r.item >= 0 && isTool && s.sources[r.source].ID() == branch && s.sources[r.source].Tools[r.item].Name == name {
			s.list.Select(i)
			return
		}
		if isTool && r.item < 0 && r.source >= 0 && s.branch(r) == branch {
			s.list.Select(i) // a tool that is gone leaves the cursor on its source
		}
	}
}

// selectFirstTool puts the cursor where a newcomer can press enter: on what the
// person brought. Where that waits for them it is on the source, whose row names
// the key.
func (s *Screen) selectFirstTool() {
	s.list.Select(0) // from the top on, so that the branches above show
	brought := func(r row) bool { return r.item >= 0 && r.kind != tool.SourceBuiltin }
	waits := func(r row) bool {
		return r.source >= 0 && (s.sources[r.source].State == source.Untrusted || s.sources[r.source].State == source.NeedsAuthorization)
	}
	for _, fits := range []func(row) bool{brought, waits, func(r row) bool { return r.item >= 0 }} {
		if i := slices.IndexFunc(s.rows, fits); i >= 0 {
			s.list.Select(i)
			return
		}
	}
	s.selectFirstSource()
}

func (s *Screen) current() (row, bool) {
	i := s.list.Cursor()
	if i < 0 || i >= len(s.rows) {
		return row{}, false
	}
	return s.rows[i], true
}

// Selected is the tool under the cursor.
func (s *Screen) Selected() (sourceID string, item Item, ok bool) {
	r, ok := s.current()
	if !ok || r.item < 0 {
		return "", Item{}, false
	}
	src := &s.sources[r.source]
	return src.ID(), src.Tools[r.item], true
}

// SelectedSource is the source under the cursor, or that of the tool there.
func (s *Screen) SelectedSource() (Source, bool) {
	r, ok := s.current()
	if !ok || r.source < 0 {
		return Source{}, false
	}
	return s.sources[r.source], true
}

// Branch is the branch under the cursor: the ID of a source, or a kind's name;
// empty when there is none.
func (s *Screen) Branch() string {
	branch, _, _ := s.place()
	return branch
}

// Select puts the cursor on a tool, given up the filter and unfolded when that
// is what hides it.
func (s *Screen) Select(sourceID, name string) bool {
	for i, src := range s.sources {
		if src.ID() != sourceID {
			continue
		}
		for j, t := range src.Tools {
			if t.Name == name {
				s.reveal(i, j)
				return true
			}
		}
	}
	return false
}

func (s *Screen) reveal(source, item int) {
	if s.rowOf(source, item) < 0 {
		s.setFilter("")
		s.folded[string(s.sources[source].Kind)] = false
		s.folded[s.sources[source].ID()] = false
		s.build()
	}
	s.moved = true
	s.list.Select(s.rowOf(source, item))
}

// SelectSource puts the cursor on the row of a source.
func (s *Screen) SelectSource(id string) bool {
	for i, src := range s.sources {
		if src.ID() == id {
			s.reveal(i, -1)
			return true
		}
	}
	return false
}

// Hold keeps the cursor where it is: what it is on is being acted upon.
func (s *Screen) Hold() { s.moved = true }

// Stay keeps the cursor where it is while the source there changes: a filter
// would hide the source, and with it the way back.
func (s *Screen) Stay() {
	s.Hold()
	s.setFilter("")
}

// Resize implements [views.Screen].
func (s *Screen) Resize(width, height int) {
	s.width, s.height = width, height
	s.filter.SetWidth(max(1, width-4))
	s.list.Resize(width, max(0, height-1))
}

// Focus implements [views.Screen].
func (s *Screen) Focus(focused bool) {
	s.focused = focused
	if !focused {
		s.moved = true
		s.leaveFilter()
	}
}

// moving are the keys that move in the list also while the filter is typed.
var moving = map[string]bool{"up": true, "down": true, "pgup": true, "pgdown": true}

// Owns implements [views.Screen].
func (s *Screen) Owns(key tea.KeyPressMsg) bool {
	if !s.typing {
		return false
	}
	stroke := key.String()
	switch stroke {
	case "enter", "esc", "tab", "shift+tab":
		return false
	}
	return !moving[stroke] && views.Typed(key)
}

// Update implements [views.Screen].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		s.moved = true
		return s.key(msg)
	case tea.PasteMsg:
		cmd := s.Filter()
		var typed tea.Cmd
		s.filter, typed = s.filter.Update(msg)
		s.refilter()
		return tea.Batch(cmd, typed)
	case tea.MouseWheelMsg:
		s.list.Wheel(tea.Mouse(msg))
	case tea.MouseClickMsg:
		s.moved = true
		return s.click(tea.Mouse(msg))
	}
	return nil
}

func (s *Screen) key(msg tea.KeyPressMsg) tea.Cmd {
	if s.typing && !moving[msg.String()] {
		var cmd tea.Cmd
		s.filter, cmd = s.filter.Update(msg)
		s.refilter()
		return cmd
	}
	s.list.Key(msg)
	return nil
}

func (s *Screen) click(m tea.Mouse) tea.Cmd {
	if m.Y == 0 {
		return s.Filter()
	}
	i, ok := s.list.At(m.Y - 1)
	if !ok {
		return nil
	}
	again := i == s.list.Cursor()
	s.list.Select(i)
	r := s.rows[i]
	switch {
	case r.item < 0:
		s.fold(!r.open)
	case again:
		return s.out.Send(OpenMsg{})
	}
	return nil
}
