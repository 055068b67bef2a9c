// Package snippet writes a call as code that a person can paste elsewhere: a
// command line of this program, a JSON-RPC message, a curl command, Go.
package snippet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/yosida95/uritemplate/v3"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A Language is a form that a call can be written in.
type Language string

// The languages.
const (
	Shell   Language = "command line"
	JSONRPC Language = "JSON-RPC"
	Curl    Language = "curl"
	Go      Language = "Go"
)

// A Call is what to write: a tool, where it is to be had, and the arguments as
// raw JSON, secrets already taken out.
type Call struct {
	Tool      tool.Tool
	Source    source.Info
	Arguments json.RawMessage
}

// Languages are those that the call can be written in. What only the program
// that made a tool can call has no command line.
func (c Call) Languages() []Language {
	switch {
	case c.Source.Kind == tool.SourceMCP && c.web():
		return c.besideTools([]Language{Shell, JSONRPC, Curl, Go})
	case c.Source.Kind == tool.SourceMCP:
		return c.besideTools([]Language{Shell, JSONRPC, Go})
	case c.Source.Kind == tool.SourceNative && c.Source.Origin != demo:
		return []Language{Go}
	}
	return []Language{Shell, Go}
}

// besideTools leaves Go out for what is no tool, since a toolkit finds tools
// alone by their names.
func (c Call) besideTools(all []Language) []Language {
	if c.method() == callTool {
		return all
	}
	return slices.DeleteFunc(all, func(l Language) bool { return l == Go })
}

// What [source.Info] says of where a source was declared, when that is no file.
const (
	commandLine  = "command line"
	program      = "program"
	demo         = "demo"
	recordedList = "recorded list" // of tools that can only be read about
)

// file is the configuration that declares the server, with its environment and
// headers, or empty.
func (c Call) file() string {
	switch c.Source.Origin {
	case commandLine, program, demo, recordedList, "":
		return ""
	}
	return c.Source.Origin
}

func (c Call) web() bool {
	return strings.HasPrefix(c.Source.Target, "http://") || strings.HasPrefix(c.Source.Target, "https://")
}

// In is the call in a language, with a line break at its end.
func (c Call) In(l Language) string {
	switch l {
	case JSONRPC:
		return indent(c.message()) + "\n"
	case Curl:
		return c.curl()
	case Go:
		return c.program()
	}
	return c.commandLine()
}

// arguments are on one line, and nothing in them can drive the terminal that
// they are pasted into: JSON has another spelling for such characters.
func (c Call) arguments() json.RawMessage {
	var compact bytes.Buffer
	if len(c.Arguments) == 0 || json.Compact(&compact, c.Arguments) != nil {
		return json.RawMessage(`{}`)
	}
	out := make([]byte, 0, compact.Len())
	for _, r := range compact.String() {
		switch {
		case strconv.IsPrint(r):
			out = utf8.AppendRune(out, r)
		case r < 0x10000:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		}
	}
	return out
}

func (c Call) commandLine() string {
	words := []string{"toolbench", c.verb(), source.Quote(c.name())}
	if args := c.arguments(); string(args) != "{}" && c.method() != readResource {
		words = append(words, "--args", source.Quote(string(args)))
	}
	target, file := c.Source.Target, c.file()
	switch {
	case c.Source.Origin == demo:
		words = append(words, "--demo")
	case file != "":
		words = append(words, "-t", source.Quote(file))
	case c.Source.Kind == tool.SourceBuiltin || target == "":
	case c.Source.Kind == tool.SourceSkill:
		for folder := range strings.SplitSeq(target, folderBreak) {
			words = append(words, "-t", source.Quote(folder))
		}
	case c.Source.Kind == tool.SourceMCP && !c.web() && c.Source.Origin != recordedList:
		words = append(words, "--", target)
	default:
		words = append(words, "-t", source.Quote(target))
	}
	return strings.Join(words, " ") + "\n"
}

// folderBreak stands between the folders of a skill source's target.
const folderBreak = ", "

// name is the tool's on the command line. A server that is given there alone is
// named anew, so that the name in front of the tool's may be another one.
func (c Call) name() string {
	short := c.Tool.ShortName()
	switch c.method() {
	case readResource:
		return c.uri()
	case getPrompt:
		return short
	}
	if c.Source.Origin != commandLine || strings.HasPrefix(short, "-") {
		return c.Tool.Name
	}
	return short
}

// The methods of what a server has beside tools.
const (
	callTool     = "tools/call"
	readResource = "resources/read"
	getPrompt    = "prompts/get"
)

func (c Call) method() string {
	if c.Tool.Details != nil && c.Tool.Details.Method != "" {
		return c.Tool.Details.Method
	}
	return callTool
}

func (c Call) verb() string {
	switch c.method() {
	case readResource:
		return "read"
	case getPrompt:
		return "prompt"
	}
	return "call"
}

// uri is the resource's address: the tool's name, which may be a template that
// the arguments fill in.
func (c Call) uri() string {
	short := c.Tool.ShortName()
	template, err := uritemplate.New(short)
	if err != nil || len(template.Varnames()) == 0 {
		return short
	}
	var given map[string]any
	_ = json.Unmarshal(c.arguments(), &given) // what is missing stays open
	values := uritemplate.Values{}
	for name, value := range given {
		values.Set(name, uritemplate.String(fmt.Sprint(value)))
	}
	expanded, err := template.Expand(values)
	if err != nil {
		return short
	}
	return expanded
}

func (c Call) message() json.RawMessage {
	text := func(s string) json.RawMessage { b, _ := json.Marshal(s); return b }
	params := fmt.Sprintf(`{"name":%s,"arguments":%s}`, text(c.Tool.ShortName()), c.arguments())
	if c.method() == readResource {
		params = fmt.Sprintf(`{"uri":%s}`, text(c.uri()))
	}
	return json.RawMessage(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"%s","params":%s}`, c.method(), params))
}

func (c Call) curl() string {
	return "# A server that keeps sessions wants initialize first, and its Mcp-Session-Id header here.\n" +
		"curl -sS " + source.Quote(c.Source.Target) + " \\\n" +
		"  -H 'Content-Type: application/json' \\\n" +
		"  -H 'Accept: application/json, text/event-stream' \\\n" +
		"  -d " + source.Quote(string(c.message())) + "\n"
}

func (c Call) program() string {
	var b strings.Builder
	if file := c.file(); file != "" {
		fmt.Fprintf(&b, "file, err := config.Read(%q, nil)\nif err != nil {\n\treturn err\n}\n", file)
	}
	b.WriteString("tk, err := toolkit.CreateToolkit(ctx, toolkit.Options{" + c.option() + "})\n")
	b.WriteString("if err != nil {\n\treturn err\n}\ndefer tk.Close()\n")
	b.WriteString("if err := tk.Ready(ctx); err != nil {\n\treturn err\n}\n")
	fmt.Fprintf(&b, "t, err := tk.Find(%q)\nif err != nil {\n\treturn err\n}\n", c.Tool.Name)
	fmt.Fprintf(&b, "out := run.Start(ctx, t, json.RawMessage(%s), run.Options{}).Wait()\n", goString(string(c.arguments())))
	b.WriteString("fmt.Println(out.Kind, out.Result.Output, out.Err)\n")
	return b.String()
}

func (c Call) option() string {
	switch {
	case c.Source.Origin == demo:
		return "Sources: demo.Sources()"
	case c.file() != "":
		return "Sources: toolkit.Reach{}.Configured(file, file.Path, nil).Sources"
	case c.Source.Kind == tool.SourceHTTP:
		return fmt.Sprintf("OpenAPI: []httptool.Document{{Name: %q, Location: %q}}", c.Source.Name, c.Source.Target)
	case c.Source.Kind == tool.SourceA2A:
		return fmt.Sprintf("Agents: []a2a.Config{{Name: %q, URL: %q}}", c.Source.Name, c.Source.Target)
	case c.Source.Kind == tool.SourceCustom && c.web():
		return fmt.Sprintf("Sources: []source.Source{genkit.New(genkit.Config{Name: %q, URL: %q})}", c.Source.Name, c.Source.Target)
	case c.Source.Kind == tool.SourceMCP && c.web():
		return fmt.Sprintf("MCP: []mcp.Config{{Name: %q, URL: %q}}", c.Source.Name, c.Source.Target)
	case c.Source.Kind == tool.SourceMCP && c.Source.Target != "":
		return fmt.Sprintf("MCP: []mcp.Config{{Name: %q, Command: \"sh\", Args: []string{\"-c\", %q}}}", c.Source.Name, c.Source.Target)
	case c.Source.Kind == tool.SourceBuiltin:
		return "Builtins: &builtin.Options{}"
	case c.Source.Kind == tool.SourceSkill:
		var folders []string
		for folder := range strings.SplitSeq(c.Source.Target, folderBreak) {
			folders = append(folders, strconv.Quote(folder))
		}
		return "SkillFolders: []string{" + strings.Join(folders, ", ") + "}"
	}
	return "ExtraTools: tools"
}

func goString(s string) string {
	if strconv.CanBackquote(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

func indent(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return string(raw)
	}
	return b.String()
}
