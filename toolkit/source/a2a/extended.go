package a2a

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"
)

// extend takes the card that the agent shows only to callers it knows, when its
// card says that there is one and the caller can identify themselves. When it
// can not be had the public card stays.
func (n *session) extend(ctx context.Context) {
	config := &n.source.config
	if !n.card.ExtendedCard && !n.card.Capabilities.ExtendedCard || len(config.Headers)+len(config.Credentials) == 0 {
		return
	}
	extended, err := n.extendedCard(ctx)
	if err != nil {
		n.log("warning", fmt.Sprintf("%s has a card for callers that it knows, which can not be had: %v", n.source.subject(), inner(err)))
		return
	}
	n.card = extended
}

// extendedCard asks for the extended card. a2a-go could, but reads cards
// strictly.
func (n *session) extendedCard(ctx context.Context) (card, error) {
	request, err := n.extendedRequest(ctx)
	if err != nil {
		return card{}, err
	}
	version := string(protocol.Version)
	if n.place.older() {
		version = olderVersion
	}
	request.Header.Set(protocol.SvcParamVersion, version)
	response, err := (&http.Client{Transport: n.endpoint}).Do(request)
	if err != nil {
		return card{}, err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(io.LimitReader(response.Body, maxCard))
	switch {
	case err != nil:
		return card{}, err
	case response.StatusCode != http.StatusOK:
		return card{}, refusedWith(response, data)
	case n.place.rest():
		return readCard(data)
	}
	var envelope struct {
		Result json.RawMessage `json:"result"`
		Error  json.RawMessage `json:"error"`
	}
	if err := decode(data, &envelope); err != nil {
		return card{}, err
	}
	if begins(envelope.Error, '{') {
		return card{}, refusalIn(envelope.Error)
	}
	return readCard(envelope.Result)
}

func (n *session) extendedRequest(ctx context.Context) (*http.Request, error) {
	if n.place.rest() {
		return http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(n.place.URL, "/")+"/extendedAgentCard", nil)
	}
	method := "GetExtendedAgentCard"
	if n.place.older() {
		method = "agent/getAuthenticatedExtendedCard"
	}
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":"card","method":%q,"params":{}}`, method)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, n.place.URL, strings.NewReader(body))
	if err == nil {
		request.Header.Set("Content-Type", "application/json")
	}
	return request, err
}
