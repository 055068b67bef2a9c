package httptool

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/tool"
)

// An operation is what a call of one needs.
type operation struct {
	name       string // of the document
	method     string
	server     string // the base URL, without a slash at its end
	path       string // with {placeholders}
	parameters []parameter
	body       *body
	required   []string // arguments
	accept     string
	headers    map[string]string
	// security are the ways to sign a request, any one of which does.
	security [][]*scheme
	timeout  time.Duration
}

// build makes a tool of an operation. The error says why there is none.
func (c *catalogue) build(o *operation, path string, item, written node) (tool.Tool, error) {
	if written.Kind() != schema.Object {
		return tool.Tool{}, fmt.Errorf("the operation is %s; it has to be an object", schema.Given(written.Value))
	}
	o.path, _, _ = strings.Cut(path, "#") // documents tell like paths apart with it
	o.path = "/" + strings.TrimPrefix(o.path, "/")
	o.timeout = c.source.document.Timeout
	f := &fields{conversion: conversion{definitions: c.definitions, purpose: forRequest}}
	if err := c.readParameters(o, f, item, written); err != nil {
		return tool.Tool{}, err
	}
	if err := c.readBody(o, f, item, written); err != nil {
		return tool.Tool{}, err
	}
	if f.err != nil {
		return tool.Tool{}, f.err
	}
	input := f.schema()
	needed, err := reach(len(input.JSON()), f.uses)
	if err != nil {
		return tool.Tool{}, err
	}
	short := c.shortName(o.method, path, written.Value)
	d := &tool.Details{
		ShortName:   short,
		Title:       strings.TrimSpace(written.Get("summary").Text()),
		Server:      c.source.info.Name,
		Annotations: annotations(o.method, tool.Annotations{}),
		Definition:  written.JSON(),
	}
	made := tool.Tool{
		Name:        c.source.prefix() + tool.Sanitize(short),
		Description: describe(written.Value),
		Source:      tool.SourceHTTP,
		Details:     d,
	}
	o.required = f.names()
	made.InputSchema, d.InputSchema = decoded(input, needed), definedIn(input, needed)
	d.OutputSchema, o.accept, d.Problem = c.readAnswer(written)
	o.security = c.readSecurity(written.Value)
	if o.server, d.Uncallable = c.server(item.Value, written.Value); d.Uncallable == "" {
		made.Execute = c.source.execute(short, o)
	}
	return made, nil
}

// prefix stands in front of the names of the tools.
func (s *DocumentSource) prefix() string {
	if s.info.Name == "" {
		return ""
	}
	return tool.Sanitize(s.info.Name) + "_"
}

// execute is how the tool of an operation is called.
func (s *DocumentSource) execute(name string, o *operation) tool.ExecuteFunc {
	return func(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		return s.call(args, ctx, call{name: name, timeout: o.timeout, request: o.request, result: o.result})
	}
}

// request is the operation's request with these arguments.
func (o *operation) request(ctx context.Context, arguments *schema.Value) (*http.Request, error) {
	route, query, err := o.place(arguments)
	if err != nil {
		return nil, err
	}
	content, err := o.payload(arguments)
	if err != nil {
		return nil, err
	}
	signed, signs := o.signature()
	if signs {
		query = append(query, signed.query...)
	}
	request, err := newRequest(ctx, o.method, withQuery(o.server+route, query), content)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", o.accept)
	for _, p := range o.parameters {
		if err := p.setHeader(request, arguments.Get(p.property)); err != nil {
			content.close()
			return nil, err
		}
	}
	if signs {
		signed.sign(request)
	}
	for name, value := range o.headers {
		setHeader(request, name, value)
	}
	return request, nil
}

// place is where the request goes: the path, and the pairs of its query.
func (o *operation) place(arguments *schema.Value) (route string, query []string, err error) {
	if err := o.known(arguments); err != nil {
		return "", nil, err
	}
	for _, name := range o.required {
		if arguments.Get(name) == nil {
			return "", nil, fmt.Errorf("the argument %q is missing", name)
		}
	}
	route = o.path
	for _, p := range o.parameters {
		value := arguments.Get(p.property)
		if missing(value) {
			if p.in == "path" {
				return "", nil, fmt.Errorf("the argument %q is null; it is a part of the address", p.property)
			}
			continue
		}
		switch p.in {
		case "path":
			filled, err := p.inPath(value)
			if err != nil {
				return "", nil, err
			}
			route = strings.ReplaceAll(route, "{"+p.name+"}", filled)
		case "query":
			query = append(query, p.pairs(value)...)
		case "querystring":
			query = append(query, p.wholeQuery(value)...)
		}
	}
	if steps(route) > steps(o.path) {
		return "", nil, fmt.Errorf("the arguments make the address %s, which would lead to another one", route)
	}
	return route, query, nil
}

// steps is how many segments of a path lead elsewhere: to itself or upwards.
func steps(route string) (n int) {
	for segment := range strings.SplitSeq(route, "/") {
		if segment == "." || segment == ".." {
			n++
		}
	}
	return n
}

func missing(v *schema.Value) bool { return v == nil || v.Kind() == schema.Null }

// known refuses arguments that are neither a parameter's nor the body's.
func (o *operation) known(arguments *schema.Value) error {
	if o.body != nil && o.body.property == "" {
		return nil // what is no parameter's goes into the body
	}
	names := o.properties()
	for _, m := range arguments.Members() {
		if slices.Contains(names, m.Name) {
			continue
		}
		if near := tool.Nearest(m.Name, names); near != "" {
			return fmt.Errorf("there is no argument %q; did you mean %q?", m.Name, near)
		}
		if len(names) == 0 {
			return fmt.Errorf("there is no argument %q; the operation takes none", m.Name)
		}
		return fmt.Errorf("there is no argument %q; there are %s", m.Name, strings.Join(names, ", "))
	}
	return nil
}

// properties are the names of the arguments, but for those of a body that is
// spread among them.
func (o *operation) properties() []string {
	var names []string
	for _, p := range o.parameters {
		names = append(names, p.property)
	}
	if o.body != nil && o.body.property != "" {
		names = append(names, o.body.property)
	}
	return names
}

// result is the answer; one that refuses the caller says what would let it in.
func (o *operation) result(a *answer) tool.ToolResult {
	result := a.result("")
	if refused(a.status) {
		if hint := o.unsigned(); hint != "" {
			result.Output += "\n" + hint
		}
	}
	return result
}
