//go:build !windows

package cli_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// patience is how long a real process may take on a busy machine.
const patience = time.Minute

// A realTerminal is the real program on a pseudo-terminal, with what it shows.
type realTerminal struct {
	t    testing.TB
	cmd  *exec.Cmd
	file *os.File

	mu      sync.Mutex
	screen  *vt.Emulator
	changed chan struct{} // has room for one: something was drawn
	ended   chan struct{}
}

// onRealTerminal starts the program as a process of its own on a terminal of
// 120×36 cells, with an empty home.
func onRealTerminal(t testing.TB, environment []string, args ...string) *realTerminal {
	t.Helper()
	// TestMain runs the program's main when it is called by its name.
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := &exec.Cmd{Path: program, Args: append([]string{"toolbench"}, args...)}
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8"}, environment...)
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 120, Rows: 36})
	if err != nil {
		t.Fatal(err)
	}
	term := &realTerminal{t: t, cmd: cmd, file: f, screen: vt.NewEmulator(120, 36), changed: make(chan struct{}, 1), ended: make(chan struct{})}
	var running sync.WaitGroup
	running.Go(term.answer)
	running.Go(term.draw)
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		f.Close()
		term.screen.InputPipe().(interface{ Close() error }).Close()
		running.Wait()
	})
	return term
}

// answer sends what the emulator says to the program: keys, and answers.
func (term *realTerminal) answer() {
	b := make([]byte, 4096)
	for {
		n, err := term.screen.Read(b)
		if err != nil {
			return
		}
		if _, err := term.file.Write(b[:n]); err != nil {
			return
		}
	}
}

func (term *realTerminal) draw() {
	defer close(term.ended)
	b := make([]byte, 64<<10)
	for {
		n, err := term.file.Read(b)
		term.mu.Lock()
		term.screen.Write(b[:n])
		term.mu.Unlock()
		select {
		case term.changed <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

func (term *realTerminal) text() string {
	term.mu.Lock()
	defer term.mu.Unlock()
	return term.screen.String()
}

// until waits for a text on the screen.
func (term *realTerminal) until(text string) {
	term.t.Helper()
	term.untilShown(text, func(screen string) bool { return strings.Contains(screen, text) })
}

// untilLine waits for a line with all of these words.
func (term *realTerminal) untilLine(words ...string) {
	term.t.Helper()
	term.untilShown(strings.Join(words, " … "), func(screen string) bool {
		for line := range strings.Lines(screen) {
			all := true
			for _, word := range words {
				all = all && strings.Contains(line, word)
			}
			if all {
				return true
			}
		}
		return false
	})
}

func (term *realTerminal) untilShown(what string, shown func(screen string) bool) {
	term.t.Helper()
	limit := time.NewTimer(patience)
	defer limit.Stop()
	for !shown(term.text()) {
		select {
		case <-term.changed:
		case <-term.ended:
			if !shown(term.text()) {
				term.t.Fatalf("the program ended without %q:\n%s", what, term.text())
			}
		case <-limit.C:
			term.t.Fatalf("no %q within %s:\n%s", what, patience, term.text())
		}
	}
}

func (term *realTerminal) press(code rune, mod uv.KeyMod) {
	term.mu.Lock() // a key's bytes depend on the modes that the program has set
	defer term.mu.Unlock()
	term.screen.SendKey(uv.KeyPressEvent{Code: code, Mod: mod})
}

func (term *realTerminal) write(text string) {
	term.mu.Lock()
	defer term.mu.Unlock()
	term.screen.SendText(text)
}

// exit waits for the program to end and is its exit code.
func (term *realTerminal) exit() int {
	term.t.Helper()
	limit := time.AfterFunc(patience, func() { _ = term.cmd.Process.Kill() })
	defer limit.Stop()
	_ = term.cmd.Wait() // the code says it
	<-term.ended
	return term.cmd.ProcessState.ExitCode()
}

func TestTheProgramOpensOnARealTerminalAndGivesItBack(t *testing.T) {
	term := onRealTerminal(t, nil, "demo")
	term.until("forecast")
	term.mu.Lock()
	alt := term.screen.IsAltScreen()
	term.mu.Unlock()
	if !alt {
		t.Error("the program draws over what was on the terminal")
	}
	term.press('c', uv.ModCtrl)
	if code := term.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if term.screen.IsAltScreen() {
		t.Error("the terminal was not given back")
	}
}

func TestASignalEndsTheProgramAndGivesTheTerminalBack(t *testing.T) {
	term := onRealTerminal(t, nil, "demo")
	term.until("forecast")
	if err := term.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := term.exit(); code != 130 {
		t.Errorf("exit code %d, want 130", code)
	}
	if term.screen.IsAltScreen() {
		t.Error("the terminal was not given back")
	}
}

func TestALongValueIsEditedInThePersonsEditor(t *testing.T) {
	editor := filepath.Join(t.TempDir(), "editor")
	if err := os.WriteFile(editor, []byte("#!/bin/sh\nprintf '%s' \"$1\" > \"$2\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	term := onRealTerminal(t, []string{"EDITOR=" + editor + " 'Mo i Rana'"}, "demo")
	term.until("forecast")
	term.write("/forecast")
	term.until("1 of")
	term.press(uv.KeyEnter, 0)
	term.until("place *")
	term.press('e', uv.ModAlt)
	term.until(`sends {"place":"Mo i Rana"`)
	term.press('c', uv.ModCtrl)
	if code := term.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestASecretIsNotShownWhileItIsTyped(t *testing.T) {
	config := filepath.Join(t.TempDir(), "mcp.json")
	content := fmt.Sprintf(`{"inputs":[{"id":"key","type":"promptString","password":true},{"id":"mode","type":"promptString"}],
		"servers":{"s":{"command":%q,"args":["${input:mode}"],"env":{"KEY":"${input:key}"}}}}`, serverCommand(t))
	if err := os.WriteFile(config, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	term := onRealTerminal(t, nil, "list", config)
	term.until("key* (")
	term.write("hunter2-hunter2")
	term.press(uv.KeyEnter, 0)
	term.until("mode* (")
	term.write("garbage")
	term.until(": garbage")
	term.press(uv.KeyEnter, 0)
	term.until("[y/N]")
	term.write("y")
	term.press(uv.KeyEnter, 0)
	term.until("s_echo")
	if code := term.exit(); code != 0 || strings.Contains(term.text(), "hunter2") {
		t.Errorf("exit code %d:\n%s", code, term.text())
	}
}

// serverCommand is the path of a program that is the test server.
func serverCommand(t testing.TB) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "test-server")
	if err := os.Symlink(self, link); err != nil {
		t.Fatal(err)
	}
	return link
}

func TestEachBadServerShowsOnItsOwnRowAndTheOthersWorkOn(t *testing.T) {
	server := serverCommand(t)
	entry := func(mode string, rest string) string {
		return fmt.Sprintf(`{"command":%q,"args":[%q]%s}`, server, mode, rest)
	}
	config := filepath.Join(t.TempDir(), "mcp.json")
	content := fmt.Sprintf(`{"mcpServers":{"good":%s,"mute":%s,"exits":%s,"noisy":%s,"odd":%s,"missing":{"command":"no-such-program"}}}`,
		entry("", ""), entry("mute", `,"timeout":1000`), entry("exit", ""), entry("garbage", ""), entry("odd", ""))
	if err := os.WriteFile(config, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	term := onRealTerminal(t, nil, config)
	find := func(words string) {
		if !strings.Contains(term.text(), "/ filter") {
			term.press(uv.KeyEscape, 0)
			term.until("/ filter")
		}
		term.write("/")
		term.press('u', uv.ModCtrl)
		term.write(words)
		term.until("› " + words)
	}
	// Each failure is a sentence on the row of its server.
	for server, sentence := range map[string]string{"exits": "exited", "mute": "answer", "missing": "no command"} {
		find("server:" + server)
		term.until("✗ " + server)
		term.until(sentence)
	}
	// A tool with crooked annotations is marked, and the one beside it is not.
	find("server:odd")
	term.until("! odd")
	term.until("straight")
	// Garbage on stdout harms nothing: the tools of that server work.
	find("server:noisy get-sum")
	term.press(uv.KeyEnter, 0)
	term.write("2")
	term.press(uv.KeyTab, 0)
	term.write("3")
	term.until(`{"a":2,"b":3}`)
	term.press('r', uv.ModCtrl)
	term.until("The sum of 2 and 3 is 5.")
	// A server that dies in mid-call says so at its call and on its row.
	find("server:good dies")
	term.press('r', uv.ModCtrl)
	term.until("✗ lost")
	term.until("code 9")
	// The others still work.
	find("server:noisy echo")
	term.press('r', uv.ModCtrl)
	term.until("✓ ok")
	term.press('c', uv.ModCtrl)
	if code := term.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
