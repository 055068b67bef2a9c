package mcp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// A heard is a message that a scripted server received.
type heard struct {
	ID     json.RawMessage
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  json.RawMessage
}

// A script is what a server does with a message.
type script func(s *speaker, m heard)

// A speaker is a scripted server's voice. It says lines as they are, so that
// they can be wrong.
type speaker struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *speaker) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = fmt.Fprintf(s.w, format+"\n", args...)
}

func (s *speaker) result(m heard, result string) {
	if len(m.ID) == 0 {
		return // a notification
	}
	s.say(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result)
}

func (s *speaker) refuse(m heard, code int, message string) {
	if len(m.ID) == 0 {
		return // a notification
	}
	s.say(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%q}}`, m.ID, code, message)
}

// speak lets a script answer what comes in on r.
func speak(r io.Reader, w io.Writer, script script) {
	s := &speaker{w: w}
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		var m heard
		if json.Unmarshal([]byte(line), &m) == nil {
			script(s, m)
		}
	}
}

// server is a script for a server with initialize, the given tools/list result,
// and something to do with each other message.
func server(list string, then script) script {
	return func(s *speaker, m heard) {
		switch m.Method {
		case "server/discover":
			s.refuse(m, -32601, "Method not found")
		case "initialize":
			s.result(m, `{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true},"logging":{}},"serverInfo":{"name":"scripted","version":"7"}}`)
		case "tools/list":
			s.result(m, list)
		case "logging/setLevel":
			s.result(m, `{}`)
		default:
			if then != nil {
				then(s, m)
			}
		}
	}
}

// oneTool is a tools/list result with one tool, named "do".
const oneTool = `{"tools":[{"name":"do","inputSchema":{"type":"object"}}]}`

// answering is a server with the tool "do", whose every call has one result.
func answering(result string) script {
	return server(oneTool, func(s *speaker, m heard) {
		if m.Method == "tools/call" {
			s.result(m, result)
		}
	})
}

// inMemory configures a source for a scripted server in this process.
func inMemory(script script) Config {
	return Config{Name: "s", Transport: func() sdk.Transport {
		theirs, ours := io.Pipe()
		in, out := io.Pipe()
		go func() {
			speak(in, ours, script)
			_ = ours.Close()
		}()
		return &sdk.IOTransport{Reader: theirs, Writer: out}
	}}
}

const scriptVariable = "TOOLBENCH_TEST_MCP_SCRIPT"

// asProcess configures a source for a scripted server in a process of its own:
// this test's program, run again.
func asProcess(t *testing.T, name string) Config {
	t.Helper()
	if processes[name] == nil {
		t.Fatalf("there is no script %q", name)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Config{Name: "s", Command: program, Env: map[string]string{scriptVariable: name}}
}

func TestMain(m *testing.M) {
	if name := os.Getenv(scriptVariable); name != "" {
		processes[name]()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// run serves a script on this process's standard streams.
func run(script script) func() {
	return func() { speak(os.Stdin, os.Stdout, script) }
}

// processes are the programs that tests start.
var processes map[string]func()

func init() {
	processes = map[string]func(){
		"sound":   run(answering(`{"content":[{"type":"text","text":"done"}]}`)),
		"library": serveLibrary,
		"at once": func() {
			fmt.Fprintln(os.Stderr, "no licence found")
			os.Exit(3)
		},
		"on discover": run(func(s *speaker, m heard) {
			if m.Method == "server/discover" {
				os.Exit(1)
			}
			answering(`{"content":[{"type":"text","text":"done"}]}`)(s, m)
		}),
		"mid-call": run(server(oneTool, func(_ *speaker, m heard) {
			if m.Method == "tools/call" {
				fmt.Fprintln(os.Stderr, "panic: out of cheese\n    at cellar (cheese.js:14)\n\tat door (cheese.js:2)")
				os.Exit(4)
			}
		})),
		"garbage": func() {
			fmt.Println("Welcome to the server!")
			fmt.Println(`{"level":"debug","msg":"structured"}`)
			fmt.Print("no line end ")
			run(server(oneTool, func(s *speaker, m heard) {
				if m.Method == "tools/call" {
					s.say("calling…")
					s.say(`[{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"batched"}},{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"done"}]}}]`, m.ID)
				}
			}))()
		},
		"stubborn": func() {
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), scriptVariable+"=deaf")
			if err := child.Start(); err != nil {
				os.Exit(9)
			}
			ignoreSignals()
			run(answering(fmt.Sprintf(`{"content":[{"type":"text","text":"%d %d"}]}`, os.Getpid(), child.Process.Pid)))()
			select {}
		},
		"over lines": run(func(s *speaker, m heard) {
			if len(m.ID) > 0 {
				s.say("{\n  \"jsonrpc\": \"2.0\",\n  \"id\": %s,\n  \"result\": {}\n}", m.ID)
			}
		}),
		"half a message": run(func(s *speaker, m heard) {
			if len(m.ID) > 0 {
				s.say("{\n  \"jsonrpc\": \"2.0\",\n  \"id\": %s,\n  \"result\": {", m.ID)
			}
		}),
		"deaf": func() {
			ignoreSignals()
			select {}
		},
		"records": func() {
			var asked []heard
			run(server(oneTool, func(s *speaker, m heard) {
				if m.Method != "tools/call" {
					return
				}
				if strings.Contains(string(m.Params), "alone") {
					s.say(`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"%s"}}`, strings.Repeat("x", 200_000))
					s.result(m, `{"content":[{"type":"text","text":"small"}]}`)
					return
				}
				if asked = append(asked, m); len(asked) == 2 {
					s.result(asked[0], fmt.Sprintf(`{"content":[],"structuredContent":[{"id":%s},{"id":%s},"%s",{"id":%[2]s}]}`, asked[0].ID, asked[1].ID, strings.Repeat("x", 200_000)))
					s.result(asked[1], `{"content":[{"type":"text","text":"small"}]}`)
				}
			}))()
		},
		"last words": run(server(oneTool, func(s *speaker, m heard) {
			if m.Method == "tools/call" {
				s.say(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"going"}}`)
				time.Sleep(50 * time.Millisecond) // so that the line above is read alone
				s.result(m, `{"content":[{"type":"text","text":"`+strings.Repeat("x", 60_000)+`"}]}`)
				os.Exit(0)
			}
		})),
		"closed": run(server(oneTool, func(_ *speaker, m heard) {
			if m.Method == "tools/call" {
				_ = os.Stdout.Close()
				select {}
			}
		})),
		"not reading": run(server(oneTool, func(s *speaker, m heard) {
			if m.Method == "tools/call" {
				s.say(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"call-1","progress":1}}`)
				select {}
			}
		})),
		"answering nothing": run(server(oneTool, func(s *speaker, m heard) {
			if m.Method == "tools/call" {
				s.say(`{"jsonrpc":"2.0","id":null}`)
				s.say(`{"jsonrpc":"2.0","id":12345,"result":{}}`)
				s.say(`{"jsonrpc":"2.0","id":%s,"result":%s1%s}`, m.ID, strings.Repeat("[", 2000), strings.Repeat("]", 2000))
				s.result(m, `{"content":[{"type":"text","text":"done"}]}`)
			}
		})),
		"indented": run(server(oneTool, func(s *speaker, m heard) {
			if m.Method != "tools/call" {
				return
			}
			if strings.Contains(string(m.Params), "in one line") {
				s.result(m, `{"content":[{"type":"text","text":"fine"}]}`)
				return
			}
			s.say("{ is how it begins")
			s.say(`{"level":"info","id":%s,"result":{}}`, m.ID)
			s.say("{\n  \"jsonrpc\": \"2.0\",\n  \"id\": %s,\n  \"result\": {\n    \"content\": [\n      {\n        \"type\": \"text\",\n        \"text\": \"]} \\\"{\"\n      }\n    ]\n  }\n}", m.ID)
		})),
		"large": run(server(oneTool, func(s *speaker, m heard) {
			if m.Method == "tools/call" {
				large := `{"content":[{"type":"text","text":"` + strings.Repeat("x", 200_000) + `"}]}`
				if strings.Contains(string(m.Params), "id last") {
					s.say(`{"result":%s,"jsonrpc":"2.0","id":%s}`, large, m.ID)
				} else if strings.Contains(string(m.Params), "id first") {
					s.result(m, large)
				} else {
					s.result(m, `{"content":[{"type":"text","text":"small"}]}`)
				}
			}
		})),
	}
}

// open opens a source of the given configuration until the end of the test.
func open(t *testing.T, config Config) (*Source, source.Listing, *tooltest.Host) {
	t.Helper()
	host := &tooltest.Host{}
	s := New(config)
	listing, err := s.Open(t.Context(), host)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, listing, host
}

// named is the tool of a short name.
func named(t *testing.T, listing source.Listing, name string) tool.Tool {
	t.Helper()
	for _, one := range listing.Tools {
		if one.ShortName() == name {
			return one
		}
	}
	t.Fatalf("there is no tool %q", name)
	return tool.Tool{}
}

// openError is the sentence with which opening fails.
func openError(t *testing.T, config Config) error {
	t.Helper()
	s := New(config)
	defer s.Close()
	_, err := s.Open(t.Context(), &tooltest.Host{})
	if err == nil {
		t.Fatal("Open succeeded")
	}
	return err
}

// contains fails the test unless text holds each of the words.
func contains(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("%q is missing in: %s", word, text)
		}
	}
}
