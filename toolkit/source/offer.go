package source

import (
	"context"
	"time"

	"toolbench/toolkit/tool"
)

// An OfferKind says what an [Offer] is.
type OfferKind string

// The kinds of offer, with the names that MCP gives them.
const (
	Resource         OfferKind = "resource"
	ResourceTemplate OfferKind = "resource template"
	Prompt           OfferKind = "prompt"
)

// An Offer is what a source has beside tools: a document to read, a prompt to
// get.
type Offer struct {
	Kind OfferKind
	// Read gets it, the way a tool is called: its arguments are those of a
	// prompt or the variables of a template, none for a resource, and its
	// result is what came. Its name is the source's own, unchanged: a prompt's
	// name, a resource's URI, a template.
	Read tool.Tool
	// URI is a resource's address, or a template of one (RFC 6570); empty for
	// prompts.
	URI string
	// MimeType is what reading yields, when the source says so.
	MimeType string
	// Size is how many bytes reading yields; 0 when the source does not say.
	Size int64
	// Follow asks to be told when the resource changes, or no more; nil when
	// the source can not do that.
	Follow func(ctx context.Context, on bool) error
	// Followed tells that changes are being told.
	Followed bool
	// Updated is when the source last told of a change; zero when it did not.
	Updated time.Time
}
