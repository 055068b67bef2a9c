//go:build unix

package custom

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// The commands of these tests are this program itself, in the role that a
// variable names.
const (
	roleVariable = "TOOLBENCH_CUSTOM_ROLE"
	wireVariable = "TOOLBENCH_CUSTOM_WIRE"
)

var roles = map[string]func(){
	"echo": func() { _, _ = io.Copy(os.Stdout, os.Stdin) },
	"words": func() {
		b, _ := json.Marshal(os.Args[1:])
		_, _ = os.Stdout.Write(b)
	},
	"print": func() { fmt.Print(os.Args[1]) },
	"folder": func() {
		dir, _ := os.Getwd()
		fmt.Print(dir)
	},
	"fail": func() {
		fmt.Println("half")
		fmt.Fprintln(os.Stderr, "no luck with", os.Getenv("API_TOKEN"))
		os.Exit(3)
	},
	"speak": func() {
		fmt.Fprint(os.Stderr, "one\r\n\ntwo "+os.Getenv("API_TOKEN")+"\nthree")
		fmt.Print("said")
	},
	"die":   func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL) },
	"flood": func() { fmt.Print(strings.Repeat("0123456789", 10_000)) },
	"hang":  func() { holdTheWire(); select {} },
	"deaf": func() {
		signal.Ignore(syscall.SIGTERM)
		holdTheWire()
		select {}
	},
	// Its child keeps its output open and does not listen.
	"leave": func() { child("deaf"); fmt.Print("left") },
	"tree":  func() { child("deaf"); holdTheWire(); select {} },
}

func TestMain(m *testing.M) {
	if role := os.Getenv(roleVariable); role != "" {
		roles[role]()
		return
	}
	m.Run()
}

// child starts this program in another role, and waits until it holds the wire.
func child(role string) {
	read, write, _ := os.Pipe()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleVariable+"="+role)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.ExtraFiles = []*os.File{write}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	_ = write.Close()
	_, _ = read.Read(make([]byte, 1))
}

var wire net.Conn

// holdTheWire lets the test know that this process is there; the connection
// breaks when it is not any more.
func holdTheWire() {
	var err error
	if wire, err = net.Dial("tcp", os.Getenv(wireVariable)); err != nil {
		panic(err)
	}
	_, _ = os.NewFile(3, "parent").Write([]byte{1})
}

// A tripwire tells which processes are there.
type tripwire struct {
	net.Listener
	held []net.Conn
}

func newTripwire(t *testing.T) *tripwire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &tripwire{Listener: l}
	t.Cleanup(func() {
		_ = l.Close()
		for _, c := range w.held {
			_ = c.Close()
		}
	})
	return w
}

// begun blocks until n processes hold the wire.
func (w *tripwire) begun(n int) error {
	for range n {
		c, err := w.Accept()
		if err != nil {
			return err
		}
		w.held = append(w.held, c)
	}
	return nil
}

// allGone blocks until none does.
func (w *tripwire) allGone() {
	for _, c := range w.held {
		_, _ = c.Read(make([]byte, 1))
	}
}

// playing is a command in a role.
func playing(t testing.TB, role string, change ...func(*Command)) Command {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := Command{Name: role, Command: program, Env: map[string]string{roleVariable: role}}
	for _, f := range change {
		f(&c)
	}
	return c
}

// onWire is a command in a role that holds the wire.
func onWire(t *testing.T, w *tripwire, role string) Command {
	return playing(t, role, func(c *Command) { c.Env[wireVariable] = w.Addr().String() })
}

// opened is a source of commands, open until the end of the test, and its tools.
func opened(t testing.TB, commands ...Command) (*Source, map[string]tool.Tool) {
	t.Helper()
	s := New(Config{Name: "mine", Commands: commands})
	t.Cleanup(func() { _ = s.Close() })
	listing, err := s.Open(context.Background(), &tooltest.Host{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range listing.Problems {
		t.Errorf("%s: %s", p.Name, p.Reason)
	}
	tools := map[string]tool.Tool{}
	for _, one := range listing.Tools {
		tools[one.Name] = one
	}
	return s, tools
}

// call opens a source of one command and calls it.
func call(t testing.TB, c Command, args string) (tool.ToolResult, *tooltest.CallHost) {
	t.Helper()
	_, tools := opened(t, c)
	host := &tooltest.CallHost{}
	r, err := host.Call(context.Background(), tools[tool.Sanitize(c.Name)], args)
	if err != nil {
		t.Fatal(err)
	}
	return r, host
}
