package schema

import (
	"errors"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Part is the validator of a schema that was made of parts of this one's: a
// shape of several, a condition. Its references lead into the whole document.
func (v *Validator) Part(part *Value) (*Validator, error) {
	if kind := part.Kind(); kind != Object && kind != Boolean {
		return nil, errors.New("a schema is an object or a boolean; this is " + Given(part))
	}
	absolute, refers := v.prepared.document.outward(part)
	p := &preparation{document: v.prepared.document, root: absolute.Any(), strict: v.prepared.strict, whole: true}
	p.run()
	if object, ok := p.root.(map[string]any); ok {
		draft, named := v.prepared.named()
		if _, own := object["$schema"]; named && !own {
			object["$schema"] = draft
		}
	}
	if refers {
		p.whole = v.prepared.root
	}
	judge, err := p.compile()
	if err != nil {
		return nil, err
	}
	judge.root, judge.part, judge.prepared = v.root, part, v.prepared
	return judge, nil
}

// named is what the prepared document names as its draft.
func (p *preparation) named() (draft any, named bool) {
	if object, ok := p.root.(map[string]any); ok {
		draft, named = object["$schema"]
	}
	return draft, named
}

// outward is a part with its references made to lead into the document that it
// comes from; it tells whether there are any.
func (d *Document) outward(v *Value) (out *Value, refers bool) {
	switch v.Kind() {
	case Array:
		items := make([]*Value, len(v.items))
		for i, item := range v.items {
			var has bool
			items[i], has = d.outward(item)
			refers = refers || has
		}
		out = NewArray(items...)
	case Object:
		members := slices.Clone(v.members)
		for i, m := range members {
			switch m.Name {
			case "const", "enum", "default", "examples":
				continue
			case "$ref", "$dynamicRef", "$recursiveRef":
				if m.Value.Kind() == String {
					members[i].Value, refers = NewString(d.absolute(v, m.Value.Text())), true
					continue
				}
			}
			var has bool
			members[i].Value, has = d.outward(m.Value)
			refers = refers || has
		}
		out = NewObject(members...)
	}
	if !refers {
		return v, false
	}
	return out, true
}

// absolute is a reference of a schema in full.
func (d *Document) absolute(from *Value, ref string) string {
	base := d.index().bases[from]
	switch {
	case strings.HasPrefix(ref, "#") && base == "":
		return location + ref
	case strings.HasPrefix(ref, "#"):
		return base + ref
	}
	return relativeTo(base, ref)
}

// location is where the schema to compile stands.
func (p *preparation) location() string {
	if p.whole != nil {
		return partURL
	}
	return location
}

func (p *preparation) add(compiler *jsonschema.Compiler) error {
	if p.whole == nil {
		return compiler.AddResource(location, p.root)
	}
	if err := compiler.AddResource(location, p.whole); err != nil {
		return err
	}
	return compiler.AddResource(partURL, p.root)
}
