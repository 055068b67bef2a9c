package forms

import "encoding/json"

// Schema is the whole schema that the form is of, as JSON.
func (f *Form) Schema() json.RawMessage { return f.document.Root().JSON() }

// Form is the form that the field is part of.
func (f *Field) Form() *Form { return f.form }
