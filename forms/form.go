// Package forms turns a JSON Schema into a tree of fields that a person or a
// script can fill, and the tree into the JSON that will be sent. It draws
// nothing: the same tree serves a screen, a command line and other programs.
//
// A form never stands in the way. Any bytes make one; what can not be shown as
// fields becomes a field of raw JSON that says why; [Form.JSON] is what goes
// out even when [Form.Problems] has something against it.
//
// A field is absent, null or has a value. What was typed is kept beside the
// value as a draft and never rewritten.
package forms

import (
	"encoding/json"
	"slices"

	"toolbench/toolkit/schema"
)

// A Form is the editable value of one schema. It is not safe for use from
// several goroutines at once.
type Form struct {
	document  *schema.Document
	root      *Field
	reason    string
	validator *schema.Validator
	judged    bool // validator is as good as it gets
	named     map[string]bool

	parts   map[*schema.Value]*schema.Validator // of parts that are judged alone
	history history

	steps  int             // of interpreting the current schema
	inside []*schema.Value // the unions that are being interpreted
	opened int             // fields filled in by the form since the last edit

	version   int // counts the edits
	checkedAt int
	problems  []Problem
	doubt     string // why the value could not be judged, "" when it could
}

// New is the form of a schema. It never fails: bytes that are no schema give one
// field of raw JSON with the reason.
func New(raw json.RawMessage) *Form {
	f := &Form{checkedAt: -1}
	root, err := schema.Parse(raw)
	if err != nil {
		root, f.reason = schema.NewObject(), "the schema can not be read: "+err.Error()
	}
	f.document = schema.NewDocument(root)
	f.root = f.newField(nil, "", root)
	f.root.Required = true
	if f.reason != "" {
		f.root.Reason = f.reason
	}
	f.reset()
	return f
}

// Root is the field of the whole value.
func (f *Form) Root() *Field { return f.root }

// Reset puts every field back to how a person finds it: defaults and required
// constants filled in, the rest absent.
func (f *Form) Reset() {
	defer f.root.edit(false)()
	f.reset()
}

func (f *Form) reset() {
	f.named, f.opened = nil, 0
	f.root.begin()
	if f.root.Kind == Object || f.root.State() == StateAbsent && f.takesObject() {
		f.root.present()
	}
	f.version++
}

// takesObject tells whether a root of raw JSON is to start as an empty object,
// which is what the arguments of a call are.
func (f *Form) takesObject() bool {
	return f.root.Kind == JSON && f.root.schema.Get("type").Text() != "array"
}

// JSON is exactly what will be sent, on one line: keys in the schema's order,
// then others in the order they came, digits as they were given. It is null
// when there is nothing.
func (f *Form) JSON() json.RawMessage { return f.root.Value().JSON() }

// Masked is [Form.JSON] with a mark in place of every secret, for wherever the
// value is shown. An empty secret stays as it is.
func (f *Form) Masked(mark string) json.RawMessage {
	return f.root.masked(schema.NewString(mark)).JSON()
}

// SetJSON replaces the value by JSON text. Comments and trailing commas are
// forgiven; keys that the schema does not know and values of the wrong type are
// kept, and [Form.Problems] names them. When the text is not JSON the form stays
// as it is and the error names the line and column.
func (f *Form) SetJSON(raw []byte) error {
	value, err := schema.ParseForgiving(raw)
	if err != nil {
		return err
	}
	f.named = nil
	f.root.load(value)
	f.version++
	return nil
}

// Version changes with every edit of the form.
func (f *Form) Version() int { return f.version }

// Warnings are sentences on the parts of the schema that the value is not
// judged by: references that lead nowhere, patterns that no engine takes; and on
// a value that [Form.Problems] gave up on.
func (f *Form) Warnings() []string {
	f.judge()
	if f.validator == nil {
		return []string{f.reason}
	}
	if f.doubt != "" {
		return append(slices.Clip(f.validator.Warnings()), f.doubt)
	}
	return f.validator.Warnings()
}

// judge compiles the validator when it is first needed: that takes longer than
// everything else about a form.
func (f *Form) judge() {
	if f.judged {
		return
	}
	f.judged = true
	if f.reason != "" {
		return
	}
	var err error
	if f.validator, err = schema.Compile(f.document.Root()); err != nil {
		f.reason = err.Error()
	}
}

// part is the validator of a part of the schema, nil when it can not be judged
// by.
func (f *Form) part(s *schema.Value) *schema.Validator {
	if v, ok := f.parts[s]; ok {
		return v
	}
	f.judge()
	if f.validator == nil {
		return nil
	}
	v, err := f.validator.Part(s)
	if err != nil {
		v = nil
	}
	if f.parts == nil {
		f.parts = map[*schema.Value]*schema.Validator{}
	}
	f.parts[s] = v
	return v
}

// fits tells whether a part of the schema takes a value. What can not be judged
// by takes everything.
func (f *Form) fits(s, value *schema.Value) bool {
	if plainlyTyped(s) {
		return true // the kind has been looked at
	}
	v := f.part(s)
	if v == nil {
		return true
	}
	problems, err := v.Validate(value)
	return err != nil || len(problems) == 0
}
