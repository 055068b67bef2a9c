package httptool

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/tool"
)

// A declared tool is an [Endpoint] that was found to be sound.
type declared struct {
	Endpoint
	schema tool.JSONSchema
	raw    json.RawMessage
	names  []string // the placeholders of the URL
}

var placeholder = regexp.MustCompile(`\{([^{}/?#]+)\}`)

// read checks a declaration. The error is a sentence that names what is wrong
// and what would do.
func (e Endpoint) read() (*declared, error) {
	d := &declared{Endpoint: e}
	switch {
	case e.Name == "":
		return nil, fmt.Errorf("it has no name; a tool is called by one")
	case !slices.Contains([]string{"", "json", "form", "raw"}, e.Body):
		return nil, fmt.Errorf("its body is %q; json, form and raw are known", e.Body)
	case !slices.Contains([]string{"", "text", "json", "status+text"}, e.Result):
		return nil, fmt.Errorf("its result is %q; text, json and status+text are known", e.Result)
	case len(e.OutputSchema) > 0 && !json.Valid(e.OutputSchema):
		return nil, fmt.Errorf("its output schema is not JSON")
	}
	d.Method = strings.ToUpper(e.Method)
	if d.Method == "" {
		d.Method = http.MethodGet
		if e.Body != "" {
			d.Method = http.MethodPost
		}
	}
	d.URL, _, _ = strings.Cut(e.URL, "#")
	for _, match := range placeholder.FindAllStringSubmatch(d.URL, -1) {
		d.names = append(d.names, match[1])
	}
	sample := placeholder.ReplaceAllString(d.URL, "x")
	if u, err := url.Parse(sample); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("its url is %q; it must begin with http:// or https:// and name a host", e.URL)
	}
	if _, err := http.NewRequest(d.Method, sample, nil); err != nil {
		return nil, fmt.Errorf("its method is %q, which is none of HTTP's: GET, POST, PUT, PATCH, DELETE and so on", e.Method)
	}
	d.Annotations = annotations(d.Method, e.Annotations)
	return d, d.readSchema()
}

func (d *declared) readSchema() error {
	d.raw = d.InputSchema
	if len(d.raw) == 0 {
		d.raw = d.inferred()
	}
	if err := json.Unmarshal(d.raw, &d.schema); err != nil || d.schema == nil {
		return fmt.Errorf("its input schema is no JSON object: %.60s", d.raw)
	}
	return nil
}

// inferred is a schema of the names that the declaration mentions.
func (d *declared) inferred() json.RawMessage {
	var properties []schema.Member
	var required []*schema.Value
	for i, name := range append(slices.Clone(d.names), d.Query...) {
		if slices.ContainsFunc(properties, func(m schema.Member) bool { return m.Name == name }) {
			continue
		}
		properties = append(properties, schema.Member{Name: name, Value: object("type", text("string"))})
		if i < len(d.names) {
			required = append(required, text(name))
		}
	}
	s := object("type", text("object"), "properties", schema.NewObject(properties...))
	if len(required) > 0 {
		s = with(s, "required", schema.NewArray(required...))
	}
	return s.JSON()
}

// annotations are the hints that follow from a request's method (RFC 9110
// §9.2), but for those that are given.
func annotations(method string, given tool.Annotations) tool.Annotations {
	var own tool.Annotations
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, "QUERY":
		own.ReadOnly, own.Idempotent = new(true), new(true)
	case http.MethodDelete:
		own.Destructive, own.Idempotent = new(true), new(true)
	case http.MethodPut:
		own.Idempotent = new(true)
	}
	return tool.Annotations{
		ReadOnly:    cmp.Or(given.ReadOnly, own.ReadOnly),
		Destructive: cmp.Or(given.Destructive, own.Destructive),
		Idempotent:  cmp.Or(given.Idempotent, own.Idempotent),
		OpenWorld:   given.OpenWorld,
	}
}

// request is the declared request with these arguments.
func (d *declared) request(ctx context.Context, arguments *schema.Value) (*http.Request, error) {
	if err := d.complete(arguments); err != nil {
		return nil, err
	}
	address, err := d.address(arguments)
	if err != nil {
		return nil, err
	}
	var query []string
	for _, name := range d.Query {
		query = append(query, plainPairs(name, arguments.Get(name))...)
	}
	left := without(arguments, append(slices.Clone(d.names), d.Query...))
	var content *payload
	if d.Body == "" && slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodDelete}, d.Method) {
		for _, m := range left.Members() {
			query = append(query, plainPairs(m.Name, m.Value)...)
		}
	} else if content, err = d.payload(left); err != nil {
		return nil, err
	}
	request, err := newRequest(ctx, d.Method, withQuery(address, query), content)
	if err != nil {
		return nil, err
	}
	for name, value := range d.Headers {
		setHeader(request, name, value)
	}
	return request, nil
}

// complete tells which required argument is missing.
func (d *declared) complete(arguments *schema.Value) error {
	required := slices.Clone(d.names)
	if list, ok := d.schema["required"].([]any); ok {
		for _, name := range list {
			if name, ok := name.(string); ok {
				required = append(required, name)
			}
		}
	}
	for _, name := range required {
		if arguments.Get(name) == nil {
			return fmt.Errorf("the argument %q is missing", name)
		}
	}
	return nil
}

// address is the URL with its placeholders filled in.
func (d *declared) address(arguments *schema.Value) (string, error) {
	scheme, rest, _ := strings.Cut(d.URL, "://")
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	host, err := filled(rest[:end], arguments, inHost)
	if err != nil {
		return "", err
	}
	route, query, hasQuery := strings.Cut(rest[end:], "?")
	if route, err = filled(route, arguments, inPath); err != nil {
		return "", err
	}
	if hasQuery {
		if query, err = filled(query, arguments, inQuery); err != nil {
			return "", err
		}
		query = "?" + query
	}
	return scheme + "://" + host + route + query, nil
}

// filled replaces the placeholders of a template with what place makes of the
// arguments.
func filled(template string, arguments *schema.Value, place func(name, value string) (string, error)) (string, error) {
	var failed error
	out := placeholder.ReplaceAllStringFunc(template, func(match string) string {
		name := match[1 : len(match)-1]
		value, err := place(name, plainText(arguments.Get(name)))
		failed = cmp.Or(failed, err)
		return value
	})
	return out, failed
}

func inPath(name, value string) (string, error) {
	switch value {
	case "":
		return "", fmt.Errorf("the argument %q is empty; it is a part of the address", name)
	case ".", "..":
		return "", fmt.Errorf("the argument %q is %q, which would lead to another address", name, value)
	}
	return escape(value), nil
}

func inQuery(_, value string) (string, error) { return escape(value), nil }

var hostName = regexp.MustCompile(`^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?(:[0-9]+)?$`)

func inHost(name, value string) (string, error) {
	if !hostName.MatchString(value) {
		return "", fmt.Errorf("the argument %q is %q; it is a part of the host's name, which has letters, digits, dots and hyphens", name, value)
	}
	return value, nil
}
