package forms

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"toolbench/toolkit/schema"
)

// Bounds of the search for a value that a schema takes.
const (
	maxRepairs     = 60
	maxSampleDepth = 12
	maxSampleItems = 1_000
	mostMade       = 20 * maxSampleItems
)

// Sample is a value that the schema takes, made from the schema and checked by
// its validator: what is needed and little else. The error says why none was
// found.
func Sample(raw json.RawMessage) (json.RawMessage, error) {
	if _, err := schema.Parse(raw); err != nil {
		return nil, fmt.Errorf("the schema can not be read: %w", err)
	}
	f := New(raw)
	if err := f.Sample(); err != nil {
		return nil, err
	}
	return f.JSON(), nil
}

// Sample fills the form with a value that its schema takes. It begins anew, and
// is one step that can be undone. The error says why none was found; the form
// then has the closest one.
func (f *Form) Sample() error {
	defer f.root.edit(false)()
	f.reset()
	s := sampler{form: f, turns: map[*Field]int{}}
	s.fill(f.root, 0)
	for range maxRepairs {
		f.version++
		problems := f.Problems()
		if len(problems) == 0 {
			return f.unjudged()
		}
		if s.endless > 3 || !s.repair(problems) {
			break
		}
	}
	f.version++
	if problems := f.Problems(); len(problems) > 0 {
		return errors.New("no value was found that the schema takes: " + problems[0].String())
	}
	return f.unjudged()
}

// unjudged is an error when nothing judges the values of the form.
func (f *Form) unjudged() error {
	if f.validator == nil {
		return errors.New("what would be valid can not be told: " + f.reason)
	}
	if f.doubt != "" {
		return errors.New("what would be valid can not be told: " + f.doubt)
	}
	return nil
}

// A sampler makes values up.
type sampler struct {
	form  *Form
	turns map[*Field]int // how often a field was given another value
	made  int
	work  int // of filling in what may be left out, in fields

	endless int // how often there was no end to what is needed
}

// fill gives a field a value, and all that is needed below it.
func (s *sampler) fill(f *Field, depth int) {
	if s.made++; depth > maxSampleDepth || s.made > mostMade {
		s.endless++
		return
	}
	f.form.opened = 0
	if f.union != nil && (f.chosen < 0 || f.State() == StateAbsent) {
		f.choose(s.shape(f))
		f.start()
	}
	if f.union == nil && f.State() == StateAbsent && f.seedExample() {
		return
	}
	switch f.Kind {
	case Object:
		if f.parent != nil || f.State() == StateAbsent {
			f.present()
		}
		f.seeded = false
		s.fillNeeded(f, depth)
	case Array:
		f.explicit, f.seeded = true, false
		s.fillItems(f, depth)
	default:
		if f.State() == StateAbsent || f.value == nil {
			s.put(f)
		}
	}
}

// shape is the shape of a union to begin with: the first one that is not raw
// JSON and does not lead back into itself, from the one whose turn it is.
func (s *sampler) shape(f *Field) int {
	n := len(f.union.whole.branches)
	for i := range n {
		at := (i + s.turns[f]) % n
		if sh := f.union.whole.branches[at]; sh.reason == "" && !f.leadsBack(sh) {
			return at
		}
	}
	return s.turns[f] % n
}

// leadsBack tells whether a shape needs a field that is of the same schema as
// one around it.
func (f *Field) leadsBack(sh shape) bool {
	for _, name := range sh.schema.Get("required").Strings() {
		needed := sh.schema.Get("properties").Get(name)
		if needed == nil {
			continue
		}
		f.form.steps = 0
		merged, err := f.form.merged(needed, nil)
		for p := f; p != nil && err == nil; p = p.parent {
			if p.source == needed || p.origin() == merged {
				return true
			}
		}
	}
	return false
}

// seedExample gives the field a value that its schema offers, if it fits.
func (f *Field) seedExample() bool {
	offered := slices.Clone(f.schema.Get("examples").Items())
	for _, keyword := range []string{"default", "example"} {
		if v := f.schema.Get(keyword); v != nil {
			offered = append(offered, v)
		}
	}
	for _, v := range offered {
		if f.natural != JSON && f.takesKind(v) && f.form.satisfies(f.schema, v) {
			f.load(v)
			return true
		}
	}
	return false
}

// fillNeeded fills the properties that are required, also those that become so.
func (s *sampler) fillNeeded(f *Field, depth int) {
	for range maxRounds {
		s.form.version++
		again := false
		for _, child := range f.Children() {
			if child.Required && child.State() == StateAbsent {
				again = true
				s.fill(child, depth+1)
			} else if child.Required && child.Kind == Object {
				s.fillNeeded(child, depth+1)
			}
		}
		if !again {
			break
		}
	}
	least, _ := f.schema.Get("minProperties").Int()
	s.addKeys(f, min(least, maxSampleItems), depth)
}

// addKeys fills properties, then adds keys, until an object has so many.
func (s *sampler) addKeys(f *Field, least, depth int) {
	has := func() int { return len(f.Value().Members()) }
	for _, child := range f.Children() {
		if has() >= least {
			return
		}
		if child.State() == StateAbsent {
			s.fill(child, depth+1)
		}
	}
	for i := 1; has() < least && i <= 2*least; i++ {
		name := s.key(f, i)
		if f.Child(name) != nil || !f.Open {
			continue
		}
		child := f.newKey(name)
		child.Keyed = true
		f.children = append(slices.Clip(f.children), child)
		child.begin()
		s.fill(child, depth+1)
	}
}

// key is a name that an object may take.
func (s *sampler) key(f *Field, i int) string {
	named := f.schema.Get("propertyNames")
	for _, m := range f.schema.Get("patternProperties").Members() {
		for _, text := range matching(m.Name, i) {
			if named == nil || s.form.satisfies(named, schema.NewString(text)) {
				return text
			}
		}
	}
	if named != nil {
		of := s.form.newField(nil, "", merge(named, schema.NewObject(schema.Member{Name: "type", Value: schema.NewString("string")})))
		if all := s.fitting(of); len(all) > 0 {
			return all[(i-1)%len(all)].Text()
		}
	}
	return fmt.Sprintf("key%d", i)
}

// fillItems makes a list as long as it has to be.
func (s *sampler) fillItems(f *Field, depth int) {
	f.build()
	least, _ := f.schema.Get("minItems").Int()
	least = min(least, maxSampleItems)
	for i, child := range f.children {
		if i < least || child.State() != StateAbsent || i < len(f.items()) {
			s.fill(child, depth+1)
		}
	}
	if contains := f.schema.Get("contains"); contains != nil {
		s.contain(f, contains, depth)
	}
	for len(f.children) < least && f.TakesItems() && s.made <= mostMade {
		item := s.append(f)
		s.turns[item] = len(f.children) - 1
		s.fill(item, depth+1)
	}
}

func (s *sampler) append(f *Field) *Field {
	item := f.newItem(len(f.children))
	f.children = append(slices.Clip(f.children), item)
	item.begin()
	return item
}

// contain adds the items that must be among those of a list.
func (s *sampler) contain(f *Field, contains *schema.Value, depth int) {
	least, given := f.schema.Get("minContains").Int()
	if !given {
		least = 1
	}
	for i := range min(least, maxSampleItems) {
		if !f.TakesItems() {
			return
		}
		item := s.append(f)
		of := s.form.newField(f, "", bothSchemas(item.source, contains))
		of.begin()
		s.turns[of] = i
		s.fill(of, depth+1)
		if v := of.Value(); v != nil {
			item.load(v)
		}
	}
}

// put gives a field that has no fields below it the value whose turn it is.
func (s *sampler) put(f *Field) {
	all := s.fitting(f)
	if len(all) == 0 {
		if all = s.candidates(f); len(all) == 0 {
			return
		}
	}
	f.null = false
	f.put(all[s.turns[f]%len(all)])
}
