package demo

//lint:file-ignore SA1019 sampling and roots are deprecated, and servers go on asking for them

import (
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/tool"
)

// kindRoots is the kind of a request for the client's roots: it is answered by
// the client itself.
const kindRoots = "roots"

// maxSampled is how long a message that is asked for may be, in tokens.
const maxSampled = 200

// asked is a request as MCP writes it.
func asked(r *tool.Request) sdk.InputRequest {
	switch r.Kind {
	case tool.KindSampling:
		system, _ := r.Data["system"].(string)
		return &sdk.CreateMessageParams{MaxTokens: maxSampled, SystemPrompt: system, Messages: []*sdk.SamplingMessage{
			{Role: "user", Content: &sdk.TextContent{Text: r.Prompt}},
		}}
	case kindRoots:
		return &sdk.ListRootsParams{}
	case tool.KindAuthorization:
		return &sdk.ElicitParams{Mode: "url", Message: r.Prompt, URL: r.URL, ElicitationID: r.ID}
	}
	return &sdk.ElicitParams{Message: r.Prompt, RequestedSchema: r.Schema()}
}

// answered is what a client answers, nil when it was not asked.
func answered(response sdk.InputResponse) *tool.Answer {
	switch r := response.(type) {
	case *sdk.ElicitResult:
		switch r.Action {
		case "accept":
			return &tool.Answer{OK: true, Data: r.Content}
		case "decline":
			return &tool.Answer{Reason: tool.ReasonDeclined}
		}
		return &tool.Answer{Reason: tool.ReasonCancelled}
	case *sdk.CreateMessageWithToolsResult:
		return &tool.Answer{OK: true, Data: map[string]any{"text": textOf(r.Content), "model": r.Model}}
	case *sdk.ListRootsResult:
		roots := []any{}
		for _, root := range r.Roots {
			roots = append(roots, map[string]any{"uri": root.URI, "name": root.Name})
		}
		return &tool.Answer{OK: true, Data: map[string]any{"roots": roots}}
	}
	return nil
}

// textOf is the text of a message.
func textOf(content []sdk.Content) (text string) {
	for _, c := range content {
		if t, ok := c.(*sdk.TextContent); ok {
			text += t.Text
		}
	}
	return text
}
