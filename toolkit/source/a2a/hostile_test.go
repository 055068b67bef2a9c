package a2a

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"

	"toolbench/toolkit/tooltest"
)

func TestWhatIsOfAnotherTaskIsLeftOut(t *testing.T) {
	for _, streaming := range []bool{true, false} {
		a, looks := &raw{streaming: streaming}, 0
		a.answer = func(w http.ResponseWriter, r *http.Request, body string) {
			event := func(result string) { fmt.Fprintf(w, "data: {\"id\":1,\"result\":%s}\n\n", result) }
			switch {
			case strings.Contains(body, "SendStreamingMessage"):
				w.Header().Set("Content-Type", "text/event-stream")
				event(`{"task":{"id":"t7","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}`)
				event(`{"artifactUpdate":{"taskId":"t8","artifact":{"artifactId":"a","parts":[{"text":"not mine"}]}}}`)
				event(`{"statusUpdate":{"taskId":"t8","status":{"state":"TASK_STATE_COMPLETED"}}}`)
				event(`{"artifactUpdate":{"taskId":"t7","artifact":{"artifactId":"a","parts":[{"text":"mine"}]}}}`)
				event(`{"statusUpdate":{"taskId":"t7","status":{"state":"TASK_STATE_COMPLETED"}}}`)
			case strings.Contains(body, "SendMessage"):
				says(`{"id":1,"result":{"task":{"id":"t7","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}}`)(w, r, body)
			default:
				id, text := "t8", "not mine"
				if looks++; looks > 1 {
					id, text = "t7", "mine"
				}
				says(fmt.Sprintf(`{"id":1,"result":{"id":%q,"status":{"state":"TASK_STATE_COMPLETED"},"artifacts":[{"artifactId":"a","parts":[{"text":%q}]}]}}`, id, text))(w, r, body)
			}
		}
		one, host := opened(t, Config{URL: a.serve(t), Name: "x"})
		result, err := new(tooltest.CallHost).Call(t.Context(), one, `{"task":"x"}`)
		if err != nil || result.Output != "mine" || result.Metadata[metadataTask] != "t7" {
			t.Errorf("streaming %t: %s, %v", streaming, inJSON(result), err)
		}
		if logs := host.Logs(); len(logs) != 1 || logs[0].Message != "agent x sent something of task t8 in answer to what it was asked of task t7; such things are left out" {
			t.Errorf("streaming %t: the log is %+v", streaming, logs)
		}
	}
}

func TestAnArtifactThatNeverEndsIsCut(t *testing.T) {
	a := artifacts{chunk: func(string) {}}
	piece := protocol.NewTextPart(strings.Repeat("x", 1<<20))
	for range 200 {
		a.update(&protocol.TaskArtifactUpdateEvent{Append: true, Artifact: &protocol.Artifact{ID: "a", Parts: protocol.ContentParts{piece}}})
	}
	if kept := len(a.list[0].Parts); kept != mostKept>>20-1 || !a.cut {
		t.Errorf("%d pieces were kept, cut %t", kept, a.cut)
	}
	a.replace([]*protocol.Artifact{{ID: "a", Parts: protocol.ContentParts{piece}}})
	if a.size > 2<<20 {
		t.Errorf("in place of all that, one piece is taken for %d bytes", a.size)
	}
}
