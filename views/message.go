package views

import (
	"encoding/json"
	"strings"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit/tool"
)

// Send is a command that yields msg: with it a screen asks the root program for
// something.
func Send(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }

// A CallMsg asks to run a tool with exactly these arguments.
type CallMsg struct {
	Key       string // of the tool: see [Key]
	Tool      tool.Tool
	Arguments json.RawMessage
}

// Key names a tool across sources: two sources may have tools of the same name.
func Key(sourceID, name string) string { return sourceID + "\x00" + name }

// Of takes a key apart: the source's ID and the name within it.
func Of(key string) (sourceID, name string) {
	sourceID, name, _ = strings.Cut(key, "\x00")
	return sourceID, name
}

// The names, within a source, of runs that are no tool's. They have a blank: no
// tool's name has.
const (
	// SignIn is the run that signs the person in to the source.
	SignIn = "sign in"
	// Asks is a run in which the source asks something by itself.
	Asks = "asks by itself"
)

// An AnswerMsg answers a request of a run.
type AnswerMsg struct {
	Record  *Record
	Request string // the request's id
	Answer  tool.Answer
}

// A TabMsg tells a screen that the person chose one of its tabs.
type TabMsg struct{ Tab int }

// A LeaveMsg says that the person walked out of a screen by its last field
// (forward) or its first.
type LeaveMsg struct{ Forward bool }

// An EditMsg asks to open text in the person's editor. Done makes the message
// that brings the edited text back; it is not called when the editor failed or
// changed nothing.
type EditMsg struct {
	Text string
	// Extension is the file's, for the editor's colours: ".json", ".md".
	Extension string
	Done      func(text string) tea.Msg
}

// A CopyMsg asks to put text into the terminal's clipboard. What names it: "the
// output".
type CopyMsg struct{ Text, What string }

// An OpenMsg asks to open a URL outside, because the person chose to.
type OpenMsg struct{ URL string }

// A NoticeMsg asks to show a sentence until the next key press.
type NoticeMsg struct {
	Text string
	// Trouble says that something did not work.
	Trouble bool
}

// A CloseMsg asks to take the topmost overlay away.
type CloseMsg struct{}
