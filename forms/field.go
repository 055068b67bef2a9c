package forms

import (
	"encoding/json"
	"strconv"
	"strings"

	"toolbench/toolkit/schema"
)

// A Kind says how a field is filled.
type Kind uint8

// The kinds of fields.
const (
	// JSON is a field of raw JSON: any value is taken, or [Field.Reason] says
	// why the schema can not be shown as fields.
	JSON Kind = iota
	// Object has a child for each property, and for each key that was added.
	Object
	// Array has a child for each item.
	Array
	// String is text.
	String
	// Number is a number.
	Number
	// Integer is a whole number.
	Integer
	// Boolean is true or false.
	Boolean
	// Enum is one of [Field.Choices].
	Enum
	// Mixed is a scalar of one of several types, which its text tells apart.
	Mixed
	// Null takes only null.
	Null
)

// A Choice is a value that a field may be set to.
type Choice struct {
	// Label is the value as people read it, with its title when it has one.
	Label string
	// Value is the JSON that is sent.
	Value json.RawMessage

	value *schema.Value
}

// A Field is one place of a form. Fields stay the same while their form is
// edited, so that a screen can hold on to them. Its exported members describe
// the schema and are only to be read.
type Field struct {
	// Name is the property's name as the schema spells it, "" for an item of
	// a list and for the root.
	Name string
	// Title and Description are the schema's own words, "" when it has none.
	Title, Description string
	// Kind is how the field is filled. A field that was given a value that
	// does not fit it is JSON until the value is replaced.
	Kind Kind
	// Required says that the schema wants the field.
	Required bool
	// Nullable says that null is taken.
	Nullable bool
	// Multiline says that long text is to be expected.
	Multiline bool
	// Secret says that the text is not to be shown.
	Secret bool
	// Constant says that there is only one value.
	Constant bool
	// Extra says that the schema does not know this key.
	Extra bool
	// Keyed says that the key was chosen, and can be removed.
	Keyed bool
	// Open says that an object takes keys beyond its properties.
	Open bool
	// MultiChoice says that a list is a selection from Choices.
	MultiChoice bool
	// Limits are in words: "1 to 14", "at most 80 characters".
	Limits []string
	// Default is the schema's default, nil when it has none; DefaultProblem
	// is why it was not filled in, "" when it was or when it is null.
	Default        json.RawMessage
	DefaultProblem string
	// Choices are what an Enum, and the items of a MultiChoice list, can be.
	Choices []Choice
	// Reason is why the field is raw JSON, "" when the schema takes any value.
	Reason string

	// Tuple says that a list has fixed places, each with a schema of its own.
	Tuple bool
	// Conditional says that the field is there because of what others hold.
	Conditional bool

	form    *Form
	parent  *Field
	union   *union         // of which one is chosen, nil when there is no choice
	chosen  int            // of the union, -1 when none is
	memory  map[int]*Field // what was in the other shapes
	natural Kind           // the kind when the value fits
	schema  *schema.Value
	source  *schema.Value // the part of the document, to notice recursion
	types   []string      // of a Mixed field
	asText  bool          // of a Mixed field: its text is sent as text though it could be of another type

	refinements []*schema.Value // what conditions of the parent say of an object
	refined     *schema.Value   // what a condition says beside the schema
	hidden      map[string]*Field
	settledAt   int // the version at which the conditions were looked at
	settling    bool
	unsettled   bool // what a condition says of the object has changed
	loading     bool // defaults are not for what came from elsewhere

	value    *schema.Value // of anything but an object or a list
	draft    string        // the text that value was made from
	problem  string        // what is wrong with the draft
	null     bool
	explicit bool // an object or list that is there even when empty
	seeded   bool // filled in by the form, not by a person
	built    bool
	children []*Field
}

// Parent is the field that this one is part of, nil for the root.
func (f *Field) Parent() *Field { return f.parent }

// Label is the name to show: the property's name, or the item's place from 1,
// or the title of a fixed place.
func (f *Field) Label() string {
	switch {
	case f.isItem() && f.parent.Tuple && f.Title != "":
		return f.Title
	case f.isItem():
		return strconv.Itoa(f.Index() + 1)
	}
	return f.Name
}

func (f *Field) isItem() bool { return f.parent != nil && f.parent.natural == Array }

// Index is the field's place among its parent's children, from 0; -1 for the
// root.
func (f *Field) Index() int {
	if f.parent == nil {
		return -1
	}
	for i, child := range f.parent.children {
		if child == f {
			return i
		}
	}
	return -1
}

// Path is the field's place as people write it: alerts[0].place.
func (f *Field) Path() string {
	if f.parent == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(f.parent.Path())
	if f.isItem() {
		b.WriteString("[" + strconv.Itoa(f.Index()) + "]")
	} else {
		schema.AppendPath(&b, f.Name)
	}
	return b.String()
}

// Pointer is the field's place as a JSON Pointer.
func (f *Field) Pointer() string {
	switch {
	case f.parent == nil:
		return ""
	case f.isItem():
		return f.parent.Pointer() + "/" + strconv.Itoa(f.Index())
	}
	return f.parent.Pointer() + schema.Pointer(f.Name)
}

// Children are an object's properties and keys, or a list's items; they are
// made when they are first asked for, which of a schema that contains itself
// has no end: see [Field.Recursive]. The slice is not to be changed.
func (f *Field) Children() []*Field {
	f.build()
	f.settle()
	return f.children
}

// Child is an object's property with a name, or nil.
func (f *Field) Child(name string) *Field {
	for _, child := range f.Children() {
		if child.Name == name {
			return child
		}
	}
	return nil
}

// Schema is the field's schema with its references followed, as JSON.
func (f *Field) Schema() json.RawMessage { return f.schema.JSON() }

// Recursive tells whether the field is inside another one of the same schema.
// Whoever walks [Field.Children] without regard to what is filled must stop
// there: they have no end.
func (f *Field) Recursive() bool {
	depth := 0
	for p := f.parent; p != nil; p = p.parent {
		if depth++; p.source == f.source || p.origin() == f.origin() || depth > maxSeedDepth {
			return true
		}
	}
	return false
}

// origin is the schema of all that the field can be.
func (f *Field) origin() *schema.Value {
	if f.union != nil {
		return f.union.whole.schema
	}
	return f.schema
}

// NamesNothing tells whether an object's schema names no key and does not speak
// of others: so are most tools declared that take no arguments.
func (f *Field) NamesNothing() bool {
	if f.natural != Object {
		return false
	}
	for _, name := range []string{"properties", "patternProperties"} {
		if len(f.schema.Get(name).Members()) > 0 {
			return false
		}
	}
	additional := f.schema.Get("additionalProperties")
	return (additional == nil || additional.IsFalse()) && len(f.schema.Get("required").Items()) == 0
}

// ExpectsKeys tells whether the schema speaks of keys beyond an object's
// properties. Open objects that do not are open only because nothing says
// otherwise.
func (f *Field) ExpectsKeys() bool {
	if f.Kind != Object || !f.Open {
		return false
	}
	_, known := f.keySchema("")
	return known || len(f.schema.Get("patternProperties").Members()) > 0
}
