// Command example opens toolbench on two tools of its own: the smallest program
// that uses package ui. A program of another module does the same; README says
// how it requires this one.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"toolbench/toolkit"
	"toolbench/ui"
)

// tip is the input of the tool split: its schema is made from the tags.
type tip struct {
	Bill    float64 `json:"bill" jsonschema:"minimum=0" jsonschema_description:"What the meal cost"`
	People  int     `json:"people" jsonschema:"minimum=1,default=2" jsonschema_description:"How many share it"`
	Percent float64 `json:"percent,omitempty" jsonschema:"minimum=0,maximum=100,default=10" jsonschema_description:"The tip"`
}

type share struct {
	Each float64 `json:"each"`
}

func split(_ *toolkit.ToolContext, in tip) (share, error) {
	return share{(in.Bill + in.Bill*in.Percent/100) / float64(in.People)}, nil
}

// shout takes its arguments as they come, for a schema that is written by hand.
func shout(_ context.Context, args map[string]any) (string, error) {
	text, _ := args["text"].(string)
	return strings.ToUpper(text) + "!", nil
}

func tools() []toolkit.Tool {
	text := toolkit.JSONSchema{"type": "object", "required": []any{"text"},
		"properties": map[string]any{"text": map[string]any{"type": "string"}}}
	return []toolkit.Tool{
		toolkit.DefineTool("split", "Splits a bill with its tip.", split),
		toolkit.NativeTool("shout", "Says it louder.", text, shout),
	}
}

func run(ctx context.Context) error {
	tk, err := toolkit.CreateToolkit(ctx, toolkit.Options{ExtraTools: tools()})
	if err != nil {
		return err
	}
	return errors.Join(ui.Run(ctx, tk, ui.Options{Title: "example"}), tk.Close())
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "example:", err)
		os.Exit(1)
	}
}
