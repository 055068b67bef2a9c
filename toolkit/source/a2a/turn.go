package a2a

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"
)

const (
	// quiet is how long a stream is listened to after the task began to wait
	// for an answer: most agents end it then, some go on with it, and some
	// begin it with what the task waited for before.
	quiet = 500 * time.Millisecond
	// pollFirst and pollLast are the pauses between two looks at a task, which
	// grow from one to the other.
	pollFirst = 100 * time.Millisecond
	pollLast  = 3 * time.Second
	// mostMissed is how many looks at a task in a row may fail.
	mostMissed = 3
)

// turn sends a message and follows the task until it has ended or waits for an
// answer.
func (c *conversation) turn(message *protocol.Message) error {
	c.status, c.open = protocol.TaskStatus{}, true
	request := &protocol.SendMessageRequest{Message: message}
	if c.card.Capabilities.Streaming {
		err := c.listen(func(ctx context.Context) iter.Seq2[protocol.Event, error] {
			return c.client.SendStreamingMessage(ctx, request)
		})
		if refused, ok := errors.AsType[*refusal](err); !ok || !refused.unsupported() || c.task.TaskID != message.TaskID {
			return c.goOn(err)
		}
	}
	// A new task is to be named at once, or it could not be cancelled. One that
	// goes on may still say at once what it waited for, so the answer has to wait.
	request.Config = &protocol.SendMessageConfig{ReturnImmediately: message.TaskID == ""}
	answer, err := c.client.SendMessage(c.wire, request)
	if err == nil {
		c.apply(answer)
	}
	return c.goOn(err)
}

// goOn follows a task of which a request told only the beginning; err is how the
// request ended.
func (c *conversation) goOn(err error) error {
	_, refused := errors.AsType[*refusal](err)
	_, unread := errors.AsType[unclear](err)
	switch {
	case err == nil && c.settled():
		return nil
	case c.ctx.Err() != nil:
		return context.Cause(c.ctx)
	case refused, unread && c.task.TaskID == "":
		return err
	case c.task.TaskID == "" && err == nil:
		return unclear("it ended its answer without a word")
	case c.task.TaskID == "":
		return &lostContact{err}
	}
	return c.follow(err)
}

// lostContact is the error of a request that had no answer.
type lostContact struct{ err error }

func (e *lostContact) Error() string { return e.err.Error() }

func (e *lostContact) Unwrap() error { return e.err }

// listen takes the events of a stream until the task has ended or waits for an
// answer, or the stream ends.
func (c *conversation) listen(stream func(context.Context) iter.Seq2[protocol.Event, error]) error {
	ctx, cancel := context.WithCancel(c.wire)
	defer cancel()
	silence := time.AfterFunc(quiet, cancel)
	defer silence.Stop()
	silence.Stop()
	for event, err := range stream(ctx) {
		if err != nil {
			if ctx.Err() != nil && c.wire.Err() == nil {
				return nil // it fell silent
			}
			return err
		}
		silence.Stop()
		c.apply(event)
		if c.ended() {
			return nil
		}
		if c.settled() {
			silence.Reset(quiet)
		}
	}
	return nil
}

// follow waits for a task to end or to ask; cause is why it has to be looked
// after anew.
func (c *conversation) follow(cause error) error {
	if c.card.Capabilities.Streaming {
		err := c.listen(func(ctx context.Context) iter.Seq2[protocol.Event, error] {
			return c.client.SubscribeToTask(ctx, &protocol.SubscribeToTaskRequest{ID: c.task.TaskID})
		})
		if c.settled() {
			return nil
		}
		if cause == nil {
			cause = err
		}
	}
	return c.poll(cause)
}

// poll looks at a task until it has ended or asks.
func (c *conversation) poll(cause error) error {
	pause := pollFirst
	for missed := 0; ; {
		if !sleep(c.ctx, pause) {
			return context.Cause(c.ctx)
		}
		pause = min(pause*3/2, pollLast)
		err := c.look(c.wire)
		_, refused := errors.AsType[*refusal](err)
		switch {
		case err == nil && c.settled():
			return nil
		case err == nil:
			missed = 0
			continue
		case c.ctx.Err() != nil:
			return context.Cause(c.ctx)
		case refused:
			return err
		}
		if missed++; missed >= mostMissed {
			if cause == nil {
				cause = err
			}
			return &lostContact{cause}
		}
	}
}

// look asks how the task is.
func (c *conversation) look(ctx context.Context) error {
	task, err := c.client.GetTask(forTask(ctx), &protocol.GetTaskRequest{ID: c.task.TaskID})
	if err != nil {
		return err
	}
	if !c.belongs(task.TaskInfo()) {
		return unclear(fmt.Sprintf("asked for task %s, it answered with task %s", c.task.TaskID, task.ID))
	}
	c.apply(task)
	return nil
}

// sleep tells whether ctx has not ended after a while.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// explain is the error of a call that the agent did not answer as it should.
func (c *conversation) explain(err error) error {
	subject := c.source.subject()
	if contact, ok := errors.AsType[*lostContact](err); ok {
		at, _ := webURL(c.place.URL)
		if c.task.TaskID == "" {
			return c.source.lost(c.source.unreachable(context.Background(), at, contact.err))
		}
		return c.source.lost(fmt.Errorf("%s was lost while it worked on task %s: %w", subject, c.task.TaskID, inner(contact.err)))
	}
	if unread, ok := errors.AsType[unclear](err); ok {
		return fmt.Errorf("%s can not be understood: %w", subject, unread)
	}
	refused, ok := errors.AsType[*refusal](err)
	switch {
	case !ok:
		return fmt.Errorf("%s can not be called: %w", subject, err)
	case refused.unauthorized():
		return fmt.Errorf("%s wants to know who calls: %w; %s", subject, refused, c.wanted())
	case refused.otherVersion():
		return fmt.Errorf("%s does not speak A2A %s at %s, although its card says so: %w", subject, c.place.Version, c.source.hide.URL(c.place.URL), refused)
	}
	return fmt.Errorf("%s refused: %w", subject, refused)
}
