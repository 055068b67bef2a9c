package mcp

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"toolbench/toolkit/tool"
)

func TestResultsAreReadAsTheyCome(t *testing.T) {
	for _, c := range []struct{ name, raw, want string }{
		{"text", `{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`, `{"output":"a\nb","isError":false}`},
		{"nothing", `{}`, `{"output":"","isError":false}`},
		{"an error", `{"isError":true,"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`, `{"output":"a\n\nb","isError":true}`},
		{"an error without a text", `{"isError":true,"content":[]}`, `{"output":"MCP tool returned an error","isError":true}`},
		{"an error that is structured", `{"isError":true,"structuredContent":{"code":28}}`, `{"output":"{\"code\":28}","isError":true,"metadata":{"structuredContent":{"code":28}}}`},
		{"structured only", `{"content":[],"structuredContent":{"id":9007199254740993,"z":1.10,"a":0}}`, `{"output":"{\"id\":9007199254740993,\"z\":1.10,\"a\":0}","isError":false,"metadata":{"structuredContent":{"id":9007199254740993,"z":1.10,"a":0}}}`},
		{"structured and text", `{"content":[{"type":"text","text":"t"}],"structuredContent":[1]}`, `{"output":"t","isError":false,"metadata":{"structuredContent":[1]}}`},
		{"_meta", `{"content":[],"_meta":{"pending":{"kind":"input"}}}`, `{"output":"","isError":false,"metadata":{"_meta":{"pending":{"kind":"input"}}}}`},
		{"an image", `{"content":[{"type":"image","data":"AAAA","mimeType":"image/png"}]}`, `{"output":"image (image/png, 3 bytes)","isError":false,"parts":[{"type":"image","mimeType":"image/png","data":"AAAA"}]}`},
		{"audio beside text", `{"content":[{"type":"text","text":"t"},{"type":"audio","data":"AAAA","mimeType":"audio/wav"}]}`, `{"output":"t","isError":false,"parts":[{"type":"audio","mimeType":"audio/wav","data":"AAAA"}]}`},
		{"a link", `{"content":[{"type":"resource_link","uri":"demo://1","name":"n","mimeType":"text/plain"}]}`, `{"output":"file (text/plain, 0 bytes)","isError":false,"parts":[{"type":"file","mimeType":"text/plain","url":"demo://1","name":"n"}]}`},
		{"an embedded text", `{"content":[{"type":"text","text":"a"},{"type":"resource","resource":{"uri":"u","text":"b"}}]}`, `{"output":"a\nb","isError":false}`},
		{"an embedded blob", `{"content":[{"type":"resource","resource":{"uri":"u","mimeType":"application/gzip","blob":"AAAA"}}]}`, `{"output":"file (application/gzip, 3 bytes)","isError":false,"parts":[{"type":"file","mimeType":"application/gzip","data":"AAAA","name":"u"}]}`},
		{"annotations", `{"content":[{"type":"text","text":"a","annotations":{"audience":["user"],"priority":0.50}}]}`, `{"output":"a","isError":false,"metadata":{"content":[{"type":"text","text":"a","annotations":{"audience":["user"],"priority":0.50}}]}}`},
		{"annotations that are wrong", `{"content":[{"type":"text","text":"a","annotations":{"priority":"1"}}]}`, `{"output":"a","isError":false,"metadata":{"content":[{"type":"text","text":"a","annotations":{"priority":"1"}}]}}`},
		{"an unknown block with a mime type", `{"content":[{"type":"video","data":"AA==","mimeType":"video/mp4"}]}`, `{"output":"file (video/mp4, 1 bytes)","isError":false,"parts":[{"type":"file","mimeType":"video/mp4","data":"AA=="}],"metadata":{"content":[{"type":"video","data":"AA==","mimeType":"video/mp4"}]}}`},
		{"an unknown block", `{"content":[{"type":"text","text":"kept"},{"type":"poem"}]}`, `{"output":"kept\n[content of the type \"poem\", which this program does not know: {\"type\":\"poem\"}]","isError":false,"metadata":{"content":[{"type":"text","text":"kept"},{"type":"poem"}]}}`},
		{"content that is no list", `{"content":"text"}`, `{"output":"the content of the result is not a list: \"text\"","isError":false,"metadata":{"content":"text"}}`},
		{"a block that is no object", `{"content":[5]}`, `{"output":"[a content block that is not an object: 5]","isError":false,"metadata":{"content":[5]}}`},
		{"a task", `{"resultType":"task","taskId":"1"}`, `{"output":"the server made a task of this call, and tasks are not supported by this program","isError":true}`},
		{"an old task", `{"task":{"taskId":"1","status":"working"}}`, `{"output":"the server made a task of this call, and tasks are not supported by this program","isError":true}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := readResult(json.RawMessage(c.raw))
			if err != nil {
				t.Fatal(err)
			}
			if got := written(t, r); got != c.want {
				t.Errorf("it became\n%s\nwant\n%s", got, c.want)
			}
			if tool.PendingOf(r) != nil {
				t.Error("it suspends the call")
			}
		})
	}
	if _, err := readResult(json.RawMessage(`5`)); err == nil {
		t.Error("a number is a result")
	}
}

// written is a result in JSON, as it is.
func written(t *testing.T, r tool.ToolResult) string {
	t.Helper()
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

func TestBase64IsRepaired(t *testing.T) {
	png := "\x89PNG\r\n\x1a\n\xfb\xff\xfe?"
	good := base64.StdEncoding.EncodeToString([]byte(png))
	for name, data := range map[string]string{
		"as it should be":  good,
		"a data URL":       "data:image/png;base64," + good,
		"URL-safe":         base64.URLEncoding.EncodeToString([]byte(png)),
		"unpadded":         base64.RawStdEncoding.EncodeToString([]byte(png)),
		"URL-safe, bare":   base64.RawURLEncoding.EncodeToString([]byte(png)),
		"with line breaks": good[:5] + "\n" + good[5:9] + "\r\n" + good[9:],
	} {
		for _, mime := range []string{"image/png", ""} {
			r, err := readResult(json.RawMessage(fmt.Sprintf(`{"content":[{"type":"image","data":%q,"mimeType":%q}]}`, data, mime)))
			if err != nil || len(r.Parts) != 1 || r.Parts[0].Data != good || r.Parts[0].MimeType != "image/png" {
				t.Errorf("%s became %+v, %v", name, r, err)
			}
		}
	}
	r, _ := readResult(json.RawMessage(`{"content":[{"type":"image","data":"@@@","mimeType":"image/png"}]}`))
	if len(r.Parts) != 0 || r.Output != "[image (image/png) whose data is not base64]" {
		t.Errorf("what is not base64 became %+v", r)
	}
}

func FuzzAResultIsReadOrRefused(f *testing.F) {
	for _, seed := range []string{`{"content":[{"type":"text","text":"a"}]}`, `{"content":[{"type":"image","data":"data:,","mimeType":null}]}`, `{"structuredContent":{"a":1e400}}`, `{"content":[{"type":"resource","resource":{"blob":"A"}}],"isError":"true"}`, `[[[`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		r, err := readResult(json.RawMessage(raw))
		if err != nil {
			return
		}
		for _, p := range r.Parts {
			if p.Validate(0) != nil {
				t.Errorf("%q has the part %+v: %v", raw, p, p.Validate(0))
			}
		}
		if _, err := json.Marshal(r); err != nil && json.Valid([]byte(raw)) {
			t.Errorf("%q can not be written: %v", raw, err)
		}
	})
}
