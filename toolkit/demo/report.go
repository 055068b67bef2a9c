package demo

import (
	"fmt"
	"math"
	"time"

	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
)

type reportInput struct {
	Place string `json:"place" jsonschema:"minLength=1,example=Oslo" jsonschema_description:"City, or \"lat,lon\""`
}

// An observation is what a person is asked for.
type observation struct {
	Observer    string  `json:"observer" jsonschema:"title=Your name,minLength=1,maxLength=60" jsonschema_description:"Who saw it"`
	Temperature float64 `json:"temperature" jsonschema:"title=Temperature,minimum=-90,maximum=60" jsonschema_description:"In degrees Celsius"`
	Sky         string  `json:"sky" jsonschema:"title=Sky,enum=clear,enum=fair,enum=cloudy,enum=rain,enum=snow" jsonschema_description:"What the sky looks like"`
	Confirm     bool    `json:"confirm" jsonschema:"title=I saw it myself" jsonschema_description:"Only what was seen is taken"`
}

func reportTool() tool.Tool {
	return native.DefineResumableTool("report", "Takes a weather report from a person: it stops to ask who saw what, and compares it with the forecast.",
		runReport, native.WithTitle("Report the weather"))
}

func runReport(ctx *tool.ToolContext, in reportInput, seen *observation) (string, error) {
	at, err := findPlace(in.Place)
	if err != nil {
		return "", tool.Fail(ctx, err)
	}
	if seen == nil {
		return "", tool.Interrupt(tool.Request{Prompt: "What is the weather like in " + at.Name + "?"})
	}
	if !seen.Confirm {
		return "", tool.Fail(ctx, fmt.Errorf("the report was not taken: confirm is false, and only what was seen is taken"))
	}
	expected := weatherAt(at, time.Date(2026, time.June, 1, 0, 0, 0, 0, time.UTC))
	return fmt.Sprintf("Thank you, %s. In %s it is %.1f °C (%s); the forecast said %.1f °C (%s), %.1f degrees away.",
		seen.Observer, at.Name, seen.Temperature, seen.Sky, expected.High, expected.Sky, math.Abs(seen.Temperature-expected.High)), nil
}
