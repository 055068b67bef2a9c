package demo

import (
	"context"
	"iter"
	"log/slog"
	"net/http"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/a2aproject/a2a-go/v2/log"
)

// travelAddress is the agent's. Nothing but this process knows it.
const travelAddress = "https://travel.example"

// travelCard is what the agent says of itself.
func travelCard() *protocol.AgentCard {
	return &protocol.AgentCard{
		Name:                "Travel agent",
		Description:         "Knows how far places are apart, and what the weather is on the way. Everything is as the crow flies.",
		Version:             "1.0.0",
		SupportedInterfaces: []*protocol.AgentInterface{protocol.NewAgentInterface(travelAddress+"/rpc", protocol.TransportProtocolJSONRPC)},
		Capabilities:        protocol.AgentCapabilities{Streaming: true},
		DefaultInputModes:   []string{"text/plain", "application/json"},
		DefaultOutputModes:  []string{"text/plain", "application/json"},
		Skills: []protocol.AgentSkill{
			{ID: "distance", Name: "Distance", Tags: []string{"travel"}, Examples: []string{"Oslo to Rome"},
				Description: "How far two places are apart, and in which direction the way leads. The answer comes in pieces."},
			{ID: "plan", Name: "Plan a trip", Tags: []string{"travel", "weather"}, Examples: []string{"Plan a trip", "From Lisbon to London"},
				OutputModes: []string{"text/plain", "application/json", "image/png"},
				Description: "Plans a trip, with the weather of each day as a picture. Asks for what it was not told: where from and where to, and then how to travel."},
			{ID: "follow", Name: "Follow a trip", Tags: []string{"travel"}, Examples: []string{"Tokyo to Sydney"},
				Description: "Follows a traveller from one place to another and says every second where they are, twenty times. It can be stopped at any time."},
		},
	}
}

// travelHandler serves the agent over JSON-RPC until ctx ends.
func travelHandler(ctx context.Context) http.Handler {
	silent := slog.New(slog.DiscardHandler)
	agent := a2asrv.NewHandler(&travelAgent{life: ctx}, a2asrv.WithLogger(silent))
	mux := http.NewServeMux()
	mux.Handle("/.well-known/agent-card.json", a2asrv.NewStaticAgentCardHandler(travelCard()))
	mux.Handle("/rpc", a2asrv.NewJSONRPCHandler(agent))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mux.ServeHTTP(w, r.WithContext(log.AttachLogger(r.Context(), silent)))
	})
}

// A travelAgent works on tasks until its life ends.
type travelAgent struct{ life context.Context }

// Execute implements [a2asrv.AgentExecutor]. It takes one turn of a task.
func (a *travelAgent) Execute(ctx context.Context, e *a2asrv.ExecutorContext) iter.Seq2[protocol.Event, error] {
	return func(yield func(protocol.Event, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(a.life, cancel)()
		t := &turn{ctx: ctx, e: e, yield: yield}
		if e.StoredTask == nil {
			t.send(protocol.NewSubmittedTask(e, e.Message))
		}
		err := t.run()
		switch {
		case ctx.Err() != nil:
			t.end(ctx.Err())
		case err != nil:
			t.say(protocol.TaskStateFailed, err.Error())
		}
	}
}

// Cancel implements [a2asrv.AgentExecutor]. The turn that is under way ends with
// the task.
func (a *travelAgent) Cancel(_ context.Context, e *a2asrv.ExecutorContext) iter.Seq2[protocol.Event, error] {
	return func(yield func(protocol.Event, error) bool) {
		yield(protocol.NewStatusUpdateEvent(e, protocol.TaskStateCanceled, nil), nil)
	}
}

// A turn is what the agent does about one message.
type turn struct {
	ctx   context.Context
	e     *a2asrv.ExecutorContext
	yield func(protocol.Event, error) bool
	over  bool // nobody listens any more
}

func (t *turn) send(event protocol.Event) {
	if !t.over {
		t.over = !t.yield(event, nil)
	}
}

// end gives the task up.
func (t *turn) end(err error) {
	if !t.over {
		t.yield(nil, err)
		t.over = true
	}
}

// say tells how the task is, in words and further parts.
func (t *turn) say(state protocol.TaskState, words string, more ...*protocol.Part) {
	parts := append([]*protocol.Part{protocol.NewTextPart(words)}, more...)
	t.send(protocol.NewStatusUpdateEvent(t.e, state, protocol.NewMessageForTask(protocol.MessageRoleAgent, t.e, parts...)))
}

// hand hands an artifact over, or another piece of one.
func (t *turn) hand(name string, more bool, parts ...*protocol.Part) {
	event := protocol.NewArtifactUpdateEvent(t.e, protocol.ArtifactID(name), parts...)
	event.Append, event.Artifact.Name = more, name
	t.send(event)
}

// messages are what the person has said so far, in all turns.
func (t *turn) messages() []*protocol.Message {
	var said []*protocol.Message
	if t.e.StoredTask != nil {
		for _, m := range t.e.StoredTask.History {
			if m.Role == protocol.MessageRoleUser && m.ID != t.e.Message.ID {
				said = append(said, m)
			}
		}
	}
	return append(said, t.e.Message)
}

// run does what the skill says that the messages name.
func (t *turn) run() error {
	var skill string
	var wanted trip
	for _, m := range t.messages() {
		if named, ok := m.Metadata["skill"].(string); ok {
			skill = named
		}
		if err := wanted.hear(m); err != nil {
			return err
		}
	}
	switch skill {
	case "plan":
		return t.plan(wanted)
	case "follow":
		return t.follow(wanted)
	}
	return t.distance(wanted)
}
