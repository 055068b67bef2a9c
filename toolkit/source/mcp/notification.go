package mcp

import (
	"encoding/json"

	"toolbench/toolkit/tool"
)

func (t *tap) progress(params json.RawMessage) {
	var p struct {
		ProgressToken   json.RawMessage `json:"progressToken"`
		Progress, Total json.RawMessage
		Message         json.RawMessage
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	token, _ := textOf(p.ProgressToken)
	call := t.calls.find(token)
	if call == nil || call.answered.Load() {
		return // it came too late
	}
	report := tool.Progress{Progress: numberOf(p.Progress), Total: numberOf(p.Total)}
	report.Message, _ = textOf(p.Message)
	call.tool.Progress(report)
}

func (t *tap) logged(params json.RawMessage, on *call) {
	var p struct{ Level, Logger, Data json.RawMessage }
	if json.Unmarshal(params, &p) != nil {
		return
	}
	level, ok := textOf(p.Level)
	if !ok {
		level = "info"
	}
	text, ok := textOf(p.Data)
	if !ok {
		text = string(p.Data)
	}
	if logger, _ := textOf(p.Logger); logger != "" {
		text = logger + ": " + text
	}
	t.log(level, text)
	if on == nil {
		on = t.calls.only()
	}
	if on != nil {
		on.tool.Log(level, text)
	}
}

func (t *tap) updated(params json.RawMessage) {
	var p struct {
		URI json.RawMessage `json:"uri"`
	}
	if parse(params, &p) != nil {
		return
	}
	if uri, _ := textOf(p.URI); uri != "" {
		t.updates.add(uri)
	}
}

func (t *tap) completed(params json.RawMessage) {
	var p struct {
		ID json.RawMessage `json:"elicitationId"`
	}
	if parse(params, &p) != nil {
		return
	}
	if id, _ := textOf(p.ID); id != "" && !t.completions.complete(id) {
		t.log("info", "the server says that what it asked to be opened is done ("+id+")")
	}
}
