package httptool

import (
	"cmp"
	"encoding/json"
	"strings"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/tool"
)

// readAnswer reads what an operation answers when it succeeds: the schema of
// its JSON, and the types to ask for. The problem is a sentence on why there is
// no schema where the document means to give one.
func (c *catalogue) readAnswer(operation node) (raw json.RawMessage, accept, problem string) {
	success, err := c.success(operation)
	if err != nil {
		return nil, "*/*", "Its answer is not known: " + err.Error() + "."
	}
	types, of := c.answerTypes(success, operation)
	accept = "*/*"
	if len(types) > 0 {
		accept = strings.Join(types, ", ")
	}
	if of.Value == nil {
		return nil, accept, ""
	}
	conversion := conversion{definitions: c.definitions, purpose: forAnswer}
	s := conversion.schema(of)
	needed, err := reach(len(s.JSON()), conversion.uses)
	if err = cmp.Or(conversion.err, err); err != nil {
		return nil, accept, "The schema of its answer is not known: " + err.Error() + "."
	}
	if s.Kind() == schema.Boolean || len(s.Members()) == 0 {
		return nil, accept, ""
	}
	return definedIn(s, needed), accept, ""
}

// success is the response of the first status of success that is described,
// else the default one; a nil node when there is neither.
func (c *catalogue) success(written node) (node, error) {
	responses := written.get("responses")
	for _, m := range responses.Members() {
		if len(m.Name) == 3 && m.Name[0] == '2' {
			return node{m.Value, written.file}.resolved()
		}
	}
	if other := responses.get("default"); other.Value != nil {
		return other.resolved()
	}
	return node{}, nil
}

// answerTypes are the media types of a response, JSON first, and the schema of
// the JSON one.
func (c *catalogue) answerTypes(success, written node) (types []string, of node) {
	if c.swagger {
		produced := written.Get("produces")
		if produced == nil {
			produced = c.root.Get("produces")
		}
		types = produced.Strings()
		if len(types) == 0 {
			types = []string{jsonType}
		}
		for _, name := range types {
			if isJSON(tool.BareType(name)) || strings.HasSuffix(name, "*") {
				of = success.get("schema")
			}
		}
		return jsonFirst(types), of
	}
	for _, m := range success.Get("content").Members() {
		types = append(types, m.Name)
		if bare := tool.BareType(m.Name); of.Value == nil && (isJSON(bare) || bare == "*/*") {
			of = node{m.Value, success.file}.get("schema")
		}
	}
	return jsonFirst(types), of
}

func jsonFirst(types []string) []string {
	var first, rest []string
	for _, t := range types {
		if isJSON(tool.BareType(t)) {
			first = append(first, t)
		} else {
			rest = append(rest, t)
		}
	}
	if len(first) > 0 && len(rest) > 0 {
		for i, t := range rest {
			rest[i] = t + ";q=0.5"
		}
	}
	return append(first, rest...)
}
