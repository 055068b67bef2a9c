package httptool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"

	"toolbench/toolkit/tool"
)

// DefaultMaxAnswer is how many bytes the body of an answer may have: 100 MiB.
const DefaultMaxAnswer = 100 << 20

// step is after how many bytes progress is reported.
const step = 256 << 10

// A tooLargeError says that the body of an answer is over the limit.
type tooLargeError struct {
	line   string
	status int
	limit  int64
}

func (e *tooLargeError) Error() string {
	return fmt.Sprintf("%s was answered with HTTP %d and more than %d bytes, which is the most that is taken", e.line, e.status, e.limit)
}

// A cutOffError says that the body of an answer ended early.
type cutOffError struct {
	line      string
	status    int
	came, due int64 // bytes; due may be unknown, which is negative
}

func (e *cutOffError) Error() string {
	of := ""
	if e.due >= 0 {
		of = fmt.Sprintf(" of its %d", e.due)
	}
	return fmt.Sprintf("%s was answered with HTTP %d, but the answer ended after %d%s bytes", e.line, e.status, e.came, of)
}

// An answer is what a server answered, read whole.
type answer struct {
	status int
	header http.Header
	name   string // the last part of the address, to call a file by
	kind   string // the bare media type
	body   []byte
}

// exchange sends a request and reads the answer, reporting how far it has come.
func (c *connection) exchange(client *http.Client, request *http.Request, ctx *tool.ToolContext) (*answer, error) {
	if request.Header.Get("User-Agent") == "" {
		request.Header.Set("User-Agent", "toolbench")
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	a := &answer{status: response.StatusCode, header: response.Header, name: path.Base(response.Request.URL.Path)}
	a.kind = tool.BareType(response.Header.Get("Content-Type"))
	var body bytes.Buffer
	w := io.MultiWriter(&body, &reporter{ctx: ctx, total: max(0, response.ContentLength), lines: a.isStream()})
	n, err := io.Copy(w, io.LimitReader(response.Body, c.limit+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, &cutOffError{c.line(request), a.status, n, response.ContentLength}
	case err != nil:
		return nil, err
	}
	if n > c.limit {
		return nil, &tooLargeError{c.line(request), a.status, c.limit}
	}
	a.body = body.Bytes()
	if a.kind == "" && len(a.body) > 0 {
		a.kind = tool.BareType(http.DetectContentType(a.body))
	}
	return a, nil
}

// isStream tells whether the body is one that comes line by line, each of them
// of use by itself.
func (a *answer) isStream() bool {
	switch a.kind {
	case "text/event-stream", "application/x-ndjson", "application/jsonl", "application/json-seq":
		return true
	}
	return false
}

// A reporter tells of a body while it comes: whole lines of a stream as partial
// output, and how far a long one has come.
type reporter struct {
	ctx   *tool.ToolContext
	total int64
	lines bool

	seen, told int64
	rest       []byte
}

func (r *reporter) Write(p []byte) (int, error) {
	r.seen += int64(len(p))
	if r.lines {
		end := bytes.LastIndexByte(p, '\n') + 1
		if end > 0 {
			r.ctx.SendChunk(string(r.rest) + string(p[:end]))
			r.rest = nil
		}
		r.rest = append(r.rest, p[end:]...)
	}
	if r.seen-r.told >= step {
		r.told = r.seen
		r.ctx.Progress(tool.Progress{Progress: float64(r.seen), Total: float64(r.total), Message: fmt.Sprintf("%d KiB received", r.seen>>10)})
	}
	return len(p), nil
}

func (a *answer) ok() bool { return a.status >= 200 && a.status <= 299 }

// result is the answer in one of the forms of [Endpoint.Result].
func (a *answer) result(form string) tool.ToolResult {
	text, isText := a.text()
	content := a.body
	if isText && text != string(content) { // without its mark, or in another encoding
		content = []byte(text)
	}
	var result tool.ToolResult
	switch {
	case !isText && len(a.body) > 0:
		part := tool.Bytes(a.body, a.kind)
		if part.Type == tool.PartFile {
			part.Name = a.fileName()
		}
		result.Parts = []tool.ContentPart{part}
		text = part.Label()
	case a.isJSON() && json.Valid(content):
		result.SetMetadata(tool.MetadataStructured, json.RawMessage(bytes.TrimSpace(content)))
	}
	switch {
	case !a.ok():
		if strings.TrimSpace(text) == "" {
			text = http.StatusText(a.status)
		}
		result.IsError = true
		result.Output = fmt.Sprintf("HTTP %d: %s", a.status, text)
		if to := a.header.Get("Location"); to != "" && a.status < 400 {
			result.Output += fmt.Sprintf("\nIt redirects to %s, to which the body of the request was not sent.", to)
		}
	case form == "json" && !json.Valid(content) && a.status != http.StatusNoContent:
		result.IsError = true
		result.Output = fmt.Sprintf("HTTP %d: the answer is %s and no JSON, which was to come: %s", a.status, a.kind, text)
	case form == "status+text":
		result.Output = fmt.Sprintf("HTTP %d\n%s", a.status, text)
	default:
		result.Output = text
	}
	if form == "json" && !result.IsError && len(content) > 0 {
		result.SetMetadata(tool.MetadataStructured, json.RawMessage(bytes.TrimSpace(content)))
	}
	return result
}

func (a *answer) isJSON() bool { return isJSON(a.kind) }

func isJSON(kind string) bool {
	return kind == "application/json" || kind == "text/json" || strings.HasSuffix(kind, "+json")
}

// text is the body as UTF-8, when it is text: by its type, or, where the type
// says nothing, by what it holds.
func (a *answer) text() (string, bool) {
	switch {
	case len(a.body) == 0:
		return "", true
	case isTextual(a.kind):
	case isBinary(a.kind) || !utf8.Valid(a.body) || bytes.IndexByte(a.body, 0) >= 0:
		return "", false
	}
	_, parameters, _ := mime.ParseMediaType(a.header.Get("Content-Type"))
	if label := parameters["charset"]; label != "" && !strings.EqualFold(label, "utf-8") {
		if r, err := charset.NewReaderLabel(label, bytes.NewReader(a.body)); err == nil {
			if b, err := io.ReadAll(r); err == nil {
				return strings.TrimPrefix(string(b), "\ufeff"), true
			}
		}
	}
	return strings.ToValidUTF8(string(bytes.TrimPrefix(a.body, []byte("\xef\xbb\xbf"))), "\uFFFD"), true
}

func isTextual(kind string) bool {
	group, sub, _ := strings.Cut(kind, "/")
	if group == "text" || strings.HasSuffix(sub, "json") || strings.HasSuffix(sub, "xml") || strings.HasSuffix(sub, "yaml") {
		return true
	}
	switch sub {
	case "javascript", "ecmascript", "x-javascript", "x-ndjson", "jsonl", "json-seq", "toml", "sql", "graphql", "x-www-form-urlencoded", "x-sh":
		return true
	}
	return false
}

// isBinary tells of a type that no answer of is text, whatever its bytes are.
func isBinary(kind string) bool {
	group, sub, _ := strings.Cut(kind, "/")
	switch group {
	case "image", "audio", "video", "font":
		return true
	}
	return sub == "octet-stream" || sub == "pdf" || sub == "zip" || sub == "gzip"
}

// fileName is what the answer would be saved as.
func (a *answer) fileName() string {
	if _, parameters, err := mime.ParseMediaType(a.header.Get("Content-Disposition")); err == nil && parameters["filename"] != "" {
		return path.Base(strings.ReplaceAll(parameters["filename"], `\`, "/"))
	}
	if a.name == "." || a.name == "/" {
		return ""
	}
	return a.name
}
