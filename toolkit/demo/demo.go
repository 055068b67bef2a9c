// Package demo is a small world of tools that runs inside the program: no
// network, no configuration, and the same answers every time. It is what a
// person sees who starts the program for the first time, and what the tests of
// the screen work on.
//
// The tools compute what they answer. Three MCP servers, of weather, of the
// stations that measure it and of an observatory that asks for much, speak the
// real protocol over memory; a fourth, billing, is meant to fail, so that a
// source which is not well shows. The HTTP
// services, the A2A agent and the app with Genkit's reflection API are spoken to
// as any other, through a transport that leads to their handlers in this
// process. Only the commands are programs, which run when they are called.
package demo

import (
	"context"
	"embed"
	"io/fs"
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"toolbench/toolkit/demo/inside"
	"toolbench/toolkit/demo/kitchen"
	"toolbench/toolkit/demo/library"
	"toolbench/toolkit/source"
	"toolbench/toolkit/source/a2a"
	"toolbench/toolkit/source/custom"
	"toolbench/toolkit/source/genkit"
	"toolbench/toolkit/source/httptool"
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
		connected(weatherServer),
		connected(stationsServer),
		mcp.New(mcp.Config{Name: "billing", Command: "toolbench-demo-billing", Origin: Origin}),
		skill.NewFS(folder, skill.Options{Name: "demo", Origin: Origin}),
		declared{native.New(Tools()...)},
		connected(observatoryServer),
		httptool.OpenAPI(httptool.Document{
			Name: "library", Location: library.Location, Origin: Origin,
			Through: reaching(func(context.Context) http.Handler { return library.Handler() }),
		}),
		httptool.New(httptool.Config{
			Name: "desk", Endpoints: requests, Origin: Origin,
			Through: reaching(func(context.Context) http.Handler { return deskHandler() }),
		}),
		a2a.New(a2a.Config{Name: "travel", URL: travelAddress, Origin: Origin, Through: reaching(travelHandler)}),
		custom.New(custom.Config{Name: "commands", Commands: commands, Origin: Origin}),
		genkit.New(genkit.Config{
			Name: "kitchen", URL: kitchen.Location, Origin: Origin,
			Through: reaching(func(context.Context) http.Handler { return kitchen.Handler() }),
		}),
	}
}

// reaching is the way to a server in this process.
func reaching(start func(context.Context) http.Handler) http.RoundTripper {
	return &inside.Transport{Start: start}
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
	stock: func(s *sdk.Server) []tool.Tool {
		addWeatherOffers(s)
		return []tool.Tool{forecastTool(), watchTool(), reportTool(), radarTool()}
	},
}

var stationsServer = server{
	name:         "stations",
	title:        "Weather stations",
	instructions: "A register of weather stations. What is deleted is back after connecting anew.",
	stock: func(s *sdk.Server) []tool.Tool {
		r := newRegister()
		r.offer(s)
		return r.tools()
	},
}

var observatoryServer = server{
	name:         "observatory",
	title:        "Observatory",
	instructions: "Its tools ask their client for something before they go on: a message, its roots, or to open a page.",
	stock: func(*sdk.Server) []tool.Tool {
		return []tool.Tool{haikuTool(), rootsTool(), signUpTool()}
	},
}

// madeUp is the one folder that the demo's servers are told they may work in.
var madeUp = []mcp.Root{{URI: "file:///demo/observations", Name: "a folder that is made up"}}

// connected is how one of the demo's servers is spoken to.
func connected(s server) source.Source {
	return mcp.New(mcp.Config{Name: s.name, Transport: s.transport, Origin: Origin, Sampling: true, Roots: madeUp})
}
