package forms

// InFixedPlace tells whether the field is a place of a tuple: it is always there,
// and is neither moved nor copied.
func (f *Field) InFixedPlace() bool {
	return f.isItem() && f.parent.Tuple && f.Index() < f.parent.fixed()
}

// Sketch is an item as [Field.AddItem] would add it, outside of the form: for
// telling what a list takes. It is nil when the list takes no further ones.
func (f *Field) Sketch() *Field {
	if !f.TakesItems() {
		return nil
	}
	item := f.newItem(max(f.fixed(), len(f.children)))
	item.begin()
	return item
}
