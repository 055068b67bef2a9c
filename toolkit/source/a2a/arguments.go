package a2a

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"

	"toolbench/toolkit/tool"
)

// maxFile is how big a file that goes with a task may be, in bytes.
const maxFile = 16 << 20

// arguments are those of a call.
type arguments struct {
	Task      string          `json:"task"`
	Data      json.RawMessage `json:"data"`
	Files     []string        `json:"files"`
	ContextID string          `json:"context_id"`
	TaskID    string          `json:"task_id"`
}

// argumentNames are the names of all arguments.
var argumentNames = []string{"task", "data", "files", "context_id", "task_id"}

// readArguments reads the arguments of a call; an error is a sentence for
// whoever wrote them.
func readArguments(raw json.RawMessage) (arguments, error) {
	var members map[string]json.RawMessage
	var a arguments
	if len(raw) > 0 && json.Unmarshal(raw, &members) != nil {
		return a, fmt.Errorf("the arguments are not a JSON object: %s", excerpt(raw))
	}
	for name := range members {
		if !slices.Contains(argumentNames, name) {
			return a, fmt.Errorf("there is no argument %q; there are %s", name, strings.Join(argumentNames, ", "))
		}
	}
	for _, read := range []struct {
		name, kind string
		into       any
	}{
		{"task", "a text", &a.Task}, {"files", "a list of texts", &a.Files},
		{"context_id", "a text", &a.ContextID}, {"task_id", "a text", &a.TaskID},
	} {
		if value := members[read.name]; len(value) > 0 && json.Unmarshal(value, read.into) != nil {
			return a, fmt.Errorf("the argument %q must be %s; given was %s", read.name, read.kind, excerpt(value))
		}
	}
	if value := members["data"]; len(value) > 0 && string(value) != "null" {
		if !begins(value, '{') {
			return a, fmt.Errorf("the argument %q must be an object; given was %s", "data", excerpt(value))
		}
		a.Data = value
	}
	if strings.TrimSpace(a.Task) == "" && (a.TaskID == "" || len(a.Data) > 0 || len(a.Files) > 0) {
		return a, errors.New(`the argument "task" is missing: say what the agent is to do`)
	}
	return a, nil
}

// follows tells whether nothing is to be sent, and the outcome of a task waited
// for.
func (a arguments) follows() bool { return strings.TrimSpace(a.Task) == "" }

// message is what is sent. A2A has no place for the skill that is meant, so it
// goes into the metadata, where an agent that knows better than to guess finds
// it; agents otherwise choose by the text.
func (a arguments) message(skill string) (*protocol.Message, error) {
	parts := protocol.ContentParts{protocol.NewTextPart(a.Task)}
	if a.Data != nil {
		part := protocol.NewDataPart(a.Data)
		part.MediaType = "application/json"
		parts = append(parts, part)
	}
	for _, name := range a.Files {
		part, err := filePart(name)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	message := protocol.NewMessage(protocol.MessageRoleUser, parts...)
	message.ContextID, message.TaskID = a.ContextID, protocol.TaskID(a.TaskID)
	if skill != "" {
		message.SetMeta("skill", skill)
	}
	return message, nil
}

// filePart is a file that goes with a task: the content of one on this machine,
// or a URL.
func filePart(name string) (*protocol.Part, error) {
	if u, ok := webURL(name); ok {
		mimeType, _ := tool.MediaType(u.Path)
		part := protocol.NewFileURLPart(protocol.URL(name), mimeType)
		part.Filename = filepath.Base(u.Path)
		return part, nil
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the file %q can not be sent: %w", name, err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%q can not be sent: it is not a file", name)
	case info.Size() > maxFile:
		return nil, fmt.Errorf("the file %q is over %d MiB and can not be sent", name, maxFile>>20)
	}
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("the file %q can not be sent: %w", name, err)
	}
	mimeType, ok := tool.MediaType(name)
	if !ok {
		mimeType = http.DetectContentType(content)
	}
	part := protocol.NewRawPart(content)
	part.MediaType, part.Filename = mimeType, filepath.Base(name)
	return part, nil
}
