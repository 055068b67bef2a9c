package schema

import (
	"fmt"
	"net/url"
	"strings"
)

// A Document is a schema that references can be resolved in.
type Document struct {
	root    *Value
	anchors map[string]*Value // by "#name" and by the full form of each $id
}

// NewDocument is the document of a schema.
func NewDocument(root *Value) *Document { return &Document{root: root} }

// Root is the whole schema.
func (d *Document) Root() *Value { return d.root }

// Resolve is the schema that a $ref of the document leads to: a JSON Pointer,
// an anchor, or the $id of another part. Nothing is ever loaded from
// elsewhere. The error says what the reference names.
func (d *Document) Resolve(ref string) (*Value, error) {
	base, fragment, _ := strings.Cut(ref, "#")
	root := d.root
	if base != "" {
		if root = d.identified(base); root == nil {
			return nil, fmt.Errorf("%s is outside this schema and is not loaded", ref)
		}
	}
	decoded, err := url.PathUnescape(fragment)
	if err != nil {
		return nil, fmt.Errorf("%s is not a reference: %w", ref, err)
	}
	var found *Value
	switch {
	case decoded == "":
		found = root
	case strings.HasPrefix(decoded, "/"):
		found = root.At(Tokens(decoded)...)
	default:
		found = d.index()["#"+decoded]
	}
	if found == nil {
		return nil, fmt.Errorf("%s leads nowhere in this schema", ref)
	}
	return found, nil
}

// identified finds the part with a $id, whether it is named in full or by the
// end of it.
func (d *Document) identified(base string) *Value {
	if found, ok := d.index()[base]; ok {
		return found
	}
	for id, found := range d.index() {
		if strings.HasSuffix(id, "/"+strings.TrimPrefix(base, "/")) {
			return found
		}
	}
	return nil
}

func (d *Document) index() map[string]*Value {
	if d.anchors == nil {
		d.anchors = map[string]*Value{}
		d.collect(d.root)
	}
	return d.anchors
}

func (d *Document) collect(v *Value) {
	for _, key := range []string{"$anchor", "$dynamicAnchor"} {
		if name := v.Get(key).Text(); name != "" {
			d.anchors["#"+name] = v
		}
	}
	for _, key := range []string{"$id", "id"} {
		if id := v.Get(key).Text(); id != "" {
			if name, ok := strings.CutPrefix(id, "#"); ok {
				d.anchors["#"+name] = v
			} else {
				d.anchors[strings.TrimSuffix(id, "#")] = v
			}
		}
	}
	for _, m := range v.Members() {
		d.collect(m.Value)
	}
	for _, item := range v.Items() {
		d.collect(item)
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
