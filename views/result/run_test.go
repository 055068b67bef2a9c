package result

import (
	"testing"
	"testing/synctest"
	"time"

	"toolbench/toolkit/run"
	"toolbench/toolkit/tool"
	"toolbench/views"
)

// counting counts to three, a second each, and says so on the way.
func counting(_ map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
	for i, word := range []string{"one", "two", "three"} {
		ctx.Progress(tool.Progress{Progress: float64(i + 1), Total: 3})
		ctx.SendChunk(word + "\n")
		time.Sleep(time.Second)
	}
	ctx.AttachParts(tool.Text("attached"))
	return tool.ToolResult{Output: "one, two, three"}, nil
}

func TestARealRunIsFollowedToItsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		counter := tool.Tool{Name: "count", Execute: counting}
		r := run.Start(t.Context(), counter, []byte(`{}`), run.Options{})
		rec := &views.Record{Number: 1, Tool: counter, Arguments: r.Arguments(), Run: r, Started: r.StartedAt()}
		s := shown(rec, 60, 8)
		var titles []string
		for rec.Running() {
			rec.Apply(r.Next(t.Context()))
			carry(s, s.Changed(rec))
			if now := title(s); len(titles) == 0 || titles[len(titles)-1] != now {
				titles = append(titles, now)
			}
			synctest.Wait()
		}
		wantHas(t, titles[len(titles)-1], "✓ ok   3.0 s   1 part   23 B")
		wantHas(t, text(s), "one, two, three", "attached")
		if s.View().Tabs[1] != "Parts 1" {
			t.Errorf("the tabs are %q", s.View().Tabs)
		}
		var running bool
		for _, title := range titles {
			running = running || title == "▶ 67 %  2 of 3   1.0 s"
		}
		if !running {
			t.Errorf("the progress did not show on the way: %q", titles)
		}
	})
}
