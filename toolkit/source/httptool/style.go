package httptool

import (
	"fmt"
	"strings"

	"toolbench/toolkit/schema"
)

// A styled value is written into a request in one of OpenAPI's styles. simple,
// label, matrix and form are what RFC 6570 calls so.
type styled struct {
	style    string
	explode  bool // a list or object becomes several pairs
	reserved bool // allowReserved: reserved characters stay as they are
}

// reservedKept are the reserved characters of RFC 3986 that allowReserved
// keeps, but for those that would end the value: & and #. What is
// percent-encoded already stays so.
const reservedKept = ":/?[]@!$'()*+,;=%"

func styledLike(in string, n *schema.Value) styled {
	s := styled{style: n.Get("style").Text(), reserved: n.Get("allowReserved").IsTrue()}
	if s.style == "" {
		s.style = "simple"
		if in == "query" || in == "cookie" {
			s.style = "form"
		}
	}
	s.explode = s.style == "form"
	if e := n.Get("explode"); e.Kind() == schema.Boolean {
		s.explode = e.IsTrue()
	}
	return s
}

// collected is the style that a collectionFormat of OpenAPI 2.0 means.
func collected(in, format string) styled {
	switch {
	case format == "multi":
		return styled{style: "form", explode: true}
	case format == "ssv":
		return styled{style: "spaceDelimited"}
	case format == "tsv":
		return styled{style: "tabDelimited"}
	case format == "pipes":
		return styled{style: "pipeDelimited"}
	case in == "path" || in == "header":
		return styled{style: "simple"}
	}
	return styled{style: "form"}
}

func (s styled) escape(text string) string {
	if s.reserved {
		return escaped(text, reservedKept)
	}
	return escape(text)
}

// delimiters stand between the items of a list that is one pair.
var delimiters = map[string]string{"spaceDelimited": "%20", "pipeDelimited": "%7C", "tabDelimited": "%09"}

// flat are the items of a list, or the names and values of an object in turn,
// each written with write.
func flat(v *schema.Value, write func(string) string) []string {
	var words []string
	for _, item := range v.Items() {
		words = append(words, write(plainText(item)))
	}
	for _, m := range v.Members() {
		words = append(words, write(m.Name), write(plainText(m.Value)))
	}
	return words
}

// assigned are the members of an object as name=value.
func assigned(v *schema.Value, write func(string) string) []string {
	var words []string
	for _, m := range v.Members() {
		words = append(words, write(m.Name)+"="+write(plainText(m.Value)))
	}
	return words
}

func isScalar(v *schema.Value) bool {
	return v.Kind() != schema.Array && v.Kind() != schema.Object
}

// queryPairs are the name=value pairs that say a value in a query, a form or a
// cookie.
func (s styled) queryPairs(name string, v *schema.Value) []string {
	switch {
	case isScalar(v):
		return []string{escape(name) + "=" + s.escape(plainText(v))}
	case s.style == "deepObject":
		return s.deepPairs(name, v)
	case s.explode && v.Kind() == schema.Object:
		return assigned(v, s.escape)
	case s.explode:
		var pairs []string
		for _, item := range v.Items() {
			pairs = append(pairs, escape(name)+"="+s.escape(plainText(item)))
		}
		return pairs
	}
	words := flat(v, s.escape)
	if len(words) == 0 {
		return nil
	}
	between, ok := delimiters[s.style]
	if !ok {
		between = ","
	}
	return []string{escape(name) + "=" + strings.Join(words, between)}
}

// deepPairs write name[member]=value, and further brackets for what is deeper,
// which OpenAPI leaves open and the servers that have it read this way.
func (s styled) deepPairs(name string, v *schema.Value) []string {
	var pairs []string
	var visit func(at string, v *schema.Value)
	visit = func(at string, v *schema.Value) {
		for i, item := range v.Items() {
			visit(fmt.Sprintf("%s[%d]", at, i), item)
		}
		for _, m := range v.Members() {
			visit(at+"["+m.Name+"]", m.Value)
		}
		if isScalar(v) {
			pairs = append(pairs, escape(at)+"="+s.escape(plainText(v)))
		}
	}
	visit(name, v)
	return pairs
}

// pathText is a value as a part of a path.
func (s styled) pathText(name string, v *schema.Value) string {
	words, between, front := []string{s.escape(plainText(v))}, ",", ""
	switch {
	case v.Kind() == schema.Object && s.explode:
		words = assigned(v, s.escape)
	case !isScalar(v):
		words = flat(v, s.escape)
	}
	switch s.style {
	case "label":
		front = "."
		if s.explode {
			between = "."
		}
	case "matrix":
		return s.matrix(name, v, words)
	}
	if len(words) == 0 {
		return ""
	}
	return front + strings.Join(words, between)
}

func (s styled) matrix(name string, v *schema.Value, words []string) string {
	named := ";" + escape(name)
	switch {
	case len(words) == 0:
		return ""
	case s.explode && v.Kind() == schema.Object:
		return ";" + strings.Join(words, ";")
	case s.explode && v.Kind() == schema.Array:
		for i, word := range words {
			words[i] = named + "=" + word
		}
		return strings.Join(words, "")
	case len(words) == 1 && words[0] == "":
		return named
	}
	return named + "=" + strings.Join(words, ",")
}

// pairs are the pairs of a query or of cookies.
func (p *parameter) pairs(v *schema.Value) []string {
	if p.content != "" {
		return []string{escape(p.name) + "=" + escape(p.document(v))}
	}
	return p.queryPairs(p.name, v)
}

// document is the value of a parameter that has a media type.
func (p *parameter) document(v *schema.Value) string {
	if isJSON(p.content) {
		return string(v.JSON())
	}
	return plainText(v)
}

// wholeQuery is a parameter that is the query itself (OpenAPI 3.2).
func (p *parameter) wholeQuery(v *schema.Value) []string {
	if p.content == formType && v.Kind() == schema.Object {
		return assigned(v, escape)
	}
	return []string{escape(p.document(v))}
}

// inPath is the text that takes the placeholder's place.
func (p *parameter) inPath(v *schema.Value) (string, error) {
	if p.content != "" {
		return inPath(p.property, p.document(v))
	}
	if _, err := inPath(p.property, plainText(v)); err != nil {
		return "", err
	}
	written := p.pathText(p.name, v)
	if written == "" {
		return "", fmt.Errorf("the argument %q is empty; it is a part of the address", p.property)
	}
	return strings.ReplaceAll(written, "?", "%3F"), nil // which would end the path, reserved or not
}

// header is the value of a header: like the simple style, but nothing in it is
// percent-encoded.
func (p *parameter) header(v *schema.Value) string {
	as := func(text string) string { return text }
	switch {
	case p.content != "":
		return p.document(v)
	case isScalar(v):
		return plainText(v)
	case p.explode && v.Kind() == schema.Object:
		return strings.Join(assigned(v, as), ",")
	}
	return strings.Join(flat(v, as), ",")
}
