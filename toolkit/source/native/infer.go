package native

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/invopop/jsonschema"

	"toolbench/toolkit/tool"
)

// inferInput is the shape of a tool's arguments.
func inferInput[In any](given func() (*shape, error)) (*shape, error) {
	t := reflect.TypeFor[In]()
	if given != nil {
		if !isOpen(t) {
			return nil, fmt.Errorf("a schema was given for the input type %s, which has one of its own; any, map[string]any or json.RawMessage would do", t)
		}
		s, err := given()
		if err != nil {
			return nil, fmt.Errorf("the given input schema is not a JSON object: %w", err)
		}
		return s, nil
	}
	if isOpen(t) {
		return newShape(tool.JSONSchema{"type": "object"}, json.RawMessage(`{"type":"object"}`)), nil
	}
	s, err := infer(t, false)
	if err != nil {
		return nil, fmt.Errorf("no schema can be inferred for the input: %w", err)
	}
	if s.schema["type"] != "object" {
		return nil, fmt.Errorf("the input type %s is not a JSON object; a struct or a map with text keys would do", t)
	}
	return s, nil
}

// inferOutput is the schema of what a tool yields, nil when it says nothing.
func inferOutput[Out any]() (json.RawMessage, error) {
	t := reflect.TypeFor[Out]()
	if isOpen(t) || t == resultType || t == reflect.PointerTo(resultType) {
		return nil, nil
	}
	s, err := infer(t, false)
	if err != nil {
		return nil, fmt.Errorf("no schema can be inferred for the output: %w", err)
	}
	if s.schema["type"] == "string" {
		return nil, nil // it is the text of the result
	}
	return s.raw, nil
}

// inferAnswer is the shape of an answer's data. Fields beyond those of Ans are
// let pass: whoever answers may add a remark.
func inferAnswer[Ans any]() (*shape, error) {
	t := reflect.TypeFor[Ans]()
	if isOpen(t) {
		return &shape{}, nil
	}
	s, err := infer(t, true)
	if err != nil {
		return nil, fmt.Errorf("no schema can be inferred for the answer: %w", err)
	}
	return s, nil
}

var (
	resultType     = reflect.TypeFor[tool.ToolResult]()
	numberType     = reflect.TypeFor[json.Number]()
	textType       = reflect.TypeFor[encoding.TextUnmarshaler]()
	jsonType       = reflect.TypeFor[json.Unmarshaler]()
	schemaType     = reflect.TypeFor[interface{ JSONSchema() *jsonschema.Schema }]()
	rawMessageType = reflect.TypeFor[json.RawMessage]()
)

// isOpen tells whether t takes any JSON object, so that its type says nothing.
func isOpen(t reflect.Type) bool {
	return t == reflect.TypeFor[any]() || t == reflect.TypeFor[map[string]any]() || t == rawMessageType
}

// infer is the shape of a Go type. Types are written out in place; only those
// that contain themselves are referred to, since they have no end otherwise.
func infer(t reflect.Type, open bool) (s *shape, err error) {
	defer func() {
		if v := recover(); v != nil { // the library's answer to a func or a channel
			err = fmt.Errorf("%v in %s", v, t)
		}
	}()
	inline := !containsItself(t, map[reflect.Type]bool{})
	r := jsonschema.Reflector{
		Anonymous:                 true,
		DoNotReference:            inline,
		AllowAdditionalProperties: open,
		Mapper:                    mapped,
		Namer:                     uniqueNames(),
	}
	root := r.ReflectFromType(t)
	root.Version = ""
	if def, ok := root.Definitions[referred(root.Ref)]; ok {
		expanded := *def
		expanded.Definitions = root.Definitions
		root = &expanded
	}
	raw, err := json.Marshal(root)
	if err != nil {
		return nil, err
	}
	if string(raw) == "true" {
		raw = json.RawMessage(`{}`)
	}
	return parseShape(raw)
}

// mapped is the schema of a type whose JSON is not what its kind suggests.
func mapped(t reflect.Type) *jsonschema.Schema {
	switch pointer := reflect.PointerTo(t); {
	case t == numberType:
		return &jsonschema.Schema{Type: "number"}
	case t == rawMessageType, t.Implements(schemaType), t.PkgPath() == "time", t.PkgPath() == "net":
		return nil
	case pointer.Implements(jsonType):
		return &jsonschema.Schema{} // it reads whatever it likes
	case pointer.Implements(textType):
		return &jsonschema.Schema{Type: "string"}
	}
	return nil
}

// containsItself tells whether a value of t may hold another t. The path holds
// the named types from the root to here.
func containsItself(t reflect.Type, path map[reflect.Type]bool) bool {
	if t.Name() != "" {
		if path[t] {
			return true
		}
		path[t] = true
		defer delete(path, t)
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return containsItself(t.Elem(), path)
	case reflect.Struct:
		if mapped(t) != nil || t.PkgPath() == "time" {
			return false
		}
		for f := range t.Fields() {
			if containsItself(f.Type, path) {
				return true
			}
		}
	}
	return false
}

// uniqueNames names types by their short name, fit for a reference and told
// apart by underscores when two packages have the same one.
func uniqueNames() func(reflect.Type) string {
	taken := map[string]reflect.Type{}
	return func(t reflect.Type) string {
		name := tool.Sanitize(t.Name())
		for name != "" && taken[name] != nil && taken[name] != t {
			name += "_"
		}
		taken[name] = t
		return name
	}
}

// referred is the definition that a local reference points at.
func referred(ref string) string {
	const prefix = "#/$defs/"
	if len(ref) <= len(prefix) {
		return ""
	}
	return ref[len(prefix):]
}
