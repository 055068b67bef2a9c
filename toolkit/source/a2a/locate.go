package a2a

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"strings"

	"toolbench/toolkit/lifetime"
	"toolbench/toolkit/source"
)

// wellKnown are where an agent's card is, below its base URL: as of 0.3, and
// before it.
var wellKnown = []string{"/.well-known/agent-card.json", "/.well-known/agent.json"}

// maxCard is how big a card may be, in bytes.
const maxCard = 4 << 20

// locate finds the agent's card: the one that is at hand, that in a file, or
// the one that the agent serves. The URL is where it was found, nil when that is
// no URL.
func (s *Source) locate(ctx context.Context, client *http.Client) (card, *url.URL, error) {
	if len(s.config.Card) > 0 {
		known, err := readCard(s.config.Card)
		if err != nil {
			return card{}, nil, fmt.Errorf("the card of %s can not be used: %w", s.subject(), err)
		}
		return known, nil, nil
	}
	if u, ok := webURL(s.config.URL); ok {
		return s.fetch(ctx, client, u)
	}
	known, err := s.readFile(s.config.URL)
	return known, nil, err
}

func (s *Source) readFile(name string) (card, error) {
	if name == "" {
		return card{}, fmt.Errorf("%s has neither a url nor a card; give it one of them", s.subject())
	}
	info, err := os.Stat(name)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > maxCard) {
		err = fmt.Errorf("%s is not a file of at most %d MiB", name, maxCard>>20)
	}
	var data []byte
	if err == nil {
		data, err = os.ReadFile(name)
	}
	if err != nil {
		return card{}, fmt.Errorf("the card of %s can not be read: %w; give an http(s) URL or the path of a card", s.subject(), err)
	}
	known, err := readCard(data)
	if err != nil {
		return card{}, fmt.Errorf("the file %s is no agent card: %w", name, err)
	}
	return known, nil
}

// fetch looks for a card in all places where an agent at u may have it.
func (s *Source) fetch(ctx context.Context, client *http.Client, u *url.URL) (card, *url.URL, error) {
	var tried []string
	var hidden error
	for _, at := range cardURLs(u) {
		data, status, err := get(ctx, client, at)
		if err != nil {
			return card{}, nil, s.unreachable(ctx, at, err)
		}
		switch {
		case hidden == nil && (status.code == http.StatusUnauthorized || status.code == http.StatusForbidden):
			hidden = &source.AuthorizationError{Err: fmt.Errorf("%s wants authorization before it shows its card at %s (%s); give it a header or a credential",
				s.subject(), s.hide.URL(at.String()), status.text)}
		case status.code == http.StatusOK && IsCard(data):
			known, err := readCard(data)
			return known, at, err
		case status.code == http.StatusOK:
			status.text = "no agent card"
		}
		tried = append(tried, fmt.Sprintf("%s: %s", s.hide.URL(at.String()), status.text))
	}
	if hidden != nil {
		return card{}, nil, hidden
	}
	return card{}, nil, fmt.Errorf("%s shows no card where one was looked for; %s", s.subject(), strings.Join(tried, ", "))
}

// cardURLs are where the card of an agent at u may be, likeliest first.
func cardURLs(u *url.URL) []*url.URL {
	var below, above []*url.URL
	base := *u
	base.RawQuery, base.Fragment = "", ""
	for _, name := range wellKnown {
		below = append(below, base.JoinPath(name))
		if root := (&url.URL{Scheme: base.Scheme, User: base.User, Host: base.Host}).JoinPath(name); strings.Trim(base.Path, "/") != "" {
			above = append(above, root)
		}
	}
	if path.Ext(u.Path) == ".json" {
		return []*url.URL{u}
	}
	return append(append(below, u), above...)
}

type status struct {
	code int
	text string
}

func get(ctx context.Context, client *http.Client, at *url.URL) ([]byte, status, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return nil, status{}, err
	}
	request.Header.Set("Accept", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return nil, status{}, err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(io.LimitReader(response.Body, maxCard))
	return data, status{response.StatusCode, response.Status}, err
}

// unreachable is the error of a request that got no answer.
func (s *Source) unreachable(ctx context.Context, at *url.URL, err error) error {
	where := s.hide.URL(at.Scheme + "://" + at.Host)
	switch {
	case errors.Is(context.Cause(ctx), lifetime.ErrClosed):
		return fmt.Errorf("%s was closed while it was being reached at %s", s.subject(), where)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("%s did not answer at %s in time: %w", s.subject(), where, ctx.Err())
	case ctx.Err() != nil:
		return fmt.Errorf("reaching %s at %s was given up: %w", s.subject(), where, ctx.Err())
	}
	return fmt.Errorf("%s can not be reached at %s: %w", s.subject(), where, inner(err))
}

// inner is the error of a request without the URL, which net/http puts in front
// and which may hold secrets.
func inner(err error) error {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		return wrapped.Err
	}
	return err
}
