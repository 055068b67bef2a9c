package httptool

import (
	"slices"
	"strconv"
	"strings"

	"toolbench/toolkit/schema"
)

// Fields gather the arguments of an operation into one object schema, in the
// order of the document: the parameters of the path, those of the operation,
// then the body.
//
// An argument is called what its parameter is called. Where two parameters of an
// operation have one name, the later one has its place in front: query_id. The
// body's properties stand beside the parameters when the body is an object of
// plain properties none of which is called like a parameter; else the whole
// body is one argument, "body".
type fields struct {
	conversion
	properties []schema.Member
	required   []*schema.Value
	// further is what the schema says of other properties: those that a
	// spread body may have.
	further *schema.Value
	open    bool
}

// add adds an argument under the first of the names that is free.
func (f *fields) add(required bool, property *schema.Value, names ...string) string {
	name := f.free(names)
	f.properties = append(f.properties, schema.Member{Name: name, Value: property})
	if required {
		f.required = append(f.required, text(name))
	}
	return name
}

func (f *fields) free(names []string) string {
	for _, name := range names {
		if !f.has(name) {
			return name
		}
	}
	last := names[len(names)-1]
	for n := 2; ; n++ {
		if name := last + "_" + strconv.Itoa(n); !f.has(name) {
			return name
		}
	}
}

func (f *fields) has(name string) bool {
	return slices.ContainsFunc(f.properties, func(m schema.Member) bool { return m.Name == name })
}

// plain are the keywords with which an object of properties says nothing that
// would be lost when its properties stand among others.
var plain = wordSet("type", "properties", "required", "additionalProperties", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "format")

// spread puts the properties of a body's schema among the arguments; it does
// nothing and returns false when they can not stand there.
func (f *fields) spread(body *schema.Value) bool {
	properties := body.Get("properties").Members()
	if !isPlain(body) || len(properties) == 0 && !body.Get("additionalProperties").IsFalse() {
		return false
	}
	for _, p := range properties {
		if f.has(p.Name) {
			return false
		}
	}
	f.properties = append(f.properties, properties...)
	f.required = append(f.required, body.Get("required").Items()...)
	f.further, f.open = body.Get("additionalProperties"), true
	return true
}

func isExtension(name string) bool { return strings.HasPrefix(name, "x-") }

// names are the required arguments.
func (f *fields) names() []string { return schema.NewArray(f.required...).Strings() }

// isPlain tells of an object of which the schema says its properties and no more.
func isPlain(s *schema.Value) bool {
	if kind := s.Get("type"); kind != nil && kind.Text() != "object" {
		return false
	}
	return !slices.ContainsFunc(s.Members(), func(m schema.Member) bool { return !plain[m.Name] })
}

// schema is the input schema.
func (f *fields) schema() *schema.Value {
	s := object("type", text("object"), "properties", schema.NewObject(f.properties...))
	if len(f.required) > 0 {
		s = with(s, "required", schema.NewArray(f.required...))
	}
	switch {
	case f.further != nil:
		s = with(s, "additionalProperties", f.further)
	case !f.open:
		s = with(s, "additionalProperties", schema.NewBoolean(false))
	}
	return s
}
