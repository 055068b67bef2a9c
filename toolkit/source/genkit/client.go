package genkit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
)

const (
	// secretHeader carries the secret of a runtime that wants one.
	secretHeader = "X-Genkit-Reflection-Secret"
	// versionHeader is in every answer of a reflection server.
	versionHeader = "X-Genkit-Version"
	// maxListing is how long a list of actions may be, in bytes.
	maxListing = 64 << 20
	// maxProbe is the same for an answer of which only the form matters.
	maxProbe = 16 << 20
)

// A client speaks to one reflection server.
type client struct {
	http    *http.Client
	base    string // without a slash at its end
	headers map[string]string
	subject string // the app in a sentence
}

// trimmed is the address of the server itself.
func trimmed(address string) string {
	address = strings.TrimRight(address, "/")
	for _, end := range []string{"/api/actions", "/api"} {
		address = strings.TrimSuffix(address, end)
	}
	return address
}

func (c *client) request(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	var content io.Reader
	if body != nil {
		content = bytes.NewReader(body)
	}
	r, err := http.NewRequestWithContext(ctx, method, c.base+path, content)
	if err != nil {
		return nil, err
	}
	for name, value := range c.headers {
		r.Header.Set(name, value)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return c.http.Do(r)
}

// health asks whether the server that listens is the one with the id. An empty
// id is anyone's.
func (c *client) health(ctx context.Context, id string) error {
	path := "/api/__health"
	if id != "" {
		path += "?id=" + url.QueryEscape(id)
	}
	response, err := c.request(ctx, http.MethodGet, path, nil)
	if err != nil {
		return c.unreachable(err)
	}
	defer discard(response)
	switch response.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusServiceUnavailable:
		return fmt.Errorf("another app than %s listens at %s now; its own has ended without taking its file away", c.subject, c.base)
	}
	return c.refused(response)
}

// actions are the app's actions as the server lists them, and the version of
// Genkit that it says to be.
func (c *client) actions(ctx context.Context) (raw json.RawMessage, version string, err error) {
	response, err := c.request(ctx, http.MethodGet, "/api/actions", nil)
	if err != nil {
		return nil, "", c.unreachable(err)
	}
	defer discard(response)
	if response.StatusCode != http.StatusOK {
		return nil, "", c.refused(response)
	}
	raw, err = io.ReadAll(io.LimitReader(response.Body, maxListing+1))
	switch {
	case err != nil:
		return nil, "", c.unreachable(err)
	case len(raw) > maxListing:
		return nil, "", fmt.Errorf("the list of actions of %s is longer than %d MiB", c.subject, maxListing>>20)
	}
	return raw, response.Header.Get(versionHeader), nil
}

// cancel has the app end an action. That the action has ended already is no
// error.
func (c *client) cancel(ctx context.Context, trace string) error {
	body, err := json.Marshal(map[string]string{"traceId": trace})
	if err != nil {
		return err
	}
	response, err := c.request(ctx, http.MethodPost, "/api/cancelAction", body)
	if err != nil {
		return err
	}
	discard(response)
	return nil
}

// discard lets the connection be used again.
func discard(response *http.Response) {
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10))
	_ = response.Body.Close()
}

// refused is the error of an answer that is none of the API's.
func (c *client) refused(response *http.Response) error {
	switch response.StatusCode {
	case http.StatusUnauthorized:
		return fmt.Errorf("%s wants a secret; give it as the header %s, with the value that GENKIT_REFLECTION_SECRET_TOKEN has in the app", c.subject, secretHeader)
	case http.StatusNotFound:
		return fmt.Errorf("%s is no reflection server of Genkit (version 1): it knows no %s", c.base, response.Request.URL.Path)
	}
	return fmt.Errorf("%s answered %s with %s", c.subject, response.Request.URL.Path, response.Status)
}

// unreachable is the error of a request that got no answer.
func (c *client) unreachable(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err
	}
	var timeout net.Error
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%s was not waited for: %w", c.subject, err)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return fmt.Errorf("%s did not answer in time at %s: %w", c.subject, c.base, err)
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("%s does not run: nothing listens at %s; start it with GENKIT_ENV=dev", c.subject, c.base)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET):
		return fmt.Errorf("%s broke the connection to %s off", c.subject, c.base)
	}
	return fmt.Errorf("%s can not be reached at %s: %w", c.subject, c.base, err)
}

// IsRuntime tells whether a reflection server of Genkit (version 1) listens at an
// address. A nil client is [http.DefaultClient].
func IsRuntime(ctx context.Context, through *http.Client, base string) bool {
	if through == nil {
		through = http.DefaultClient
	}
	c := &client{http: through, base: trimmed(base), subject: "the app"}
	if c.health(ctx, "") != nil {
		return false
	}
	response, err := c.request(ctx, http.MethodGet, "/api/actions", nil)
	if err != nil {
		return false
	}
	defer discard(response)
	if response.StatusCode == http.StatusUnauthorized {
		return response.Header.Get(versionHeader) != ""
	}
	var actions map[string]struct {
		Key string `json:"key"`
	}
	if response.StatusCode != http.StatusOK || json.NewDecoder(io.LimitReader(response.Body, maxProbe)).Decode(&actions) != nil {
		return false
	}
	for key, action := range actions {
		if !strings.HasPrefix(key, "/") || action.Key != "" && action.Key != key {
			return false
		}
	}
	return len(actions) > 0 || response.Header.Get(versionHeader) != ""
}
