package catalog

// fold opens or closes the branch under the cursor.
func (s *Screen) fold(open bool) {
	s.moved = true
	r, ok := s.current()
	if !ok {
		return
	}
	if r.item >= 0 {
		s.list.Select(s.rowOf(r.source, -1))
		r, _ = s.current()
	}
	if r.open == open && !open && r.depth > 0 {
		s.list.Select(s.kindRow(r.kind))
		r, _ = s.current()
	}
	s.folded[s.branch(r)] = !open
	at := s.list.Cursor()
	s.build()
	s.list.Select(at)
}

func (s *Screen) kindRow(kind any) int {
	for i, r := range s.rows {
		if r.source < 0 && r.kind == kind {
			return i
		}
	}
	return 0
}

func (s *Screen) foldAll(folded bool) {
	for _, src := range s.sources {
		s.folded[src.ID()] = folded
	}
	branch, _, _ := s.place()
	s.build()
	s.restore(branch, false, "")
}
