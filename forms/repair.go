package forms

import (
	"slices"

	"toolbench/toolkit/schema"
)

// repair changes what has a problem. It is false when there is nothing left to
// try.
func (s *sampler) repair(problems []Problem) bool {
	done := map[*Field]bool{}
	for _, p := range problems {
		f := p.Field
		if done[f] {
			continue
		}
		done[f] = true
		if f.State() == StateAbsent {
			s.fill(f, depthOf(f))
			continue
		}
		s.turns[f]++
		if s.turns[f] > maxRepairs/2 {
			return false
		}
		s.retry(f)
	}
	return true
}

func depthOf(f *Field) int {
	depth := 0
	for p := f.parent; p != nil; p = p.parent {
		depth++
	}
	return depth
}

// retry gives a field that has a problem itself another value.
func (s *sampler) retry(f *Field) {
	turn := s.turns[f]
	switch {
	case f.Kind == Object && s.tryTogether(f, turn):
	case f.union != nil && turn%2 == 0:
		f.choose(turn / 2 % len(f.union.whole.branches))
		f.start()
		s.fill(f, depthOf(f))
	case f.Kind == Object:
		children := f.Children()
		if i := turn - 1; i < len(children) && children[i].State() == StateAbsent {
			s.fill(children[i], depthOf(f)+1)
			return
		}
		s.addKeys(f, len(f.Value().Members())+1, depthOf(f))
	case f.Kind == Array && len(f.children) < maxSampleItems:
		if f.TakesItems() {
			item := s.append(f)
			s.turns[item] = len(f.children) - 1
			s.fill(item, depthOf(item))
		}
	case f.Kind != Array:
		s.put(f)
		if p := f.parent; p != nil && turn > 4 {
			s.turns[p]++
			s.retry(p)
		}
	}
}

// tryTogether fills the properties that one of several shapes of an object asks
// for, and leaves out those that only others do.
func (s *sampler) tryTogether(f *Field, turn int) bool {
	sets := setsIn(f.schema)
	if turn > len(sets) {
		return false
	}
	chosen := sets[turn-1]
	for _, child := range f.Children() {
		switch {
		case slices.Contains(chosen, child.Name):
			if child.State() == StateAbsent {
				s.fill(child, depthOf(child))
			}
		case child.Required:
		case slices.ContainsFunc(sets, func(set []string) bool { return slices.Contains(set, child.Name) }):
			child.clear()
			child.unload()
		}
	}
	return true
}

// setsIn are the keys that the shapes of a schema ask for.
func setsIn(s *schema.Value) [][]string {
	var sets [][]string
	for _, keyword := range []string{"anyOf", "oneOf"} {
		for _, branch := range s.Get(keyword).Items() {
			sets = append(sets, branch.Get("required").Strings())
		}
	}
	for _, part := range s.Get("allOf").Items() {
		sets = append(sets, setsIn(part)...)
	}
	return sets
}
