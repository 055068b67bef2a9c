// Package provider shows a catalogue of tools and the result of a call as model
// providers see them: the exact JSON of OpenAI's chat completions, Anthropic's
// messages and Gemini's generateContent, with the property order of schemas
// kept, and an estimate of what it costs in tokens.
package provider

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"regexp"

	"toolbench/toolkit/tool"
)

// A Format is a model provider's way of writing tools and results. Another
// value than one of the constants is taken for OpenAI.
type Format string

// The formats.
const (
	OpenAI    Format = "openai"
	Anthropic Format = "anthropic"
	Gemini    Format = "gemini"
)

// Formats are all formats, in the order in which they are shown.
var Formats = []Format{OpenAI, Anthropic, Gemini}

// MaxName is how many characters a tool's name may have.
func (f Format) MaxName() int {
	if f == Gemini {
		return 128
	}
	return 64
}

var unsafeInGeminiName = regexp.MustCompile(`[^A-Za-z0-9_.:-]`)

// Name is the name under which a provider takes a tool: characters outside its
// set become underscores, and a name that is too long ends in a mark made of
// the whole, so that two long names stay apart.
func Name(format Format, name string) string {
	if format == Gemini {
		name = unsafeInGeminiName.ReplaceAllString(name, "_")
		if name == "" || name[0] != '_' && (name[0]|0x20 < 'a' || name[0]|0x20 > 'z') {
			name = "_" + name
		}
	} else if name = tool.Sanitize(name); name == "" {
		name = "_"
	}
	if most := format.MaxName(); len(name) > most {
		hash := fnv.New32a()
		_, _ = hash.Write([]byte(name))
		name = fmt.Sprintf("%s_%08x", name[:most-9], hash.Sum32())
	}
	return name
}

type openAITool struct {
	Type     string         `json:"type"`
	Function openAIFunction `json:"function"`
}

type openAIFunction struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
}

type anthropicTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	InputSchema json.RawMessage `json:"input_schema"`
}

type geminiFunction struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parametersJsonSchema"`
}

type geminiTool struct {
	FunctionDeclarations []json.RawMessage `json:"functionDeclarations"`
}

// Definition is one tool as it stands in a request: an item of tools for OpenAI
// and Anthropic, an item of functionDeclarations for Gemini. The schema's bytes
// are the source's own.
func Definition(format Format, t tool.Tool) json.RawMessage {
	name, schema := Name(format, t.Name), t.Schema()
	if !json.Valid(schema) {
		schema = json.RawMessage(`{"type":"object"}`)
	}
	switch format {
	case Anthropic:
		return encode(anthropicTool{name, t.Description, schema})
	case Gemini:
		return encode(geminiFunction{name, t.Description, schema})
	}
	return encode(openAITool{"function", openAIFunction{name, t.Description, schema}})
}

// Tools is a catalogue as the value of a request's tools.
func Tools(format Format, tools []tool.Tool) json.RawMessage {
	definitions := make([]json.RawMessage, len(tools))
	for i, t := range tools {
		definitions[i] = Definition(format, t)
	}
	if format == Gemini {
		return encode([]geminiTool{{definitions}})
	}
	return encode(definitions)
}

// encode writes JSON on one line, without the escapes that HTML would need.
func encode(v any) json.RawMessage {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return json.RawMessage("null") // only for a schema that is not JSON, which Definition has ruled out
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
