package forms

// A Coverage says how far a form reaches into its schema.
type Coverage struct {
	// Fields is how many fields there are, with one item for each list and
	// recursion followed once.
	Fields int
	// Fallbacks are the fields that are raw JSON because their schema can not
	// be shown as fields.
	Fallbacks []Fallback
}

// A Fallback is a field that is raw JSON, and why.
type Fallback struct{ Path, Reason string }

// maxCovered bounds the walk over schemas that grow without end.
const maxCovered = 10_000

// Coverage walks the whole schema. The form itself stays as it is.
func (f *Form) Coverage() Coverage {
	fresh := &Form{document: f.document, judged: true}
	root := fresh.newField(nil, "", f.document.Root())
	if f.root.Reason != "" && f.root.natural == JSON {
		root.Reason = f.root.Reason
	}
	var c Coverage
	c.visit(root)
	return c
}

func (c *Coverage) visit(field *Field) {
	field.form.opened = 0
	if c.Fields++; c.Fields > maxCovered {
		return
	}
	if field.Kind == JSON && field.Reason != "" {
		c.Fallbacks = append(c.Fallbacks, Fallback{field.Path(), field.Reason})
	}
	if field.Recursive() {
		return
	}
	switch field.Kind {
	case Object:
		for _, child := range field.Children() {
			c.visit(child)
		}
		if _, known := field.keySchema(""); known && field.Open {
			c.visit(field.newKey("*"))
		}
	case Array:
		field.children = []*Field{field.newItem()}
		c.visit(field.children[0])
	}
}
