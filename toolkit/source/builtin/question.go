package builtin

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"toolbench/toolkit/tool"
)

type questionInput struct {
	Questions []tool.Question `json:"questions"`
}

func questionTool() tool.Tool {
	return define(definition{
		name:  "question",
		title: "Ask the person",
		description: `Asks the person one or more questions and waits for the answers. ` +
			`Use it when a decision is theirs to make; offer options where there are some. The answers come back as JSON, in the order of the questions.`,
		schema: `{
  "type": "object",
  "properties": {
    "questions": {
      "type": "array",
      "minItems": 1,
      "description": "The questions, in the order to ask them.",
      "items": {
        "type": "object",
        "properties": {
          "question": {"type": "string", "description": "The question itself."},
          "header": {"type": "string", "description": "A word or two to put above it."},
          "options": {"type": "array", "items": {"type": "string"}, "description": "Answers to choose from. Without any, the person writes one."},
          "multiple": {"type": "boolean", "default": false, "description": "Let the person choose more than one option."}
        },
        "required": ["question"]
      }
    }
  },
  "required": ["questions"]
}`,
		annotations: readOnly,
	}, func(ctx *tool.ToolContext, in questionInput) (tool.ToolResult, error) {
		prompt, err := promptOf(in.Questions)
		if err != nil {
			return tool.ToolResult{}, err
		}
		if ctx == nil || ctx.Answer == nil {
			return tool.Pending(tool.Request{
				Kind:   tool.KindQuestion,
				Prompt: prompt,
				Data:   map[string]any{"questions": in.Questions},
			}), nil
		}
		return answered(*ctx.Answer, prompt)
	})
}

func promptOf(questions []tool.Question) (string, error) {
	if len(questions) == 0 {
		return "", errors.New("there are no questions; give at least one")
	}
	lines := make([]string, 0, len(questions))
	for i, q := range questions {
		if strings.TrimSpace(q.Question) == "" {
			return "", fmt.Errorf("question %d has no text in its field \"question\"", i+1)
		}
		line := q.Question
		if len(q.Options) > 0 {
			line += " (options: " + strings.Join(q.Options, ", ") + ")"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n"), nil
}

func answered(answer tool.Answer, prompt string) (tool.ToolResult, error) {
	if !answer.OK {
		reason := answer.Reason
		if reason == "" {
			reason = tool.ReasonDeclined
		}
		return tool.ToolResult{}, errors.New(reason + ": " + prompt)
	}
	data := answer.Data
	if data == nil {
		data = map[string]any{}
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false) // the model reads it, not a browser
	if err := e.Encode(data); err != nil {
		return tool.ToolResult{}, fmt.Errorf("the answer can not be written as JSON: %w", err)
	}
	return tool.ToolResult{Output: strings.TrimSuffix(out.String(), "\n")}, nil
}
