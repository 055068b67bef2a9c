package a2a

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// The codes of JSON-RPC errors that mean something to this program.
const (
	codeMethodNotFound = -32601
	codeUnsupported    = -32004
	codeVersion        = -32009
)

// A refusal is an agent's error: an answer that is not what was asked for.
type refusal struct {
	code   int    // of JSON-RPC, or 0
	status string // of HTTP, or ""
	reason string // a2a's word for it, or ""
	words  string
}

func (r *refusal) Error() string {
	var marks []string
	if r.status != "" {
		marks = append(marks, "HTTP "+r.status)
	}
	if r.code != 0 {
		marks = append(marks, fmt.Sprintf("JSON-RPC error %d", r.code))
	}
	if r.reason != "" {
		marks = append(marks, r.reason)
	}
	if len(marks) == 0 {
		return r.words
	}
	if r.words == "" {
		return strings.Join(marks, ", ")
	}
	return fmt.Sprintf("%s (%s)", r.words, strings.Join(marks, ", "))
}

// unauthorized tells whether the agent wants to know who calls.
func (r *refusal) unauthorized() bool {
	for _, code := range []int{http.StatusUnauthorized, http.StatusForbidden} {
		if strings.HasPrefix(r.status, fmt.Sprint(code)) {
			return true
		}
	}
	return r.reason == "UNAUTHENTICATED" || r.reason == "UNAUTHORIZED"
}

// otherVersion tells whether the agent does not know what it was asked in the
// version that it was asked in.
func (r *refusal) otherVersion() bool {
	return r.code == codeVersion || r.reason == "VERSION_NOT_SUPPORTED"
}

// unsupported tells whether the agent can not do what it was asked.
func (r *refusal) unsupported() bool {
	return r.code == codeUnsupported || r.code == codeMethodNotFound || r.reason == "UNSUPPORTED_OPERATION" ||
		strings.HasPrefix(r.status, "404") && r.reason == "" || strings.HasPrefix(r.status, "501")
}

// busy tells whether the agent still works on the task, and may take the same
// message in a moment. There is no code for that.
func (r *refusal) busy() bool { return strings.Contains(r.words, "already in progress") }

// refusalIn reads the error object of JSON-RPC, or that of HTTP+JSON.
func refusalIn(raw json.RawMessage) *refusal {
	var wire struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Status  string          `json:"status"`
		Data    json.RawMessage `json:"data"`
		Details json.RawMessage `json:"details"`
	}
	if decode(raw, &wire) != nil {
		return &refusal{words: excerpt(raw)}
	}
	r := &refusal{words: wire.Message}
	if wire.Code < 0 {
		r.code = wire.Code
	}
	for _, list := range []json.RawMessage{wire.Data, wire.Details} {
		var details []json.RawMessage
		if decode(list, &details) != nil {
			continue
		}
		for _, detail := range details {
			r.add(detail)
		}
	}
	if begins(wire.Data, '"') || begins(wire.Data, '{') { // words of the agent's own
		r.words = strings.TrimSpace(r.words + " " + excerpt(wire.Data))
	}
	if r.words == "" {
		r.words = wire.Status
	}
	return r
}

// add takes in one of the details of an error: a2a's word for it, and what more
// the agent says, such as which field is wrong.
func (r *refusal) add(detail json.RawMessage) {
	var known struct {
		Reason string `json:"reason"`
	}
	members := map[string]json.RawMessage{}
	if begins(detail, '{') && decode(detail, &members) == nil {
		if decode(detail, &known) == nil && known.Reason != "" {
			r.reason = known.Reason
		}
		for _, usual := range []string{"@type", "reason", "domain"} {
			delete(members, usual)
		}
		if len(members) == 0 {
			return
		}
	}
	r.words = strings.TrimSpace(r.words + " " + excerpt(detail))
}

// refusedWith reads a response whose status is not OK.
func refusedWith(response *http.Response, body []byte) *refusal {
	var wire struct {
		Error json.RawMessage `json:"error"`
	}
	r := &refusal{}
	switch err := decode(body, &wire); {
	case err == nil && begins(wire.Error, '{'):
		r = refusalIn(wire.Error)
	case len(body) > 0:
		r.words = excerpt(body)
	}
	r.status = response.Status
	return r
}

// An unclear answer is one that can not be read. It is a sentence.
type unclear string

func (e unclear) Error() string { return string(e) }
