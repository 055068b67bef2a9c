package mcp

import (
	"context"
	"fmt"
	"maps"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// follow asks to be told when a resource changes, or no more. It is asked again
// after the source was opened anew.
func (s *Source) follow(ctx context.Context, uri string, on bool) error {
	n, err := s.connected()
	if err != nil {
		return err
	}
	if err := n.follow(ctx, uri, on); err != nil {
		return s.hideIn(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.followed == nil {
		s.followed = map[string]bool{}
	}
	if s.followed[uri] = true; !on {
		delete(s.followed, uri)
	}
	return nil
}

func (n *session) follow(ctx context.Context, uri string, on bool) error {
	ctx, cancel := within(ctx, n.ctx)
	defer cancel()
	ctx, limited := context.WithTimeout(ctx, n.source.config.timeout())
	defer limited()
	var err error
	if on {
		err = n.sdk.Subscribe(ctx, &sdk.SubscribeParams{URI: uri})
	} else {
		err = n.sdk.Unsubscribe(ctx, &sdk.UnsubscribeParams{URI: uri})
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return fmt.Errorf("%s was not told to follow %s: %w", n.tap.subject, uri, context.Cause(ctx))
	case err != nil:
		return n.requestError("to have "+uri+" followed", err, "")
	}
	n.change(func(c *catalogue) {
		if c.followed == nil {
			c.followed = map[string]bool{}
		}
		c.followed[uri] = on
	})
	return nil
}

// followAgain follows what was followed in the session before.
func (n *session) followAgain() {
	n.source.mu.Lock()
	uris := slices.Sorted(maps.Keys(n.source.followed))
	n.source.mu.Unlock()
	for _, uri := range uris {
		if err := n.follow(n.alive, uri, true); err != nil && n.alive.Err() == nil {
			n.tap.log("warning", fmt.Sprintf("%s is not followed any more: %v", uri, err))
		}
	}
}
