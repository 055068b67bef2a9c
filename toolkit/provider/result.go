package provider

import (
	"encoding/json"
	"fmt"
	"strings"

	"toolbench/toolkit/tool"
)

// Result is what a model is handed of a call's result, as the messages that go
// into the next request. OpenAI takes only text in a tool's message; what is
// not text follows in a message of the user. A part that the provider has no
// shape for is named in a text in its place.
func Result(format Format, callID string, t tool.Tool, r tool.ToolResult) json.RawMessage {
	switch format {
	case Anthropic:
		return encode(anthropicResult(callID, r))
	case Gemini:
		return encode(geminiResult(callID, t, r))
	}
	return encode(openAIResult(callID, t, r))
}

type block = map[string]any

type message struct {
	Role       string `json:"role"`
	ToolCallID string `json:"tool_call_id,omitempty"`
	Content    any    `json:"content,omitempty"`
	Parts      any    `json:"parts,omitempty"`
}

func text(s string) block { return block{"type": "text", "text": s} }

// Unsupported is the text that stands in for a part that a provider has no
// shape for.
func Unsupported(p tool.ContentPart) string {
	return fmt.Sprintf("[unsupported %s part (%s, %d bytes)]", p.Type, p.MimeType, p.Bytes())
}

func dataURL(p tool.ContentPart) string { return "data:" + p.MimeType + ";base64," + p.Data }

func openAIResult(callID string, t tool.Tool, r tool.ToolResult) []message {
	texts, media := []block{text(r.Output)}, []block{}
	for _, p := range r.Parts {
		if p.Type == tool.PartText {
			texts = append(texts, text(p.Text))
		} else if b := openAIPart(p); b != nil {
			media = append(media, b)
		} else {
			texts = append(texts, text(Unsupported(p)))
		}
	}
	answer := message{Role: "tool", ToolCallID: callID, Content: r.Output}
	if len(texts) > 1 {
		answer.Content = texts
	}
	if len(media) == 0 {
		return []message{answer}
	}
	head := fmt.Sprintf("Output of tool %s (%s):", Name(OpenAI, t.Name), callID)
	return []message{answer, {Role: "user", Content: append([]block{text(head)}, media...)}}
}

func openAIPart(p tool.ContentPart) block {
	switch {
	case p.Type == tool.PartImage && p.URL != "":
		return block{"type": "image_url", "image_url": block{"url": p.URL}}
	case p.Data == "":
		return nil
	case p.Type == tool.PartImage:
		return block{"type": "image_url", "image_url": block{"url": dataURL(p)}}
	case p.Type == tool.PartFile:
		name := p.Name
		if name == "" {
			name = "file"
		}
		return block{"type": "file", "file": block{"filename": name, "file_data": dataURL(p)}}
	case p.Type == tool.PartAudio:
		return block{"type": "input_audio", "input_audio": block{"data": p.Data, "format": audioFormat(p.MimeType)}}
	}
	return nil
}

func audioFormat(mimeType string) string {
	switch name := strings.TrimPrefix(mimeType, "audio/"); name {
	case "mpeg":
		return "mp3"
	case "x-wav", "wave", "vnd.wave":
		return "wav"
	default:
		return name
	}
}

func anthropicResult(callID string, r tool.ToolResult) []message {
	answer := block{"type": "tool_result", "tool_use_id": callID, "content": r.Output}
	if r.IsError {
		answer["is_error"] = true
	}
	if len(r.Parts) > 0 {
		var blocks []block
		if r.Output != "" {
			blocks = append(blocks, text(r.Output))
		}
		for _, p := range r.Parts {
			blocks = append(blocks, anthropicPart(p))
		}
		answer["content"] = blocks
	}
	return []message{{Role: "user", Content: []block{answer}}}
}

func anthropicPart(p tool.ContentPart) block {
	source := block{"type": "base64", "media_type": p.MimeType, "data": p.Data}
	if p.URL != "" {
		source = block{"type": "url", "url": p.URL}
	}
	switch p.Type {
	case tool.PartText:
		return text(p.Text)
	case tool.PartImage:
		switch p.MimeType {
		case "image/jpeg", "image/png", "image/gif", "image/webp":
			return block{"type": "image", "source": source}
		}
	case tool.PartFile:
		return block{"type": "document", "source": source}
	}
	return text(Unsupported(p))
}

func geminiResult(callID string, t tool.Tool, r tool.ToolResult) []message {
	output := r.Output
	var parts []block
	for _, p := range r.Parts {
		switch {
		case p.Type == tool.PartText:
			output += "\n" + p.Text
		case p.URL != "":
			parts = append(parts, block{"fileData": block{"mimeType": p.MimeType, "fileUri": p.URL}})
		default:
			parts = append(parts, block{"inlineData": block{"mimeType": p.MimeType, "data": p.Data}})
		}
	}
	key := "output"
	if r.IsError {
		key = "error"
	}
	response := block{"name": Name(Gemini, t.Name), "response": block{key: output}}
	if callID != "" {
		response["id"] = callID
	}
	if len(parts) > 0 {
		response["parts"] = parts
	}
	return []message{{Role: "user", Parts: []block{{"functionResponse": response}}}}
}
