package forms

import (
	"maps"
	"slices"
	"strings"
)

// An Alternative is one of the shapes that a field can take.
type Alternative struct {
	// Label tells it from the others: its title, what a property of it always
	// is, the keys it wants, or its type.
	Label string
	// Reason is why it is filled as raw JSON, "" when it is not or when it
	// takes any value.
	Reason string
}

// A union is what a field can be. It does not change.
type union struct {
	whole  shape
	labels []string // made when they are asked for
}

// Alternatives are the shapes of which a field takes one, nil when there is only
// one way to fill it.
func (f *Field) Alternatives() []Alternative {
	if f.union == nil {
		return nil
	}
	if f.union.labels == nil {
		f.union.labels = f.form.labels(f.union.whole.branches)
	}
	all := make([]Alternative, len(f.union.whole.branches))
	for i, branch := range f.union.whole.branches {
		all[i] = Alternative{Label: f.union.labels[i], Reason: branch.reason}
	}
	return all
}

// Alternative is the one that is chosen, -1 when none is: the field is absent,
// or has a value that none of them takes.
func (f *Field) Alternative() int {
	if f.union == nil {
		return -1
	}
	return f.chosen
}

// ChooseAlternative makes the field be of its i-th shape. What fits that one
// too is kept; what was typed there before is there again.
func (f *Field) ChooseAlternative(i int) {
	if f.union == nil || i == f.chosen || i < 0 || i >= len(f.union.whole.branches) {
		return
	}
	defer f.edit(false)()
	f.touch()
	before := *f
	f.remember()
	f.choose(i)
	if kept := f.memory[i]; kept != nil {
		f.value, f.draft, f.problem, f.asText = kept.value, kept.draft, kept.problem, kept.asText
		f.explicit, f.children, f.built, f.hidden = kept.explicit, kept.children, kept.built, kept.hidden
		f.null = false
	} else {
		f.start()
	}
	f.seeded = false
	if f.Kind == Object {
		f.present()
	}
	f.adopt(&before)
	f.markRequired()
}

// SetShaped gives a field of several shapes the value that a text is, and takes
// the shape that the value is of. It tells whether there is one; without, the
// field stays as it is.
func (f *Field) SetShaped(text string) bool {
	if f.union == nil || strings.TrimSpace(text) == "" {
		return false
	}
	value, err := f.readUnchosen(text)
	if err != nil || f.fitting(value) < 0 {
		return false
	}
	defer f.edit(false)()
	f.touch()
	f.remember()
	f.load(value)
	return true
}

// remember keeps what is in the shape that is chosen, for when it is chosen again.
func (f *Field) remember() {
	if f.union == nil || f.chosen < 0 {
		return
	}
	before := *f
	f.memory = maps.Clone(f.memory)
	if f.memory == nil {
		f.memory = map[int]*Field{}
	}
	f.memory[f.chosen] = &before
}

// choose makes the field be of one of its shapes, with nothing in it.
func (f *Field) choose(i int) {
	if f.union == nil || i == f.chosen {
		return
	}
	sh := f.union.whole
	if i >= 0 {
		sh = f.union.branches(i)
	}
	title, description := f.outerTitle(), f.union.whole.schema.Get("description").Text()
	f.chosen = i
	f.take(sh)
	f.Title = title
	if description != "" {
		f.Description = description
	}
	f.value, f.draft, f.problem, f.asText = nil, "", "", false
	f.null, f.explicit = false, false
	f.children, f.built, f.hidden, f.settledAt = nil, false, nil, -1
}

func (u *union) branches(i int) shape {
	sh := u.whole.branches[i]
	sh.nullable = u.whole.nullable
	return sh
}

func (f *Field) outerTitle() string { return f.union.whole.schema.Get("title").Text() }

// firstAlternative is the shape in which a person finds the field: none for one
// that may be left out.
func (f *Field) firstAlternative() int {
	if f.parent == nil || f.Required || f.isItem() {
		return 0
	}
	return -1
}

// adopt takes over what fits from the shape that the field had before.
func (f *Field) adopt(before *Field) {
	switch {
	case f.Kind == Object && before.Kind == Object:
		for _, old := range before.children {
			f.adoptChild(old)
		}
	case f.Kind == Array && before.Kind != Object && before.Kind != Array && before.value != nil && !f.Tuple:
		if item := f.newItem(0); len(f.children) == 0 && item.fits(before.value) {
			item.load(before.value)
			f.children = []*Field{item}
		}
	case before.Kind == Array && f.takesText() && len(before.children) == 1:
		if v := before.children[0].value; v != nil && f.fits(v) {
			f.put(v)
		}
	case f.takesText() && before.draft != "" && before.Kind != Object && before.Kind != Array:
		if v, err := f.read(before.draft); err == nil && f.fits(v) {
			f.value, f.draft, f.problem = v, before.draft, ""
		}
	}
}

func (f *Field) takesText() bool { return f.Kind != Object && f.Kind != Array && !f.Constant }

func (f *Field) adoptChild(old *Field) {
	i := slices.IndexFunc(f.children, func(child *Field) bool { return child.Name == old.Name })
	switch {
	case i < 0:
		if (old.Keyed || old.Extra) && f.Open && old.State() != StateAbsent {
			child := f.newKey(old.Name)
			child.load(old.Value())
			f.children = append(f.children, child)
		}
	case f.children[i].source == old.source:
		f.children[i] = old
	default:
		f.children[i].carry(old)
	}
}

// carry takes over what another field holds, as far as it fits here.
func (f *Field) carry(old *Field) {
	if f.Constant || old.State() == StateAbsent || old.seeded {
		return
	}
	if f.Kind == Object && old.Kind == Object {
		f.explicit = f.explicit || old.explicit
		for _, child := range f.Children() {
			if same := old.Child(child.Name); same != nil {
				child.carry(same)
			}
		}
		return
	}
	if v := old.Value(); f.fits(v) {
		f.load(v)
		if f.Kind == old.Kind && f.takesText() {
			f.draft = old.draft
		}
	}
}
