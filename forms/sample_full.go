package forms

import (
	"encoding/json"
	"fmt"
	"slices"

	"toolbench/toolkit/schema"
)

// Bounds of a sample of everything: how deep it goes, how many fields it fills,
// and how many it looks at in all while it tries.
const (
	maxFullDepth = 6
	maxFullMade  = 600
	maxFullWork  = 30_000
)

// FullSample is [Sample] with what may be left out filled in too, as far as it
// goes together: one item in each list, no object inside one of its own kind.
func FullSample(raw json.RawMessage) (json.RawMessage, error) {
	if _, err := schema.Parse(raw); err != nil {
		return nil, fmt.Errorf("the schema can not be read: %w", err)
	}
	f := New(raw)
	if err := f.Sample(); err != nil {
		return nil, err
	}
	s := sampler{form: f, turns: map[*Field]int{}, made: mostMade - maxFullMade}
	s.fillOptional(f.root, 0)
	return f.JSON(), nil
}

// fillOptional fills what is absent below a field, each field only where the
// value stays one that the schema takes.
func (s *sampler) fillOptional(f *Field, depth int) {
	if depth > maxFullDepth || f.State() != StateValue {
		return
	}
	switch f.Kind {
	case Object:
		s.fillAbsent(f.Children(), depth)
		for _, child := range f.Children() {
			s.fillOptional(child, depth+1)
		}
	case Array:
		if len(f.items()) == 0 && f.TakesItems() {
			s.try(func() { s.fill(s.append(f), depth+1) })
		}
		for _, item := range f.items() {
			s.fillOptional(item, depth+1)
		}
	}
}

// fillAbsent fills the fields of an object that are absent: all at once, or where
// that is none that the schema takes, one by one.
func (s *sampler) fillAbsent(fields []*Field, depth int) {
	absent := slices.DeleteFunc(slices.Clone(fields), func(f *Field) bool { return f.State() != StateAbsent || f.Recursive() })
	if len(absent) == 0 || s.try(func() { s.fillEach(absent, depth) }) {
		return
	}
	for i := range absent {
		s.try(func() { s.fillEach(absent[i:i+1], depth) })
	}
}

func (s *sampler) fillEach(fields []*Field, depth int) {
	for _, f := range fields {
		s.fill(f, depth+1)
	}
}

// try makes a change and takes it back when the schema has something against it.
// It tells whether the change stands.
func (s *sampler) try(change func()) bool {
	if s.work > maxFullWork || s.made > mostMade {
		return false
	}
	before, made := s.form.Keep(), s.made
	change()
	s.work += len(before.fields) + 10*(s.made-made) // filling one takes longer than keeping it
	s.form.version++
	if len(s.form.Problems()) == 0 {
		return true
	}
	s.form.Restore(before)
	s.made = made
	return false
}
