// Command genkitapp is a Genkit app with tools and flows and no model. Run it with
// GENKIT_ENV=dev: its reflection server is what the genkit source speaks to.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/ai/exp/tool"
	"github.com/firebase/genkit/go/core"
	"github.com/firebase/genkit/go/genkit"
	genkitx "github.com/firebase/genkit/go/genkit/exp"
)

// pixel is a picture of one pixel.
const pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

type transfer struct {
	To     string  `json:"to" jsonschema:"description=Account to pay"`
	Amount float64 `json:"amount" jsonschema:"description=How much,minimum=1"`
	Note   string  `json:"note,omitempty"`
}

type receipt struct {
	Done bool  `json:"done"`
	ID   int64 `json:"id"` // more than a float64 can hold
}

type confirmation struct {
	Approved bool `json:"approved"`
}

type picture struct {
	Color string `json:"color" jsonschema:"enum=red,enum=blue"`
}

const large = 100

var paid = receipt{Done: true, ID: 9007199254740993}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	g := genkit.Init(ctx, genkit.WithExperimental())
	defineTools(g)
	defineInterrupts(g)
	defineFlows(g)
	fmt.Println("ready")
	<-ctx.Done()
}

func defineTools(g *genkit.Genkit) {
	genkit.DefineTool(g, "greet", "Greets", func(_ *ai.ToolContext, in struct {
		Name string `json:"name"`
	}) (string, error) {
		return "hello " + in.Name, nil
	})
	genkitx.DefineTool(g, "picture", "Draws one pixel", func(ctx context.Context, in picture) (map[string]any, error) {
		tool.AttachParts(ctx, ai.NewMediaPart("image/png", pixel))
		return map[string]any{"color": in.Color}, nil
	})
	genkit.DefineMultipartTool(g, "screenshot", "Takes a screenshot", func(*ai.ToolContext, struct{}) (*ai.MultipartToolResponse, error) {
		return &ai.MultipartToolResponse{Content: []*ai.Part{ai.NewTextPart("one pixel"), ai.NewMediaPart("image/png", pixel)}}, nil
	})
	genkit.DefineTool(g, "wait", "Waits until it is cancelled", func(tc *ai.ToolContext, _ struct{}) (string, error) {
		fmt.Println("waiting")
		<-tc.Done()
		fmt.Println("cancelled")
		return "", tc.Err()
	})
	genkit.DefineTool(g, "broken", "Fails", func(*ai.ToolContext, struct{}) (string, error) {
		return "", errors.New("disk on fire")
	})
	genkit.DefineTool(g, "missing", "Does not find what it looks for", func(*ai.ToolContext, struct{}) (string, error) {
		return "", core.NewError(core.NOT_FOUND, "no such account")
	})
	genkit.DefineTool(g, "panics", "Panics", func(*ai.ToolContext, struct{}) (string, error) { panic("boom") })
	genkit.DefineTool(g, "exits", "Ends the app", func(*ai.ToolContext, struct{}) (string, error) {
		os.Exit(3)
		return "", nil
	})
}

func defineInterrupts(g *genkit.Genkit) {
	genkit.DefineTool(g, "transfer", "Moves money; asks first when the amount is large",
		func(tc *ai.ToolContext, in transfer) (receipt, error) {
			if in.Amount > large && !tc.IsResumed() {
				return receipt{}, tc.Interrupt(&ai.InterruptOptions{Metadata: map[string]any{"reason": "large amount", "amount": in.Amount}})
			}
			return paid, nil
		})
	genkitx.DefineInterruptibleTool(g, "transfer.x", "The same with the experimental API",
		func(_ context.Context, in transfer, answer *confirmation) (receipt, error) {
			if in.Amount > large && answer == nil {
				return receipt{}, tool.Interrupt(map[string]any{"reason": "large amount"})
			}
			return paid, nil
		})
}

func defineFlows(g *genkit.Genkit) {
	genkit.DefineFlow(g, "greet", func(_ context.Context, name string) (string, error) { return "hello " + name, nil })
	genkit.DefineFlow(g, "pay", func(_ context.Context, in transfer) (receipt, error) { return paid, nil })
	genkit.DefineStreamingFlow(g, "count", func(ctx context.Context, n int, send func(context.Context, int) error) (string, error) {
		for i := 1; i <= n; i++ {
			if send != nil {
				if err := send(ctx, i); err != nil {
					return "", err
				}
			}
		}
		return fmt.Sprint("counted ", n), nil
	})
}
