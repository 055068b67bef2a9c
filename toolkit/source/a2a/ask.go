package a2a

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"

	"toolbench/toolkit/tool"
)

// A refusedAnswer says that a person did not answer what the agent asked.
type refusedAnswer struct {
	prompt string
	answer tool.Answer
}

func (e *refusedAnswer) Error() string {
	reason := cmp.Or(e.answer.Reason, tool.ReasonDeclined)
	if e.answer.Note != "" {
		reason += " (" + e.answer.Note + ")"
	}
	return reason + ": " + e.prompt
}

// declined is the result of a call that a person would not go on with. The task
// is cancelled.
func (c *conversation) declined(no *refusedAnswer) tool.ToolResult {
	result := tool.ErrorResult(no.Error())
	if c.cancelTask() {
		c.status.State = protocol.TaskStateCanceled
	}
	c.describe(&result)
	return result
}

// unanswered is the end of a call with nobody to answer what the agent asks. The
// task is cancelled: nobody will.
func (c *conversation) unanswered(err error) (tool.ToolResult, error) {
	fate := "goes on"
	if c.cancelTask() {
		fate = "was cancelled"
	}
	return c.partial(""), fmt.Errorf("%s asks %q: %w; task %s %s", c.source.subject(), c.prompt(), err, c.task.TaskID, fate)
}

// prompt is what the agent says of what it waits for.
func (c *conversation) prompt() string {
	return cmp.Or(wordsOf(c.status.Message), fmt.Sprintf("%s says %q", c.source.subject(), stateWord(c.status.State)))
}

// replySchema asks for a text, for agents that do not say what they want to know.
const replySchema = `{"type":"object","properties":{"reply":{"type":"string","title":"Reply","contentMediaType":"text/plain"}},"required":["reply"]}`

// askInput asks the person what the agent wants to know, and goes on with their
// answer.
func (c *conversation) askInput() error {
	schema, prompt := schemaIn(c.status.Message), c.prompt()
	free := schema == nil
	if free {
		schema = json.RawMessage(replySchema)
		prompt += dataWords(c.status.Message)
	}
	var decoded any
	if err := json.Unmarshal(schema, &decoded); err != nil {
		return err
	}
	answer, err := tool.WaitFor(c.ctx, tool.Request{
		Kind: tool.KindInput, Prompt: prompt, Data: map[string]any{"schema": decoded}, Details: &tool.RequestDetails{Schema: schema},
	})
	if err != nil {
		return err
	}
	if !answer.OK {
		return &refusedAnswer{prompt, answer}
	}
	if reply, ok := answer.Data["reply"].(string); ok && free {
		return c.answer(protocol.NewTextPart(reply))
	}
	data, err := json.Marshal(answer.Data)
	if err != nil {
		return fmt.Errorf("the answer can not be written as JSON: %w", err)
	}
	part := protocol.NewDataPart(json.RawMessage(data))
	part.MediaType = "application/json"
	return c.answer(part)
}

// dataWords is the structured data of a message for a person to read, one value a
// line.
func dataWords(m *protocol.Message) string {
	var lines strings.Builder
	if m != nil {
		for _, part := range m.Parts {
			if data := dataOf(part); data != nil {
				lines.WriteString("\n" + string(data))
			}
		}
	}
	return lines.String()
}

// answer goes on with an answer to what the agent asked. Agents of a2a-go may not
// be ready for it at once: the run in which they asked takes a moment to end.
func (c *conversation) answer(part *protocol.Part) error {
	for tries := 1; ; tries++ {
		err := c.turn(c.answerWith(part))
		refused, ok := errors.AsType[*refusal](err)
		if !ok || !refused.busy() || tries == mostMissed || !sleep(c.ctx, pollFirst) {
			return err
		}
	}
}

// answerWith is a message of the task that is talked about.
func (c *conversation) answerWith(part *protocol.Part) *protocol.Message {
	return protocol.NewMessageForTask(protocol.MessageRoleUser, c.task, part)
}

// schemaIn is the JSON Schema of an answer, which an agent puts into a data part
// as it is or under a name; A2A says nothing of it. It is nil when there is none
// of an object.
func schemaIn(m *protocol.Message) json.RawMessage {
	if m == nil {
		return nil
	}
	for _, part := range m.Parts {
		data := dataOf(part)
		if isObjectSchema(data) {
			return data
		}
		var members map[string]json.RawMessage
		if json.Unmarshal(data, &members) != nil {
			continue
		}
		for _, name := range []string{"schema", "requestedSchema", "inputSchema", "json_schema"} {
			if isObjectSchema(members[name]) {
				return members[name]
			}
		}
	}
	return nil
}

func isObjectSchema(raw json.RawMessage) bool {
	var schema struct {
		Type       string          `json:"type"`
		Properties json.RawMessage `json:"properties"`
	}
	return begins(raw, '{') && json.Unmarshal(raw, &schema) == nil &&
		begins(schema.Properties, '{') && (schema.Type == "object" || schema.Type == "")
}

var errMovedOn = errors.New("the task went on by itself")

// askAuthorization asks the person to sign in where the agent says. Agents often
// go on by themselves then, so the task is watched meanwhile.
func (c *conversation) askAuthorization() error {
	waiting, stop := context.WithCancelCause(c.ctx)
	request := tool.Request{Kind: tool.KindAuthorization, Prompt: c.prompt(), URL: linkIn(c.status.Message)}
	var watch sync.WaitGroup
	watch.Go(func() {
		if c.watch(waiting) {
			stop(errMovedOn)
		}
	})
	answer, err := tool.WaitFor(waiting, request)
	stop(nil)
	watch.Wait()
	switch {
	case c.status.State != protocol.TaskStateAuthRequired:
		return nil
	case err != nil:
		return err
	case !answer.OK:
		return &refusedAnswer{request.Prompt, answer}
	}
	return c.authorized()
}

// authorized goes on after the person says that they signed in: it tells the
// agent so, unless that has seen it by itself. One that does not want to be told
// is left to see it.
func (c *conversation) authorized() error {
	if err := c.look(c.wire); err == nil && c.status.State != protocol.TaskStateAuthRequired {
		return nil
	}
	err := c.turn(c.answerWith(protocol.NewTextPart("done")))
	if _, refused := errors.AsType[*refusal](err); refused {
		if !c.watch(c.ctx) {
			return context.Cause(c.ctx)
		}
		return nil
	}
	return err
}

// watch tells whether the task does not wait for authorization any more, before
// ctx ends.
func (c *conversation) watch(ctx context.Context) bool {
	for pause := pollFirst; sleep(ctx, pause); pause = min(pause*3/2, pollLast) {
		if err := c.look(ctx); err == nil && c.status.State != protocol.TaskStateAuthRequired {
			return true
		}
	}
	return false
}

var link = regexp.MustCompile(`https?://[^\s<>"'` + "`" + `]+`)

// linkIn is the page that an agent wants opened: A2A has no place for it, so it
// is in a data part or in the text. It is empty when there is none.
func linkIn(m *protocol.Message) string {
	if m == nil {
		return ""
	}
	for _, part := range m.Parts {
		var members map[string]any
		if json.Unmarshal(dataOf(part), &members) != nil {
			continue
		}
		for _, name := range slices.SortedFunc(maps.Keys(members), linksFirst) {
			if text, ok := members[name].(string); ok {
				if _, ok := webURL(text); ok {
					return text
				}
			}
		}
	}
	return strings.TrimRight(link.FindString(wordsOf(m)), ".,;:!?)]}")
}

// linksFirst sorts names of members that are likely links before others.
func linksFirst(a, b string) int {
	likely := func(name string) int {
		name = strings.ToLower(name)
		for i, word := range []string{"auth", "login", "verification", "url", "link", "uri"} {
			if strings.Contains(name, word) {
				return i
			}
		}
		return 6
	}
	return cmp.Or(cmp.Compare(likely(a), likely(b)), strings.Compare(a, b))
}
