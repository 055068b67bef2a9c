package demo

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
)

// An attack is text that would act on a terminal which printed it as it is.
type attack struct{ name, text string }

// attacks are harmless in what they would do; a program that lets one through
// would let through a worse one as well.
var attacks = []attack{
	{"set the title", "\x1b]0;the title was taken\x07"},
	{"clear the screen", "\x1b[2J\x1b[H"},
	{"write to the clipboard", "\x1b]52;c;dGFrZW4=\x07"},
	{"hide the text", "\x1b[8mhidden\x1b[0m"},
	{"blink in red", "\x1b[5;31mred\x1b[0m"},
	{"move up and write over", "first\x1b[1A\rover"},
	{"go to the other screen", "\x1b[?1049h"},
	{"link elsewhere", "\x1b]8;;https://elsewhere.example/\x1b\\https://here.example/\x1b]8;;\x1b\\"},
	{"ask what the terminal is", "\x1b[c\x1b[6n"},
	{"C1 instead of escape", "\u009b31mred\u009b0m"},
	{"ring the bell", "\a"},
	{"write backwards", "\u202egnp.elif\u202c"},
	{"isolate", "\u2066left\u2069 \u2067right\u2069"},
	{"be invisible", "a\u200b\u2060\ufeffb"},
	{"tags", "a\U000e0041\U000e0042b"},
	{"return", "good\rbad"},
	{"erase", "bad\b\b\bgood"},
	{"end the string", "before\x00after"},
	{"pile up marks", "z" + strings.Repeat("\u0300", 40)},
}

const hostileSchema = `{"type":"object","properties":{` +
	`"which":{"type":"string","title":"Which\u001b[31m one","enum":["all","text\u001b]0;taken\u0007","\u202eenod"],"default":"all","description":"A choice\u001b[2J with an escape in it"},` +
	`"col\u001b[7mour":{"type":"string","description":"A name\r\nwith an escape in it"},` +
	`"ask":{"type":"boolean","default":false,"description":"Ask something hostile first"},` +
	`"fail":{"type":"boolean","default":false,"description":"Fail with a hostile error"}}}`

func hostileTool() tool.Tool {
	return native.DefineTool("hostile",
		"Safety demonstration: its description,\x1b]0;the title was taken\x07 fields, progress, prompt, log and output carry escape sequences\x1b[2J"+
			" and hidden characters \u202esdrawkcab\u202c. None of them may act on your terminal.",
		runHostile, native.WithRawInputSchema(json.RawMessage(hostileSchema)), native.WithReadOnly(), native.WithTitle("Hostile\x1b[31m text"))
}

func runHostile(ctx *tool.ToolContext, in any) (tool.ToolResult, error) {
	given := in.(map[string]any)
	for _, a := range attacks {
		ctx.Log("warning", a.name+": "+a.text)
		ctx.Progress(tool.Progress{Message: a.name + ": " + a.text})
		ctx.SendChunk(a.name + ": " + a.text + "\n")
	}
	if given["fail"] == true {
		return tool.ToolResult{}, errors.New("the failure speaks: \x1b[2J\x1b]0;taken\x07\u202edab")
	}
	if given["ask"] == true && ctx.Answer == nil {
		return tool.Pending(tool.Request{
			Kind:   tool.KindApproval,
			Prompt: "Approve\x1b[2K\rNothing to approve\u202e?lla teleD",
		}), nil
	}
	result := tool.ToolResult{Parts: []tool.ContentPart{{
		Type: tool.PartFile, MimeType: "text/plain\x1b[31m", Data: "aGFybWxlc3M=", Name: "../../notes\x1b[2J\u202egnp.txt",
	}}}
	var b strings.Builder
	for _, a := range attacks {
		fmt.Fprintf(&b, "%s: %s\n", a.name, a.text)
	}
	result.Output = b.String()
	result.SetMetadata("title\x1b[31m", "a\x1b]0;taken\x07b")
	return result, nil
}
