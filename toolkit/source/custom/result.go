package custom

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"toolbench/toolkit/process"
	"toolbench/toolkit/tool"
)

// The keys of a result's metadata.
const (
	metadataExitCode = "exitCode"
	metadataStderr   = "stderr"
	metadataSignal   = "signal"
	metadataTimedOut = "timedOut"
	metadataKilled   = "killedTree"
	metadataCut      = "bytesLeftOut"
)

// result is what came of a command that was started.
func (r *runner) result(e end, w *written) tool.ToolResult {
	var result tool.ToolResult
	notes := r.notes(e)
	if e.Stopped || e.ExitCode != 0 {
		result = tool.ErrorResult(lines(w.out.String(), notes, w.err.String()))
	} else {
		result = r.read(&w.out)
		result.Output = lines(result.Output, notes, "")
		if result.IsError {
			result.Output = lines(result.Output, nil, w.err.String())
		}
	}
	result.SetMetadata(metadataExitCode, e.ExitCode)
	if said := w.err.String(); said != "" {
		result.SetMetadata(metadataStderr, said)
	}
	if e.Signal != "" {
		result.SetMetadata(metadataSignal, e.Signal)
	}
	if e.timedOut {
		result.SetMetadata(metadataTimedOut, true)
	}
	if e.KilledTree {
		result.SetMetadata(metadataKilled, true)
	}
	if cut := w.out.Cut(); cut > 0 {
		result.SetMetadata(metadataCut, cut)
	}
	return result
}

// notes say how a command ended when it did not just end well.
func (r *runner) notes(e end) []string {
	var notes []string
	how := "was ended"
	if e.lingers {
		how = "is being ended"
	}
	switch {
	case e.timedOut:
		notes = append(notes, fmt.Sprintf("timed out after %s, and %s", r.command.Timeout, how))
	case e.Stopped:
		notes = append(notes, "the call was cancelled, and the command "+how)
	case e.Signal != "":
		notes = append(notes, "ended by signal: "+e.Signal)
	case e.ExitCode != 0:
		notes = append(notes, fmt.Sprintf("exit code %d", e.ExitCode))
	}
	if e.KilledTree && !e.Stopped {
		notes = append(notes, "what the command left running in the background was ended")
	}
	if e.Escaped {
		notes = append(notes, "a process in a session of its own still runs; what else it writes is lost")
	}
	return notes
}

// lines are an output, a line for each note below it, and what the command said
// on standard error below those.
func lines(output string, notes []string, said string) string {
	var b strings.Builder
	b.WriteString(output)
	begin := func() {
		if s := b.String(); s != "" && !strings.HasSuffix(s, "\n") {
			b.WriteByte('\n')
		}
	}
	for _, note := range notes {
		begin()
		b.WriteString("[" + note + "]")
	}
	if said != "" {
		begin()
		b.WriteString(said)
	}
	return b.String()
}

// read makes a result of what a command wrote that ended well.
func (r *runner) read(out *process.Transcript) tool.ToolResult {
	if r.command.Output == "" || r.command.Output == OutputText {
		return tool.ToolResult{Output: out.String()}
	}
	if out.Cut() > 0 {
		return tool.ErrorResult(fmt.Sprintf("the command wrote more than the %d MiB that are kept, so that its %s can not be read", r.source.limit>>20, r.command.Output))
	}
	if r.command.Output == OutputMIME {
		return readMIME(out.Bytes())
	}
	return readJSON(out.Bytes())
}

func readJSON(written []byte) tool.ToolResult {
	value := bytes.TrimSpace(written)
	if !json.Valid(value) {
		why := "what the command wrote is not JSON, as the tool's output is declared to be"
		if len(value) == 0 {
			why = "the command wrote nothing, where JSON was due"
		}
		return unreadable(written, why)
	}
	result := tool.ToolResult{Output: string(value)}
	result.SetMetadata(tool.MetadataStructured, json.RawMessage(value))
	return result
}

// unreadable is the result of an output that is not as it was declared.
func unreadable(written []byte, why string) tool.ToolResult {
	return tool.ErrorResult(lines(strings.ToValidUTF8(string(written), "\uFFFD"), []string{why}, ""))
}
