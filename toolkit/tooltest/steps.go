package tooltest

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

var (
	soundName = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)
	kinds     = []tool.ToolSource{tool.SourceMCP, tool.SourceSkill, tool.SourceBuiltin, tool.SourceNative, tool.SourceHTTP, tool.SourceA2A, tool.SourceCustom}
)

func (t *trial) opensAndLists() {
	before := t.Source.Info()
	if !slices.Contains(kinds, before.Kind) {
		t.Errorf("Info().Kind is %q, none of the seven kinds", before.Kind)
	}
	listing, err := t.Source.Open(t.ctx, &Host{})
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	if after := t.Source.Info(); after != before {
		t.Errorf("Info changed from %+v to %+v", before, after)
	}
	seen := map[string]bool{}
	for _, one := range listing.Tools {
		if seen[one.Name] {
			t.Errorf("%s is listed twice", one.Name)
		}
		seen[one.Name] = true
		t.sound(one)
	}
	for _, p := range listing.Problems {
		if p.Name == "" || p.Reason == "" {
			t.Errorf("a problem does not say what and why: %+v", p)
		}
	}
}

// sound checks one tool of a listing.
func (t *trial) sound(one tool.Tool) {
	t.Helper()
	if !soundName.MatchString(one.Name) {
		t.Errorf("%q is not a name of letters, digits, _ and - only", one.Name)
	}
	if !slices.Contains(kinds, one.Source) {
		t.Errorf("%s: Source is %q, none of the seven kinds", one.Name, one.Source)
	}
	uncallable := one.Details != nil && one.Details.Uncallable != ""
	if (one.Execute == nil) != uncallable {
		t.Errorf("%s: callable is %t, but Details.Uncallable is set: %t", one.Name, one.Execute != nil, uncallable)
	}
	if one.InputSchema == nil {
		t.Errorf("%s has no InputSchema", one.Name)
		return
	}
	var raw, decoded any
	if err := json.Unmarshal(one.Schema(), &raw); err != nil {
		t.Errorf("%s: the schema's bytes are not JSON: %v", one.Name, err)
	}
	b, err := json.Marshal(one.InputSchema)
	if err != nil {
		t.Errorf("%s: InputSchema is not JSON: %v", one.Name, err)
	}
	_ = json.Unmarshal(b, &decoded)
	if _, object := raw.(map[string]any); object && !reflect.DeepEqual(raw, decoded) {
		t.Errorf("%s: InputSchema and the schema's bytes differ:\n%s\n%s", one.Name, b, one.Schema())
	}
	if one.OutputSchema() != nil && !json.Valid(one.OutputSchema()) {
		t.Errorf("%s: the output schema is not JSON: %s", one.Name, one.OutputSchema())
	}
}

func (t *trial) opensAgain() {
	first := t.open()
	second := t.open()
	for name := range first {
		if _, ok := second[name]; !ok {
			t.Errorf("%s is missing when the source is opened again", name)
		}
	}
	if t.has(t.Works, "Works") {
		t.succeed(second, t.Works, &CallHost{})
	}
}

func (t *trial) opensForNobody() {
	ctx, cancel := context.WithCancel(t.ctx)
	cancel()
	if _, err := t.Source.Open(ctx, &Host{}); err == nil {
		t.Error("Open with a context that has ended succeeded")
	}
}

func (t *trial) calls() {
	if !t.has(t.Works, "Works") {
		return
	}
	tools := t.open()
	t.succeed(tools, t.Works, &CallHost{})
	args, err := tool.DecodeArguments(json.RawMessage(t.Works.Arguments))
	if err != nil {
		t.Fatal(err)
	}
	result, err := tools[t.Works.Tool].Execute(args, nil)
	if err != nil || result.IsError {
		t.Fatalf("without a context it ended with %s", ending{result: result, err: err})
	}
	if t.Works.Check != nil {
		t.Works.Check(t.T, result)
	}
}

func (t *trial) refuses() {
	if !t.has(t.Refuses, "Refuses") {
		return
	}
	e := t.call(t.open(), t.Refuses, &CallHost{})
	if e.ok() {
		t.Errorf("bad arguments ended with %s", e)
	}
	if said := e.said(); strings.TrimSpace(said) == "" {
		t.Error("bad arguments were refused without a word")
	}
}

// said is what a call that did not succeed says of it.
func (e ending) said() string {
	if e.err != nil {
		return e.err.Error()
	}
	return e.result.Output
}

func (t *trial) reports() {
	if !t.has(t.Reports, "Reports") {
		return
	}
	host := &CallHost{}
	t.succeed(t.open(), t.Reports, host)
	if len(host.Reports()) == 0 {
		t.Error("no progress came")
	}
}

// hang starts the call that does not end and waits until it is under way.
func (t *trial) hang(ctx context.Context) <-chan ending {
	t.Helper()
	host := &CallHost{}
	ended := t.start(ctx, t.open(), t.Hangs, host)
	if t.Begun != nil {
		if err := t.Begun(t.ctx, host); err != nil {
			t.Fatalf("the call never began: %v", err)
		}
	}
	return ended
}

func (t *trial) cancels() {
	if !t.has(t.Hangs, "Hangs") {
		return
	}
	ctx, cancel := context.WithCancel(t.ctx)
	defer cancel()
	ended := t.hang(ctx)
	cancel()
	if e := t.await(ended); e.ok() {
		t.Errorf("a cancelled call ended with %s", e)
	}
}

func (t *trial) closesInMidCall() {
	if !t.has(t.Hangs, "Hangs") {
		return
	}
	ended := t.hang(t.ctx)
	t.close()
	if e := t.await(ended); e.ok() {
		t.Errorf("a call whose source was closed ended with %s", e)
	}
}

func (t *trial) asks() {
	if !t.has(t.Asks, "Asks") {
		return
	}
	host := &CallHost{Answer: Yes(t.Answer)}
	t.succeed(t.open(), t.Asks, host)
	requests := host.Requests()
	if len(requests) == 0 {
		t.Fatal("nothing was asked")
	}
	if r := requests[0]; r.ID == "" || r.Kind == "" {
		t.Errorf("the request has no id or no kind: %+v", r)
	}
}

func (t *trial) asksNobody() {
	if !t.has(t.Asks, "Asks") {
		return
	}
	if e := t.call(t.open(), t.Asks, &CallHost{}); e.ok() {
		t.Errorf("nobody was there to ask, and yet it ended with %s", e)
	}
}

func (t *trial) crashes() {
	if !t.has(t.Crashes, "Crashes") {
		return
	}
	if e := t.call(t.open(), t.Crashes, &CallHost{}); e.err == nil && e.panic == nil {
		t.Errorf("a crash ended with %s", e)
	}
}

func (t *trial) closes() {
	t.close()
	t.close()
	t.open()
	t.close()
	t.close()
	tools := t.open()
	if t.has(t.Works, "Works") {
		t.succeed(tools, t.Works, &CallHost{})
	}
}

func (t *trial) callsOnceClosed() {
	if !t.has(t.Works, "Works") {
		return
	}
	tools := t.open()
	t.close()
	e := t.call(tools, t.Works, &CallHost{})
	if lost, ok := errors.AsType[*source.LostError](e.err); !ok {
		t.Errorf("a call after Close ended with %s; a *source.LostError was due", e)
	} else if !strings.Contains(lost.Error(), " ") {
		t.Errorf("the error after Close is no sentence: %q", lost)
	}
}

func (t *trial) callsAtOnce() {
	if !t.has(t.Works, "Works") {
		return
	}
	tools := t.open()
	var calls sync.WaitGroup
	for range 50 {
		ended := t.start(t.ctx, tools, t.Works, &CallHost{})
		calls.Go(func() {
			e := <-ended
			if !e.ok() {
				t.Errorf("one of fifty calls ended with %s", e)
			} else if t.Works.Check != nil {
				t.Works.Check(t.T, e.result)
			}
		})
	}
	calls.Wait()
}
