package ui_test

import (
	"context"
	"fmt"
	"log"

	"toolbench/toolkit"
	"toolbench/ui"
)

func ExampleRun() {
	type city struct {
		Name string `json:"name" jsonschema_description:"Whose time is asked for"`
	}
	clock := toolkit.DefineTool("clock", "Tells the time.", func(_ *toolkit.ToolContext, in city) (string, error) {
		return fmt.Sprintf("It is noon in %s.", in.Name), nil
	})
	ctx := context.Background()
	tk, err := toolkit.CreateToolkit(ctx, toolkit.Options{ExtraTools: []toolkit.Tool{clock}})
	if err != nil {
		log.Fatal(err)
	}
	defer tk.Close()
	if err := ui.Run(ctx, tk, ui.Options{Title: "my tools"}); err != nil {
		log.Print(err)
	}
}
