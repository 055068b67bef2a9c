package a2a

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"

	"toolbench/toolkit/tool"
)

// The keys of a result's Metadata that are this package's.
const (
	metadataTask      = "taskId"
	metadataContext   = "contextId"
	metadataState     = "state"
	metadataArtifacts = "artifacts"
)

// content is what the parts of messages and artifacts come to.
type content struct {
	texts []string
	parts []tool.ContentPart
	data  []json.RawMessage
}

// add takes parts that are not text; their text is taken beside.
func (c *content) add(parts protocol.ContentParts) {
	for _, p := range parts {
		switch value := p.Content.(type) {
		case protocol.Raw:
			mimeType := cmp.Or(p.MediaType, tool.BareType(http.DetectContentType(value)))
			part := tool.Bytes(value, mimeType)
			part.Name = p.Filename
			c.parts = append(c.parts, part)
		case protocol.URL:
			part := tool.URLPart(string(value), cmp.Or(p.MediaType, "application/octet-stream"))
			part.Name = p.Filename
			c.parts = append(c.parts, part)
		case protocol.Data:
			c.data = append(c.data, dataOf(p))
		}
	}
}

// say takes a text, unless there is nothing in it.
func (c *content) say(text string) {
	if strings.TrimSpace(text) != "" {
		c.texts = append(c.texts, text)
	}
}

// message takes a message whole, but for words that were said: agents repeat in
// their last message what is in an artifact.
func (c *content) message(m *protocol.Message) {
	if m == nil {
		return
	}
	if words := wordsOf(m); !slices.Contains(c.texts, words) {
		c.say(words)
	}
	c.add(m.Parts)
}

// artifact takes an artifact whole.
func (c *content) artifact(a *artifact) {
	c.say(textOf(a.Parts))
	c.add(a.Parts)
}

// structured is the data: itself when it is one, else all of it in a list.
func (c *content) structured() json.RawMessage {
	switch len(c.data) {
	case 0:
		return nil
	case 1:
		return c.data[0]
	}
	return slices.Concat([]byte("["), bytes.Join(raws(c.data), []byte(",")), []byte("]"))
}

func raws(messages []json.RawMessage) [][]byte {
	list := make([][]byte, len(messages))
	for i, m := range messages {
		list[i] = m
	}
	return list
}

// result is what the content comes to, with the text that stands for it where it
// has none.
func (c *content) result() tool.ToolResult {
	result := tool.ToolResult{Output: strings.Join(c.texts, "\n"), Parts: c.parts}
	data := c.structured()
	if data != nil {
		result.SetMetadata(tool.MetadataStructured, data)
	}
	switch {
	case len(c.texts) > 0:
	case data != nil:
		result.Output = string(data)
	default:
		lines := make([]string, len(c.parts))
		for i, part := range c.parts {
			lines[i] = label(part)
		}
		result.Output = strings.Join(lines, "\n")
	}
	return result
}

// label names a part in a line of text.
func label(p tool.ContentPart) string {
	words := p.Label()
	if p.URL != "" {
		words = fmt.Sprintf("%s (%s) at %s", p.Type, p.MimeType, p.URL)
	}
	if p.Name != "" {
		words = p.Name + ": " + words
	}
	return words
}

// result is that of a conversation that has ended.
func (c *conversation) result() tool.ToolResult {
	var all content
	bad := c.reply == nil && c.status.State != protocol.TaskStateCompleted
	if bad {
		words := wordsOf(c.status.Message)
		all.say(cmp.Or(words, fmt.Sprintf("%s ended the task as %s, without a word", c.source.subject(), stateWord(c.status.State))))
	}
	for _, one := range c.artifacts.list {
		all.artifact(one)
	}
	all.message(c.status.Message)
	all.message(c.reply)
	if empty := len(all.texts)+len(all.parts)+len(all.data) == 0; empty {
		all.message(c.lastWords())
	}
	result := all.result()
	result.IsError = bad
	c.describe(&result)
	return result
}

// lastWords is the agent's last message of the task's history, for agents that
// put their answer nowhere else.
func (c *conversation) lastWords() *protocol.Message {
	for _, m := range slices.Backward(c.history) {
		if m.Role == protocol.MessageRoleAgent {
			return m
		}
	}
	return nil
}

// partial is what there is of a conversation that has not ended, with a sentence
// on that.
func (c *conversation) partial(sentence string) tool.ToolResult {
	all := content{}
	all.say(sentence)
	for _, one := range c.artifacts.list {
		all.artifact(one)
	}
	result := all.result()
	result.IsError = true
	c.describe(&result)
	return result
}

// describe says in a result's metadata which task it is of, and in its text what
// is missing.
func (c *conversation) describe(result *tool.ToolResult) {
	if c.artifacts.cut {
		result.Output += fmt.Sprintf("\n[what came of its artifacts beyond %d MiB is left out]", mostKept>>20)
	}
	if c.task.ContextID != "" {
		result.SetMetadata(metadataContext, c.task.ContextID)
	}
	if c.task.TaskID == "" {
		return
	}
	result.SetMetadata(metadataTask, string(c.task.TaskID))
	if c.status.State != protocol.TaskStateUnspecified {
		result.SetMetadata(metadataState, stateWord(c.status.State))
	}
	if names := c.artifacts.names(); len(names) > 0 {
		result.SetMetadata(metadataArtifacts, names)
	}
}
