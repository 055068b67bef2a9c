// Package catalog is the screen that lists every tool by source, with the state
// of each source and a filter over all of it.
package catalog

import (
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A Source is one source with its tools, as the catalogue shows them.
type Source struct {
	source.Info
	State source.State
	// Since is when it came into this state.
	Since time.Time
	// Reason is a sentence on why it is not connected.
	Reason string
	// CanSignIn says that the person can be signed in to it.
	CanSignIn bool
	// Retry is when it is connected again by itself; zero when it is not.
	Retry time.Time
	// Watched says that it connects anew when its files change.
	Watched bool
	// Problems is how many entries of its listing are no tools.
	Problems int
	Tools    []Item
}

// An Item is one tool of a source.
type Item struct {
	tool.Tool
	// HiddenBy is the ID of the source whose tool of the same name is served
	// instead; empty for a tool that is served.
	HiddenBy string
}
