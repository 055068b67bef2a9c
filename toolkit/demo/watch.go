package demo

import (
	"context"
	"fmt"
	"time"

	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
)

type watchInput struct {
	Place   string `json:"place" jsonschema:"minLength=1,example=Oslo" jsonschema_description:"City, or \"lat,lon\""`
	Seconds int    `json:"seconds,omitempty" jsonschema:"minimum=1,maximum=120,default=6" jsonschema_description:"How long to watch"`
}

type watchOutput struct {
	Place    string    `json:"place"`
	Readings []float64 `json:"readings" jsonschema_description:"Degrees Celsius, one a second"`
	Lowest   float64   `json:"lowest"`
	Highest  float64   `json:"highest"`
}

func watchTool() tool.Tool {
	return native.DefineTool("watch", "Watches the thermometer at a place, a reading a second, and reports its progress. It can be stopped at any time.",
		runWatch, native.WithReadOnly(), native.WithTitle("Watch the thermometer"))
}

func runWatch(ctx *tool.ToolContext, in watchInput) (watchOutput, error) {
	at, err := findPlace(in.Place)
	if err != nil {
		return watchOutput{}, tool.Fail(ctx, err)
	}
	if in.Seconds == 0 {
		in.Seconds = 6
	}
	day := time.Date(2026, time.June, 1, 0, 0, 0, 0, time.UTC)
	out := watchOutput{Place: at.Name}
	for i := range in.Seconds {
		if err := pause(ctx, time.Second); err != nil {
			return watchOutput{}, err
		}
		reading := tenth(weatherAt(at, day).High + noise(at, int64(i), "reading"))
		out.Readings = append(out.Readings, reading)
		if i == 0 {
			out.Lowest, out.Highest = reading, reading
		}
		out.Lowest, out.Highest = min(out.Lowest, reading), max(out.Highest, reading)
		ctx.Progress(tool.Progress{Progress: float64(i + 1), Total: float64(in.Seconds), Message: fmt.Sprintf("%.1f °C", reading)})
	}
	return out, nil
}

// pause waits, unless ctx ends before.
func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
