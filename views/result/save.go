package result

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit/tool"
	"toolbench/views"
	"toolbench/views/safetext"
)

// A file is something to save: its wanted name and how to get its bytes.
type file struct {
	name  string
	bytes func() ([]byte, error)
}

func textFile(name, text string) file {
	return file{name, func() ([]byte, error) { return []byte(text), nil }}
}

func partFile(t tool.Tool, p tool.ContentPart) file {
	name := p.FileName(t.ShortName())
	if p.Type == tool.PartText {
		return textFile(name, p.Text)
	}
	return file{name, p.Decode}
}

// save writes files into the working folder and tells where they are. It never
// writes over a file that is there.
func save(files []file) tea.Cmd {
	return func() tea.Msg {
		path, err := os.Getwd()
		if err != nil {
			path = "the working folder"
		}
		folder, err := os.OpenRoot(".")
		if err != nil {
			return notSaved(path, err)
		}
		defer folder.Close()
		var names []string
		for _, f := range files {
			name, err := f.write(folder)
			if err != nil {
				return notSaved(f.name, err)
			}
			names = append(names, name)
		}
		if len(names) == 1 {
			return views.NoticeMsg{Text: safetext.Line("Saved " + filepath.Join(path, names[0]) + ".")}
		}
		return views.NoticeMsg{Text: safetext.Line(fmt.Sprintf("Saved %s in %s.", strings.Join(names, ", "), path))}
	}
}

func notSaved(name string, err error) views.NoticeMsg {
	return views.NoticeMsg{Text: safetext.Line(fmt.Sprintf("%s was not saved: %s", name, err)), Trouble: true}
}

func (f file) write(folder *os.Root) (name string, err error) {
	content, err := f.bytes()
	if err != nil {
		return "", err
	}
	return tool.WriteNew(folder, f.name, content)
}
