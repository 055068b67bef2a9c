package toolkit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"toolbench/toolkit/config"
	"toolbench/toolkit/schema"
	"toolbench/toolkit/tool"
)

// inputs are the values that a file's servers leave open. Each is asked for
// once, whichever server needs it first.
type inputs struct {
	declared []config.Input
	where    string

	asking sync.Mutex // held while a person is asked
	known  map[string]string
}

// ask puts a request to the person.
type ask = func(context.Context, tool.Request) (tool.Answer, error)

// values are those of the ids. Those that are not known are asked for.
func (in *inputs) values(ctx context.Context, ids []string, ask ask) (map[string]string, error) {
	in.asking.Lock()
	defer in.asking.Unlock()
	var open []config.Input
	for _, declared := range in.declared {
		if _, known := in.known[declared.ID]; !known && slices.Contains(ids, declared.ID) {
			open = append(open, declared)
		}
	}
	if len(open) == 0 {
		return in.known, nil
	}
	raw := inputSchema(open)
	answer, err := ask(ctx, tool.Request{
		Kind: tool.KindInput, Prompt: in.where + " asks for values that its servers need.",
		Data: map[string]any{"schema": raw}, Details: &tool.RequestDetails{Schema: raw},
	})
	switch {
	case errors.Is(err, tool.ErrNobodyToAsk):
		return nil, fmt.Errorf("%s asks for %s, and nobody is there to say; --input ID=VALUE would", in.where, named(open))
	case err != nil:
		return nil, err
	case !answer.OK:
		return nil, fmt.Errorf("%s asks for %s, which was not given; connect it again to be asked again", in.where, named(open))
	}
	in.known = maps.Clone(in.known)
	if in.known == nil {
		in.known = map[string]string{}
	}
	for _, input := range open {
		if value, ok := answer.Data[input.ID].(string); ok {
			in.known[input.ID] = value
		}
	}
	return in.known, nil
}

func named(open []config.Input) string {
	ids := make([]string, len(open))
	for i, input := range open {
		ids[i] = input.ID
	}
	return strings.Join(ids, ", ")
}

// inputSchema is the form for inputs, in their own order.
func inputSchema(open []config.Input) json.RawMessage {
	var properties []schema.Member
	var required []*schema.Value
	for _, input := range open {
		field := []schema.Member{{Name: "type", Value: schema.NewString("string")}}
		add := func(key, text string) {
			if text != "" {
				field = append(field, schema.Member{Name: key, Value: schema.NewString(text)})
			}
		}
		add("description", input.Description)
		add("default", input.Default)
		if input.Password {
			add("format", "password")
		}
		if len(input.Options) > 0 {
			var options []*schema.Value
			for _, o := range input.Options {
				options = append(options, schema.NewString(o))
			}
			field = append(field, schema.Member{Name: "enum", Value: schema.NewArray(options...)})
		}
		properties = append(properties, schema.Member{Name: input.ID, Value: schema.NewObject(field...)})
		required = append(required, schema.NewString(input.ID))
	}
	return schema.NewObject(
		schema.Member{Name: "type", Value: schema.NewString("object")},
		schema.Member{Name: "properties", Value: schema.NewObject(properties...)},
		schema.Member{Name: "required", Value: schema.NewArray(required...)},
	).JSON()
}
