package mcp

import (
	"context"
	"encoding/json"
	"errors"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/tool"
)

const methodElicit = "elicitation/create"

// An elicitation is what a server asks a person: to fill in a form, or to open a
// page.
type elicitation struct {
	Mode    string          `json:"mode"`
	Message string          `json:"message"`
	Schema  json.RawMessage `json:"requestedSchema"`
	URL     string          `json:"url"`
	ID      string          `json:"elicitationId"`
}

// elicit asks a person. That the person would open a page is all that the
// server is told of it.
func elicit(ctx context.Context, params json.RawMessage, put putter) (*sdk.ElicitResult, error) {
	var e elicitation
	if isSet(params) {
		if err := parse(params, &e); err != nil {
			return nil, invalid("the elicitation can not be read: %v", err)
		}
	}
	if e.Mode == "url" && e.URL == "" {
		return nil, invalid("the elicitation is of the mode url and has no url")
	}
	answer, err := put(ctx, e.request())
	switch {
	case errors.Is(err, tool.ErrNobodyToAsk):
		return &sdk.ElicitResult{Action: "cancel"}, nil
	case err != nil:
		return nil, err
	case answer.OK && e.URL != "":
		return &sdk.ElicitResult{Action: "accept"}, nil
	case answer.OK:
		return &sdk.ElicitResult{Action: "accept", Content: withDefaults(answer.Data, e.Schema)}, nil
	case answer.Reason == tool.ReasonDeclined, answer.Reason == "":
		return &sdk.ElicitResult{Action: "decline"}, nil
	}
	return &sdk.ElicitResult{Action: "cancel"}, nil
}

func (e elicitation) request() tool.Request {
	if e.URL != "" {
		return tool.Request{Kind: tool.KindAuthorization, Prompt: e.Message, URL: e.URL}
	}
	request := tool.Request{Kind: tool.KindInput, Prompt: e.Message}
	if isSet(e.Schema) {
		var schema any
		if json.Unmarshal(e.Schema, &schema) == nil {
			request.Data = map[string]any{"schema": schema}
			request.Details = &tool.RequestDetails{Schema: e.Schema}
		}
	}
	return request
}

// withDefaults is an answer in which fields that were left out have the default
// that the schema gives them.
func withDefaults(data map[string]any, schema json.RawMessage) map[string]any {
	var s struct {
		Properties map[string]struct {
			Default json.RawMessage `json:"default"`
		} `json:"properties"`
	}
	content := map[string]any{}
	if json.Unmarshal(schema, &s) == nil {
		for name, property := range s.Properties {
			if isSet(property.Default) {
				content[name] = property.Default
			}
		}
	}
	for name, value := range data {
		content[name] = value
	}
	return content
}
