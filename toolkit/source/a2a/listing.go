package a2a

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A skill is something that an agent can do, as its card says.
type skill struct {
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Tags        []string `json:"tags"`
	Examples    []string `json:"examples"`
	InputModes  []string `json:"inputModes"`
	OutputModes []string `json:"outputModes"`
}

// asked is the name of the one tool of an agent whose card has no skills.
const asked = "ask"

// list makes a tool of each skill of the card.
func (n *session) list() source.Listing {
	listing := source.Listing{Facts: n.facts()}
	var raws []json.RawMessage
	if len(n.card.Skills) > 0 && json.Unmarshal(n.card.Skills, &raws) != nil {
		listing.Problems = append(listing.Problems, source.Problem{Name: "skills", Reason: "the skills of the card are not a list", Raw: n.card.Skills})
	}
	names, ids := map[string]bool{}, map[string]bool{}
	for i, raw := range raws {
		var s skill
		err := json.Unmarshal(raw, &s)
		s.ID = cmp.Or(s.ID, s.Name)
		problem := source.Problem{Name: cmp.Or(s.ID, fmt.Sprintf("skill %d", i+1)), Raw: raw}
		switch {
		case err != nil:
			problem.Reason = "the skill can not be read: " + err.Error()
		case s.ID == "":
			problem.Reason = "the skill has neither an id nor a name"
		case ids[s.ID]:
			problem.Reason = fmt.Sprintf("the id %q is used twice; the first skill of this id is listed", s.ID)
		default:
			ids[s.ID] = true
			one := n.tool(s, raw)
			one.Name = unused(one.Name, names)
			listing.Tools = append(listing.Tools, one)
			continue
		}
		listing.Problems = append(listing.Problems, problem)
	}
	if len(raws) == 0 {
		listing.Tools = []tool.Tool{n.tool(skill{ID: asked, Name: n.card.Name, Description: n.card.Description}, nil)}
	}
	return listing
}

// unused is name, with a number behind it when it is used.
func unused(name string, used map[string]bool) string {
	free := name
	for i := 2; used[free]; i++ {
		free = fmt.Sprintf("%s_%d", name, i)
	}
	used[free] = true
	return free
}

func (n *session) tool(s skill, raw json.RawMessage) tool.Tool {
	s.InputModes, s.OutputModes = orElse(s.InputModes, n.card.InputModes), orElse(s.OutputModes, n.card.OutputModes)
	written := s.schema()
	var decoded tool.JSONSchema
	_ = json.Unmarshal(written, &decoded) // it was marshalled a moment ago
	one := tool.Tool{
		Name:        tool.Sanitize(cmp.Or(n.source.config.Name, n.card.Name)) + "_" + tool.Sanitize(s.ID),
		Description: s.words(),
		InputSchema: decoded,
		Source:      tool.SourceA2A,
		Execute:     n.source.execute(s.ID),
		Details: &tool.Details{
			ShortName:   s.ID,
			Title:       s.Name,
			Server:      n.source.info.Name,
			InputSchema: written,
			Definition:  raw,
		},
	}
	if raw == nil { // not a skill that could be named to the agent
		one.Execute = n.source.execute("")
	}
	if n.card.Icon != "" {
		one.Details.Icons = []tool.Icon{{URL: n.card.Icon}}
	}
	return one
}

func orElse(own, others []string) []string {
	if len(own) > 0 {
		return own
	}
	return others
}

// words are what a model reads of the skill: what it does, how it may be asked,
// and which media types it takes and gives when that is more than text.
func (s skill) words() string {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(cmp.Or(s.Description, s.Name)))
	if len(s.Examples) > 0 {
		b.WriteString("\n\nExamples:")
		for _, example := range s.Examples {
			b.WriteString("\n- " + strings.Join(strings.Fields(example), " "))
		}
	}
	for _, modes := range []struct {
		verb  string
		types []string
	}{{"Takes", s.InputModes}, {"Gives", s.OutputModes}} {
		if len(modes.types) > 1 || len(modes.types) == 1 && modes.types[0] != "text/plain" {
			fmt.Fprintf(&b, "\n\n%s: %s", modes.verb, strings.Join(modes.types, ", "))
		}
	}
	return b.String()
}

// schema is the input schema of every skill: A2A knows only messages.
func (s skill) schema() json.RawMessage {
	type property struct {
		Type        string   `json:"type"`
		Title       string   `json:"title,omitempty"`
		Description string   `json:"description"`
		MediaType   string   `json:"contentMediaType,omitempty"`
		Examples    []string `json:"examples,omitempty"`
		Items       *struct {
			Type string `json:"type"`
		} `json:"items,omitempty"`
	}
	var schema struct {
		Type       string `json:"type"`
		Properties struct {
			Task      property `json:"task"`
			Data      property `json:"data"`
			Files     property `json:"files"`
			ContextID property `json:"context_id"`
			TaskID    property `json:"task_id"`
		} `json:"properties"`
		Required   []string `json:"required"`
		Additional bool     `json:"additionalProperties"`
	}
	schema.Type, schema.Required = "object", []string{"task"}
	p := &schema.Properties
	p.Task = property{Type: "string", Description: "What the agent is to do, in words.", MediaType: "text/plain", Examples: s.Examples}
	p.Data = property{Type: "object", Description: "Structured data that goes with the task."}
	p.Files = property{Type: "array", Description: "Files that go with the task: paths on this machine, whose content is sent, or http(s) URLs, which are passed on."}
	p.Files.Items = &struct {
		Type string `json:"type"`
	}{"string"}
	p.ContextID = property{Type: "string", Description: "The contextId of an earlier result, to go on with its conversation."}
	p.TaskID = property{Type: "string", Description: "The taskId of a task that has not ended, to go on with it. With an empty task nothing is sent: its outcome is waited for."}
	raw, _ := json.MarshalIndent(schema, "", "  ") // texts and lists of texts do not fail
	return raw
}
