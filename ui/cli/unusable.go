package cli

import (
	"context"
	"errors"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// An unusable source stands for a server that a file declares in a way that it
// can not be opened, so that it is listed with the reason.
type unusable struct{ name, origin, problem string }

func (u *unusable) Info() source.Info {
	return source.Info{Kind: tool.SourceMCP, Name: u.name, Target: u.origin, Origin: u.origin}
}

func (u *unusable) Open(context.Context, source.Host) (source.Listing, error) {
	return source.Listing{}, errors.New(u.problem)
}

func (u *unusable) Close() error { return nil }
