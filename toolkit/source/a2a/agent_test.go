package a2a

import (
	"context"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"

	"toolbench/toolkit/tooltest"
)

// agent is an agent of a2a-go's. The first word of what it is told says what it
// does.
type agent struct {
	mu        sync.Mutex
	cancelled []protocol.TaskID
	told      []*protocol.Message
	signIn    chan struct{} // closed when the person has signed in, or long work is over
	news      chan struct{} // has something after each cancel
	running   map[protocol.TaskID]chan struct{}
}

func newAgent() *agent {
	return &agent{signIn: make(chan struct{}), news: make(chan struct{}, 100), running: map[protocol.TaskID]chan struct{}{}}
}

var pixel = []byte("\x89PNG\r\n\x1a\nnot a whole picture")

const seatSchema = `{"type":"object","properties":{"seat":{"type":"string","enum":["aisle","window"]}},"required":["seat"]}`

// words are text of the agent's.
func words(e *a2asrv.ExecutorContext, text string) *protocol.Message {
	return protocol.NewMessageForTask(protocol.MessageRoleAgent, e, protocol.NewTextPart(text))
}

func (a *agent) Execute(ctx context.Context, e *a2asrv.ExecutorContext) iter.Seq2[protocol.Event, error] {
	a.mu.Lock()
	a.told = append(a.told, e.Message)
	stop := make(chan struct{})
	a.running[e.TaskID] = stop
	a.mu.Unlock()
	said := wordsOf(e.Message)
	verb, _, _ := strings.Cut(said, " ")
	return func(yield func(protocol.Event, error) bool) {
		send := func(events ...protocol.Event) {
			for _, event := range events {
				if !yield(event, nil) {
					return
				}
			}
		}
		status := func(state protocol.TaskState, parts ...*protocol.Part) protocol.Event {
			var m *protocol.Message
			if len(parts) > 0 {
				m = protocol.NewMessageForTask(protocol.MessageRoleAgent, e, parts...)
			}
			return protocol.NewStatusUpdateEvent(e, state, m)
		}
		text, completed := protocol.NewTextPart, status(protocol.TaskStateCompleted)
		artifact := func(id string, more bool, parts ...*protocol.Part) protocol.Event {
			event := protocol.NewArtifactUpdateEvent(e, protocol.ArtifactID(id), parts...)
			event.Append, event.Artifact.Name = more, id
			return event
		}
		if verb == "message" {
			send(words(e, "no task"))
			return
		}
		if e.StoredTask == nil {
			send(protocol.NewSubmittedTask(e, e.Message))
		} else if e.StoredTask.Status.State == protocol.TaskStateInputRequired {
			a.second(e, send, status, artifact)
			return
		}
		send(status(protocol.TaskStateWorking, text("doing "+verb)))
		switch verb {
		case "image":
			raw := protocol.NewRawPart(pixel)
			raw.MediaType, raw.Filename = "image/png", "pixel.png"
			send(artifact("picture", false, raw, protocol.NewFileURLPart("https://example.com/p.png", "image/png")), completed)
		case "data":
			send(artifact("weather", false, protocol.NewDataPart(map[string]any{"celsius": 31.5})), completed)
		case "mixed":
			send(artifact("report", false, text("# Report"), protocol.NewRawPart(pixel), protocol.NewDataPart([]any{1, 2})),
				artifact("more", false, text("and more"), protocol.NewDataPart(true)), completed)
		case "input":
			send(status(protocol.TaskStateInputRequired, text("Which seat?"), protocol.NewDataPart(decoded(seatSchema))))
		case "question", "again":
			send(status(protocol.TaskStateInputRequired, text("What else?")))
		case "auth", "long":
			if verb == "auth" {
				send(status(protocol.TaskStateAuthRequired, text("Sign in at https://example.com/login.")))
			}
			select {
			case <-a.signIn:
				send(artifact("answer", false, text("signed in")), completed)
			case <-stop:
			}
		case "slow":
			select {
			case <-stop:
			case <-ctx.Done():
			}
		case "fail":
			send(artifact("half", false, text("half of it")), status(protocol.TaskStateFailed, text("it broke")))
		case "reject":
			send(status(protocol.TaskStateRejected))
		case "closing":
			send(status(protocol.TaskStateCompleted, text("all said here")))
		default:
			send(artifact("reply", false, text("You said: ")), artifact("reply", true, text(said)), completed)
		}
	}
}

// second is the turn after a question.
func (a *agent) second(e *a2asrv.ExecutorContext, send func(...protocol.Event), status func(protocol.TaskState, ...*protocol.Part) protocol.Event, artifact func(string, bool, ...*protocol.Part) protocol.Event) {
	said := wordsOf(e.Message)
	if said == "again" {
		send(status(protocol.TaskStateInputRequired, protocol.NewTextPart("And what else?")))
		return
	}
	for _, part := range e.Message.Parts {
		if members, ok := part.Data().(map[string]any); ok {
			said, _ = members["seat"].(string)
		}
	}
	send(status(protocol.TaskStateWorking), artifact("answer", false, protocol.NewTextPart("answered with "+said)), status(protocol.TaskStateCompleted))
}

func (a *agent) Cancel(_ context.Context, e *a2asrv.ExecutorContext) iter.Seq2[protocol.Event, error] {
	return func(yield func(protocol.Event, error) bool) {
		a.mu.Lock()
		a.cancelled = append(a.cancelled, e.TaskID)
		if stop, ok := a.running[e.TaskID]; ok {
			close(stop)
			delete(a.running, e.TaskID)
		}
		a.mu.Unlock()
		yield(protocol.NewStatusUpdateEvent(e, protocol.TaskStateCanceled, nil), nil)
		a.news <- struct{}{}
	}
}

// last is what the agent was told last.
func (a *agent) last() *protocol.Message {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.told[len(a.told)-1]
}

func decoded(text string) any {
	raw := []byte(text)
	var v any
	if err := decode(raw, &v); err != nil {
		panic(err)
	}
	return v
}

// cardOf is the card of an agent at a URL.
func cardOf(at string, binding protocol.TransportProtocol, streaming bool) *protocol.AgentCard {
	return &protocol.AgentCard{
		Name: "Test Agent", Description: "Does as told.", Version: "1.2",
		SupportedInterfaces: []*protocol.AgentInterface{protocol.NewAgentInterface(at, binding)},
		Capabilities:        protocol.AgentCapabilities{Streaming: streaming},
		DefaultInputModes:   []string{"text/plain"}, DefaultOutputModes: []string{"text/plain"},
		Skills: []protocol.AgentSkill{{ID: "do it", Name: "Do it", Description: "Does as told.", Examples: []string{"text  hello"}, Tags: []string{}}},
	}
}

// serve serves an agent over one binding, until the end of the test.
func (a *agent) serve(t *testing.T, binding protocol.TransportProtocol, streaming bool) string {
	t.Helper()
	handler := a2asrv.NewHandler(a)
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	at := server.URL + "/rpc"
	if binding == protocol.TransportProtocolHTTPJSON {
		mux.Handle("/rpc/", http.StripPrefix("/rpc", a2asrv.NewRESTHandler(handler)))
	} else {
		mux.Handle("/rpc", a2asrv.NewJSONRPCHandler(handler))
	}
	mux.Handle(wellKnown[0], a2asrv.NewStaticAgentCardHandler(cardOf(at, binding, streaming)))
	return server.URL
}

// ways are the ways in which a2a-go's server is spoken to.
var ways = map[string]struct {
	binding   protocol.TransportProtocol
	streaming bool
}{
	"JSON-RPC, streaming":  {protocol.TransportProtocolJSONRPC, true},
	"JSON-RPC, polling":    {protocol.TransportProtocolJSONRPC, false},
	"HTTP+JSON, streaming": {protocol.TransportProtocolHTTPJSON, true},
	"HTTP+JSON, polling":   {protocol.TransportProtocolHTTPJSON, false},
}

func TestAnAgentKeepsTheContract(t *testing.T) {
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			tooltest.Contract(t, func(t *testing.T) tooltest.Case {
				at := newAgent().serve(t, way.binding, way.streaming)
				c := contractOf(New(Config{URL: at, Name: "test"}), "test_do_it")
				if !way.streaming { // the task may have ended before it is first looked at
					c.Reports = tooltest.Step{}
				}
				return c
			})
		})
	}
}

func contractOf(s *Source, name string) tooltest.Case {
	return tooltest.Case{
		Source:  s,
		Works:   tooltest.Step{Tool: name, Arguments: `{"task":"text hello"}`},
		Refuses: tooltest.Step{Tool: name, Arguments: `{"task":7}`},
		Reports: tooltest.Step{Tool: name, Arguments: `{"task":"text hello"}`},
		Hangs:   tooltest.Step{Tool: name, Arguments: `{"task":"slow"}`},
		Begun:   func(ctx context.Context, h *tooltest.CallHost) error { return h.AwaitProgress(ctx, 1) },
		Asks:    tooltest.Step{Tool: name, Arguments: `{"task":"input"}`},
		Answer:  map[string]any{"seat": "window"},
	}
}
