package a2a

import (
	"slices"
	"strings"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"
)

// artifacts are what a task has produced so far, in the order in which it began.
// Their text is handed on as it comes.
type artifacts struct {
	list  []*artifact
	chunk func(text string)
	open  *artifact // whose text was handed on last
	size  int       // of all parts, in bytes
	cut   bool      // there was more than is kept
}

// mostKept is how much of artifacts is kept, in bytes: an agent can go on adding
// to one for ever.
const mostKept = 128 << 20

type artifact struct {
	protocol.Artifact
	told int // bytes of its text that were handed on
}

// update takes a piece of an artifact.
func (a *artifacts) update(event *protocol.TaskArtifactUpdateEvent) {
	size := sizeOf(event.Artifact.Parts)
	if a.size+size > mostKept {
		a.cut = true
		return
	}
	a.size += size
	one := a.find(event.Artifact)
	if event.Append {
		one.Parts = append(one.Parts, event.Artifact.Parts...)
	} else {
		a.size -= sizeOf(one.Parts)
		one.Artifact, one.told = *event.Artifact, 0
	}
	a.tell(one, textOf(event.Artifact.Parts))
}

// replace takes all artifacts as they are.
func (a *artifacts) replace(all []*protocol.Artifact) {
	for _, whole := range all {
		one := a.find(whole)
		a.size += sizeOf(whole.Parts) - sizeOf(one.Parts)
		one.Artifact = *whole
		if text := textOf(whole.Parts); len(text) > one.told {
			a.tell(one, text[one.told:])
		}
	}
}

func (a *artifacts) find(wanted *protocol.Artifact) *artifact {
	if i := slices.IndexFunc(a.list, func(one *artifact) bool { return one.ID == wanted.ID }); i >= 0 {
		return a.list[i]
	}
	one := &artifact{Artifact: protocol.Artifact{ID: wanted.ID, Name: wanted.Name}}
	a.list = append(a.list, one)
	return one
}

func (a *artifacts) tell(one *artifact, text string) {
	if text == "" {
		return
	}
	one.told += len(text)
	if a.open != nil && a.open != one {
		text = "\n" + text
	}
	a.open = one
	a.chunk(text)
}

// names are the artifacts' names, or their ids where they have none.
func (a *artifacts) names() []string {
	var names []string
	for _, one := range a.list {
		if one.Name != "" {
			names = append(names, one.Name)
		} else {
			names = append(names, string(one.ID))
		}
	}
	return names
}

// textOf is the text of an artifact's parts: pieces of one text, as it was
// written.
func textOf(parts protocol.ContentParts) string {
	var b strings.Builder
	for _, part := range parts {
		b.WriteString(part.Text())
	}
	return b.String()
}

// sizeOf is how many bytes parts take, about.
func sizeOf(parts protocol.ContentParts) int {
	size := 256
	for _, part := range parts {
		data, _ := part.Data().(string)
		size += 64 + len(part.Text()) + len(part.Raw()) + len(part.URL()) + len(data)
	}
	return size
}
