// Package demo is a small world of tools that runs inside the program: no
// network, no configuration, and the same answers every time. It is what a
// person sees who starts the program for the first time, and what the tests of
// the screen work on.
//
// The tools compute what they answer. Two MCP servers, of weather and of the
// stations that measure it, speak the real protocol over memory; a third,
// billing, is meant to fail, so that a source which is not well shows.
package demo

import (
	"embed"
	"io/fs"

	"toolbench/toolkit/source"
	"toolbench/toolkit/source/mcp"
	"toolbench/toolkit/source/native"
	"toolbench/toolkit/source/skill"
	"toolbench/toolkit/tool"
)

// Origin is what the sources say of where they were declared.
const Origin = "demo"

//go:embed skills
var skills embed.FS

// Sources are the demo's sources, none opened yet.
func Sources() []source.Source {
	folder, err := fs.Sub(skills, "skills")
	if err != nil {
		panic(err) // the folder is compiled in
	}
	return []source.Source{
		mcp.New(mcp.Config{Name: weatherServer.name, Transport: weatherServer.transport, Origin: Origin}),
		mcp.New(mcp.Config{Name: stationsServer.name, Transport: stationsServer.transport, Origin: Origin}),
		mcp.New(mcp.Config{Name: "billing", Command: "toolbench-demo-billing", Origin: Origin}),
		skill.NewFS(folder, skill.Options{Name: "demo", Origin: Origin}),
		declared{native.New(Tools()...)},
	}
}

// declared is a source that says it belongs to the demo.
type declared struct{ *native.Source }

// Info implements [source.Source].
func (d declared) Info() source.Info {
	info := d.Source.Info()
	info.Origin = Origin
	return info
}

// Tools are the demo's Go functions.
func Tools() []tool.Tool {
	return []tool.Tool{
		chartTool(), deployTool(), calendarTool(), askTool(), everythingTool(), slowTool(),
		longTool(), failsTool(), brokenTool(), panicsTool(), hostileTool(),
	}
}

var weatherServer = server{
	name:         "weather",
	title:        "Weather service",
	instructions: "Ask for a forecast by city, or by latitude and longitude. The weather is made up, and always the same.",
	tools: func() []tool.Tool {
		return []tool.Tool{forecastTool(), watchTool(), reportTool(), radarTool()}
	},
}

var stationsServer = server{
	name:         "stations",
	title:        "Weather stations",
	instructions: "A register of weather stations. What is deleted is back after connecting anew.",
	tools:        func() []tool.Tool { return newRegister().tools() },
}
