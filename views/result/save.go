package result

import (
	"errors"
	"fmt"
	"io/fs"
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
	if p.Type == tool.PartText {
		return textFile(partName(t, p), p.Text)
	}
	return file{partName(t, p), p.Decode}
}

// save writes files into the working folder and tells where they are. It never
// writes over a file that is there.
func save(files []file) tea.Cmd {
	return func() tea.Msg {
		var names []string
		for _, f := range files {
			name, err := f.write()
			if err != nil {
				return views.NoticeMsg{Text: notSaved(f.name, err), Trouble: true}
			}
			names = append(names, name)
		}
		folder, err := os.Getwd()
		if err != nil {
			folder = "the working folder"
		}
		if len(names) == 1 {
			return views.NoticeMsg{Text: safetext.Line("saved " + filepath.Join(folder, names[0]))}
		}
		return views.NoticeMsg{Text: safetext.Line(fmt.Sprintf("saved %s in %s", strings.Join(names, ", "), folder))}
	}
}

func notSaved(name string, err error) string {
	return safetext.Line(fmt.Sprintf("%s was not saved: %s", name, err))
}

// mostNumbered is how many files of one name are numbered before giving up.
const mostNumbered = 1000

func (f file) write() (name string, err error) {
	content, err := f.bytes()
	if err != nil {
		return "", err
	}
	extension := filepath.Ext(f.name)
	stem := strings.TrimSuffix(f.name, extension)
	for i := range mostNumbered {
		name = f.name
		if i > 0 {
			name = fmt.Sprintf("%s-%d%s", stem, i+1, extension)
		}
		out, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = out.Write(content)
		if closed := out.Close(); err == nil {
			err = closed
		}
		return name, err
	}
	return "", fmt.Errorf("%d files of that name are there already", mostNumbered)
}
