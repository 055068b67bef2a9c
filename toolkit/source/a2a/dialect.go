package a2a

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"toolbench/toolkit/tool"
)

// maxMessage is how big one message of an agent may be, in bytes.
const maxMessage = 16 << 20

const eventStream = "text/event-stream"

// A dialect stands between a2a-go and the wire. What goes out to an agent of
// 0.3 is put into its words; what comes back is read in either version and
// handed on as sound 1.0. Refusals become a [refusal], which keeps the code and
// the words that a2a-go would lose.
type dialect struct {
	through http.RoundTripper
	older   bool // the agent speaks 0.3
	rest    bool // the binding is HTTP+JSON: messages have no JSON-RPC envelope
}

type taskKey struct{}

// forTask marks a request whose answer is a task itself, not one of several
// kinds of event.
func forTask(ctx context.Context) context.Context {
	return context.WithValue(ctx, taskKey{}, true)
}

// RoundTrip implements [http.RoundTripper].
func (d *dialect) RoundTrip(request *http.Request) (*http.Response, error) {
	if d.older {
		var err error
		if request, err = inOlderWords(request); err != nil {
			return nil, err
		}
	}
	response, err := d.through.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	task := request.Context().Value(taskKey{}) != nil
	read := func(raw []byte) ([]byte, error) { return d.read(raw, task) }
	kind := tool.BareType(response.Header.Get("Content-Type"))
	if response.StatusCode == http.StatusOK && kind == eventStream {
		response.Body = newEvents(response.Body, read)
		return response, nil
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(response.Body, maxMessage+1))
	switch {
	case err != nil:
		return nil, err
	case len(raw) > maxMessage:
		return nil, unclear(fmt.Sprintf("the answer is over %d MiB", maxMessage>>20))
	case response.StatusCode != http.StatusOK:
		return nil, refusedWith(response, raw)
	}
	sound, err := read(raw)
	if err != nil {
		return nil, err
	}
	if request.Header.Get("Accept") == eventStream { // answered at once, with one event
		sound = append(append([]byte("data: "), sound...), "\n\n"...)
	}
	return withBody(response, sound), nil
}

// read makes a sound message of one that came.
func (d *dialect) read(raw []byte, task bool) ([]byte, error) {
	var envelope struct {
		Result json.RawMessage `json:"result"`
		Error  json.RawMessage `json:"error"`
	}
	if err := decode(raw, &envelope); err != nil {
		return nil, unclear("the answer is not A2A's: " + excerpt(raw))
	}
	if begins(envelope.Error, '{') {
		return nil, refusalIn(envelope.Error)
	}
	content := json.RawMessage(raw)
	if !d.rest {
		content = envelope.Result
	}
	sound, err := readAnswer(content, task)
	if err != nil || d.rest {
		return sound, err
	}
	return json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      string          `json:"id"`
		Result  json.RawMessage `json:"result"`
	}{"2.0", "", sound})
}

func withBody(response *http.Response, body []byte) *http.Response {
	changed := *response
	changed.Body = io.NopCloser(bytes.NewReader(body))
	changed.ContentLength = int64(len(body))
	return &changed
}

// excerpt is the beginning of what can not be read, for an error.
func excerpt(raw []byte) string {
	const most = 200
	text := bytes.ToValidUTF8(bytes.TrimSpace(raw[:min(len(raw), most)]), nil)
	if len(raw) > most {
		return string(text) + " …"
	}
	return string(text)
}
