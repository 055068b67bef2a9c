package httptool

import (
	"slices"

	"toolbench/toolkit/schema"
)

// readSwaggerBody reads the body of an operation of OpenAPI 2.0: one parameter
// that is the body, or some that are the fields of a form.
func (c *catalogue) readSwaggerBody(o *operation, f *fields, item, written node) error {
	consumed := written.Get("consumes")
	if consumed == nil {
		consumed = c.root.Get("consumes")
	}
	parameters, err := allParameters(item, written)
	if err != nil {
		return err
	}
	var members []schema.Member
	var required []*schema.Value
	parts := map[string]part{}
	files := false
	for _, n := range parameters {
		name := n.Get("name").Text()
		switch n.Get("in").Text() {
		case "body":
			return c.placeSwagger(o, f, n, consumed.Strings())
		case "formData":
			s := without(n.Value, []string{"name", "in", "required"})
			one := part{isStyled: true, styled: collected("query", n.Get("collectionFormat").Text()), isFile: isFile(node{s, n.file})}
			files = files || one.isFile
			parts[name] = one
			members = append(members, schema.Member{Name: name, Value: s})
			if n.Get("required").IsTrue() {
				required = append(required, text(name))
			}
		}
	}
	if len(members) == 0 {
		return nil
	}
	form := object("type", text("object"), "properties", schema.NewObject(members...))
	if len(required) > 0 {
		form = with(form, "required", schema.NewArray(required...))
	}
	name := formType
	if files || !slices.Contains(consumed.Strings(), formType) && slices.Contains(consumed.Strings(), "multipart/form-data") {
		name = "multipart/form-data"
	}
	o.body = newBody(o.method, len(required) > 0)
	err = c.arrange(o.body, f, media{name: name, schema: node{form, written.file}}, node{})
	o.body.parts = parts
	return err
}

func (c *catalogue) placeSwagger(o *operation, f *fields, n node, consumed []string) error {
	var all []media
	for _, name := range consumed {
		all = append(all, media{name: name, schema: n.get("schema")})
	}
	if len(all) == 0 {
		all = []media{{name: jsonType, schema: n.get("schema")}}
	}
	o.body = newBody(o.method, n.Get("required").IsTrue())
	return c.arrange(o.body, f, chosen(all), n)
}
