package httptool

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"toolbench/toolkit/schema"
)

// A parameter is how an argument gets into a request.
type parameter struct {
	name     string
	property string // the argument's name
	in       string // path, query, header, cookie; querystring
	styled
	// content is the media type of a parameter that is a document itself.
	content string
}

// allParameters are those of the path and of the operation, in their order; one
// of the operation takes the place of the path's of the same name and place.
func allParameters(item, written node) ([]node, error) {
	var all []node
	for _, list := range []node{item.get("parameters"), written.get("parameters")} {
		for _, n := range list.items() {
			n, err := n.resolved()
			if err != nil {
				return nil, err
			}
			same := func(other node) bool {
				return other.Get("name").Text() == n.Get("name").Text() && other.Get("in").Text() == n.Get("in").Text()
			}
			if i := slices.IndexFunc(all, same); i >= 0 {
				all[i] = n
			} else {
				all = append(all, n)
			}
		}
	}
	return all, nil
}

func (c *catalogue) readParameters(o *operation, f *fields, item, written node) error {
	all, err := allParameters(item, written)
	if err != nil {
		return err
	}
	for _, n := range all {
		if err := c.readParameter(o, f, n); err != nil {
			return err
		}
	}
	for _, match := range placeholder.FindAllStringSubmatch(o.path, -1) {
		name := match[1]
		if slices.ContainsFunc(o.parameters, func(p parameter) bool { return p.in == "path" && p.name == name }) {
			continue
		}
		p := parameter{name: name, in: "path", styled: styled{style: "simple"}}
		p.property = f.add(true, object("type", text("string")), name, "path_"+name)
		o.parameters = append(o.parameters, p)
	}
	return nil
}

// places are where a parameter may be; those of a body are read with it.
var places = []string{"path", "query", "header", "cookie", "querystring"}

func (c *catalogue) readParameter(o *operation, f *fields, n node) error {
	p := parameter{name: n.Get("name").Text(), in: n.Get("in").Text()}
	switch {
	case n.Kind() != schema.Object:
		return fmt.Errorf("a parameter is %s; it has to be an object", schema.Given(n.Value))
	case c.swagger && (p.in == "body" || p.in == "formData"):
		return nil
	case p.name == "":
		return fmt.Errorf("a parameter has no name: %.80s", n.JSON())
	case !slices.Contains(places, p.in):
		return fmt.Errorf("the parameter %q is in %q; it has to be in path, query, header or cookie", p.name, p.in)
	case p.in == "path" && !strings.Contains(o.path, "{"+p.name+"}"):
		return nil // there is no place for it
	case p.in == "header" && !c.swagger && isOthers(p.name):
		return nil
	}
	required := p.in == "path" || n.Get("required").IsTrue()
	of := n.get("schema")
	switch media := n.Get("content").Members(); {
	case c.swagger:
		of = node{without(n.Value, []string{"name", "in", "description", "required"}), n.file}
		p.styled = collected(p.in, n.Get("collectionFormat").Text())
	case len(media) > 0:
		p.content = media[0].Name
		of = node{media[0].Value.Get("schema"), n.file}
	default:
		p.styled = styledLike(p.in, n.Value)
	}
	p.property = f.add(required, about(f.conversion.schema(of), n), p.name, p.in+"_"+p.name)
	o.parameters = append(o.parameters, p)
	return nil
}

// isOthers tells of headers that OpenAPI 3 sets by other means: a parameter of
// that name is to be passed over.
func isOthers(name string) bool {
	return strings.EqualFold(name, "Accept") || strings.EqualFold(name, "Content-Type") || strings.EqualFold(name, "Authorization")
}

// about is the schema of an argument with what its parameter says of it.
func about(s *schema.Value, parameter node) *schema.Value {
	if said := parameter.Get("description"); said.Text() != "" {
		s = with(s, "description", said)
	}
	if parameter.Get("deprecated").IsTrue() {
		s = with(s, "deprecated", schema.NewBoolean(true))
	}
	var examples []*schema.Value
	if one := parameter.Get("example"); one != nil {
		examples = append(examples, one)
	}
	for _, m := range parameter.Get("examples").Members() {
		if one, err := (node{m.Value, parameter.file}).resolved(); err == nil && one.Get("value") != nil {
			examples = append(examples, one.Get("value"))
		}
	}
	if len(examples) > 0 && s.Kind() == schema.Object {
		s = with(s, "examples", schema.NewArray(examples...))
	}
	return s
}

// setHeader puts the argument of a header or a cookie into the request.
func (p *parameter) setHeader(request *http.Request, value *schema.Value) error {
	if missing(value) || p.in != "header" && p.in != "cookie" {
		return nil
	}
	if p.in == "cookie" {
		for _, pair := range p.pairs(value) {
			addCookie(request, pair)
		}
		return nil
	}
	line := p.header(value)
	if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }) {
		return fmt.Errorf("the argument %q has a line end or another control character, which a header can not have", p.property)
	}
	request.Header.Set(p.name, line)
	return nil
}

// addCookie adds a pair as it is: net/http would quote what it holds.
func addCookie(request *http.Request, pair string) {
	if old := request.Header.Get("Cookie"); old != "" {
		pair = old + "; " + pair
	}
	request.Header.Set("Cookie", pair)
}
