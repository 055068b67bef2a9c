package builtin

import (
	"encoding/json"
	"fmt"
	"strings"

	"toolbench/toolkit/tool"
)

type todo struct {
	ID        string `json:"id"`
	Text      string `json:"text"`
	Completed bool   `json:"completed"`
}

type todoInput struct {
	Todos []todo `json:"todos"`
}

const todoItems = `{
        "type": "object",
        "properties": {
          "id": {"type": "string", "description": "A name for the entry that stays the same from call to call."},
          "text": {"type": "string", "description": "What is to be done."},
          "completed": {"type": "boolean", "description": "Whether it is done."}
        },
        "required": ["id", "text", "completed"]
      }`

func todoTool() tool.Tool {
	return define(definition{
		name:  "todowrite",
		title: "Keep a to-do list",
		description: `Writes down what is to be done and what is done already. Give the whole list each time; it takes the place of the one before. ` +
			`Nothing is kept outside the conversation.`,
		schema: `{
  "type": "object",
  "properties": {
    "todos": {
      "type": "array",
      "description": "The whole list, in its order.",
      "items": ` + todoItems + `
    }
  },
  "required": ["todos"]
}`,
		outputSchema: `{
  "type": "object",
  "properties": {
    "todos": {
      "type": "array",
      "items": ` + todoItems + `
    }
  },
  "required": ["todos"]
}`,
		annotations: tool.Annotations{ReadOnly: new(false), Destructive: new(false), Idempotent: new(true), OpenWorld: new(false)},
	}, func(_ *tool.ToolContext, in todoInput) (tool.ToolResult, error) {
		if err := checkTodos(in.Todos); err != nil {
			return tool.ToolResult{}, err
		}
		raw, err := json.Marshal(in)
		if err != nil {
			return tool.ToolResult{}, err
		}
		return tool.ToolResult{
			Output:   todoList(in.Todos),
			Metadata: map[string]any{tool.MetadataStructured: json.RawMessage(raw)},
		}, nil
	})
}

func checkTodos(todos []todo) error {
	seen := map[string]int{}
	for i, t := range todos {
		switch first, twice := seen[t.ID]; {
		case t.ID == "":
			return fmt.Errorf("entry %d of todos has no id", i+1)
		case strings.TrimSpace(t.Text) == "":
			return fmt.Errorf("entry %d of todos (id %q) has no text", i+1, t.ID)
		case twice:
			return fmt.Errorf("entries %d and %d of todos have the same id %q", first, i+1, t.ID)
		}
		seen[t.ID] = i + 1
	}
	return nil
}

func todoList(todos []todo) string {
	if len(todos) == 0 {
		return "The list is empty."
	}
	done := 0
	var b strings.Builder
	for _, t := range todos {
		mark := "[ ]"
		if t.Completed {
			mark = "[x]"
			done++
		}
		fmt.Fprintf(&b, "%s %s. %s\n", mark, t.ID, t.Text)
	}
	fmt.Fprintf(&b, "%d of %d done.", done, len(todos))
	return b.String()
}
