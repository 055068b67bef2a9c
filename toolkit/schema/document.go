package schema

import (
	"fmt"
	"net/url"
	"strings"
)

// A Document is a schema that references can be resolved in.
type Document struct {
	root *Value
	made *index
}

// An index is where the references of a document lead.
type index struct {
	resources map[string]*Value // by the full form of each $id, "" for the root
	anchors   map[string]*Value // by resource, "#" and name
	names     map[string]*Value // anchors by name alone
	bases     map[*Value]string // the resource that a schema with a reference is in
}

// NewDocument is the document of a schema.
func NewDocument(root *Value) *Document { return &Document{root: root} }

// Root is the whole schema.
func (d *Document) Root() *Value { return d.root }

// Resolve is the schema that a reference at the root of the document leads to.
func (d *Document) Resolve(ref string) (*Value, error) { return d.ResolveFrom(d.root, ref) }

// ResolveFrom is the schema that the reference of a schema leads to: a JSON
// Pointer, an anchor, or the $id of another part, all as seen from there. Nothing
// is ever loaded from elsewhere. The error says what the reference names.
func (d *Document) ResolveFrom(from *Value, ref string) (*Value, error) {
	target, fragment, _ := strings.Cut(ref, "#")
	name, err := url.PathUnescape(fragment)
	if err != nil {
		return nil, fmt.Errorf("%s is not a reference: %w", ref, err)
	}
	if strings.HasPrefix(name, "/") && target == "" && !d.scoped() {
		return orNowhere(d.root.At(Tokens(name)...), ref) // by far the most common
	}
	in := d.index()
	base := in.bases[from]
	if target != "" {
		base = relativeTo(base, target)
	}
	resource := in.resources[base]
	if resource == nil {
		if resource, base = in.ending(target); resource == nil {
			return nil, fmt.Errorf("%s is outside this schema and is not loaded", ref)
		}
	}
	switch {
	case name == "":
		return resource, nil
	case strings.HasPrefix(name, "/"):
		return orNowhere(resource.At(Tokens(name)...), ref)
	}
	if anchored := in.anchors[base+"#"+name]; anchored != nil {
		return anchored, nil
	}
	return orNowhere(in.names[name], ref)
}

// ResolveDynamic is the schema that a $dynamicRef or $recursiveRef leads to. The
// outermost schema of the name counts, which is the root's if it has one.
func (d *Document) ResolveDynamic(from *Value, ref string) (*Value, error) {
	if name, ok := strings.CutPrefix(ref, "#"); ok && name == "" {
		return d.root, nil
	} else if outer := d.index().anchors["#"+name]; ok && outer.Get("$dynamicAnchor").Text() == name {
		return outer, nil
	}
	return d.ResolveFrom(from, ref)
}

func orNowhere(v *Value, ref string) (*Value, error) {
	if v == nil {
		return nil, fmt.Errorf("%s leads nowhere in this schema", ref)
	}
	return v, nil
}

// scoped tells whether a part of the document has an $id of its own.
func (d *Document) scoped() bool { return len(d.index().resources) > 1 }

// ending finds the resource whose name ends in what a reference says, for those
// that are not written as the standard has it.
func (in *index) ending(target string) (resource *Value, base string) {
	if target == "" {
		return in.resources[""], ""
	}
	for id, resource := range in.resources {
		if strings.HasSuffix(id, "/"+strings.TrimPrefix(target, "/")) {
			return resource, id
		}
	}
	return nil, ""
}

func relativeTo(base, ref string) string {
	parsed, err := url.Parse(ref)
	if err != nil {
		return ref
	}
	from, err := url.Parse(base)
	if err != nil || from.Opaque != "" {
		return ref
	}
	return from.ResolveReference(parsed).String()
}

func (d *Document) index() *index {
	if d.made == nil {
		in := &index{map[string]*Value{"": d.root}, map[string]*Value{}, map[string]*Value{}, map[*Value]string{}}
		draft, _ := Draft(d.root)
		in.schema(d.root, "", draft == "4")
		d.made = in
	}
	return d.made
}

// schema notes the names in a schema and in all that is inside it.
func (in *index) schema(v *Value, base string, old bool) {
	for _, key := range []string{"$id", "id"} {
		id := v.Get(key).Text()
		switch name, local := strings.CutPrefix(id, "#"); {
		case id == "" || key == "id" && !old && !strings.Contains(id, ":"):
		case local:
			in.anchors[base+"#"+name], in.names[name] = v, v
		default:
			full := strings.TrimSuffix(relativeTo(base, id), "#")
			in.resources[full] = v
			if key == "$id" || old {
				base = full
			}
		}
	}
	for _, key := range []string{"$anchor", "$dynamicAnchor"} {
		if name := v.Get(key).Text(); name != "" {
			in.anchors[base+"#"+name], in.names[name] = v, v
			if in.resources[""] == in.resources[base] {
				in.anchors["#"+name] = v
			}
		}
	}
	if base != "" && v.Kind() == Object {
		in.bases[v] = base
	}
	for _, item := range v.Items() {
		in.schema(item, base, old)
	}
	for _, m := range v.Members() {
		switch m.Name {
		case "const", "enum", "default", "examples":
		case "properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions":
			for _, part := range m.Value.Members() {
				in.schema(part.Value, base, old)
			}
		default:
			in.schema(m.Value, base, old)
		}
	}
}

// Draft is the draft that a schema names with $schema: "4", "6", "7",
// "2019-09" or "2020-12". It is "2020-12" for a schema that names none, as the
// Model Context Protocol has it, and known is false when it names another one.
func Draft(root *Value) (draft string, known bool) {
	name := root.Get("$schema").Text()
	if name == "" {
		return "2020-12", root.Get("$schema") == nil
	}
	_, name, _ = strings.Cut(strings.TrimSuffix(name, "#"), "://")
	switch name {
	case "json-schema.org/draft-04/schema":
		return "4", true
	case "json-schema.org/draft-06/schema":
		return "6", true
	case "json-schema.org/draft-07/schema":
		return "7", true
	case "json-schema.org/draft/2019-09/schema":
		return "2019-09", true
	case "json-schema.org/draft/2020-12/schema", "json-schema.org/schema":
		return "2020-12", true
	}
	return "2020-12", false
}
