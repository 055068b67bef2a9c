package a2a

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"

	"toolbench/toolkit/tool"
)

// A conversation is one call: the messages that go to and fro until a task has
// ended.
type conversation struct {
	*session
	tool *tool.ToolContext
	ctx  context.Context // ends with the call and with the session
	wire context.Context // of requests: outlasts ctx until the task is named, so that it can be cancelled

	task      protocol.TaskInfo
	named     chan struct{} // closed when task has an id
	naming    sync.Once
	status    protocol.TaskStatus
	reply     *protocol.Message // an answer that made no task
	artifacts artifacts
	history   []*protocol.Message
	updates   int // that were reported

	open    bool // the agent has not said yet which task its answer is of
	strange bool // it sent something of another task
}

// call runs a skill.
func (n *session) call(ctx *tool.ToolContext, skill string, raw json.RawMessage) (tool.ToolResult, error) {
	args, err := readArguments(raw)
	if err != nil {
		return tool.ErrorResult(err.Error()), nil
	}
	var message *protocol.Message
	if !args.follows() {
		if message, err = args.message(skill); err != nil {
			return tool.ErrorResult(err.Error()), nil
		}
	}
	c, end := n.converse(ctx)
	defer end()
	c.name(protocol.TaskInfo{TaskID: protocol.TaskID(args.TaskID), ContextID: args.ContextID})
	return c.run(message)
}

// converse begins a conversation, which has to be ended.
func (n *session) converse(ctx *tool.ToolContext) (c *conversation, end func()) {
	c = &conversation{session: n, tool: ctx, named: make(chan struct{}), artifacts: artifacts{chunk: ctx.SendChunk}}
	var cancel context.CancelCauseFunc
	var cut context.CancelFunc
	c.ctx, cancel = context.WithCancelCause(ctx)
	c.wire, cut = context.WithCancel(context.WithoutCancel(c.ctx))
	closing := context.AfterFunc(n.ctx, func() { cancel(context.Cause(n.ctx)) })
	context.AfterFunc(c.ctx, func() {
		defer cut()
		late := time.NewTimer(patience)
		defer late.Stop()
		select {
		case <-c.named:
		case <-late.C:
		case <-c.wire.Done():
		}
	})
	return c, func() {
		closing()
		cut()
		cancel(nil)
	}
}

// run goes on until the task has ended; a nil message only follows it.
func (c *conversation) run(message *protocol.Message) (tool.ToolResult, error) {
	var err error
	if message != nil {
		err = c.turn(message)
	}
	for err == nil && !c.ended() {
		switch c.status.State {
		case protocol.TaskStateInputRequired:
			err = c.askInput()
		case protocol.TaskStateAuthRequired:
			err = c.askAuthorization()
		default:
			err = c.follow(nil)
		}
	}
	var no *refusedAnswer
	switch {
	case err == nil:
		return c.result(), nil
	case c.ctx.Err() != nil:
		return c.stopped()
	case errors.As(err, &no):
		return c.declined(no), nil
	case errors.Is(err, tool.ErrNobodyToAsk):
		return c.unanswered(err)
	}
	return c.partial(""), c.explain(err)
}

// name makes known to which task and context the conversation belongs.
func (c *conversation) name(task protocol.TaskInfo) {
	if task.ContextID != "" {
		c.task.ContextID = task.ContextID
	}
	if task.TaskID != "" {
		c.task.TaskID = task.TaskID
		c.naming.Do(func() { close(c.named) })
	}
}

// belongs tells whether something is of the task that is talked about. Which one
// that is, the beginning of the answer to a message says.
func (c *conversation) belongs(task protocol.TaskInfo) bool {
	if task.TaskID == "" || task.TaskID == c.task.TaskID || c.open {
		c.open = c.open && task.TaskID == ""
		return true
	}
	if !c.strange {
		c.strange = true
		c.log("warning", fmt.Sprintf("%s sent something of task %s in answer to what it was asked of task %s; such things are left out", c.source.subject(), task.TaskID, c.task.TaskID))
	}
	return false
}

// apply takes what the agent sent.
func (c *conversation) apply(event protocol.Event) {
	if !c.belongs(event.TaskInfo()) {
		return
	}
	c.name(event.TaskInfo())
	switch event := event.(type) {
	case *protocol.Message:
		c.reply = event
	case *protocol.Task:
		c.artifacts.replace(event.Artifacts)
		if len(event.History) > 0 {
			c.history = event.History
		}
		c.set(event.Status)
	case *protocol.TaskStatusUpdateEvent:
		c.set(event.Status)
	case *protocol.TaskArtifactUpdateEvent:
		c.artifacts.update(event)
		c.report()
	}
}

// set takes a status and reports it, unless it is the one that is known.
func (c *conversation) set(status protocol.TaskStatus) {
	known := c.status
	c.status = status
	if status.State != known.State || wordsOf(status.Message) != wordsOf(known.Message) {
		c.report()
	}
}

// report tells whoever made the call that the task goes on.
func (c *conversation) report() {
	if c.settled() {
		return
	}
	c.updates++
	words := wordsOf(c.status.Message)
	if words == "" {
		words = stateWord(c.status.State)
	}
	c.tool.Progress(tool.Progress{Progress: float64(c.updates), Message: words})
}

// ended tells whether there is no more to come.
func (c *conversation) ended() bool { return c.reply != nil || c.status.State.Terminal() }

// settled tells whether nothing more comes by itself: the task has ended, or
// waits for an answer.
func (c *conversation) settled() bool {
	return c.ended() || c.status.State == protocol.TaskStateInputRequired || c.status.State == protocol.TaskStateAuthRequired
}

// wordsOf is the text of a message.
func wordsOf(m *protocol.Message) string {
	if m == nil {
		return ""
	}
	var texts []string
	for _, part := range m.Parts {
		if text := part.Text(); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n")
}
