package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit/run"
	"toolbench/views"
	"toolbench/views/confirm"
	"toolbench/views/inbox"
	"toolbench/views/safetext"
)

// pace is the least time between two batches of one run's events: a chatty tool
// costs 30 redraws a second, not thousands.
const pace = 33 * time.Millisecond

// runEventsMsg carries what happened to one run. No events means that there will
// be no more.
type runEventsMsg struct {
	record *views.Record
	events []run.Event
}

// runAnywayMsg says that the person confirmed a destructive call.
type runAnywayMsg struct{ call views.CallMsg }

// call runs a tool; one that declares itself destructive asks first.
func (m *Model) call(msg views.CallMsg) tea.Cmd {
	if msg.Tool.Execute == nil {
		why := "it can be read about, not called"
		if d := msg.Tool.Details; d != nil && d.Uncallable != "" {
			why = safetext.Line(d.Uncallable)
		}
		m.notice = views.NoticeMsg{Text: fmt.Sprintf("%s was not run: %s", safetext.Line(msg.Tool.ShortName()), why), Trouble: true}
		return nil
	}
	if !msg.Tool.Destructive() {
		return m.start(msg)
	}
	text := fmt.Sprintf("%s says of itself that it may destroy something. Run it with %s?",
		safetext.Line(msg.Tool.ShortName()), safetext.Line(cut(string(msg.Arguments), 400)))
	m.question("Run a destructive tool?", text, confirm.Choice{Name: "do not run"}, confirm.Choice{Name: "run once", Msg: runAnywayMsg{msg}})
	return nil
}

func cut(s string, limit int) string {
	if r := []rune(s); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return s
}

func (m *Model) start(msg views.CallMsg) tea.Cmd {
	rec := m.record(msg.Key, run.Start(m.ctx, msg.Tool, msg.Arguments, run.Options{Ask: true, Timeout: m.options.Timeout}))
	m.latest[msg.Key] = rec
	m.keep(msg.Key)
	cmds := []tea.Cmd{await(m.ctx, rec, time.Time{})}
	if m.frontKey() == msg.Key {
		cmds = append(cmds, m.show(rec))
		if (!m.layout.wide || m.zoomed) && m.front == paneCall {
			cmds = append(cmds, m.turn(paneResult))
		}
	}
	return tea.Batch(cmds...)
}

// record notes a run that has begun.
func (m *Model) record(key string, r *run.Run) *views.Record {
	rec := &views.Record{Number: len(m.records) + 1, Key: key, Tool: r.Tool(), Arguments: r.Arguments(), Run: r, Started: r.StartedAt()}
	m.records = append(m.records, rec)
	return rec
}

// keep holds on to a tool's screen: its draft must outlive another selection.
func (m *Model) keep(key string) {
	if m.tool != nil && m.tool.Key() == key {
		m.tools[key] = m.tool
	}
}

// show puts a run into the result pane.
func (m *Model) show(rec *views.Record) tea.Cmd {
	m.shown = rec
	return m.result.Show(rec)
}

// await reads the next events of a run, the first at once and later ones at the
// pace. Exactly one await is under way for each run, so their order holds.
func await(ctx context.Context, rec *views.Record, last time.Time) tea.Cmd {
	return func() tea.Msg {
		if rest := pace - time.Since(last); rest > 0 && !last.IsZero() {
			t := time.NewTimer(rest)
			defer t.Stop()
			select {
			case <-t.C:
			case <-rec.Run.Done():
			}
		}
		return runEventsMsg{rec, rec.Run.Next(ctx)}
	}
}

func (m *Model) runEvents(msg runEventsMsg) tea.Cmd {
	if len(msg.events) == 0 {
		return nil
	}
	msg.record.Apply(msg.events)
	var cmds []tea.Cmd
	if msg.record == m.shown {
		cmds = append(cmds, m.result.Changed(msg.record))
	}
	if msg.record.Running() {
		return tea.Batch(append(cmds, await(m.ctx, msg.record, time.Now()))...)
	}
	m.ended(msg.record)
	return tea.Batch(cmds...)
}

// answer hands a person's answer to the run that asked, and gives the keys back:
// what waits next must not get a key that was meant for this one.
func (m *Model) answer(msg views.AnswerMsg) tea.Cmd {
	var back tea.Cmd
	if m.front == panePrompt {
		back = m.turn(m.before)
	}
	if err := msg.Record.Run.Resolve(msg.Request, msg.Answer); errors.Is(err, run.ErrNotWaiting) {
		m.notice = views.NoticeMsg{Text: "The answer came too late: the request is not waiting any more.", Trouble: true}
	}
	return back
}

// waiting is what waits for an answer: that of the tool in front first, then by
// age.
func (m *Model) waiting() []inbox.Item {
	var items []inbox.Item
	for _, rec := range m.records {
		if !rec.Running() {
			continue
		}
		for _, w := range rec.Waiting {
			items = append(items, inbox.Item{Record: rec, Waiting: w})
		}
	}
	slices.SortStableFunc(items, func(a, b inbox.Item) int {
		if af, bf := m.inFront(a.Record), m.inFront(b.Record); af != bf {
			if af {
				return -1
			}
			return 1
		}
		return a.Since.Compare(b.Since)
	})
	return items
}

func (m *Model) inFront(rec *views.Record) bool { return rec.Key == m.frontKey() }

// running is how many calls have not ended.
func (m *Model) running() int {
	n := 0
	for _, rec := range m.records {
		if rec.Running() && !byItself(rec) {
			n++
		}
	}
	return n
}

// stop stops the run in the result pane.
func (m *Model) stop() tea.Cmd {
	if m.shown.Running() {
		m.shown.Stopping = true
		m.shown.Run.Cancel()
		return m.result.Changed(m.shown)
	}
	return nil
}

// stopAll ends every run and waits until it has ended.
func (m *Model) stopAll() {
	for _, rec := range m.records {
		rec.Run.Cancel()
	}
	for _, rec := range m.records {
		rec.Run.Wait()
	}
}

// step shows the run of the tool in front before, or after, the one shown.
func (m *Model) step(by int) tea.Cmd {
	runs := m.runsInFront()
	at := slices.Index(runs, m.shown) + by
	if at < 0 || at >= len(runs) {
		return nil
	}
	return m.show(runs[at])
}

func (m *Model) runsInFront() []*views.Record {
	var runs []*views.Record
	for _, rec := range m.records {
		if m.inFront(rec) {
			runs = append(runs, rec)
		}
	}
	return runs
}
