package ui

import (
	"fmt"
	"strings"
	"time"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/views"
	"toolbench/views/safetext"
)

// tellChanges says what has become of the sources' tools, and which followed
// resources have changed, since they were as before.
func (m *Model) tellChanges(before []toolkit.Status) {
	was := make(map[string]*toolkit.Status, len(before))
	for i := range before {
		was[before[i].ID()] = &before[i]
	}
	var told []string
	failed := false
	for i := range m.statuses {
		now := &m.statuses[i]
		old := was[now.ID()]
		if old == nil {
			continue
		}
		if now.Changes.At.After(old.Changes.At) {
			told = append(told, fmt.Sprintf("%s: %s", safetext.Line(nameOf(now.Info)), safetext.Line(now.Changes.String())))
		}
		told = append(told, updated(old, now)...)
		if m.failsUnderHand(old, now) {
			failed = true
			told = append(told, safetext.Line(nameOf(now.Info))+" can not be called any more: "+safetext.Line(now.Reason))
		}
	}
	if len(told) > 0 {
		m.notice = views.NoticeMsg{Text: strings.Join(told, "; "), Trouble: failed}
	}
}

// failsUnderHand tells whether the source of the tool that is open has just failed
// to connect anew, and is not tried again by itself. In a narrow window nothing
// else would say so.
func (m *Model) failsUnderHand(old, now *toolkit.Status) bool {
	if m.tool == nil || now.State != source.Failed || old.State == source.Failed || !now.Retry.IsZero() {
		return false
	}
	id, _ := views.Of(m.tool.Key())
	return id == now.ID()
}

func nameOf(info source.Info) string {
	if info.Name == "" {
		return string(info.Kind)
	}
	return info.Name
}

// updated names the resources of which the source has told a change.
func updated(old, now *toolkit.Status) []string {
	at := map[string]time.Time{}
	for _, o := range old.Offers {
		at[o.URI] = o.Updated
	}
	var told []string
	for _, o := range now.Offers {
		if o.Updated.After(at[o.URI]) {
			told = append(told, fmt.Sprintf("%s: %s has changed", safetext.Line(nameOf(now.Info)), safetext.Line(o.Read.Title())))
		}
	}
	return told
}
