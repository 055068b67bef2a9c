package httptool

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"toolbench/toolkit/schema"
)

// A payload is the body of a request.
type payload struct {
	kind    string
	content []byte
	// stream is what is sent instead of content when it is not held in memory;
	// its size is size bytes.
	stream io.ReadCloser
	size   int64
}

// close lets go of a payload that is not sent; one that is, net/http closes.
func (p *payload) close() {
	if p != nil && p.stream != nil {
		_ = p.stream.Close() // it was only read
	}
}

// newRequest is a request with a payload, which may be nil.
func newRequest(ctx context.Context, method, address string, content *payload) (*http.Request, error) {
	var body io.Reader
	switch {
	case content == nil:
	case content.stream != nil:
		body = content.stream
	default:
		body = strings.NewReader(string(content.content))
	}
	request, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		content.close()
		return nil, fmt.Errorf("the request can not be made: %w", err)
	}
	if content != nil {
		request.Header.Set("Content-Type", content.kind)
		if content.stream != nil {
			request.ContentLength = content.size
		}
	}
	return request, nil
}

// setHeader sets a header, also the one that net/http keeps elsewhere.
func setHeader(request *http.Request, name, value string) {
	if strings.EqualFold(name, "Host") {
		request.Host = value
		return
	}
	request.Header.Set(name, value)
}

// payload is the body of a declared request: what of the arguments is left for
// it. It is nil when there is nothing to send.
func (d *declared) payload(left *schema.Value) (*payload, error) {
	members := left.Members()
	switch d.Body {
	case "form":
		var pairs []string
		for _, m := range members {
			pairs = append(pairs, plainPairs(m.Name, m.Value)...)
		}
		return &payload{kind: formType, content: []byte(strings.Join(pairs, "&"))}, nil
	case "raw":
		return d.rawPayload(left)
	}
	if d.Body == "" && len(members) == 0 {
		return nil, nil
	}
	return &payload{kind: jsonType, content: left.JSON()}, nil
}

const (
	jsonType = "application/json"
	formType = "application/x-www-form-urlencoded"
	textType = "text/plain; charset=utf-8"
)

func (d *declared) rawPayload(left *schema.Value) (*payload, error) {
	members := left.Members()
	value := left.Get("body")
	switch {
	case value != nil && len(members) == 1:
	case len(members) == 0:
		return nil, nil
	case len(members) == 1:
		value = members[0].Value
	default:
		return nil, fmt.Errorf("the body is one text, but %d arguments are left for it: %s", len(members), nameList(members))
	}
	return &payload{kind: textType, content: []byte(plainText(value))}, nil
}

func nameList(members []schema.Member) string {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.Name
	}
	return strings.Join(names, ", ")
}
