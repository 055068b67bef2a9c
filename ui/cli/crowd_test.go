//go:build linux

package cli_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
)

// crowdMark is a variable of the environment that every server of a crowd, and
// what it starts, can be told by.
const crowdMark = "TOOLBENCH_CROWD"

// crowd writes a configuration of thirty servers: twenty that serve, and ten
// that are dead, slow, malformed or deaf in different ways.
func crowd(tb testing.TB, mark string) (file string) {
	tb.Helper()
	server := serverCommand(tb)
	var entries []string
	start := func(name, mode, rest string) {
		entries = append(entries, fmt.Sprintf(`%q:{"command":%q,"args":[%q],"env":{%q:%q}%s}`, name, server, mode, crowdMark, mark, rest))
	}
	for i := range 18 {
		start(fmt.Sprintf("good-%02d", i), "", "")
	}
	start("noisy", "garbage", "") // which serve all the same
	start("odd", "odd", "")
	start("mute-1", "mute", `,"timeout":1500`)
	start("mute-2", "mute", `,"timeout":60000`)
	start("deaf-1", "deaf", `,"timeout":60000`)
	start("deaf-2", "deaf", `,"timeout":1500`)
	start("exits", "exit", "")
	for name, entry := range map[string]string{
		"missing":  `{"command":"no-such-program"}`,
		"refused":  `{"url":"http://127.0.0.1:1/mcp"}`,
		"silent":   fmt.Sprintf(`{"url":"http://%s/mcp","timeout":60000}`, silentAddress(tb)),
		"crooked":  `{"command":["a"],"url":"b"}`,
		"variable": `{"command":"x","args":["${TOOLBENCH_NOT_SET}"]}`,
	} {
		entries = append(entries, fmt.Sprintf("%q:%s", name, entry))
	}
	if len(entries) != 30 {
		tb.Fatalf("the crowd has %d servers", len(entries))
	}
	file = filepath.Join(tb.TempDir(), "mcp.json")
	if err := os.WriteFile(file, []byte(`{"mcpServers":{`+strings.Join(entries, ",")+`}}`), 0o600); err != nil {
		tb.Fatal(err)
	}
	return file
}

// silentAddress accepts connections and says nothing.
func silentAddress(tb testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { l.Close() })
	return l.Addr().String()
}

// marked are the processes that have the mark in their environment.
func marked(mark string) (pids []string) {
	all, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range all {
		if environment, err := os.ReadFile(path); err == nil && strings.Contains(string(environment), crowdMark+"="+mark+"\x00") {
			pids = append(pids, filepath.Base(filepath.Dir(path)))
		}
	}
	return pids
}

func TestThirtySourcesOfWhichTenAreBadEachHaveTheirStateAndLeaveNothingBehind(t *testing.T) {
	mark := fmt.Sprintf("%d-%d", os.Getpid(), time.Now().UnixNano())
	term := onRealTerminal(t, nil, crowd(t, mark))
	term.until(" 173 tools") // those of the twenty
	find := func(words string) {
		term.write("/")
		term.press('u', uv.ModCtrl)
		term.write(words)
		term.until("› " + words)
	}
	for server, sentence := range map[string]string{
		"missing": "no command", "refused": "refused", "crooked": "both a command and a url", "variable": "TOOLBENCH_NOT_SET",
		"exits": "exited", "mute-1": "answer", "deaf-2": "answer",
	} {
		find("server:" + server)
		term.until("✗ " + server)
		term.until(sentence)
	}
	for _, server := range []string{"noisy", "odd", "good-00", "good-17"} {
		find("server:" + server)
		term.untilLine("▾ "+server, "● ")
	}
	if len(marked(mark)) == 0 {
		t.Error("no server runs, so that nothing could be left")
	}
	term.press('c', uv.ModCtrl) // while mute-2, deaf-1 and silent still connect
	if code := term.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if left := marked(mark); len(left) > 0 {
		t.Errorf("%d processes are left: %v", len(left), left)
	}
}

// BenchmarkQuittingThirtySources reports how long it takes from ctrl+c to the
// end of the process, with servers that connect, serve, and do not listen.
func BenchmarkQuittingThirtySources(b *testing.B) {
	for b.Loop() {
		mark := fmt.Sprintf("%d-%d", os.Getpid(), time.Now().UnixNano())
		term := onRealTerminal(b, nil, crowd(b, mark))
		term.until(" 173 tools") // until all serve, the starts of thirty processes are what would be measured
		start := time.Now()
		term.press('c', uv.ModCtrl)
		term.exit()
		b.ReportMetric(float64(time.Since(start).Milliseconds()), "ms/quit")
		b.ReportMetric(float64(len(marked(mark))), "left")
	}
}
