package demo

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
)

type slowInput struct {
	Steps   int     `json:"steps,omitempty" jsonschema:"minimum=1,maximum=1000,default=10" jsonschema_description:"In how many steps"`
	Seconds float64 `json:"seconds,omitempty" jsonschema:"exclusiveMinimum=0,maximum=600,default=10" jsonschema_description:"How long in all"`
}

func slowTool() tool.Tool {
	return native.DefineTool("slow", "Takes its time: reports progress and writes a line at every step.",
		runSlow, native.WithReadOnly(), native.WithTitle("Take some time"))
}

func runSlow(ctx *tool.ToolContext, in slowInput) (string, error) {
	if in.Steps == 0 {
		in.Steps = 10
	}
	if in.Seconds == 0 {
		in.Seconds = 10
	}
	step := time.Duration(in.Seconds * float64(time.Second) / float64(in.Steps))
	for i := range in.Steps {
		if err := pause(ctx, step); err != nil {
			return "", err
		}
		ctx.SendChunk(fmt.Sprintf("step %d of %d\n", i+1, in.Steps))
		ctx.Progress(tool.Progress{Progress: float64(i + 1), Total: float64(in.Steps), Message: fmt.Sprintf("step %d", i+1)})
	}
	return fmt.Sprintf("%d steps in %g seconds.", in.Steps, in.Seconds), nil
}

type failsInput struct {
	Reason string `json:"reason,omitempty" jsonschema:"maxLength=200" jsonschema_description:"What went wrong"`
}

func (in failsInput) reason(otherwise string) error {
	if in.Reason != "" {
		return errors.New(in.Reason)
	}
	return errors.New(otherwise)
}

func failsTool() tool.Tool {
	return native.DefineTool("fails", "Reports an error that a model may read and recover from.",
		func(ctx *tool.ToolContext, in failsInput) (string, error) {
			return "", tool.Fail(ctx, in.reason("there is no station on the moon; one on earth would do"))
		}, native.WithReadOnly(), native.WithTitle("Report an error"))
}

func brokenTool() tool.Tool {
	return native.DefineTool("broken", "Fails the way a fault in a tool's own code does: with a returned error.",
		func(_ *tool.ToolContext, in failsInput) (string, error) {
			return "", in.reason("reading the barometer: the glass is empty")
		}, native.WithReadOnly(), native.WithTitle("Return an error"))
}

func panicsTool() tool.Tool {
	return native.DefineTool("panics", "Panics, as code with a mistake does. Nobody is harmed.",
		func(*tool.ToolContext, struct{}) (string, error) {
			var readings []float64
			return fmt.Sprint(readings[len(readings)]), nil
		}, native.WithReadOnly(), native.WithTitle("Panic"))
}

type longInput struct {
	Lines int `json:"lines,omitempty" jsonschema:"minimum=1,maximum=1000000,default=5000" jsonschema_description:"How many lines"`
	Width int `json:"width,omitempty" jsonschema:"minimum=20,maximum=2000,default=100" jsonschema_description:"How long the longest line may be"`
}

func longTool() tool.Tool {
	return native.DefineTool("long", "Yields a long output: the log of a weather station, thousands of lines of it.",
		runLong, native.WithReadOnly(), native.WithTitle("Write a long text"))
}

func runLong(ctx *tool.ToolContext, in longInput) (string, error) {
	if in.Lines == 0 {
		in.Lines = 5000
	}
	if in.Width == 0 {
		in.Width = 100
	}
	at := places[0]
	start := time.Date(2026, time.June, 1, 0, 0, 0, 0, time.UTC)
	var b strings.Builder
	for i := range in.Lines {
		if i%1000 == 0 && ctx.Err() != nil {
			return "", ctx.Err()
		}
		now := start.Add(time.Duration(i) * time.Minute)
		level := []string{"info", "info", "info", "info", "debug", "warning"}[i%6]
		line := fmt.Sprintf("%s %-7s %s: temperature %.1f °C, wind %.1f m/s",
			now.Format(time.RFC3339), level, at.Name, 15+3*noise(at, int64(i), "log"), 5+4*noise(at, int64(i), "gust"))
		if i%50 == 49 {
			line += strings.Repeat(" and so on", in.Width/10)
		}
		letters := []rune(line)
		b.WriteString(string(letters[:min(len(letters), in.Width)]))
		b.WriteByte('\n')
	}
	return b.String(), nil
}
