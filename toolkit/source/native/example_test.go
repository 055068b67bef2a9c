package native_test

import (
	"fmt"

	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
)

func ExampleDefineTool() {
	type Reading struct {
		Station string  `json:"station" jsonschema_description:"The station's name."`
		Celsius float64 `json:"celsius" jsonschema:"minimum=-90,maximum=60"`
	}
	type Converted struct {
		Fahrenheit float64 `json:"fahrenheit"`
	}
	convert := native.DefineTool("convert", "Gives a reading in degrees Fahrenheit.",
		func(ctx *tool.ToolContext, in Reading) (Converted, error) {
			if in.Station == "" {
				return Converted{}, tool.Fail(ctx, fmt.Errorf("no station was named; any of Oslo and Bergen would do"))
			}
			return Converted{in.Celsius*9/5 + 32}, nil
		}, native.WithReadOnly())

	result, err := convert.Execute(map[string]any{"station": "Oslo", "celsius": 20}, nil)
	fmt.Println(result.Output, result.IsError, err)
	result, err = convert.Execute(map[string]any{"station": "", "celsius": 20}, nil)
	fmt.Println(result.Output, result.IsError, err)
	// Output:
	// {"fahrenheit":68} false <nil>
	// no station was named; any of Oslo and Bergen would do true <nil>
}

func ExampleDefineResumableTool() {
	type Order struct {
		Cups int `json:"cups"`
	}
	type Choice struct {
		Milk bool `json:"milk"`
	}
	coffee := native.DefineResumableTool("coffee", "Makes coffee.",
		func(ctx *tool.ToolContext, in Order, answer *Choice) (string, error) {
			if answer == nil {
				return "", tool.Interrupt(tool.Request{Prompt: "How would you like it?"})
			}
			return fmt.Sprintf("%d cups, milk: %t", in.Cups, answer.Milk), nil
		})

	args := map[string]any{"cups": 2}
	result, _ := coffee.Execute(args, nil)
	request := tool.PendingOf(result)
	fmt.Println(request.Prompt, string(request.Schema()))

	answer := tool.Answer{ID: request.ID, OK: true, Data: map[string]any{"milk": true}}
	result, _ = coffee.Execute(args, &tool.ToolContext{Answer: &answer})
	fmt.Println(result.Output)
	// Output:
	// How would you like it? {"properties":{"milk":{"type":"boolean"}},"type":"object","required":["milk"]}
	// 2 cups, milk: true
}
