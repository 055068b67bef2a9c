package native

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"toolbench/toolkit/tool"
)

// readInput decodes a call's arguments. When they do not fit, the refusal is a
// result that says so.
func readInput[In any](s *shape, args map[string]any, ctx *tool.ToolContext) (in In, refusal *tool.ToolResult) {
	raw, err := tool.ArgumentsOf(args, ctx)
	if err != nil {
		return in, refuse("The arguments are not JSON: " + err.Error())
	}
	decoded, err := tool.DecodeArguments(raw)
	if err != nil {
		return in, refuse(sentence(err.Error()))
	}
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || raw[0] != '{' {
		raw = json.RawMessage(`{}`) // null, or nothing at all
	}
	if complaint := s.complaints(raw); complaint != "" {
		return in, refuse("The arguments do not fit: " + complaint)
	}
	switch p := any(&in).(type) {
	case *any:
		*p = decoded
	case *map[string]any:
		*p = decoded
	default:
		if err := json.Unmarshal(raw, &in); err != nil {
			return in, refuse("The arguments do not fit: " + misfit(err))
		}
	}
	return in, nil
}

// readAnswer decodes what a person answered, nil when nothing was asked yet or
// the tool takes no answer.
func readAnswer[Ans any](s *shape, answer *tool.Answer) (*Ans, *tool.ToolResult) {
	if s == nil || answer == nil {
		return nil, nil
	}
	if !answer.OK {
		return nil, refuse(strings.TrimSuffix(refused(*answer)+": "+answer.Note, ": "))
	}
	raw := json.RawMessage(`{}`)
	if answer.Data != nil {
		var err error
		if raw, err = json.Marshal(answer.Data); err != nil {
			return nil, refuse("The answer is not JSON: " + err.Error())
		}
	}
	if complaint := s.complaints(raw); complaint != "" {
		return nil, refuse("The answer does not fit: " + complaint)
	}
	data := new(Ans)
	if err := json.Unmarshal(raw, data); err != nil {
		return nil, refuse("The answer does not fit: " + misfit(err))
	}
	return data, nil
}

func refused(a tool.Answer) string {
	if a.Reason == "" {
		return tool.ReasonDeclined
	}
	return a.Reason
}

func refuse(sentence string) *tool.ToolResult {
	r := tool.ErrorResult(sentence)
	return &r
}

// misfit says why JSON that fits its schema does not fit the Go type: a number
// beyond the type's range, say.
func misfit(err error) string {
	var e *json.UnmarshalTypeError
	if !errors.As(err, &e) {
		return err.Error()
	}
	field := e.Field
	if field == "" {
		field = "the whole"
	}
	return fmt.Sprintf("%s: a JSON %s is not what %s holds", field, e.Value, e.Type)
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
