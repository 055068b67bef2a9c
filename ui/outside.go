package ui

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"

	tea "charm.land/bubbletea/v2"

	"toolbench/views"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// draftedMsg says that a text stands in a file, for the editor to open.
type draftedMsg struct {
	request views.EditMsg
	file    string
	editor  *exec.Cmd
}

// editedMsg brings back what the person's editor made of a text.
type editedMsg struct {
	request views.EditMsg
	file    string
	err     error
}

// edit opens a text in the person's editor. The file is the person's alone and
// is removed when the editor has closed.
func (m *Model) edit(msg views.EditMsg) tea.Cmd {
	return func() tea.Msg {
		file, err := writeDraft(msg)
		if err != nil {
			return views.NoticeMsg{Text: "The editor was not opened: " + err.Error() + ".", Trouble: true}
		}
		cmd, err := editorCommand(file)
		if err != nil {
			os.Remove(file)
			return views.NoticeMsg{Text: "No editor was opened: " + err.Error() + ".", Trouble: true}
		}
		return draftedMsg{msg, file, cmd}
	}
}

// drafted gives the terminal to the editor.
func (m *Model) drafted(msg draftedMsg) tea.Cmd {
	return tea.ExecProcess(msg.editor, func(err error) tea.Msg { return editedMsg{msg.request, msg.file, err} })
}

func writeDraft(msg views.EditMsg) (string, error) {
	f, err := os.CreateTemp("", "toolbench-*"+msg.Extension)
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(msg.Text)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return f.Name(), err
}

func (m *Model) edited(msg editedMsg) tea.Cmd {
	return func() tea.Msg {
		defer os.Remove(msg.file)
		if msg.err != nil {
			return views.NoticeMsg{Text: "The editor failed, so nothing was changed: " + msg.err.Error(), Trouble: true}
		}
		text, err := os.ReadFile(msg.file)
		if err != nil {
			return views.NoticeMsg{Text: "What the editor wrote can not be read: " + err.Error(), Trouble: true}
		}
		if string(text) == msg.request.Text {
			return nil
		}
		return msg.request.Done(string(text))
	}
}

func (m *Model) copy(msg views.CopyMsg) tea.Cmd {
	m.notice = views.NoticeMsg{Text: fmt.Sprintf("Copied %s, %s.", msg.What, widget.Bytes(int64(len(msg.Text))))}
	return tea.SetClipboard(msg.Text)
}

// openOutside opens an address in the person's browser: http and https only, and only
// because the person chose to.
func (m *Model) openOutside(msg views.OpenMsg) tea.Cmd {
	link := safetext.URL(msg.URL)
	if !link.Open {
		m.notice = views.NoticeMsg{Text: "Not opened. " + link.Note, Trouble: true}
		return nil
	}
	ctx, open := m.ctx, m.options.OpenURL
	if open == nil {
		open = openURL
	}
	return func() tea.Msg {
		if err := open(ctx, link.Text); err != nil {
			return views.NoticeMsg{Text: fmt.Sprintf("%s was not opened: %v. Copy it into a browser.", link.Host, err), Trouble: true}
		}
		return views.NoticeMsg{Text: "Opened " + link.Host + " outside."}
	}
}

// openURL hands a URL to the desktop's opener.
func openURL(ctx context.Context, url string) error {
	name, args := "xdg-open", []string{url}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", url}
	}
	if browser := os.Getenv("BROWSER"); browser != "" {
		name, args = browser, []string{url}
	}
	cmd := exec.CommandContext(ctx, name, args...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go cmd.Wait()
	return nil
}
