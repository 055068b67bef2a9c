package tool

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// A ToolContext is what a running tool is handed. It is itself a
// [context.Context], and safe when nil, typed nil too: it then never ends and
// its verbs do nothing.
type ToolContext struct {
	// Ctx ends when the call is cancelled or out of time; nil means never.
	Ctx context.Context
	// Timeout is how long the call may take, in milliseconds; 0 for no limit.
	Timeout int
	// Answer is the answer to the request with which the tool suspended its
	// first execution; nil on that first execution.
	Answer *Answer
	// Arguments are the call's arguments as raw JSON, exactly as they were
	// meant. Sources that forward a call send these bytes. They are empty
	// when the caller only had a map: see [ArgumentsOf].
	Arguments json.RawMessage

	host Host
}

// A Host is what runs a tool and serves the verbs of its [ToolContext]. Its
// methods are safe from any goroutine, and do nothing once the call is over.
type Host interface {
	// Progress reports how far the call has come.
	Progress(Progress)
	// Chunk hands over a piece of partial output.
	Chunk(text string)
	// Log hands over a line of the tool's log.
	Log(LogEntry)
	// Attach adds parts to the result.
	Attach([]ContentPart)
	// WaitFor blocks until the request is answered or ctx ends. It returns
	// ErrNobodyToAsk at once when nobody listens.
	WaitFor(ctx context.Context, req Request) (Answer, error)
}

// A Progress says how far a call has come. Total is 0 when it is not known.
type Progress struct {
	Progress, Total float64
	Message         string
}

// A LogEntry is one line of a log. Level is one of MCP's: debug, info, notice,
// warning, error, critical, alert, emergency.
type LogEntry struct {
	Time    time.Time
	Level   string
	Message string
}

// ErrNobodyToAsk is returned by WaitFor when the call has nobody who could
// answer.
var ErrNobodyToAsk = errors.New("nobody is there to answer")

// NewToolContext is a context for one execution on behalf of host.
func NewToolContext(ctx context.Context, host Host, args json.RawMessage) *ToolContext {
	return &ToolContext{Ctx: ctx, Arguments: args, host: host}
}

// WithHost is a copy of c that is served by host.
func (c *ToolContext) WithHost(host Host) *ToolContext {
	if c == nil {
		return &ToolContext{host: host}
	}
	d := *c
	d.host = host
	return &d
}

// Host is what serves the verbs, nil when nothing does.
func (c *ToolContext) Host() Host {
	if c == nil {
		return nil
	}
	return c.host
}

type contextKey struct{}

// FromContext finds the ToolContext behind ctx, or nil.
func FromContext(ctx context.Context) *ToolContext {
	if ctx == nil {
		return nil
	}
	c, _ := ctx.Value(contextKey{}).(*ToolContext)
	return c
}

func (c *ToolContext) context() context.Context {
	if c == nil || c.Ctx == nil {
		return context.Background()
	}
	return c.Ctx
}

// Deadline implements [context.Context].
func (c *ToolContext) Deadline() (time.Time, bool) { return c.context().Deadline() }

// Done implements [context.Context].
func (c *ToolContext) Done() <-chan struct{} { return c.context().Done() }

// Err implements [context.Context].
func (c *ToolContext) Err() error { return c.context().Err() }

// Value implements [context.Context]. It finds the ToolContext itself again
// behind a derived context.
func (c *ToolContext) Value(key any) any {
	if _, ok := key.(contextKey); ok {
		if c == nil {
			return nil
		}
		return c
	}
	return c.context().Value(key)
}

// Progress reports how far the call has come.
func (c *ToolContext) Progress(p Progress) {
	if h := c.Host(); h != nil {
		h.Progress(p)
	}
}

// SendChunk hands over a piece of partial output. It is best effort: the
// result is always the authoritative answer.
func (c *ToolContext) SendChunk(text string) {
	if h := c.Host(); h != nil {
		h.Chunk(text)
	}
}

// Log hands over a line of the tool's log.
func (c *ToolContext) Log(level, message string) {
	if h := c.Host(); h != nil {
		h.Log(LogEntry{Time: time.Now(), Level: level, Message: message})
	}
}

// AttachParts adds parts to the result. After the call has ended it does nothing.
func (c *ToolContext) AttachParts(parts ...ContentPart) {
	if h := c.Host(); h != nil {
		h.Attach(parts)
	}
}

// WaitFor asks whoever called the tool and blocks until there is an answer,
// which may be one that is not OK, or the call ends. It returns
// [ErrNobodyToAsk] when nobody listens.
func (c *ToolContext) WaitFor(req Request) (Answer, error) {
	return WaitFor(c, req)
}

// SendProgress is [ToolContext.Progress] on the ToolContext behind ctx.
func SendProgress(ctx context.Context, p Progress) { FromContext(ctx).Progress(p) }

// SendChunk is [ToolContext.SendChunk] on the ToolContext behind ctx.
func SendChunk(ctx context.Context, text string) { FromContext(ctx).SendChunk(text) }

// Log is [ToolContext.Log] on the ToolContext behind ctx.
func Log(ctx context.Context, level, message string) { FromContext(ctx).Log(level, message) }

// AttachParts is [ToolContext.AttachParts] on the ToolContext behind ctx.
func AttachParts(ctx context.Context, parts ...ContentPart) { FromContext(ctx).AttachParts(parts...) }

// WaitFor is [ToolContext.WaitFor] on the ToolContext behind ctx; the wait ends
// with ctx.
func WaitFor(ctx context.Context, req Request) (Answer, error) {
	h := FromContext(ctx).Host()
	if h == nil {
		return Answer{}, ErrNobodyToAsk
	}
	if req.ID == "" {
		req.ID = NewRequestID()
	}
	return h.WaitFor(ctx, req)
}
