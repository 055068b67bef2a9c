package genkit

import (
	"encoding/json"
	"fmt"
	"strings"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// The beginnings of the keys of actions that are listed. The same tool can be
// there under both of its keys; then the second form, which can hold parts, is
// taken.
const (
	keyTool      = "/tool/"
	keyMultipart = "/tool.v2/"
	keyFlow      = "/flow/"
)

// inputProperty is the one argument of an action whose input is no object.
const inputProperty = "input"

// An action is a tool or a flow of the app.
type action struct {
	key, name string
	flow      bool
	multipart bool // its result holds output and content
	wrapped   bool // its input is the argument input alone
}

// kindOf takes a key apart. It is not ok for actions of other kinds.
func kindOf(key string) (a action, ok bool) {
	for _, prefix := range []string{keyMultipart, keyTool, keyFlow} {
		if name, has := strings.CutPrefix(key, prefix); has && name != "" {
			return action{key: key, name: name, flow: prefix == keyFlow, multipart: prefix == keyMultipart}, true
		}
	}
	return action{}, false
}

// input is what is sent for a call's arguments; nil for nothing.
func (a *action) input(args json.RawMessage) (json.RawMessage, error) {
	v, err := schema.Parse(args)
	if err != nil {
		return nil, fmt.Errorf("the arguments are not JSON: %w", err)
	}
	switch v.Kind() {
	case schema.Null: // which is none
		v, args = schema.NewObject(), json.RawMessage(`{}`)
	case schema.Object:
	default:
		return nil, fmt.Errorf("the arguments are not a JSON object: %.40s", args)
	}
	if !a.wrapped {
		return args, nil
	}
	for _, m := range v.Members() {
		if m.Name != inputProperty {
			return nil, fmt.Errorf("there is no argument %q; what is given to it is the one argument %q", m.Name, inputProperty)
		}
	}
	if v.Get(inputProperty) == nil {
		return nil, nil
	}
	return v.Get(inputProperty).JSON(), nil
}

// tools makes tools of the actions that the app listed: its tools, then its flows.
func (s *Source) tools(raw json.RawMessage) (source.Listing, error) {
	listed, err := schema.Parse(raw)
	if err != nil || listed.Kind() != schema.Object {
		return source.Listing{}, fmt.Errorf("%s lists its actions in no form that is known: %.80q", s.subject(), raw)
	}
	var listing source.Listing
	taken := map[string]bool{}
	for _, flows := range []bool{false, true} {
		for _, m := range listed.Members() {
			a, ok := kindOf(m.Name)
			if !ok || a.flow != flows || !a.multipart && !a.flow && listed.Get(keyMultipart+a.name) != nil {
				continue
			}
			t, err := s.tool(&a, m.Value, listed)
			if err == nil && a.flow && taken[t.Name] {
				t.Name += "_flow"
				t.Details.ShortName += "_flow"
			}
			if err == nil && taken[t.Name] {
				err = fmt.Errorf("another action has the name %s already", t.Name)
			}
			if err != nil {
				listing.Problems = append(listing.Problems, source.Problem{Name: m.Name, Reason: err.Error(), Raw: m.Value.JSON()})
				continue
			}
			taken[t.Name] = true
			listing.Tools = append(listing.Tools, t)
		}
	}
	return listing, nil
}

// tool is an action as a tool. An error is a sentence on why it is none.
func (s *Source) tool(a *action, entry, listed *schema.Value) (tool.Tool, error) {
	if entry.Kind() != schema.Object {
		return tool.Tool{}, fmt.Errorf("the entry is not a JSON object: %s", schema.Given(entry))
	}
	input := a.shape(entry.Get("inputSchema"))
	var decoded tool.JSONSchema
	if err := json.Unmarshal(input, &decoded); err != nil {
		return tool.Tool{}, fmt.Errorf("its input schema can not be read: %w", err)
	}
	return tool.Tool{
		Name:        tool.Sanitize(s.config.Name) + "_" + tool.Sanitize(a.name),
		Description: a.description(entry.Get("description").Text(), s.subject()),
		InputSchema: decoded,
		Source:      tool.SourceCustom,
		Execute:     s.execute(a),
		Details: &tool.Details{
			ShortName:    a.name,
			Title:        a.title(),
			Server:       s.config.Name,
			InputSchema:  input,
			OutputSchema: a.outputSchema(entry, listed),
			Definition:   entry.JSON(),
		},
	}, nil
}

func (a *action) title() string {
	if a.flow {
		return a.name + " (flow)"
	}
	return ""
}

func (a *action) description(given, app string) string {
	switch {
	case !a.flow:
		return given
	case given == "":
		return fmt.Sprintf("Runs the flow %s of %s.", a.name, app)
	}
	return "Runs a flow: " + given
}

// outputSchema is that of the output itself. For a tool in its second form the
// entry has that of the wrapper around it, which says nothing. It is nil when the
// output is a text: that is no structured content.
func (a *action) outputSchema(entry, listed *schema.Value) json.RawMessage {
	output := entry.Get("outputSchema")
	if a.multipart {
		output = entry.At("metadata", "originalOutputSchema")
		if output == nil {
			output = listed.At(keyTool+a.name, "outputSchema")
		}
	}
	if output.Kind() != schema.Object || len(output.Members()) == 0 || output.Get("type").Text() == "string" {
		return nil
	}
	return requiredFirst(output).JSON()
}
