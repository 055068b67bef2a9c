package a2a

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// olderVersion is the version of A2A before 1.0.
const olderVersion = "0.3"

// olderMethods are the names of 0.3 for those of 1.0 that this package uses.
var olderMethods = map[string]string{
	"SendMessage":          "message/send",
	"SendStreamingMessage": "message/stream",
	"GetTask":              "tasks/get",
	"CancelTask":           "tasks/cancel",
	"SubscribeToTask":      "tasks/resubscribe",
}

type (
	olderFile struct {
		Bytes    *string `json:"bytes,omitempty"`
		URI      string  `json:"uri,omitempty"`
		MimeType string  `json:"mimeType,omitempty"`
		Name     string  `json:"name,omitempty"`
	}
	olderPart struct {
		Kind string          `json:"kind"`
		Text *string         `json:"text,omitempty"`
		Data json.RawMessage `json:"data,omitempty"`
		File *olderFile      `json:"file,omitempty"`
	}
	olderMessage struct {
		Kind      string          `json:"kind"`
		ID        string          `json:"messageId"`
		Role      string          `json:"role"`
		TaskID    string          `json:"taskId,omitempty"`
		ContextID string          `json:"contextId,omitempty"`
		Parts     []olderPart     `json:"parts"`
		Metadata  json.RawMessage `json:"metadata,omitempty"`
	}
	olderConfiguration struct {
		Blocking bool `json:"blocking"`
	}
	olderParams struct {
		ID            string              `json:"id,omitempty"`
		Message       *olderMessage       `json:"message,omitempty"`
		Configuration *olderConfiguration `json:"configuration,omitempty"`
	}
)

// inOlderWords is a JSON-RPC request of 1.0 in the words of 0.3.
func inOlderWords(request *http.Request) (*http.Request, error) {
	raw, err := io.ReadAll(request.Body)
	_ = request.Body.Close()
	if err != nil {
		return nil, err
	}
	body, err := olderWords(raw)
	if err != nil {
		return nil, err
	}
	request = request.Clone(request.Context())
	request.Body = io.NopCloser(bytes.NewReader(body))
	request.ContentLength = int64(len(body))
	return request, nil
}

func olderWords(raw []byte) ([]byte, error) {
	var call struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Method  string          `json:"method"`
		Params  struct {
			ID      string `json:"id"`
			Message *struct {
				wireMessage
				Metadata json.RawMessage `json:"metadata"`
			} `json:"message"`
			Configuration struct {
				ReturnImmediately bool `json:"returnImmediately"`
			} `json:"configuration"`
		} `json:"params"`
	}
	if err := json.Unmarshal(raw, &call); err != nil {
		return nil, err
	}
	method, ok := olderMethods[call.Method]
	if !ok {
		return nil, fmt.Errorf("A2A %s has no %s", olderVersion, call.Method)
	}
	params := olderParams{ID: call.Params.ID}
	if m := call.Params.Message; m != nil {
		params.Message = &olderMessage{Kind: "message", ID: m.ID, Role: "user", TaskID: m.TaskID, ContextID: m.ContextID, Metadata: m.Metadata}
		for _, p := range m.Parts {
			params.Message.Parts = append(params.Message.Parts, p.older())
		}
		params.Configuration = &olderConfiguration{Blocking: !call.Params.Configuration.ReturnImmediately}
	}
	return json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Method  string          `json:"method"`
		Params  olderParams     `json:"params"`
	}{call.Version, call.ID, method, params})
}

// older is a part of 1.0 as 0.3 has it.
func (p wirePart) older() olderPart {
	switch {
	case p.Text != nil:
		return olderPart{Kind: "text", Text: p.Text}
	case len(p.Data) > 0:
		return olderPart{Kind: "data", Data: p.Data}
	}
	return olderPart{Kind: "file", File: &olderFile{Bytes: p.Raw, URI: p.URL, MimeType: p.MediaType, Name: p.Filename}}
}
