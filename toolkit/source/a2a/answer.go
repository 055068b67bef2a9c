package a2a

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"
)

// The shapes of what an agent sends, in 1.0 and in 0.3. Where the two differ
// both members are there: agents mix them.
type (
	wireTask struct {
		ID        string         `json:"id"`
		ContextID string         `json:"contextId"`
		Status    wireStatus     `json:"status"`
		Artifacts []wireArtifact `json:"artifacts"`
		History   []wireMessage  `json:"history"`
	}
	wireStatus struct {
		State   string       `json:"state"`
		Message *wireMessage `json:"message"`
	}
	wireMessage struct {
		ID        string     `json:"messageId"`
		TaskID    string     `json:"taskId"`
		ContextID string     `json:"contextId"`
		Role      string     `json:"role"`
		Parts     []wirePart `json:"parts"`
	}
	wireArtifact struct {
		ID          string     `json:"artifactId"`
		Name        string     `json:"name"`
		Description string     `json:"description"`
		Parts       []wirePart `json:"parts"`
	}
	wireUpdate struct {
		TaskID    string       `json:"taskId"`
		ContextID string       `json:"contextId"`
		Status    wireStatus   `json:"status"`
		Artifact  wireArtifact `json:"artifact"`
		Append    bool         `json:"append"`
		LastChunk bool         `json:"lastChunk"`
	}
)

// readAnswer makes sound 1.0 of what an agent sent: of a task when that was
// asked for, else of one of the four kinds of event.
func readAnswer(raw json.RawMessage, task bool) (json.RawMessage, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil || members == nil {
		return nil, unclear("the answer is not A2A's: " + excerpt(raw))
	}
	kind := kindOf(members)
	if inside := members[kind]; begins(inside, '{') {
		raw = inside
	}
	event, err := readEvent(raw, kind)
	if err != nil {
		return nil, err
	}
	found, isTask := event.(*protocol.Task)
	switch {
	case task && !isTask:
		return nil, unclear("the answer is a " + kind + " where a task was due")
	case task:
		return json.Marshal(found)
	}
	return json.Marshal(protocol.StreamResponse{Event: event})
}

// kindOf is the name of the event that an object holds or is.
func kindOf(members map[string]json.RawMessage) string {
	for _, wrapper := range []string{"task", "message", "statusUpdate", "artifactUpdate"} {
		if begins(members[wrapper], '{') {
			return wrapper
		}
	}
	has := func(name string) bool { return len(members[name]) > 0 }
	switch {
	case has("artifact"):
		return "artifactUpdate"
	case has("status") && has("taskId"):
		return "statusUpdate"
	case has("status"):
		return "task"
	}
	return "message"
}

func readEvent(raw json.RawMessage, kind string) (protocol.Event, error) {
	var update wireUpdate
	switch kind {
	case "task":
		var task wireTask
		if err := decode(raw, &task); err != nil {
			return nil, err
		}
		return task.sound()
	case "message":
		var message wireMessage
		if err := decode(raw, &message); err != nil {
			return nil, err
		}
		if message.Parts == nil {
			return nil, unclear("the answer is neither a task nor a message: " + excerpt(raw))
		}
		return message.sound(), nil
	}
	if err := decode(raw, &update); err != nil {
		return nil, err
	}
	id, context := protocol.TaskID(update.TaskID), update.ContextID
	if kind == "statusUpdate" {
		return &protocol.TaskStatusUpdateEvent{TaskID: id, ContextID: context, Status: update.Status.sound()}, nil
	}
	return &protocol.TaskArtifactUpdateEvent{TaskID: id, ContextID: context, Append: update.Append, LastChunk: update.LastChunk,
		Artifact: update.Artifact.sound()}, nil
}

func (t wireTask) sound() (*protocol.Task, error) {
	if t.ID == "" {
		return nil, unclear("the answer is a task that has no id")
	}
	task := &protocol.Task{ID: protocol.TaskID(t.ID), ContextID: t.ContextID, Status: t.Status.sound()}
	for _, a := range t.Artifacts {
		task.Artifacts = append(task.Artifacts, a.sound())
	}
	for _, m := range t.History {
		task.History = append(task.History, m.sound())
	}
	return task, nil
}

func (s wireStatus) sound() protocol.TaskStatus {
	status := protocol.TaskStatus{State: stateNamed(s.State)}
	if s.Message != nil {
		status.Message = s.Message.sound()
	}
	return status
}

const statePrefix = "TASK_STATE_"

// stateNamed is the state that a word names: "input-required" in 0.3,
// "TASK_STATE_INPUT_REQUIRED" in 1.0.
func stateNamed(word string) protocol.TaskState {
	name := strings.ReplaceAll(strings.ToUpper(word), "-", "_")
	name = strings.TrimPrefix(name, statePrefix)
	switch name {
	case "", "UNKNOWN", "UNSPECIFIED":
		return protocol.TaskStateUnspecified
	case "CANCELLED":
		return protocol.TaskStateCanceled
	}
	return protocol.TaskState(statePrefix + name)
}

// stateWord is a state as people read it: "input-required".
func stateWord(state protocol.TaskState) string {
	if state == protocol.TaskStateUnspecified {
		return "unknown"
	}
	return strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(string(state), statePrefix)), "_", "-")
}

func (m wireMessage) sound() *protocol.Message {
	role := protocol.MessageRoleAgent
	if strings.HasSuffix(strings.ToLower(m.Role), "user") {
		role = protocol.MessageRoleUser
	}
	return &protocol.Message{ID: m.ID, TaskID: protocol.TaskID(m.TaskID), ContextID: m.ContextID, Role: role, Parts: soundParts(m.Parts)}
}

func (a wireArtifact) sound() *protocol.Artifact {
	return &protocol.Artifact{ID: protocol.ArtifactID(a.ID), Name: a.Name, Description: a.Description, Parts: soundParts(a.Parts)}
}

func soundParts(parts []wirePart) protocol.ContentParts {
	sound := make(protocol.ContentParts, 0, len(parts))
	for _, p := range parts {
		sound = append(sound, p.sound())
	}
	return sound
}

// A wirePart is a part in 1.0, where its content is a member of its own, or in
// 0.3, where that of a file is inside.
type wirePart struct {
	Text      *string         `json:"text"`
	Raw       *string         `json:"raw"`
	Data      json.RawMessage `json:"data"`
	URL       string          `json:"url"`
	MediaType string          `json:"mediaType"`
	Filename  string          `json:"filename"`
	Metadata  json.RawMessage `json:"metadata"`
	File      *olderFile      `json:"file"`

	beginning string // of the part as it came
}

// UnmarshalJSON notes how the part begins beside its members.
func (p *wirePart) UnmarshalJSON(raw []byte) error {
	type members wirePart
	err := decode(raw, (*members)(p))
	p.beginning = excerpt(raw)
	return err
}

func (p wirePart) sound() *protocol.Part {
	if f := p.File; f != nil && p.Raw == nil && p.URL == "" {
		p.Raw, p.URL, p.MediaType, p.Filename = f.Bytes, f.URI, f.MimeType, f.Name
	}
	part := &protocol.Part{MediaType: p.MediaType, Filename: p.Filename}
	switch {
	case p.Text != nil:
		part.Content = protocol.Text(*p.Text)
	case p.Raw != nil:
		content, err := base64.RawStdEncoding.DecodeString(plainBase64.Replace(*p.Raw))
		if err != nil {
			return protocol.NewTextPart(fmt.Sprintf("[the bytes of the file %q are not base64]", p.Filename))
		}
		part.Content = protocol.Raw(content)
	case p.URL != "":
		part.Content = protocol.URL(p.URL)
	case len(p.Data) > 0:
		// As a text it passes a2a-go, which would make float64 of its numbers.
		part.Content = protocol.Data{Value: string(p.Data)}
	default:
		return protocol.NewTextPart("[a part of a kind that this program does not know: " + p.beginning + "]")
	}
	return part
}

// plainBase64 takes out of base64 in which its variants differ.
var plainBase64 = strings.NewReplacer("-", "+", "_", "/", "=", "", "\n", "", "\r", "", " ", "")

// dataOf is the structured data of a part that came through a [dialect], nil
// when it has none.
func dataOf(p *protocol.Part) json.RawMessage {
	if text, ok := p.Data().(string); ok {
		return json.RawMessage(text)
	}
	return nil
}
