package httptool

import (
	"cmp"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/tool"
)

// A purpose is what a schema is for. What is readOnly is left out of requests,
// what is writeOnly out of answers.
type purpose int

const (
	forRequest purpose = iota
	forAnswer
)

// definitions are the schemas that references lead to, made once for all tools.
type definitions struct {
	older bool // the document's schemas are those of OpenAPI 2.0 and 3.0
	names map[string]string
	taken map[string]bool
	made  [2]map[string]*definition
}

func newDefinitions(older bool) *definitions {
	return &definitions{older: older, names: map[string]string{}, taken: map[string]bool{},
		made: [2]map[string]*definition{{}, {}}}
}

// A definition is one schema that references lead to. It is made when a tool
// needs it: references can lead on from one to the next without end.
type definition struct {
	name   string
	make   func(*definition) // nil once it was made
	schema *schema.Value
	uses   []*definition // what its own references lead to
	err    error         // why it is not whole
	any    any           // schema decoded, shared by the tools that need it
	bytes  int           // of the schema as JSON
}

// decoded is the schema as encoding/json decodes it. Nobody may change it.
func (d *definition) decoded() any {
	if d.any == nil {
		_ = json.Unmarshal(d.schema.JSON(), &d.any) // it was made as JSON
	}
	return d.any
}

func (d *definition) size() int {
	if d.bytes == 0 {
		d.bytes = len(d.schema.JSON())
	}
	return d.bytes
}

// define is the definition that a reference from this file leads to.
func (ds *definitions) define(from *file, ref string, p purpose) (*definition, error) {
	target, key, err := from.resolve(ref)
	if err != nil {
		return nil, err
	}
	if known, ok := ds.made[p][key]; ok {
		return known, nil
	}
	d := &definition{name: ds.name(key), make: func(d *definition) {
		c := conversion{definitions: ds, purpose: p}
		d.schema = c.schema(target)
		d.uses, d.err = c.uses, c.err
	}}
	ds.made[p][key] = d
	return d, nil
}

var outsideNames = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// name is the last word of the place that a reference leads to, in characters
// that a reference need not escape, with a number where another place has it
// already.
func (ds *definitions) name(key string) string {
	if name, ok := ds.names[key]; ok {
		return name
	}
	file, fragment, _ := strings.Cut(key, "#")
	wanted := strings.TrimSuffix(path.Base(file), path.Ext(file))
	if tokens := schema.Tokens(fragment); len(tokens) > 0 {
		wanted = tokens[len(tokens)-1]
	}
	wanted = outsideNames.ReplaceAllString(wanted, "_")
	name := wanted
	for n := 2; ds.taken[name]; n++ {
		name = wanted + "_" + strconv.Itoa(n)
	}
	ds.names[key], ds.taken[name] = name, true
	return name
}

// maxSchema is how many bytes a tool's schema may have. In some documents
// everything has to do with everything else, and each of hundreds of operations
// would carry nearly all of it.
const maxSchema = 256 << 10

// reach is what the uses lead to, each once and the nearest first. What a schema
// of that size has no room for stands in it without saying anything. The error
// is that of the first definition that is not whole.
func reach(size int, uses []*definition) (all []*definition, err error) {
	seen := map[*definition]bool{}
	queue := slices.Clone(uses)
	for len(queue) > 0 {
		d := queue[0]
		queue = queue[1:]
		if seen[d] {
			continue
		}
		seen[d] = true
		if d.make != nil {
			d.make(d)
			d.make = nil
		}
		if size += d.size(); size > maxSchema {
			size -= d.size()
			all = append(all, &definition{name: d.name, schema: leftOut})
			continue
		}
		all = append(all, d)
		err = cmp.Or(err, d.err)
		queue = append(queue, d.uses...)
	}
	return all, err
}

var leftOut = object("description", text("Left out: with it the schema would be too large."))

// definedIn is an object schema with the definitions that it needs under $defs.
func definedIn(s *schema.Value, needed []*definition) json.RawMessage {
	size := len(s.JSON()) + len(`,"$defs":{}`)
	for _, d := range needed {
		size += d.size() + len(d.name) + len(`"":,`)
	}
	raw := s.Append(make([]byte, 0, size))
	if len(needed) == 0 {
		return raw
	}
	raw = append(raw[:len(raw)-1], `,"$defs":{`...)
	for i, d := range needed {
		if i > 0 {
			raw = append(raw, ',')
		}
		raw = d.schema.Append(append(schema.AppendString(raw, d.name), ':'))
	}
	return append(raw, "}}"...)
}

// decoded is what encoding/json makes of [definedIn]. The definitions in it are
// shared, so that nobody may change them.
func decoded(s *schema.Value, needed []*definition) tool.JSONSchema {
	var whole tool.JSONSchema
	_ = json.Unmarshal(s.JSON(), &whole) // it was made as JSON
	if len(needed) == 0 {
		return whole
	}
	defs := make(map[string]any, len(needed))
	for _, d := range needed {
		defs[d.name] = d.decoded()
	}
	whole["$defs"] = defs
	return whole
}
