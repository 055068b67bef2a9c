package demo

import (
	"fmt"
	"strings"

	"toolbench/toolkit/demo/plot"
	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
)

type chartInput struct {
	Kind   string        `json:"kind,omitempty" jsonschema:"enum=line,enum=bars,default=line" jsonschema_description:"How the values are drawn"`
	Title  string        `json:"title,omitempty" jsonschema:"maxLength=60"`
	Unit   string        `json:"unit,omitempty" jsonschema:"maxLength=12,example=ms" jsonschema_description:"Written at the value axis"`
	Labels []string      `json:"labels,omitempty" jsonschema:"maxItems=100" jsonschema_description:"Names of the places along the chart"`
	Series []chartSeries `json:"series" jsonschema:"minItems=1,maxItems=6" jsonschema_description:"The lines, or the groups of bars"`
}

type chartSeries struct {
	Name   string    `json:"name" jsonschema:"minLength=1,maxLength=20"`
	Values []float64 `json:"values" jsonschema:"minItems=1,maxItems=1000"`
}

func chartTool() tool.Tool {
	return native.DefineTool("chart", "Draws numbers as a chart of lines or bars and hands it over as a picture.",
		runChart, native.WithReadOnly(), native.WithTitle("Draw a chart"))
}

func runChart(ctx *tool.ToolContext, in chartInput) (string, error) {
	c := plot.Chart{Title: in.Title, Unit: in.Unit, Labels: in.Labels}
	if in.Kind == "bars" {
		c.Kind = plot.Bars
	}
	var said []string
	for _, s := range in.Series {
		c.Series = append(c.Series, plot.Series{Name: s.Name, Values: s.Values})
		said = append(said, s.describe())
	}
	picture, err := c.PNG()
	if err != nil {
		return "", tool.Fail(ctx, err)
	}
	ctx.AttachParts(tool.Bytes(picture, "image/png"))
	return strings.Join(said, "\n"), nil
}

func (s chartSeries) describe() string {
	low, high, sum := s.Values[0], s.Values[0], 0.0
	for _, v := range s.Values {
		low, high, sum = min(low, v), max(high, v), sum+v
	}
	return fmt.Sprintf("%s: %d values from %g to %g, %.4g on average", s.Name, len(s.Values), low, high, sum/float64(len(s.Values)))
}
