package mcp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

func TestAProcessThatExitsAtOnceIsQuoted(t *testing.T) {
	err := openError(t, asProcess(t, "at once"))
	contains(t, err.Error(), "server s exited with code 3", "no licence found")
}

func TestAProcessThatDoesNotSurviveDiscoveryIsStartedAgain(t *testing.T) {
	_, listing, _ := open(t, asProcess(t, "on discover"))
	if len(listing.Tools) != 1 {
		t.Errorf("it lists %d tools", len(listing.Tools))
	}
}

func TestWhatCanNotBeStartedIsNamed(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{Command: "no-such-command-here"}, `there is no command "no-such-command-here"`},
		{Config{Command: folder + "/missing"}, "there is no file"},
		{Config{Command: folder}, "may not be executed"},
		{Config{Command: "true", Dir: folder + "/gone"}, "working folder"},
	} {
		c.config.Name = "s"
		contains(t, openError(t, c.config).Error(), "server s can not be started", c.want)
	}
}

func TestLinesThatAreNotTheProtocolsGoToTheLog(t *testing.T) {
	_, listing, host := open(t, asProcess(t, "garbage"))
	if r, err := named(t, listing, "do").Execute(nil, nil); err != nil || r.Output != "done" {
		t.Fatalf("the call ended with %v, %v", r, err)
	}
	var logged []string
	for _, entry := range host.Logs() {
		logged = append(logged, entry.Level+": "+entry.Message)
	}
	contains(t, strings.Join(logged, "\n"),
		"warning: the server sent a line on stdout that is not the protocol's: Welcome to the server!",
		`{"level":"debug","msg":"structured"}`, "no line end", "calling…", "info: batched")
}

func TestASilentProcessIsQuotedWithWhatItWroteInstead(t *testing.T) {
	config := asProcess(t, "half a message")
	config.Timeout = 500 * time.Millisecond
	contains(t, openError(t, config).Error(), "did not answer initialize within 500ms", "what it wrote to stdout is no message", `one line of JSON-RPC: { "jsonrpc": "2.0", "id": `)
}

func TestAnAnswerToInitializeOverSeveralLinesIsRefusedAtOnce(t *testing.T) {
	err := openError(t, asProcess(t, "over lines"))
	contains(t, err.Error(), "server s answered with JSON in 5 lines; on standard output each message has to be one line")
}

func TestAProcessThatDiesInMidCallIsLost(t *testing.T) {
	s, listing, host := open(t, asProcess(t, "mid-call"))
	do := named(t, listing, "do")
	_, err := do.Execute(nil, nil)
	lost, ok := errors.AsType[*source.LostError](err)
	if !ok || lost.Error() != "server s exited with code 4 in mid-call: panic: out of cheese" {
		t.Errorf("the call ended with %v", err)
	}
	reason, err := host.AwaitLoss(t.Context())
	if err != nil || reason.Error() != "server s exited with code 4: panic: out of cheese" {
		t.Errorf("the source was lost with %v (%v)", reason, err)
	}
	if !slices.ContainsFunc(host.Logs(), func(e tool.LogEntry) bool { return e.Message == "    at cellar (cheese.js:14)" }) {
		t.Errorf("the stack does not stand in the log as it was written: %v", host.Logs())
	}
	if _, err := do.Execute(nil, nil); !strings.Contains(fmt.Sprint(err), "exited with code 4") {
		t.Errorf("a later call ended with %v", err)
	}
	if _, err := s.Open(t.Context(), host); err != nil {
		t.Errorf("it can not be opened again: %v", err)
	}
}

func TestAProcessThatClosesItsOutputIsLostAndEnded(t *testing.T) {
	_, listing, host := open(t, asProcess(t, "closed"))
	_, err := named(t, listing, "do").Execute(nil, nil)
	contains(t, fmt.Sprint(err), "server s closed its standard output in mid-call")
	if _, err := host.AwaitLoss(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestClosingEndsAProcessThatWantsToStayAndItsChildren(t *testing.T) {
	s, listing, _ := open(t, asProcess(t, "stubborn"))
	r, err := named(t, listing, "do").Execute(nil, nil)
	var parent, child int
	if _, scanErr := fmt.Sscan(r.Output, &parent, &child); err != nil || scanErr != nil {
		t.Fatal(err, scanErr)
	}
	if !runs(parent) || !runs(child) {
		t.Fatal("they do not run")
	}
	_ = s.Close()
	if runs(parent) {
		t.Error("the process is still there")
	}
	for look := time.NewTicker(time.Millisecond); runs(child); { // it was killed, but nobody is told when it has gone
		select {
		case <-look.C:
		case <-t.Context().Done():
			t.Fatal("its child is still there")
		}
	}
}

// runs tells whether a process is there and has not ended; one that ended may
// still be listed until its parent takes note.
func runs(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return alive(pid)
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(after, "Z")
}

func TestAMessageOverTheLimitCostsOnlyItsCall(t *testing.T) {
	for _, where := range []string{"id first", "id last"} {
		config := asProcess(t, "large")
		config.MaxFrame = 100_000
		_, listing, _ := open(t, config)
		do := named(t, listing, "do")
		host := &tooltest.CallHost{}
		_, err := host.Call(t.Context(), do, fmt.Sprintf(`{"where":%q}`, where))
		contains(t, fmt.Sprint(err), "server s sent a message of 200", "more than the 100000 that are taken")
		r, err := host.Call(t.Context(), do, `{}`)
		if err != nil || r.Output != "small" {
			t.Errorf("%s: the next call ended with %v, %v", where, r, err)
		}
	}
}

func TestAnAnswerInSeveralLinesEndsItsCallAndSaysWhy(t *testing.T) {
	_, listing, host := open(t, asProcess(t, "indented"))
	do := named(t, listing, "do")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	_, err := (&tooltest.CallHost{}).Call(ctx, do, `{}`)
	if text := fmt.Sprint(err); !strings.HasPrefix(text, "server s answered with JSON in 12 lines; on standard output each message has to be one line") {
		t.Errorf("the call ended with %s", text)
	}
	if r, err := (&tooltest.CallHost{}).Call(ctx, do, `{"as":"in one line"}`); err != nil || r.Output != "fine" {
		t.Errorf("the next call ended with %v, %v", r, err)
	}
	if len(host.Losses()) != 0 {
		t.Errorf("it is lost: %v", host.Losses())
	}
}

func TestASecretInTheEnvironmentIsInNoError(t *testing.T) {
	config := asProcess(t, "at once")
	config.Env["API_TOKEN"] = "no licence found"
	err := openError(t, config)
	if strings.Contains(err.Error(), "licence") {
		t.Errorf("it is in: %v", err)
	}
	contains(t, New(Config{Command: "npx", Args: []string{"server", "--api-key", "s3cret-s3cret"}}).Info().Target, "npx server --api-key '[redacted]'")
}

func TestIDsWithinAnAnswerOverTheLimitAreNotTakenForItsOwn(t *testing.T) {
	config := asProcess(t, "records")
	config.MaxFrame = 100_000
	_, listing, _ := open(t, config)
	do := named(t, listing, "do")
	var mu sync.Mutex
	var ends []string
	var calls sync.WaitGroup
	for range 2 {
		calls.Go(func() {
			r, err := (&tooltest.CallHost{}).Call(t.Context(), do, `{}`)
			mu.Lock()
			defer mu.Unlock()
			ends = append(ends, fmt.Sprint(r.Output, err))
		})
	}
	calls.Wait()
	slices.Sort(ends)
	contains(t, ends[0], "more than the 100000 that are taken")
	contains(t, ends[1], "small")
}

func TestANotificationOverTheLimitIsNoAnswer(t *testing.T) {
	config := asProcess(t, "records")
	config.MaxFrame = 100_000
	_, listing, host := open(t, config)
	if r, err := (&tooltest.CallHost{}).Call(t.Context(), named(t, listing, "do"), `{"as":"alone"}`); err != nil || r.Output != "small" {
		t.Errorf("the call ended with %v, %v", r, err)
	}
	contains(t, fmt.Sprint(host.Logs()), "notifications/message", "more than the 100000 that are taken")
}

// A slow host takes its time with a line of the log.
type slow struct {
	tooltest.Host
	wait func()
}

func (s *slow) Log(e tool.LogEntry) {
	s.Host.Log(e)
	if e.Message == "going" {
		s.wait()
	}
}

func TestWhatAServerSaidBeforeItWentIsReadHoweverLate(t *testing.T) {
	s := New(asProcess(t, "last words"))
	host := &slow{wait: func() {
		<-s.sessions.Current().process.exited
		<-time.After(2 * afterExit)
	}}
	listing, err := s.Open(t.Context(), host)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, err := (&tooltest.CallHost{}).Call(t.Context(), named(t, listing, "do"), `{}`)
	if err != nil || len(r.Output) != 60_000 {
		t.Errorf("the call ended with %d bytes and %v", len(r.Output), err)
	}
}
