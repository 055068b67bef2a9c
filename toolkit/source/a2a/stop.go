package a2a

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A stopError says what became of the task of a call that was stopped.
type stopError struct {
	sentence   string
	ctx, cause error
}

func (e *stopError) Error() string { return e.cause.Error() + "; " + e.sentence }

// Unwrap is the context's error and its cause.
func (e *stopError) Unwrap() []error { return []error{e.ctx, e.cause} }

// stopped is the end of a call whose context has ended, or whose source was
// closed. The agent is told, unless time ran out: a task may well take longer
// than someone waits for it.
func (c *conversation) stopped() (tool.ToolResult, error) {
	cause := context.Cause(c.ctx)
	if lost, ok := errors.AsType[*source.LostError](cause); ok {
		c.cancelTask()
		return c.partial(""), lost
	}
	sentence := c.fate(cause)
	c.tool.Log("notice", sentence)
	return c.partial(sentence), &stopError{sentence, c.ctx.Err(), cause}
}

// fate does what is due to the task of a stopped call, and says what.
func (c *conversation) fate(cause error) string {
	subject, id := c.source.subject(), c.task.TaskID
	var timeout interface{ Timeout() bool }
	switch {
	case id == "":
		return subject + " had not named a task yet, so it could not be told"
	case errors.As(cause, &timeout) && timeout.Timeout():
		return fmt.Sprintf("task %s lives on at %s; give its id as task_id to go on with it", id, subject)
	case c.cancelTask():
		return fmt.Sprintf("task %s was cancelled at %s", id, subject)
	}
	return fmt.Sprintf("%s was told to cancel task %s and has not said that it did", subject, id)
}

// cancelTask has the agent cancel the task. It tells whether the agent said in
// time that it did; telling it goes on for a while otherwise.
func (c *conversation) cancelTask() bool {
	if c.task.TaskID == "" || c.status.State.Terminal() {
		return false
	}
	done := make(chan bool, 1)
	told := c.leave(func(ctx context.Context) {
		task, err := c.client.CancelTask(forTask(ctx), &protocol.CancelTaskRequest{ID: c.task.TaskID})
		done <- err == nil && task.Status.State == protocol.TaskStateCanceled
	})
	if !told {
		return false
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case cancelled := <-done:
		return cancelled
	case <-late.C:
		return false
	}
}

// wanted says which security schemes the card names.
func (c *conversation) wanted() string {
	schemes := c.card.schemes()
	if len(schemes) == 0 {
		return "its card names no security scheme; a header may do"
	}
	return "its card names " + strings.Join(schemes, ", ") + "; give a value for one of them as a credential"
}
