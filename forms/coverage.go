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
	if field.union != nil {
		for i := range field.union.whole.branches {
			field.choose(i)
			c.inside(field)
		}
		return
	}
	c.inside(field)
}

func (c *Coverage) inside(field *Field) {
	if field.union != nil && field.Kind == JSON && field.Reason != "" {
		c.Fallbacks = append(c.Fallbacks, Fallback{field.Path(), field.Reason})
	}
	switch field.Kind {
	case Object:
		for _, child := range field.Children() {
			c.visit(child)
		}
		field.form.steps = 0
		for _, m := range field.form.possible(field.schema, 0) {
			if field.Child(m.Name) == nil {
				child := field.form.newField(field, m.Name, m.Value)
				field.children = append(field.children, child)
				c.visit(child)
			}
		}
		if _, known := field.keySchema(""); known && field.Open {
			c.visit(field.newKey("*"))
		}
	case Array:
		for _, child := range field.Children() {
			c.visit(child)
		}
		if field.TakesItems() {
			item := field.newItem(field.fixed())
			field.children = append(field.children, item)
			c.visit(item)
		}
	}
}
