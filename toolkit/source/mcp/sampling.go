package mcp

//lint:file-ignore SA1019 sampling is deprecated, and servers go on asking for it

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/tool"
)

const methodSample = "sampling/createMessage"

// codeRejected is what MCP has a client answer when the person refuses a
// sampling request.
const codeRejected = -1

// replySchema is what the person gives in a model's place.
const replySchema = `{"type":"object","properties":{` +
	`"text":{"type":"string","title":"Reply","description":"The message, as a model would write it.","contentMediaType":"text/markdown"},` +
	`"model":{"type":"string","title":"Model","description":"Who the server is told wrote it.","default":"human"},` +
	`"stopReason":{"type":"string","title":"Ends because of","enum":["endTurn","stopSequence","maxTokens"],"default":"endTurn"}},` +
	`"required":["text"]}`

// A sampling is a server's wish for a message that a language model would write.
type sampling struct {
	Messages      json.RawMessage `json:"messages"`
	SystemPrompt  json.RawMessage `json:"systemPrompt"`
	MaxTokens     json.RawMessage `json:"maxTokens"`
	Temperature   json.RawMessage `json:"temperature"`
	StopSequences json.RawMessage `json:"stopSequences"`
	Preferences   json.RawMessage `json:"modelPreferences"`
	Tools         json.RawMessage `json:"tools"`
}

// sample has a person write the message.
func (s *Source) sample(ctx context.Context, params json.RawMessage, put putter) (*sdk.CreateMessageResult, error) {
	if !s.config.Sampling {
		return nil, notDeclared(methodSample)
	}
	var wish sampling
	if err := parse(params, &wish); err != nil {
		return nil, invalid("the request can not be read: %v", err)
	}
	if isSet(wish.Tools) {
		return nil, invalid("this client did not declare that it samples with tools")
	}
	var schema any
	if err := json.Unmarshal([]byte(replySchema), &schema); err != nil {
		return nil, err
	}
	answer, err := put(ctx, tool.Request{
		Kind:    tool.KindSampling,
		Prompt:  wish.prompt(),
		Data:    map[string]any{"schema": schema, "request": params},
		Details: &tool.RequestDetails{Schema: json.RawMessage(replySchema)},
	})
	switch {
	case errors.Is(err, tool.ErrNobodyToAsk):
		return nil, &jsonrpc.Error{Code: codeRejected, Message: "User rejected sampling request: nobody is there to answer it"}
	case err != nil:
		return nil, err
	case !answer.OK:
		return nil, &jsonrpc.Error{Code: codeRejected, Message: strings.TrimSuffix("User rejected sampling request: "+answer.Note, ": ")}
	}
	text, _ := answer.Data["text"].(string)
	model, _ := answer.Data["model"].(string)
	reason, _ := answer.Data["stopReason"].(string)
	return &sdk.CreateMessageResult{
		Role: "assistant", Content: &sdk.TextContent{Text: text},
		Model: cmp.Or(model, "human"), StopReason: cmp.Or(reason, "endTurn"),
	}, nil
}

// prompt tells the wish in words.
func (w sampling) prompt() string {
	said := []string{"The server asks for the next message of this conversation, in a language model's place."}
	if system, _ := textOf(w.SystemPrompt); system != "" {
		said = append(said, "system: "+system)
	}
	if conversation, _ := readMessages(w.Messages); conversation != "" {
		said = append(said, conversation)
	}
	if limits := w.limits(); limits != "" {
		said = append(said, limits)
	}
	return strings.Join(said, "\n\n")
}

// limits is what the server wants of the message beside its content.
func (w sampling) limits() string {
	var limits []string
	for _, limit := range []struct {
		words string
		value json.RawMessage
	}{
		{"most tokens: ", w.MaxTokens}, {"temperature: ", w.Temperature},
		{"stops at: ", w.StopSequences}, {"model: ", w.Preferences},
	} {
		if isSet(limit.value) {
			limits = append(limits, limit.words+string(limit.value))
		}
	}
	if len(limits) == 0 {
		return ""
	}
	return "(" + strings.Join(limits, ", ") + ")"
}
