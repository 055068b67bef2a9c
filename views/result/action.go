package result

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit/tool"
	"toolbench/views"
	"toolbench/views/safetext"
)

// Owns implements [views.Screen].
func (s *Screen) Owns(key tea.KeyPressMsg) bool {
	if !s.search.typing {
		return false
	}
	switch key.String() {
	case "enter", "esc", "tab", "shift+tab":
		return false
	}
	return views.Typed(key)
}

// Actions implements [views.Screen].
func (s *Screen) Actions() []views.Action {
	if s.record == nil {
		return nil
	}
	end := views.Action{Name: "end the search", Hint: "end", Keys: []string{"esc"}, Run: s.endSearch}
	if s.search.typing {
		look := views.Action{Name: "look for what was typed", Hint: "find", Keys: []string{"enter"}, Run: s.look}
		return []views.Action{look, end}
	}
	var actions []views.Action
	if s.search.what != "" {
		actions = append(actions, end)
	}
	actions = append(actions, s.zoomActions()...)
	actions = append(actions, s.pageActions()...)
	actions = append(actions, s.searchActions()...)
	return append(actions, s.takingActions()...)
}

// zoomActions are about a part having the whole screen.
func (s *Screen) zoomActions() []views.Action {
	if s.zoomed {
		return []views.Action{{Name: "show the list of parts again", Hint: "back", Keys: []string{"esc", "enter"},
			Run: func() tea.Cmd { return s.zoom(false) }}}
	}
	switch {
	case s.sheet().tree != nil:
		return []views.Action{{Name: "fold or unfold the value", Hint: "fold", Keys: []string{"enter", "space"},
			Run: func() tea.Cmd { s.sheet().tree.Toggle(); return nil }}}
	case s.page == pageParts:
		return []views.Action{{Name: "give the part the whole screen", Hint: "zoom", Keys: []string{"enter"},
			Run: func() tea.Cmd { return s.zoom(true) }}}
	case s.page == pageOutput && slices.ContainsFunc(s.parts(), isPicture):
		return []views.Action{{Name: "give the picture the whole screen", Hint: "zoom", Keys: []string{"enter"}, Run: s.zoomPicture}}
	}
	return nil
}

func isPicture(p tool.ContentPart) bool { return p.Type == tool.PartImage }

// pageActions choose what is shown and how.
func (s *Screen) pageActions() []views.Action {
	step := func(by int) func() tea.Cmd {
		return func() tea.Cmd { s.step(by); return s.Prepare() }
	}
	mode := views.Action{Name: "show the text in another way", Keys: []string{"v"}, Run: s.nextMode}
	if s.live(s.page) || len(s.leaves[s.page].facts.fits) < 2 {
		mode.Why = "there is one way only to show this"
	} else {
		mode.Hint = "as " + s.following().String()
	}
	wrap := views.Action{Name: "wrap long lines, or do not", Keys: []string{"w"}, Run: s.wrap}
	if s.sheet().tree != nil {
		wrap.Why = "a tree is not wrapped"
	}
	actions := []views.Action{
		{Name: "show the next view of the result", Hint: "next view", Keys: []string{"]"}, Run: step(1)},
		{Name: "show the view before", Keys: []string{"["}, Run: step(-1)},
		mode, wrap,
	}
	if s.page == pageModel {
		actions = append(actions, views.Action{Name: "show it for another provider", Hint: "provider", Keys: []string{"m"}, Run: s.nextFormat})
	}
	return actions
}

// following is the mode after the one that shows.
func (s *Screen) following() mode {
	f := s.leaves[s.page].facts
	at := slices.Index(f.fits, f.used)
	return f.fits[(at+1)%len(f.fits)]
}

func (s *Screen) nextMode() tea.Cmd {
	s.leaves[s.page].chosen = s.following()
	return s.Prepare()
}

func (s *Screen) wrap() tea.Cmd {
	s.unwrapped[s.page] = !s.unwrapped[s.page]
	s.sheet().text.SetWrapped(!s.unwrapped[s.page])
	return nil
}

func (s *Screen) searchActions() []views.Action {
	begin := views.Action{Name: "search in the text", Hint: "search", Keys: []string{"/"}, Run: s.beginSearch}
	if s.sheet().tree != nil {
		begin.Hint, begin.Why = "", "a tree is not searched; v shows it as text"
	}
	next := func(by int) func() tea.Cmd {
		return func() tea.Cmd { s.sheet().text.Next(by); return nil }
	}
	why := ""
	if len(s.sheet().text.Matches().Hits) == 0 {
		why = "nothing was found that one could go to"
	}
	return []views.Action{begin,
		{Name: "go to the next match", Keys: []string{"n"}, Why: why, Run: next(1)},
		{Name: "go to the match before", Keys: []string{"N", "shift+n"}, Why: why, Run: next(-1)},
	}
}

// takingActions take what is shown out of the program.
func (s *Screen) takingActions() []views.Action {
	what, text, why := s.taken()
	copying := views.Action{Name: "copy " + what, Hint: "copy", Keys: []string{"y"}, Why: why,
		Run: func() tea.Cmd { return func() tea.Msg { return views.CopyMsg{Text: text(), What: what} } }}
	files, unsaved := s.files()
	saving := views.Action{Name: "save it in the working folder", Hint: "save", Keys: []string{"s"}, Why: unsaved,
		Run: func() tea.Cmd { return save(files) }}
	actions := []views.Action{copying, saving}
	if p, ok := s.part(); ok && s.page == pageParts && p.URL != "" {
		open := views.Action{Name: "open the address outside", Hint: "open", Keys: []string{"o"},
			Run: func() tea.Cmd { return views.Send(views.OpenMsg{URL: p.URL}) }}
		if link := safetext.URL(p.URL); !link.Open {
			open.Hint, open.Why = "", link.Note
		}
		actions = append(actions, open)
	}
	if tree := s.sheet().tree; tree != nil {
		actions = append(actions,
			views.Action{Name: "copy the value under the cursor", Keys: []string{"Y", "shift+y"},
				Run: func() tea.Cmd { return views.Send(views.CopyMsg{Text: string(tree.Value()), What: "the value"}) }},
			views.Action{Name: "copy the path to the value under the cursor", Keys: []string{"p"},
				Run: func() tea.Cmd { return views.Send(views.CopyMsg{Text: tree.Path(), What: "the path"}) }})
	}
	return actions
}
