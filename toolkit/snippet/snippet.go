// Package snippet writes a call as code that a person can paste elsewhere: a
// command line of this program, a JSON-RPC message, a curl command, Go.
package snippet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

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

// Languages are those that the call can be written in.
func (c Call) Languages() []Language {
	switch {
	case c.Source.Kind == tool.SourceMCP && c.web():
		return []Language{Shell, JSONRPC, Curl, Go}
	case c.Source.Kind == tool.SourceMCP:
		return []Language{Shell, JSONRPC, Go}
	}
	return []Language{Shell, Go}
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

func (c Call) arguments() json.RawMessage {
	var b bytes.Buffer
	if len(c.Arguments) == 0 || json.Compact(&b, c.Arguments) != nil {
		return json.RawMessage(`{}`)
	}
	return b.Bytes()
}

func (c Call) commandLine() string {
	words := []string{"toolbench", "call", c.Tool.Name}
	if args := c.arguments(); string(args) != "{}" {
		words = append(words, "--args", Quote(string(args)))
	}
	line := strings.Join(words, " ")
	switch {
	case c.Source.Kind == tool.SourceBuiltin || c.Source.Target == "":
		return line + "\n"
	case c.Source.Kind == tool.SourceMCP && !c.web():
		return line + " -- " + c.Source.Target + "\n"
	}
	return line + " -t " + Quote(c.Source.Target) + "\n"
}

func (c Call) message() json.RawMessage {
	name, _ := json.Marshal(c.Tool.ShortName())
	return json.RawMessage(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%s,"arguments":%s}}`, name, c.arguments()))
}

func (c Call) curl() string {
	return "# A server that keeps sessions wants initialize first, and its Mcp-Session-Id header here.\n" +
		"curl -sS " + Quote(c.Source.Target) + " \\\n" +
		"  -H 'Content-Type: application/json' \\\n" +
		"  -H 'Accept: application/json, text/event-stream' \\\n" +
		"  -d " + Quote(string(c.message())) + "\n"
}

func (c Call) program() string {
	var b strings.Builder
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
	case c.Source.Kind == tool.SourceMCP && c.web():
		return fmt.Sprintf("MCP: []mcp.Config{{Name: %q, URL: %q}}", c.Source.Name, c.Source.Target)
	case c.Source.Kind == tool.SourceMCP && c.Source.Target != "":
		return fmt.Sprintf("MCP: []mcp.Config{{Name: %q, Command: \"sh\", Args: []string{\"-c\", %q}}}", c.Source.Name, c.Source.Target)
	case c.Source.Kind == tool.SourceBuiltin:
		return "Builtins: &builtin.Options{}"
	case c.Source.Kind == tool.SourceSkill:
		return fmt.Sprintf("SkillFolders: []string{%q}", c.Source.Target)
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

// Quote makes one word of a POSIX shell's command line of s.
func Quote(s string) string {
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=@%+,", r))
	}) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
