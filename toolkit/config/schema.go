package config

import _ "embed"

//go:embed toolbench.schema.json
var jsonSchema []byte

// JSONSchema is the JSON Schema (draft 2020-12) of this program's own
// configuration files, as bytes that the caller must not change. It takes what
// [Parse] reads without a problem or a note.
func JSONSchema() []byte { return jsonSchema }
