package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A shelf is one of the lists of what a server has beside tools.
type shelf struct {
	kind   source.OfferKind
	method string
	member string // of a result, that is the list
	has    func(*sdk.ServerCapabilities) bool
	ask    func(ctx context.Context, s *sdk.ClientSession, cursor string) error
}

func hasResources(c *sdk.ServerCapabilities) bool { return c != nil && c.Resources != nil }

func hasPrompts(c *sdk.ServerCapabilities) bool { return c != nil && c.Prompts != nil }

// shelves are in the order in which their offers are listed.
var shelves = [...]shelf{
	{source.Resource, "resources/list", "resources", hasResources, func(ctx context.Context, s *sdk.ClientSession, cursor string) error {
		_, err := s.ListResources(ctx, &sdk.ListResourcesParams{Cursor: cursor})
		return err
	}},
	{source.ResourceTemplate, "resources/templates/list", "resourceTemplates", hasResources, func(ctx context.Context, s *sdk.ClientSession, cursor string) error {
		_, err := s.ListResourceTemplates(ctx, &sdk.ListResourceTemplatesParams{Cursor: cursor})
		return err
	}},
	{source.Prompt, "prompts/list", "prompts", hasPrompts, func(ctx context.Context, s *sdk.ClientSession, cursor string) error {
		_, err := s.ListPrompts(ctx, &sdk.ListPromptsParams{Cursor: cursor})
		return err
	}},
}

// A stock is what is on a shelf.
type stock struct {
	offers   []source.Offer
	problems []source.Problem
	listed   map[string]bool // the offers so far, by their names
}

// stock reads all pages of one list. A server need not have each of them.
func (n *session) stock(ctx context.Context, on shelf) (stock, error) {
	found, pages := stock{listed: map[string]bool{}}, trail{}
	for cursor, more := "", true; more; more = cursor != "" {
		raw, err := n.page(ctx, func(ctx context.Context) error { return on.ask(ctx, n.sdk, cursor) })
		if refused, ok := errors.AsType[*jsonrpc.Error](err); ok && refused.Code == jsonrpc.CodeMethodNotFound {
			return found, nil
		}
		if err != nil {
			return found, err
		}
		entries, next, problem := readPage(raw, on.member)
		if problem != "" {
			found.problem(on.method, problem, raw)
		}
		for place, entry := range entries {
			o, problem := n.source.readOffer(on.kind, entry, n.canFollow())
			found.add(o, problem, fmt.Sprintf("%s[%d]", on.member, place), entry)
		}
		if cursor = next; cursor != "" && !pages.leadsOn(cursor) {
			found.problem(on.method, circle(cursor), nil)
			cursor = ""
		}
	}
	return found, nil
}

func (s *stock) problem(name, reason string, raw json.RawMessage) {
	s.problems = append(s.problems, source.Problem{Name: name, Reason: reason, Raw: raw})
}

// add takes in what was made of the entry at a place of the list.
func (s *stock) add(o source.Offer, problem, place string, raw json.RawMessage) {
	switch {
	case problem != "":
		s.problem(place, problem, raw)
	case s.listed[o.Read.Name]:
		s.problem(o.Read.Name, fmt.Sprintf("the server lists this %s twice", o.Kind), raw)
	default:
		s.listed[o.Read.Name] = true
		s.offers = append(s.offers, o)
	}
}

// readOffer makes an offer of one entry of a list. It takes what it can, as
// [readTool] does.
func (s *Source) readOffer(kind source.OfferKind, raw json.RawMessage, canFollow bool) (o source.Offer, problem string) {
	var wire struct {
		Name        json.RawMessage `json:"name"`
		Title       json.RawMessage `json:"title"`
		Description json.RawMessage `json:"description"`
		URI         json.RawMessage `json:"uri"`
		Template    json.RawMessage `json:"uriTemplate"`
		MimeType    json.RawMessage `json:"mimeType"`
		Size        json.RawMessage `json:"size"`
		Arguments   json.RawMessage `json:"arguments"`
		Icons       json.RawMessage `json:"icons"`
		Meta        json.RawMessage `json:"_meta"`
	}
	if !isSet(raw) || parse(raw, &wire) != nil {
		return o, fmt.Sprintf("The entry is %s; MCP wants an object that describes a %s", excerpt(raw), kind)
	}
	var e entry
	d := &tool.Details{Server: s.config.Name, Definition: raw, Annotations: tool.Annotations{ReadOnly: new(true)}}
	given := e.text("name", wire.Name)
	d.Title = cmp.Or(e.text("title", wire.Title), given)
	d.Icons = e.icons(wire.Icons)
	if isSet(wire.Meta) {
		d.Meta = wire.Meta
	}
	o = source.Offer{Kind: kind, MimeType: e.text("mimeType", wire.MimeType), Size: int64(numberOf(wire.Size))}
	o.Read = tool.Tool{Source: tool.SourceMCP, Description: e.text("description", wire.Description), Details: d}
	switch kind {
	case source.Resource:
		o.URI, _ = textOf(wire.URI)
		o.Read.Name = o.URI
		s.readsResource(&o, canFollow)
	case source.ResourceTemplate:
		o.URI, _ = textOf(wire.Template)
		o.Read.Name = o.URI
		s.readsTemplate(&o)
	default:
		o.Read.Name = given
		s.readsPrompt(&o, e.arguments(wire.Arguments))
	}
	if o.Read.Name == "" {
		return o, fmt.Sprintf("The %s has no %s; MCP wants a text, and without it the %[1]s can not be read", kind, identityOf[kind])
	}
	d.ShortName = o.Read.Name
	d.Problem = strings.Join(e.problems, " ")
	return o, ""
}

// The methods by which offers are got.
const (
	methodRead = "resources/read"
	methodGet  = "prompts/get"
)

// identityOf is the member by which offers of a kind are told apart.
var identityOf = map[source.OfferKind]string{source.Resource: "uri", source.ResourceTemplate: "uriTemplate", source.Prompt: "name"}

func (s *Source) readsResource(o *source.Offer, canFollow bool) {
	uri := o.URI
	o.Read.InputSchema, o.Read.Details.InputSchema = schemaOf(nil)
	o.Read.Details.Method = methodRead
	o.Read.Execute = s.execute(uri, func(json.RawMessage) (errand, error) { return readingResource(uri), nil })
	if canFollow {
		o.Follow = func(ctx context.Context, on bool) error { return s.follow(ctx, uri, on) }
	}
}

// readsTemplate makes a template be read with its variables as arguments.
func (s *Source) readsTemplate(o *source.Offer) {
	t, err := newTemplate(o.URI)
	if err != nil {
		o.Read.InputSchema, o.Read.Details.InputSchema = schemaOf(nil)
		o.Read.Details.Uncallable = err.Error()
		return
	}
	o.Read.InputSchema, o.Read.Details.InputSchema = schemaOf(t.variables)
	o.Read.Details.Method = methodRead
	o.Read.Execute = s.execute(o.URI, func(args json.RawMessage) (errand, error) {
		uri, err := t.expand(textsIn(args))
		return readingResource(uri), err
	})
}

func (s *Source) readsPrompt(o *source.Offer, arguments []parameter) {
	name := o.Read.Name
	o.Read.Details.Method = methodGet
	o.Read.InputSchema, o.Read.Details.InputSchema = schemaOf(arguments)
	o.Read.Execute = s.execute(name, func(args json.RawMessage) (errand, error) { return gettingPrompt(name, textsIn(args)), nil })
}
