package forms

import (
	"slices"

	"toolbench/toolkit/schema"
)

// maxBranches bounds the shapes that a field is offered: alternatives inside
// alternatives multiply.
const maxBranches = 100

// union is the shape of alternatives: of T or null it is T's, of constants a
// choice, of scalars a mixed field, and otherwise one of several.
func (f *Form) union(s *schema.Value, key string) shape {
	base := without(s, key)
	var branches []*schema.Value
	nullable := false
	for _, item := range s.Get(key).Items() {
		branch, err := f.merged(item, nil)
		if err != nil {
			branch = unresolved(err)
		}
		if names := typeNames(branch); len(names) == 1 && names[0] == "null" {
			nullable = true
			continue
		}
		if !branch.IsFalse() {
			branches = append(branches, branch)
		}
	}
	sh := f.alternatives(s, base, branches)
	sh.nullable = sh.nullable || nullable
	return sh
}

// unresolved stands for a schema that can not be read, with the reason.
func unresolved(err error) *schema.Value {
	return schema.NewObject(schema.Member{Name: brokenKey, Value: schema.NewString(err.Error())})
}

// brokenKey is a keyword that no schema has.
const brokenKey = "\x00broken"

func (f *Form) alternatives(s, base *schema.Value, branches []*schema.Value) shape {
	if len(branches) == 1 {
		return f.shapeOf(merge(base, object(branches[0])))
	}
	if len(branches) == 0 {
		return f.byType(base)
	}
	if choices := jointChoices(branches); choices != nil {
		return choice(s, choices)
	}
	if known := base.Get("properties"); known != nil && f.within(known, branches) {
		return f.byType(s) // the alternatives only say what goes together
	}
	if names := typeNames(base); len(names) > 0 && (onlyScalars(names) || base.Get("items") != nil) {
		return f.byType(s) // they only say more about the one type
	}
	if types := scalarTypes(branches); types != nil && !allTitled(branches) {
		return shape{kind: Mixed, schema: s, types: types}
	}
	if onlyRequire(branches) {
		return f.byType(s)
	}
	return f.oneOf(s, base, branches)
}

// object is a schema as an object: true takes anything, as {} does.
func object(s *schema.Value) *schema.Value {
	if s.Kind() != schema.Object {
		return schema.NewObject()
	}
	return s
}

// oneOf is the shape of alternatives of which a person has to choose. Those of
// a branch that has some itself stand beside the others.
func (f *Form) oneOf(s, base *schema.Value, branches []*schema.Value) shape {
	sh := shape{kind: JSON, schema: s, nullable: base.Get("nullable").IsTrue()}
	if slices.Contains(f.inside, s) {
		return sh // a union that is its own alternative adds nothing
	}
	f.inside = append(f.inside, s)
	defer func() { f.inside = f.inside[:len(f.inside)-1] }()
	for _, branch := range branches {
		one := f.shapeOf(merge(base, object(branch)))
		sh.nullable = sh.nullable || one.nullable
		switch {
		case len(sh.branches) >= maxBranches:
		case len(one.branches) > 0:
			sh.branches = append(sh.branches, one.branches...)
		default:
			sh.branches = append(sh.branches, one)
		}
	}
	return sh
}

// within tells whether alternatives name no property beyond the known ones.
func (f *Form) within(known *schema.Value, branches []*schema.Value) bool {
	for _, branch := range branches {
		for _, m := range branch.Get("properties").Members() {
			if known.Get(m.Name) == nil {
				return false
			}
		}
	}
	return true
}

// onlyRequire tells whether alternatives say nothing but which keys have to go
// together.
func onlyRequire(branches []*schema.Value) bool {
	for _, branch := range branches {
		for _, m := range branch.Members() {
			if m.Name != "required" && m.Name != "not" && m.Name != "title" && m.Name != "description" {
				return false
			}
		}
	}
	return true
}

func allTitled(branches []*schema.Value) bool {
	for _, branch := range branches {
		if branch.Get("title").Text() == "" {
			return false
		}
	}
	return true
}

func jointChoices(branches []*schema.Value) []Choice {
	var all []Choice
	for _, branch := range branches {
		choices := choicesOf(branch)
		if choices == nil {
			return nil
		}
		if title := branch.Get("title").Text(); title != "" && len(choices) == 1 {
			choices[0] = titled(choices[0].value, title)
		}
		all = append(all, choices...)
	}
	return all
}

// scalarTypes are the types of alternatives that are all scalars, else nil.
func scalarTypes(branches []*schema.Value) []string {
	var types []string
	for _, branch := range branches {
		names := typeNames(branch)
		if len(names) == 0 {
			names = choiceTypes(choicesOf(branch))
		}
		if len(names) == 0 || !onlyScalars(names) {
			return nil
		}
		types = append(types, names...)
	}
	return unique(types)
}
