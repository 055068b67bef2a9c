// Package sources is the screen that says how a source is: its state, what it
// says of itself, what it has beside tools, what was wrong with its listing, its
// log and its traffic.
package sources

import (
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A Source is one source as the screen shows it.
type Source struct {
	source.Info
	// With are lines on what its file sets beside its target: variables,
	// headers, a folder.
	With   []string
	State  source.State
	Since  time.Time
	Reason string
	// Retry is when it is connected again by itself; zero when it is not.
	Retry time.Time
	// CanSignIn says that the person can be signed in to it, SigningIn that
	// this is under way.
	CanSignIn, SigningIn bool
	Tools                int
	Problems             []source.Problem
	// Offers are what it has beside tools; More says that they are still being
	// listed.
	Offers []source.Offer
	More   bool
	Facts  source.Facts
	// Changes says in words what became of its tools when they were last
	// listed anew, and ChangedAt when that was; zero for never.
	Changes   string
	ChangedAt time.Time
	// Watched are the files whose change connects it anew.
	Watched []string
	// Leveled says that it can be told which log messages to send, Level what
	// it was told; empty when it was not.
	Leveled  bool
	Level    string
	Log      []tool.LogEntry
	Exchange []source.Message
}

// OpenMsg asks to read a resource, or to get a prompt, of a source; Look asks only
// for its page.
type OpenMsg struct {
	ID    string
	Offer source.Offer
	Look  bool
}

// FollowMsg asks to be told when a resource changes, or no more.
type FollowMsg struct {
	ID    string
	Offer source.Offer
}

// LevelMsg asks to choose which log messages a source sends.
type LevelMsg struct{ ID string }
