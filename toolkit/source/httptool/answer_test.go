package httptool

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

func TestAnAnswerIsTextOrAPartByItsType(t *testing.T) {
	var status int
	var kind, body, disposition string
	server := newEcho(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		if kind != "" {
			w.Header().Set("Content-Type", kind)
		}
		if disposition != "" {
			w.Header().Set("Content-Disposition", disposition)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
	const png = "\x89PNG\r\n\x1a\n"
	for name, c := range map[string]struct {
		status            int
		kind, body        string
		form, disposition string
		want              string // the result as JSON, without metadata
		structured        string
	}{
		"text":                  {200, "text/plain", "hello", "", "", `{"output":"hello","isError":false}`, ""},
		"a page is text":        {200, "text/html; charset=utf-8", "<p>hi</p>", "", "", `{"output":"<p>hi</p>","isError":false}`, ""},
		"another encoding":      {200, "text/plain; charset=iso-8859-1", "gr\xfcn", "", "", `{"output":"grün","isError":false}`, ""},
		"JSON as it is":         {200, "application/json", "{ \"b\": 1.10,\n\"a\": 12345678901234567890 }\n", "", "", `{"output":"{ \"b\": 1.10,\n\"a\": 12345678901234567890 }\n","isError":false}`, "{ \"b\": 1.10,\n\"a\": 12345678901234567890 }"},
		"JSON of a kind":        {200, "application/hal+json", "[1]", "", "", `{"output":"[1]","isError":false}`, "[1]"},
		"JSON behind a mark":    {200, "application/json", "\xef\xbb\xbf{\"a\":1}", "", "", `{"output":"{\"a\":1}","isError":false}`, `{"a":1}`},
		"JSON to be, marked":    {200, "text/plain", "\xef\xbb\xbf[1]", "json", "", `{"output":"[1]","isError":false}`, "[1]"},
		"JSON encoded wide":     {200, "application/json; charset=utf-16le", "\xff\xfe[\x001\x00]\x00", "", "", `{"output":"[1]","isError":false}`, "[1]"},
		"no JSON after all":     {200, "application/json", "{oops", "", "", `{"output":"{oops","isError":false}`, ""},
		"JSON is required":      {200, "text/plain", "oops", "json", "", `{"output":"HTTP 200: the answer is text/plain and no JSON, which was to come: oops","isError":true}`, ""},
		"JSON unsaid":           {200, "text/plain", "[1]", "json", "", `{"output":"[1]","isError":false}`, "[1]"},
		"the status too":        {201, "text/plain", "made", "status+text", "", `{"output":"HTTP 201\nmade","isError":false}`, ""},
		"nothing":               {204, "", "", "json", "", `{"output":"","isError":false}`, ""},
		"an error":              {404, "text/plain", "no such tea", "", "", `{"output":"HTTP 404: no such tea","isError":true}`, ""},
		"an error of JSON":      {422, "application/problem+json", `{"title":"bad"}`, "json", "", `{"output":"HTTP 422: {\"title\":\"bad\"}","isError":true}`, `{"title":"bad"}`},
		"an empty error":        {503, "", "", "status+text", "", `{"output":"HTTP 503: Service Unavailable","isError":true}`, ""},
		"a picture":             {200, "image/png", png, "", "", `{"output":"image (image/png, 8 bytes)","isError":false,"parts":[{"type":"image","mimeType":"image/png","data":"iVBORw0KGgo="}]}`, ""},
		"a vector picture":      {200, "image/svg+xml", "<svg/>", "", "", `{"output":"<svg/>","isError":false}`, ""},
		"a recording":           {200, "audio/wav", "RIFF", "", "", `{"output":"audio (audio/wav, 4 bytes)","isError":false,"parts":[{"type":"audio","mimeType":"audio/wav","data":"UklGRg=="}]}`, ""},
		"a file":                {200, "application/pdf", "%PDF", "", "", `{"output":"file (application/pdf, 4 bytes)","isError":false,"parts":[{"type":"file","mimeType":"application/pdf","data":"JVBERg==","name":"leaf"}]}`, ""},
		"a named file":          {200, "application/octet-stream", "text", "", `attachment; filename="../tea.bin"`, `{"output":"file (application/octet-stream, 4 bytes)","isError":false,"parts":[{"type":"file","mimeType":"application/octet-stream","data":"dGV4dA==","name":"tea.bin"}]}`, ""},
		"an unheard-of text":    {200, "application/x-tea", "green", "", "", `{"output":"green","isError":false}`, ""},
		"unheard-of bytes":      {200, "application/x-tea", "\x00\xff", "", "", `{"output":"file (application/x-tea, 2 bytes)","isError":false,"parts":[{"type":"file","mimeType":"application/x-tea","data":"AP8=","name":"leaf"}]}`, ""},
		"no type":               {200, "", png + "\x00", "", "", `{"output":"image (image/png, 9 bytes)","isError":false,"parts":[{"type":"image","mimeType":"image/png","data":"iVBORw0KGgoA"}]}`, ""},
		"a picture of an error": {500, "image/png", png, "", "", `{"output":"HTTP 500: image (image/png, 8 bytes)","isError":true,"parts":[{"type":"image","mimeType":"image/png","data":"iVBORw0KGgo="}]}`, ""},
	} {
		status, kind, body, disposition = c.status, c.kind, c.body, c.disposition
		tools := toolsOf(t, New(Config{Endpoints: []Endpoint{{Name: "it", URL: server.URL + "/leaf", Result: c.form}}}), &tooltest.Host{})
		result := run(t, tools["it"], `{}`)
		if got := result.Metadata["status"]; got != c.status {
			t.Errorf("%s: the status is %v", name, got)
		}
		if got := string(result.Structured()); got != c.structured {
			t.Errorf("%s: the structured content is %s, want %s", name, got, c.structured)
		}
		result.Metadata = nil
		if got := encoded(t, result); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

func encoded(t *testing.T, result tool.ToolResult) string {
	t.Helper()
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(result); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

func TestAnAnswerThatIsTooLargeIsRefused(t *testing.T) {
	server := newEcho(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = z.Write(make([]byte, 1001))
		_ = z.Close()
	})
	endpoint := Endpoint{Name: "it", URL: server.URL}
	result := run(t, toolsOf(t, New(Config{MaxAnswer: 1000, Endpoints: []Endpoint{endpoint}}), &tooltest.Host{})["it"], `{}`)
	if want := "GET " + server.URL + " was answered with HTTP 200 and more than 1000 bytes, which is the most that is taken"; !result.IsError || result.Output != want {
		t.Errorf("%q, want %q", result.Output, want)
	}
	if result = run(t, toolsOf(t, New(Config{MaxAnswer: 1001, Endpoints: []Endpoint{endpoint}}), &tooltest.Host{})["it"], `{}`); result.IsError {
		t.Errorf("one of just that size: %q", result.Output)
	}
}

func TestTheLinesOfAStreamArriveWhileItRuns(t *testing.T) {
	next := make(chan struct{})
	server := newEcho(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range 3 {
			_, _ = fmt.Fprintf(w, "data: %d\n\n", i)
			w.(http.Flusher).Flush()
			<-next
		}
	})
	one := toolsOf(t, New(Config{Endpoints: []Endpoint{{Name: "it", URL: server.URL}}}), &tooltest.Host{})["it"]
	host := &lockstep{next: next}
	result, err := one.Execute(nil, tool.NewToolContext(t.Context(), host, nil))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"data: 0\n\n", "data: 1\n\n", "data: 2\n\n"}; !slices.Equal(host.chunks, want) || result.Output != strings.Join(want, "") {
		t.Errorf("the chunks are %q, the result is %q", host.chunks, result.Output)
	}
}

// A lockstep host lets the server go on when a piece of output has come.
type lockstep struct {
	tooltest.CallHost
	next   chan struct{}
	chunks []string
}

// Chunk implements [tool.Host].
func (l *lockstep) Chunk(text string) {
	l.chunks = append(l.chunks, text)
	l.next <- struct{}{}
}

func TestAnAnswerThatEndsEarlySaysHowFarItCame(t *testing.T) {
	server := newEcho(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/all" {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, `{"a":`)
	})
	for path, want := range map[string]string{
		"/all":  " failed: the server closed the connection before it answered",
		"/part": " was answered with HTTP 200, but the answer ended after 5 of its 1000 bytes",
	} {
		one := toolsOf(t, New(Config{Endpoints: []Endpoint{{Name: "it", URL: server.URL + path}}}), &tooltest.Host{})["it"]
		_, err := one.Execute(nil, tool.NewToolContext(t.Context(), &tooltest.CallHost{}, nil))
		if want = "GET " + server.URL + path + want; fmt.Sprint(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
