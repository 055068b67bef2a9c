package mcp

import (
	stdjson "encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/segmentio/encoding/json"
)

// maxDepth is how deep a message may be nested. It is the SDK's own bound.
const maxDepth = 1000

// A message is a JSON-RPC message whose parts are still as they came. The parts
// share the message's memory.
type message struct {
	id             jsonrpc.ID
	method         string // "" for a response
	params, result stdjson.RawMessage
	failure        *jsonrpc.Error
}

// decodeMessage reads the envelope of a message. It takes more than the SDK
// does: an error that is no error object still answers its request.
func decodeMessage(raw []byte) (message, error) {
	var wire struct {
		ID     stdjson.RawMessage `json:"id"`
		Method stdjson.RawMessage `json:"method"`
		Params stdjson.RawMessage `json:"params"`
		Result stdjson.RawMessage `json:"result"`
		Error  stdjson.RawMessage `json:"error"`
	}
	if tooDeep(raw) {
		return message{}, fmt.Errorf("it is nested more than %d deep", maxDepth)
	}
	if err := parse(raw, &wire); err != nil {
		return message{}, err
	}
	m := message{params: wire.Params, result: wire.Result}
	var err error
	if m.id, err = idOf(wire.ID); err != nil {
		return m, err
	}
	if len(wire.Method) > 0 {
		if m.method, _ = textOf(wire.Method); m.method == "" {
			return m, fmt.Errorf("its method is %s", excerpt(wire.Method))
		}
		return m, nil
	}
	if !m.id.IsValid() {
		return m, errors.New("it has neither a method nor an id")
	}
	if isSet(wire.Error) {
		m.failure = failureOf(wire.Error)
	}
	return m, nil
}

// idOf is the id that raw holds, no valid one when it holds nothing or null.
func idOf(raw stdjson.RawMessage) (jsonrpc.ID, error) {
	var id any
	if len(raw) > 0 {
		if err := parse(raw, &id); err != nil {
			return jsonrpc.ID{}, err
		}
	}
	return jsonrpc.MakeID(id)
}

func (m message) response(result stdjson.RawMessage) *jsonrpc.Response {
	r := &jsonrpc.Response{ID: m.id, Result: result}
	if m.failure != nil {
		r.Error = m.failure
	}
	return r
}

func failureOf(raw stdjson.RawMessage) *jsonrpc.Error {
	var e struct{ Code, Message, Data stdjson.RawMessage }
	if stdjson.Unmarshal(raw, &e) != nil {
		return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: excerpt(raw)}
	}
	failure := &jsonrpc.Error{Code: int64(numberOf(e.Code)), Data: e.Data}
	failure.Message, _ = textOf(e.Message)
	if failure.Message == "" {
		failure.Message = excerpt(raw)
	}
	return failure
}

// parse decodes JSON without copying what v keeps raw or as text. It is for
// parts of messages, whose depth was looked at.
func parse(raw []byte, v any) error {
	rest, err := json.Parse(raw, v, json.ZeroCopy|json.DontMatchCaseInsensitiveStructFields)
	if err == nil && len(rest) > 0 {
		err = errors.New("there is more than one JSON value")
	}
	return err
}

func tooDeep(raw []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{', c == '[':
			if depth++; depth > maxDepth {
				return true
			}
		case c == '}', c == ']':
			depth--
		}
	}
	return false
}

// textOf is the text that raw holds, if it is a JSON string.
func textOf(raw stdjson.RawMessage) (string, bool) {
	var s string
	if len(raw) == 0 || raw[0] != '"' || parse(raw, &s) != nil {
		return "", false
	}
	return s, true
}

// numberOf is the number that raw holds, 0 if it holds none.
func numberOf(raw stdjson.RawMessage) float64 {
	var n float64
	if len(raw) == 0 || parse(raw, &n) != nil {
		return 0
	}
	return n
}

// isSet tells whether a member is there and not null.
func isSet(raw stdjson.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }
