package mcp

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yosida95/uritemplate/v3"

	"toolbench/toolkit/tool"
)

// A parameter is an argument of a prompt, or a variable of a template: a text.
type parameter struct {
	name, title, description string
	required                 bool
}

// arguments are those that a prompt declares, as far as they can be read.
func (e *entry) arguments(raw json.RawMessage) []parameter {
	if !isSet(raw) {
		return nil
	}
	var wire []struct {
		Name        json.RawMessage `json:"name"`
		Title       json.RawMessage `json:"title"`
		Description json.RawMessage `json:"description"`
		Required    json.RawMessage `json:"required"`
	}
	if parse(raw, &wire) != nil {
		e.wrong("arguments", raw, "a list of objects", "They are left out.")
		return nil
	}
	var found []parameter
	for _, w := range wire {
		p := parameter{name: e.text("arguments.name", w.Name), title: e.text("arguments.title", w.Title),
			description: e.text("arguments.description", w.Description), required: string(w.Required) == "true"}
		if p.name != "" && !slices.ContainsFunc(found, func(other parameter) bool { return other.name == p.name }) {
			found = append(found, p)
		}
	}
	return found
}

// schemaOf is the schema of an object with these members, in their order.
func schemaOf(parameters []parameter) (tool.JSONSchema, json.RawMessage) {
	var properties []string
	var required []string
	for _, p := range parameters {
		name, _ := json.Marshal(p.name)
		member, _ := json.Marshal(struct {
			Type        string `json:"type"`
			Title       string `json:"title,omitempty"`
			Description string `json:"description,omitempty"`
		}{"string", p.title, p.description})
		properties = append(properties, string(name)+":"+string(member))
		if p.required {
			required = append(required, p.name)
		}
	}
	raw := json.RawMessage(`{"type":"object","properties":{` + strings.Join(properties, ",") + `}}`)
	if len(required) > 0 {
		wanted, _ := json.Marshal(required)
		raw = slices.Concat(raw[:len(raw)-1], json.RawMessage(`,"required":`), wanted, json.RawMessage(`}`))
	}
	schema, _ := objectOf(raw)
	return schema, raw
}

// textsIn are the members of an object as texts: what is not a text is written
// as JSON, and null is left out.
func textsIn(args json.RawMessage) map[string]string {
	texts := map[string]string{}
	for name, value := range members(args) {
		if text, ok := textOf(value); ok {
			texts[name] = text
		} else if isSet(value) {
			texts[name] = string(value)
		}
	}
	return texts
}

// A template is a URI template of RFC 6570 with its variables.
type template struct {
	*uritemplate.Template
	variables []parameter
}

// forQuery are the expressions of a template whose variables may well be left
// out: they stand for the parameters of a query.
var forQuery = regexp.MustCompile(`\{[?&][^}]*\}`)

func newTemplate(text string) (*template, error) {
	parsed, err := uritemplate.New(text)
	if err != nil {
		return nil, fmt.Errorf("%q is not a URI template of RFC 6570: %w", text, err)
	}
	t := &template{Template: parsed}
	var needed []string
	if path, err := uritemplate.New(forQuery.ReplaceAllString(text, "")); err == nil {
		needed = path.Varnames()
	}
	for _, name := range parsed.Varnames() {
		t.variables = append(t.variables, parameter{name: name, required: slices.Contains(needed, name)})
	}
	return t, nil
}

// expand is the URI for these values. An error names the variables that are
// missing.
func (t *template) expand(values map[string]string) (string, error) {
	var missing []string
	given := uritemplate.Values{}
	for _, v := range t.variables {
		if value, ok := values[v.name]; ok && value != "" {
			given.Set(v.name, uritemplate.String(byteRunes(value)))
		} else if v.required {
			missing = append(missing, v.name)
		}
	}
	if len(missing) > 0 {
		return "", fmt.Errorf("the template %s can not be filled in: it has no value for %s", t.Raw(), strings.Join(missing, ", "))
	}
	cut, err := uritemplate.New(t.cutting(values))
	if err != nil {
		return "", fmt.Errorf("the template %s can not be filled in: %w", t.Raw(), err)
	}
	uri, err := cut.Expand(given)
	if err != nil {
		return "", fmt.Errorf("the template %s can not be filled in: %w", t.Raw(), err)
	}
	return uri, nil
}

var expression = regexp.MustCompile(`\{[^}]*\}`)

// cutting is the template with the length of each prefix in bytes of
// [byteRunes]: the library cuts there, where RFC 6570 wants characters.
func (t *template) cutting(values map[string]string) string {
	return expression.ReplaceAllStringFunc(t.Raw(), func(e string) string {
		body := strings.TrimLeft(e[1:len(e)-1], "+#./;?&")
		operator := e[:len(e)-1-len(body)]
		specs := strings.Split(body, ",")
		for i, spec := range specs {
			name, digits, has := strings.Cut(spec, ":")
			if !has {
				continue
			}
			most, _ := strconv.Atoi(digits)
			specs[i] = name
			if length := bytesOf(values[name], most); length > 0 {
				specs[i] += ":" + strconv.Itoa(length)
			}
		}
		return operator + strings.Join(specs, ",") + "}"
	})
}

// bytesOf is how long the beginning of a text, of so many characters, is in
// [byteRunes], up to the longest prefix of RFC 6570; 0 for all of the text.
func bytesOf(text string, characters int) (length int) {
	const longest = 9_999
	for ; text != ""; characters-- {
		_, size := utf8.DecodeRuneInString(text)
		next := len(byteRunes(text[:size]))
		if characters == 0 || length+next > longest {
			return length
		}
		length, text = length+next, text[size:]
	}
	return 0
}

// byteRunes has a character for each byte of a text. The library escapes the
// numbers of characters, where RFC 6570 wants the bytes of their UTF-8.
func byteRunes(text string) string {
	runes := make([]rune, len(text))
	for i := range len(text) {
		runes[i] = rune(text[i])
	}
	return string(runes)
}
