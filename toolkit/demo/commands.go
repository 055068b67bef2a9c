package demo

import (
	"encoding/json"

	"toolbench/toolkit/source/custom"
	"toolbench/toolkit/tool"
)

// commands are programs that any Unix has. They are only looked for until one of
// them is called.
var commands = []custom.Command{
	{
		Name:        "calculate",
		Description: "Calculates with two whole numbers through expr. A result of 0 ends with exit status 1, and dividing by 0 with 2: that is how expr is.",
		Command:     "expr", Args: []string{"{left}", "{sign}", "{right}"}, Input: custom.InputArgs,
		InputSchema: json.RawMessage(`{
			"type": "object",
			"properties": {
				"left": {"type": "integer", "minimum": 0, "examples": [6]},
				"sign": {"type": "string", "enum": ["+", "-", "*", "/", "%"], "default": "*"},
				"right": {"type": "integer", "minimum": 0, "examples": [7]}
			},
			"required": ["left", "sign", "right"],
			"additionalProperties": false
		}`),
		Annotations: tool.Annotations{ReadOnly: new(true)},
	},
	{
		Name:        "bases",
		Description: "Writes a number to the bases 8, 10 and 16 through printf, as JSON.",
		Command:     "printf", Args: []string{`{"octal":"%o","decimal":%d,"hexadecimal":"%x"}\n`, "{number}", "{number}", "{number}"},
		Input: custom.InputArgs, Output: custom.OutputJSON,
		InputSchema: json.RawMessage(`{
			"type": "object",
			"properties": {"number": {"type": "integer", "minimum": 0, "maximum": 4294967295, "examples": [255]}},
			"required": ["number"],
			"additionalProperties": false
		}`),
		OutputSchema: json.RawMessage(`{
			"type": "object",
			"properties": {"octal": {"type": "string"}, "decimal": {"type": "integer"}, "hexadecimal": {"type": "string"}},
			"required": ["octal", "decimal", "hexadecimal"]
		}`),
		Annotations: tool.Annotations{ReadOnly: new(true)},
	},
	{
		Name:        "count",
		Description: "Counts the lines, words and bytes of its arguments through wc, which reads them as the JSON that they are sent as.",
		Command:     "wc", Input: custom.InputJSON,
		InputSchema: json.RawMessage(`{
			"type": "object",
			"properties": {"text": {"type": "string", "maxLength": 10000, "examples": ["so many words"]}},
			"required": ["text"]
		}`),
		Annotations: tool.Annotations{ReadOnly: new(true)},
	},
	{
		Name:        "sleep",
		Description: "Sleeps, through sleep. It can be stopped at any time: the command ends with the call.",
		Command:     "sleep", Args: []string{"{seconds}"}, Input: custom.InputArgs,
		InputSchema: json.RawMessage(`{
			"type": "object",
			"properties": {"seconds": {"type": "integer", "minimum": 0, "maximum": 600, "default": 5}},
			"required": ["seconds"],
			"additionalProperties": false
		}`),
		Annotations: tool.Annotations{ReadOnly: new(true)},
	},
}
