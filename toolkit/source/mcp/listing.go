package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// maxPages bounds a listing, for a server whose pages never end.
const maxPages = 10_000

// list reads the whole list of tools.
func (n *session) list(ctx context.Context) (source.Listing, error) {
	l := lister{session: n, listed: map[string]bool{}, names: map[string]bool{}, pages: trail{}}
	for cursor, more := "", true; more; more = cursor != "" {
		var seen *sdk.ListToolsResult
		raw, err := n.page(ctx, func(ctx context.Context) (err error) {
			seen, err = n.sdk.ListTools(ctx, &sdk.ListToolsParams{Cursor: cursor})
			return err
		})
		if err != nil && n.hasNoTools(err) {
			break
		}
		if err != nil {
			return source.Listing{}, err
		}
		cursor = l.page(raw, seen)
	}
	l.listing.Facts = n.facts()
	return l.listing, nil
}

// page is one page of a list as the server wrote it. ask asks for it.
func (n *session) page(ctx context.Context, ask func(context.Context) error) (json.RawMessage, error) {
	r := &reply{}
	defer n.tap.forget(r)
	err := ask(expect(ctx, r))
	if got := r.outcome.Load(); got != nil {
		return got.result, got.err
	}
	return nil, err
}

// readPage takes one page of a list apart. problem says what is wrong with it.
func readPage(raw json.RawMessage, member string) (entries []json.RawMessage, next, problem string) {
	found := map[string]json.RawMessage{}
	if err := parse(raw, &found); err != nil {
		return nil, "", "the server's list of " + member + " is not an object"
	}
	if err := parse(found[member], &entries); err != nil {
		return nil, "", fmt.Sprintf("the server's list of %s has no array %q", member, member)
	}
	next, _ = textOf(found["nextCursor"])
	return entries, next, ""
}

// A trail is the pages of a list so far, by their cursors.
type trail map[string]bool

// leadsOn tells whether a cursor leads to a page that was not there before.
func (t trail) leadsOn(cursor string) bool {
	if t[cursor] || len(t) >= maxPages {
		return false
	}
	t[cursor] = true
	return true
}

func circle(cursor string) string {
	return fmt.Sprintf("the server's list goes in a circle: page %q came a second time, and the list was cut there", cursor)
}

// hasNoTools tells whether err only says what the server declared before: that
// it has no tools to list.
func (n *session) hasNoTools(err error) bool {
	caps := n.sdk.InitializeResult().Capabilities
	var refused *jsonrpc.Error
	return (caps == nil || caps.Tools == nil) && errors.As(err, &refused) && refused.Code == jsonrpc.CodeMethodNotFound
}

// A lister gathers the pages of a list.
type lister struct {
	session *session
	listing source.Listing
	listed  map[string]bool // the short names so far
	names   map[string]bool // the whole names so far
	pages   trail
}

// page takes one page in and returns the cursor of the next, "" when there is
// none. seen is what the SDK was shown of it: see [substitute].
func (l *lister) page(raw json.RawMessage, seen *sdk.ListToolsResult) string {
	entries, next, problem := readPage(raw, "tools")
	if problem != "" {
		l.problem("tools/list", problem, raw)
		return ""
	}
	for i, entry := range entries {
		l.entry(i, entry)
	}
	l.reject(raw, seen)
	if next != "" && !l.pages.leadsOn(next) {
		l.problem("tools/list", circle(next), nil)
		return ""
	}
	return next
}

func (l *lister) problem(name, reason string, raw json.RawMessage) {
	l.listing.Problems = append(l.listing.Problems, source.Problem{Name: name, Reason: reason, Raw: raw})
}

func (l *lister) entry(place int, raw json.RawMessage) {
	config := &l.session.source.config
	t, problem := readTool(raw)
	switch {
	case problem != "":
		l.problem(fmt.Sprintf("tools[%d]", place), problem, raw)
		return
	case !config.wants(t.Details.ShortName):
		return
	case l.listed[t.Details.ShortName]:
		l.problem(t.Details.ShortName, "the server lists a tool of this name twice; a call reaches the first", raw)
		return
	}
	l.listed[t.Details.ShortName] = true
	t.Name = l.name(tool.Sanitize(config.Name) + "_" + tool.Sanitize(t.Details.ShortName))
	t.Details.Server = config.Name
	t.Execute = l.session.source.executeTool(t.Details.ShortName)
	l.listing.Tools = append(l.listing.Tools, t)
}

// name is a name that no other tool has: names that differ in what a model can
// not call become the same.
func (l *lister) name(wanted string) string {
	name := wanted
	for n := 2; l.names[name]; n++ {
		name = fmt.Sprintf("%s_%d", wanted, n)
	}
	l.names[name] = true
	return name
}

// substitute is what the SDK gets to see of a result. It would decode all of it,
// and fail at the first thing that it does not expect. Of a listing it must
// know the tools that want arguments in HTTP headers.
func substitute(method string, result json.RawMessage) json.RawMessage {
	if method != "tools/list" {
		return json.RawMessage(`{"content":[]}`)
	}
	shown := struct {
		Tools []headed `json:"tools"`
	}{headedIn(result)}
	raw, err := json.Marshal(shown)
	if err != nil {
		return json.RawMessage(`{"tools":[]}`)
	}
	return raw
}

// reject marks the tools that the SDK was shown and did not accept, because
// their marks for HTTP headers are against the protocol.
func (l *lister) reject(raw json.RawMessage, seen *sdk.ListToolsResult) {
	accepted := map[string]bool{}
	if seen != nil {
		for _, t := range seen.Tools {
			accepted[t.Name] = true
		}
	}
	for _, h := range headedIn(raw) {
		if accepted[h.Name] {
			continue
		}
		for i, t := range l.listing.Tools {
			if t.Details.ShortName == h.Name {
				l.listing.Tools[i].Execute = nil
				t.Details.Uncallable = "its x-mcp-header marks are not what MCP allows, and a client must not call such a tool"
				t.Details.Problem = t.Details.Uncallable
			}
		}
	}
}
