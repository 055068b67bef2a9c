package custom

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"

	"toolbench/toolkit/process"
	"toolbench/toolkit/schema"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// list makes tools of the commands.
func (s *Source) list() source.Listing {
	listing := source.Listing{Facts: source.Facts{Protocol: "commands"}}
	taken := map[string]bool{}
	for i, c := range s.config.Commands {
		t, err := s.tool(c)
		if err == nil && taken[t.Name] {
			err = fmt.Errorf("another command of this source has the name %s already", t.Name)
		}
		if err != nil {
			name := c.Name
			if name == "" {
				name = fmt.Sprintf("command %d", i+1)
			}
			listing.Problems = append(listing.Problems, source.Problem{Name: name, Reason: s.hide.String(err.Error())})
			continue
		}
		taken[t.Name] = true
		listing.Tools = append(listing.Tools, t)
	}
	return listing
}

// tool is a command as a tool. An error is a sentence on why it is none.
func (s *Source) tool(c Command) (tool.Tool, error) {
	switch {
	case c.Name == "":
		return tool.Tool{}, fmt.Errorf("the command has no name; a name of letters, digits, _ and - would do")
	case c.Command == "":
		return tool.Tool{}, fmt.Errorf("there is no command to run; a program's path, or its name in a folder of PATH, would do")
	case !slices.Contains([]string{"", InputJSON, InputArgs}, c.Input):
		return tool.Tool{}, fmt.Errorf("its input is %q; %q and %q are known", c.Input, InputJSON, InputArgs)
	case !slices.Contains([]string{"", OutputText, OutputJSON, OutputMIME}, c.Output):
		return tool.Tool{}, fmt.Errorf("its output is %q; %q, %q and %q are known", c.Output, OutputText, OutputJSON, OutputMIME)
	}
	raw, decoded, err := inputSchema(c.InputSchema)
	if err != nil {
		return tool.Tool{}, err
	}
	if len(c.OutputSchema) > 0 && !json.Valid(c.OutputSchema) {
		return tool.Tool{}, fmt.Errorf("its output schema is not JSON")
	}
	r := &runner{source: s, command: c}
	if err := r.judgeBy(raw); err != nil {
		return tool.Tool{}, err
	}
	return tool.Tool{
		Name:        tool.Sanitize(c.Name),
		Description: c.Description,
		InputSchema: decoded,
		Source:      tool.SourceCustom,
		Execute:     r.execute,
		Details: &tool.Details{
			ShortName:    c.Name,
			Server:       s.config.Name,
			Annotations:  c.Annotations,
			InputSchema:  raw,
			OutputSchema: c.OutputSchema,
			Problem:      s.hide.String(missing(c)),
		},
	}, nil
}

// noProperties is the schema of a command that takes no arguments.
const noProperties = `{"type":"object","properties":{}}`

func inputSchema(raw json.RawMessage) (json.RawMessage, tool.JSONSchema, error) {
	if len(raw) == 0 {
		raw = json.RawMessage(noProperties)
	}
	var decoded tool.JSONSchema
	if err := json.Unmarshal(raw, &decoded); err != nil || decoded == nil {
		return nil, nil, fmt.Errorf("its input schema is not a JSON object; %s would be one of no arguments", noProperties)
	}
	return raw, decoded, nil
}

// missing is a sentence when the command can not be found, else empty. It may be
// there by the time that it is called.
func missing(c Command) string {
	path := c.Command
	if filepath.Base(path) != path && !filepath.IsAbs(path) {
		path = filepath.Join(c.Dir, path)
		if filepath.Base(path) == path {
			path = "." + string(filepath.Separator) + path
		}
	}
	if _, err := exec.LookPath(path); err != nil {
		return process.NotStarted("the command "+c.Command, c.Dir, err).Error()
	}
	return ""
}

// judgeBy makes the arguments be checked against a schema.
func (r *runner) judgeBy(raw json.RawMessage) error {
	root, err := schema.Parse(raw)
	if err != nil {
		return fmt.Errorf("its input schema can not be read: %w", err)
	}
	r.schema = root
	r.validator, _ = schema.Compile(root) // what can not be judged by is shown by lint
	return nil
}
