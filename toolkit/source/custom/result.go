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
	if e.Stopped || e.ExitCode != 0 {
		result = tool.ErrorResult(w.out.String())
	} else {
		result = r.read(&w.out)
	}
	result.Output = process.WithNotes(result.Output, e.Notes(e.limit)...)
	if result.IsError {
		result.Output = below(result.Output, w.err.String())
	}
	result.SetMetadata(metadataExitCode, e.ExitCode)
	if said := w.err.String(); said != "" {
		result.SetMetadata(metadataStderr, said)
	}
	if e.Signal != "" {
		result.SetMetadata(metadataSignal, e.Signal)
	}
	if e.limit > 0 {
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

// below is an output with what else there is to say on lines of its own.
func below(output, said string) string {
	if output != "" && said != "" && !strings.HasSuffix(output, "\n") {
		output += "\n"
	}
	return output + said
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
	return tool.ErrorResult(process.WithNotes(strings.ToValidUTF8(string(written), "\uFFFD"), why))
}
