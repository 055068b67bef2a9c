package builtin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"toolbench/toolkit/process"
	"toolbench/toolkit/tool"
)

// keptOutput is how many bytes of a command's output a result holds.
const keptOutput = 1 << 20

type bashInput struct {
	Command     string `json:"command"`
	Workdir     string `json:"workdir"`
	Timeout     int    `json:"timeout"`
	Description string `json:"description"`
}

func bashTool(files place, shell []string) tool.Tool {
	return define(definition{
		name:  "bash",
		title: "Run a shell command",
		description: `Runs a command in a shell and returns what it wrote to stdout and stderr, in the order it came. ` +
			`An exit code other than 0 is an error result. There is no terminal and nothing to read on stdin, so commands must not ask. ` +
			`Every call is a shell of its own: neither cd nor variables last. ` +
			`When the command ends, or its time is up, everything it left running is ended too.`,
		schema: `{
  "type": "object",
  "properties": {
    "command": {"type": "string", "description": "The command line, as one would type it into the shell."},
    "workdir": {"type": "string", "description": "The folder to run it in. Without it, the base folder."},
    "timeout": {"type": "integer", "minimum": 1, "maximum": 86400000, "default": 60000, "description": "After how many milliseconds the command is ended."},
    "description": {"type": "string", "description": "What the command does, in a few words, for the person who watches."}
  },
  "required": ["command"]
}`,
		annotations: tool.Annotations{ReadOnly: new(false), Destructive: new(true), OpenWorld: new(true)},
	}, func(ctx *tool.ToolContext, in bashInput) (tool.ToolResult, error) {
		return runBash(ctx, in, files, shell)
	})
}

func runBash(ctx *tool.ToolContext, in bashInput, files place, shell []string) (tool.ToolResult, error) {
	if strings.TrimSpace(in.Command) == "" {
		return tool.ToolResult{}, errors.New("the command is empty; give a command line such as ls -l")
	}
	dir, err := files.folder(in.Workdir)
	if err != nil {
		return tool.ToolResult{}, fmt.Errorf("the command was not run, for there is no folder to run it in: %w", err)
	}
	if shell, err = orDefaultShell(shell); err != nil {
		return tool.ToolResult{}, err
	}
	limit := time.Duration(in.Timeout) * time.Millisecond
	bound, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	out := &process.Transcript{Limit: keptOutput, Send: ctx.SendChunk}
	stop := alive(ctx)
	end, err := process.Run(bound, process.Command{Words: append(shell, in.Command), Dir: dir, Stdout: out, Insist: insistence(ctx)})
	stop()
	if err != nil {
		return tool.ToolResult{}, fmt.Errorf("the shell %s could not be started: %w", shell[0], err)
	}
	timedOut := end.Stopped && ctx.Err() == nil
	if !timedOut {
		limit = 0
	}
	result := tool.ToolResult{
		Output:   cmp.Or(process.WithNotes(out.String(), end.Notes(limit)...), "(no output)"),
		IsError:  end.Stopped || end.ExitCode != 0,
		Metadata: map[string]any{"exitCode": end.ExitCode, "shell": shell[0]},
	}
	if in.Description != "" {
		result.SetMetadata("title", in.Description)
	}
	if timedOut {
		result.SetMetadata("timedOut", true)
	}
	if end.KilledTree {
		result.SetMetadata("killedTree", true)
	}
	if cut := out.Cut(); cut > 0 {
		result.SetMetadata("bytesLeftOut", cut)
	}
	return result, nil
}

// alive reports progress until the returned function is called: whoever runs the
// tool waits on then.
func alive(ctx *tool.ToolContext) (stop func()) {
	return process.Heartbeat(func(seconds float64, message string) {
		ctx.Progress(tool.Progress{Progress: seconds, Message: message})
	})
}

func orDefaultShell(shell []string) ([]string, error) {
	if len(shell) > 0 {
		return append([]string(nil), shell...), nil
	}
	for _, name := range []string{"bash", "sh"} {
		if _, err := exec.LookPath(name); err == nil {
			return []string{name, "-c"}, nil
		}
	}
	return nil, errors.New("no shell was found: neither bash nor sh is on the PATH")
}
