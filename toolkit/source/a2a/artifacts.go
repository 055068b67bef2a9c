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
}

type artifact struct {
	protocol.Artifact
	told int // bytes of its text that were handed on
}

// update takes a piece of an artifact.
func (a *artifacts) update(event *protocol.TaskArtifactUpdateEvent) {
	one := a.find(event.Artifact)
	if event.Append {
		one.Parts = append(one.Parts, event.Artifact.Parts...)
	} else {
		one.Artifact, one.told = *event.Artifact, 0
	}
	a.tell(one, textOf(event.Artifact.Parts))
}

// replace takes all artifacts as they are.
func (a *artifacts) replace(all []*protocol.Artifact) {
	for _, whole := range all {
		one := a.find(whole)
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
