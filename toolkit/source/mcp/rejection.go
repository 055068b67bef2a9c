package mcp

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/source"
)

// A rejection is an HTTP answer that is not MCP's.
type rejection struct {
	status      int
	contentType string
	message     bool   // the body is a message, though not of a type that MCP has
	challenge   string // WWW-Authenticate
	location    string // where it redirects to
	body        string
}

// openError is the sentence for an opening that failed.
func (e *endpoint) openError(err error) error {
	e.mu.Lock()
	refusal, reaching := e.refusal, e.reaching
	e.mu.Unlock()
	var protocol *jsonrpc.Error
	switch {
	case refusal != nil && refusal.wantsSignIn():
		return e.unauthorized(refusal)
	case refusal != nil:
		return &finalError{error: e.explain(err), older: !e.way.older && refusal.status >= 400 && refusal.status < 500}
	case reaching != nil:
		return e.explain(err)
	case errors.As(err, &protocol) && protocol.Code != rejected:
		return fmt.Errorf("%s refused to connect: %s", e.tap.subject, wordsOf(protocol))
	}
	return e.explain(err)
}

// wantsSignIn tells a server that wants a token, or another one, from one that
// takes none.
func (r *rejection) wantsSignIn() bool {
	return r.status == http.StatusUnauthorized || r.status == http.StatusForbidden && r.challenge != ""
}

// unauthorized is the error for a server that wants the person to sign in.
func (e *endpoint) unauthorized(r *rejection) error {
	answered := fmt.Sprintf("%s answered %s", e.target, r)
	if r.challenge != "" {
		answered += fmt.Sprintf(" (%s)", challenge{header: r.challenge})
	}
	if e.authorization == nil {
		return &source.AuthorizationError{Err: fmt.Errorf("%s does not take the Authorization header that it is given: %s", e.tap.subject, answered)}
	}
	if e.authorization.config.ClientCredentials {
		return &source.AuthorizationError{Err: fmt.Errorf("%s does not take the token that it was asked for in this program's own name: %s", e.tap.subject, answered)}
	}
	return &source.AuthorizationError{
		Err:    fmt.Errorf("%s wants you to sign in first: %s; a token can be given as a header, too", e.tap.subject, answered),
		SignIn: e.signIn(r.challenge),
	}
}

// explain is the sentence for something that failed over HTTP.
func (e *endpoint) explain(err error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	var dns *net.DNSError
	var operation *net.OpError
	var notSignedIn *signInError
	switch {
	case errors.As(err, &notSignedIn), errors.As(e.reaching, &notSignedIn):
		return notSignedIn.error
	case e.refusal != nil:
		return e.refusedBy(e.refusal)
	case errors.As(e.reaching, &dns):
		return fmt.Errorf("%s can not be reached: there is no host %q", e.tap.subject, dns.Name)
	case errors.As(e.reaching, &operation):
		return fmt.Errorf("%s can not be reached at %s: %w; is it running?", e.tap.subject, e.target, operation.Err)
	case errors.Is(e.reaching, io.EOF), errors.Is(e.reaching, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s closed the connection before it answered", e.tap.subject)
	case e.reaching != nil:
		return fmt.Errorf("%s can not be reached at %s: %w", e.tap.subject, e.target, e.reaching)
	case errors.Is(err, sdk.ErrSessionMissing):
		return fmt.Errorf("%s has forgotten the session; connect it again", e.tap.subject)
	case err == nil, errors.Is(err, io.EOF):
		return errors.New(e.tap.subject + " closed the connection")
	case strings.HasSuffix(err.Error(), "terminated without response"): // the SDK has no error of its own for it
		return fmt.Errorf("%s ended its stream of events without an answer", e.tap.subject)
	}
	return fmt.Errorf("%s failed: %w", e.tap.subject, err)
}

// refusedBy is the sentence for a response that is no answer.
func (e *endpoint) refusedBy(r *rejection) error {
	hint := ""
	switch {
	case r.message, r.status < 300 && r.contentType == "":
		hint = "; MCP wants application/json or text/event-stream"
	case r.location != "" && r.status < 400:
		hint = ", which redirects to " + r.location + "; give that URL"
	case r.status < 300 && r.contentType == "JSON" && strings.HasPrefix(r.body, `{"jsonrpc"`):
		hint = ": " + r.body
	case r.status == http.StatusNotFound, r.status == http.StatusMethodNotAllowed, r.status < 300:
		hint = "; is it the URL of an MCP server? They often end in /mcp"
	case r.body != "":
		hint = ": " + r.body
	}
	return fmt.Errorf("%s can not be used: %s answered %s%s", e.tap.subject, e.target, r, hint)
}

func (r *rejection) String() string {
	if r.status < 300 {
		return "with " + cmp.Or(r.contentType, "no content type") + ", which is not MCP"
	}
	return fmt.Sprintf("HTTP %d %s", r.status, http.StatusText(r.status))
}
