package forms

import (
	"regexp"
	"slices"

	"toolbench/toolkit/schema"
)

// Required objects are opened by themselves, but only so deep and so many: the
// schema may be one that no finite value satisfies.
const (
	maxSeedDepth = 24
	maxOpened    = 5_000
)

func (f *Form) newField(parent *Field, name string, s *schema.Value) *Field {
	sh := f.interpret(s)
	field := &Field{Name: name, form: f, parent: parent, source: s, settledAt: -1}
	field.take(sh)
	if len(sh.branches) > 0 {
		field.union, field.chosen = &union{whole: sh}, -1
	}
	return field
}

func (f *Field) take(sh shape) {
	f.Kind, f.natural, f.Reason = sh.kind, sh.kind, sh.reason
	f.schema, f.Nullable, f.types, f.Choices = sh.schema, sh.nullable, sh.types, sh.choices
	f.Title = f.schema.Get("title").Text()
	f.Description = f.schema.Get("description").Text()
	f.Limits = schema.Limits(f.schema)
	f.Constant = sh.kind == Enum && len(sh.choices) == 1 && !sh.nullable || sh.kind == Null
	f.Secret = sh.kind == String && f.schema.Get("format").Text() == "password"
	f.Multiline = sh.kind == String && f.expectsLongText()
	f.Open = sh.kind == Object && f.takesKeys()
	if d := f.schema.Get("default"); d != nil {
		f.Default = d.JSON()
	}
	f.MultiChoice = false
	if f.Tuple = sh.kind == Array && places(sh.schema) != nil; sh.kind == Array && !f.Tuple {
		f.multiChoice()
	}
}

// multiChoice turns a list whose items are choices into a selection.
func (f *Field) multiChoice() {
	if items := f.schema.Get("items"); items != nil {
		if sh := f.form.interpret(items); sh.kind == Enum && !sh.nullable {
			f.MultiChoice, f.Choices = true, sh.choices
		}
	}
}

var longText = regexp.MustCompile(`(?i)(^|[_a-z])(body|content|text|code|script|sql|query|markdown|html|prompt|message|description|diff|patch|yaml|json)$`)

func (f *Field) expectsLongText() bool {
	if f.schema.Get("format").Text() != "" || f.schema.Get("pattern") != nil {
		return false
	}
	if f.schema.Get("contentMediaType") != nil {
		return true
	}
	if most, ok := f.schema.Get("maxLength").Int(); ok {
		return most > 255
	}
	return longText.MatchString(f.Name)
}

// takesKeys tells whether an object takes keys beyond its properties.
func (f *Field) takesKeys() bool {
	additional := f.schema.Get("additionalProperties")
	if len(f.schema.Get("patternProperties").Members()) > 0 {
		return true
	}
	return !additional.IsFalse() && !f.schema.Get("unevaluatedProperties").IsFalse()
}

// build makes an object's properties when they are first needed: a schema may
// be recursive.
func (f *Field) build() {
	if f.built || f.Kind != Object && !f.Tuple {
		return
	}
	if f.Tuple {
		f.buildPlaces()
		return
	}
	f.built = true
	required := f.requiredNames()
	properties := f.schema.Get("properties").Members()
	f.children = make([]*Field, 0, len(properties))
	seen := make(map[string]bool, len(properties))
	for _, m := range properties {
		if seen[m.Name] {
			continue
		}
		seen[m.Name] = true
		own, _ := f.patternSchema(f.schema.Get("properties").Get(m.Name), m.Name)
		child := f.form.newField(f, m.Name, own)
		child.Required = required[m.Name]
		child.begin()
		f.children = append(f.children, child)
	}
	for _, name := range f.schema.Get("required").Strings() {
		if !seen[name] && f.Open {
			seen[name] = true
			child := f.newKey(name)
			child.Required, child.Keyed = true, false
			child.begin()
			f.children = append(f.children, child)
		}
	}
}

func (f *Field) requiredNames() map[string]bool {
	required := map[string]bool{}
	for _, name := range f.schema.Get("required").Strings() {
		required[name] = true
	}
	return required
}

// markRequired notes anew which properties are needed: a field may have been one
// of another shape.
func (f *Field) markRequired() {
	if f.Kind != Object {
		return
	}
	required := f.requiredNames()
	for _, child := range f.children {
		child.Required = required[child.Name]
	}
}

// begin puts the field in the state in which a person finds it.
func (f *Field) begin() {
	f.choose(f.firstAlternative())
	f.memory = nil
	f.start()
}

// start is [Field.begin] in the shape that is chosen.
func (f *Field) start() {
	f.clear()
	f.restart()
	f.form.opened++
	if f.isItem() && f.Kind == Object {
		f.present()
	}
	if f.seedDefault() {
		f.seeded = true
		return
	}
	switch {
	case f.Constant && f.Required && f.Kind == Enum:
		f.put(f.Choices[0].value)
		f.seeded = true
	case f.Kind == Object && f.Required && f.wantsKeys() && !f.endless():
		f.seeded = true
		f.build()
	}
}

// restart puts what was already made below an object back to its beginning.
func (f *Field) restart() {
	if f.Kind != Object && !f.Tuple || !f.built {
		return
	}
	if f.Tuple {
		f.children = slices.Clone(f.children[:f.fixed()])
	}
	f.children, f.hidden = slices.DeleteFunc(slices.Clone(f.children), (*Field).passing), nil
	for _, child := range f.children {
		child.begin()
	}
}

// present makes an object be sent even when nothing in it is.
func (f *Field) present() {
	if f.Kind == Object {
		f.explicit = true
		f.build()
		return
	}
	if f.Kind == JSON {
		f.put(schema.NewObject())
		f.seeded = true
	}
}

// passing tells whether an object has the field only for what it holds.
func (f *Field) passing() bool { return f.Keyed || f.Extra || f.Conditional }

func (f *Field) wantsKeys() bool { return len(f.schema.Get("required").Items()) > 0 }

// endless tells whether the form is not to fill in anything more here by itself.
func (f *Field) endless() bool { return f.Recursive() || f.form.opened > maxOpened }

// seedDefault fills in the schema's default when it satisfies its schema. A
// default of null is what leaving the field out means, and is not sent.
func (f *Field) seedDefault() bool {
	d := f.schema.Get("default")
	f.DefaultProblem = ""
	if d == nil || d.Kind() == schema.Null || f.endless() {
		return false
	}
	if f.DefaultProblem = f.form.defaultProblem(f, d); f.DefaultProblem != "" {
		return false
	}
	f.load(d)
	return true
}

// defaultProblem says what the schema has against its own default. The part is
// compiled alone, which is much quicker than the whole, unless it refers to
// something.
func (f *Form) defaultProblem(field *Field, d *schema.Value) string {
	if plainlyFits(field, d) {
		return ""
	}
	part := field.schema
	if refers(part) {
		members := slices.Clone(part.Members())
		for _, m := range f.document.Root().Members() {
			if part.Get(m.Name) == nil && (m.Name == "$defs" || m.Name == "definitions" || m.Name == "$schema") {
				members = append(members, m)
			}
		}
		part = schema.NewObject(members...)
	}
	validator, err := schema.Compile(part)
	if err != nil {
		return ""
	}
	problems, err := validator.Validate(d)
	if err != nil || len(problems) == 0 {
		return ""
	}
	return problems[0].String()
}

// plainlyTyped tells whether a schema says nothing but a type.
func plainlyTyped(s *schema.Value) bool {
	for _, m := range s.Members() {
		switch m.Name {
		case "type", "description", "title", "default", "examples":
		default:
			return false
		}
	}
	return true
}

// plainlyFits tells whether a default fits a schema that says nothing but a
// type or a list of choices, as most do.
func plainlyFits(field *Field, d *schema.Value) bool {
	for _, m := range field.schema.Members() {
		switch m.Name {
		case "type", "description", "title", "default", "enum", "const", "examples":
		default:
			return false
		}
	}
	switch field.Kind {
	case String:
		return d.Kind() == schema.String
	case Boolean:
		return d.Kind() == schema.Boolean
	case Number:
		return d.Kind() == schema.Number
	case Enum:
		return slices.ContainsFunc(field.Choices, func(c Choice) bool { return schema.Equal(c.value, d) })
	}
	return false
}

func refers(s *schema.Value) bool {
	if s.Get("$ref") != nil {
		return true
	}
	for _, m := range s.Members() {
		if refers(m.Value) {
			return true
		}
	}
	return slices.ContainsFunc(s.Items(), refers)
}
