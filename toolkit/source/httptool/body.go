package httptool

import (
	"net/http"
	"slices"
	"strings"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/tool"
)

// A body is how the arguments get into a request's body.
type body struct {
	form     bodyForm
	media    string // the Content-Type
	property string // the argument that is the body; "" when it is spread among the others
	required bool
	expected bool            // the method is one whose requests have bodies
	parts    map[string]part // of a form
}

func newBody(method string, required bool) *body {
	return &body{required: required, expected: slices.Contains([]string{http.MethodPost, http.MethodPut, http.MethodPatch}, method)}
}

// A bodyForm is one of the ways to write a body.
type bodyForm int

const (
	asJSON bodyForm = iota
	asForm
	asMultipart
	asText
	asFile // the argument is a file's path
)

// A part says how one property is written in a form.
type part struct {
	styled
	isStyled bool   // the document says which style
	content  string // its media type; "" is what OpenAPI has for the value's type
	isFile   bool   // the argument is a file's path
}

// A media is a body as a document describes it, under one of its types.
type media struct {
	name     string
	schema   node
	encoding node
}

func formOf(m media) bodyForm {
	bare := tool.BareType(m.name)
	switch {
	case isJSON(bare):
		return asJSON
	case bare == formType:
		return asForm
	case bare == "multipart/form-data":
		return asMultipart
	case isFile(m.schema):
		return asFile
	case bare == "*/*" || bare == "application/*":
		return asJSON
	case isTextual(bare):
		return asText
	}
	return asFile
}

// chosen is the media type to send: JSON when there is one, and a form with
// files as multipart.
func chosen(all []media) media {
	rank := func(m media) int {
		form := formOf(m)
		if form == asMultipart && slices.ContainsFunc(properties(m.schema), func(p property) bool { return isFile(p.node) }) {
			return 2*int(asForm) - 1
		}
		return 2 * int(form)
	}
	return slices.MinFunc(all, func(a, b media) int { return rank(a) - rank(b) })
}

// A property is one of an object's schema or of what its allOf names, with its
// reference followed.
type property struct {
	name string
	node
}

func properties(n node) []property { return propertiesWithin(n, map[*schema.Value]bool{}) }

// propertiesWithin passes over what was seen: allOf may lead to one schema by
// more ways than can be gone.
func propertiesWithin(n node, seen map[*schema.Value]bool) []property {
	n, err := n.resolved()
	if err != nil || seen[n.Value] {
		return nil
	}
	seen[n.Value] = true
	var all []property
	for _, item := range n.get("allOf").items() {
		all = append(all, propertiesWithin(item, seen)...)
	}
	for _, m := range n.Get("properties").Members() {
		p := node{m.Value, n.file}
		if target, err := p.resolved(); err == nil {
			p = target
		}
		all = append(all, property{m.Name, p})
	}
	return all
}

// isFile tells of a schema of bytes as they are: format: binary, 2.0's type:
// file, 3.1's contentMediaType without an encoding; or a list of such.
func isFile(n node) bool {
	if n.Get("type").Text() == "array" {
		items, err := n.get("items").resolved()
		return err == nil && items.Get("type").Text() != "array" && isFile(items)
	}
	mediaType := n.Get("contentMediaType").Text()
	return n.Get("format").Text() == "binary" || n.Get("type").Text() == "file" ||
		mediaType != "" && !isTextual(mediaType) && n.Get("contentEncoding") == nil
}

// pathOf is the schema of an argument that names a file in place of its bytes.
func pathOf(s *schema.Value) *schema.Value {
	if items := s.Get("items"); items != nil {
		return with(s, "items", pathOf(items))
	}
	said := strings.TrimSpace(s.Get("description").Text() + "\nThe path of a file, whose content is sent.")
	out := object("type", text("string"), "description", text(said))
	if title := s.Get("title"); title != nil {
		out = with(out, "title", title)
	}
	return out
}

// readBody reads the body of an operation.
func (c *catalogue) readBody(o *operation, f *fields, item, written node) error {
	if c.swagger {
		return c.readSwaggerBody(o, f, item, written)
	}
	described := written.get("requestBody")
	if described.Value == nil {
		return nil
	}
	described, err := described.resolved()
	if err != nil {
		return err
	}
	var all []media
	for _, m := range described.Get("content").Members() {
		of, err := node{m.Value, described.file}.resolved()
		if err != nil {
			return err
		}
		all = append(all, media{m.Name, of.get("schema"), of.get("encoding")})
	}
	if len(all) == 0 {
		return nil
	}
	o.body = newBody(o.method, described.Get("required").IsTrue())
	return c.arrange(o.body, f, chosen(all), described)
}

// arrange puts a body of one media type among the arguments.
func (c *catalogue) arrange(b *body, f *fields, m media, described node) error {
	b.form, b.media = formOf(m), m.name
	if strings.HasSuffix(m.name, "*") {
		b.media = map[bodyForm]string{asJSON: jsonType, asText: textType, asFile: "application/octet-stream"}[b.form]
	}
	if b.form == asText || b.form == asFile {
		b.property = f.add(b.required, about(b.oneText(f.conversion.schema(m.schema)), described), bodyNames...)
		return nil
	}
	target, err := m.schema.resolved()
	if err != nil {
		return err
	}
	if b.form != asJSON {
		b.parts = readParts(m)
	}
	flat := conversion{definitions: c.definitions, purpose: forRequest}
	if one := flat.flattened(target); one != nil && b.spread(f, one) {
		f.merge(flat)
		return nil
	}
	inline := conversion{definitions: c.definitions, purpose: forRequest}
	whole := withPaths(inline.schema(target), b.parts)
	if b.form == asJSON {
		whole = f.conversion.schema(m.schema)
	} else {
		f.merge(inline)
	}
	b.property = f.add(b.required, about(whole, described), bodyNames...)
	return nil
}

// bodyNames are the names of an argument that is the whole body.
var bodyNames = []string{"body", "request_body"}

// oneText is the schema of a body that is a text, or a file named by one.
func (b *body) oneText(s *schema.Value) *schema.Value {
	switch {
	case b.form == asFile:
		return pathOf(s)
	case s.Get("type").Text() == "string":
		return s
	}
	return object("type", text("string"))
}

// spread puts the properties of the body among the arguments, if they can stand
// there. Where some of them are required, the body is no longer one that may be
// left away. In a POST, PUT or PATCH nothing is lost by that: such a body is
// required too, and the document, as many do, forgets to say so.
func (b *body) spread(f *fields, s *schema.Value) bool {
	needs := len(s.Get("required").Items()) > 0
	required := b.required || needs && b.expected
	if needs && !required || !f.spread(withPaths(s, b.parts)) {
		return false
	}
	b.required = required
	return true
}

// merge takes over what another conversion came upon.
func (c *conversion) merge(other conversion) {
	for _, d := range other.uses {
		if !slices.Contains(c.uses, d) {
			c.uses = append(c.uses, d)
		}
	}
	if c.err == nil {
		c.err = other.err
	}
}

// withPaths is the schema of a form in which files are given by their paths.
func withPaths(whole *schema.Value, parts map[string]part) *schema.Value {
	members := slices.Clone(whole.Get("properties").Members())
	if len(members) == 0 {
		return whole
	}
	for i, p := range members {
		if parts[p.Name].isFile {
			members[i].Value = pathOf(p.Value)
		}
	}
	return with(whole, "properties", schema.NewObject(members...))
}

// readParts says how each property of a form is written.
func readParts(m media) map[string]part {
	parts := map[string]part{}
	for _, p := range properties(m.schema) {
		encoding := m.encoding.Get(p.name)
		one := part{content: encoding.Get("contentType").Text(), isFile: formOf(m) == asMultipart && isFile(p.node)}
		if encoding.Get("style") != nil || encoding.Get("explode") != nil || encoding.Get("allowReserved") != nil {
			one.isStyled, one.styled = true, styledLike("query", encoding)
		}
		parts[p.name] = one
	}
	return parts
}
