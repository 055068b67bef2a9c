package demo

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
)

// A station measures the weather.
type station struct {
	Name   string `json:"name"`
	Region string `json:"region" jsonschema:"enum=africa,enum=america,enum=asia,enum=europe,enum=oceania"`
	Since  int    `json:"since" jsonschema_description:"The year of its first reading"`
}

// A register holds the stations. Each connection to its server has its own, so
// that nothing stays deleted for ever.
type register struct {
	changed func() // is called after each change

	mu       sync.Mutex
	stations []station
}

func newRegister() *register {
	return &register{changed: func() {}, stations: []station{
		{"alta", "europe", 1871}, {"bodega-bay", "america", 1949}, {"cape-point", "africa", 1841},
		{"darwin", "oceania", 1869}, {"hakodate", "asia", 1872}, {"lisbon-dock", "europe", 1854},
	}}
}

func (r *register) tools() []tool.Tool {
	return []tool.Tool{
		native.DefineTool("list-stations", "The weather stations, all or those of a region.", r.list,
			native.WithReadOnly(), native.WithTitle("List stations")),
		native.DefineTool("add-station", "Adds a weather station.", changing(r, r.add), native.WithTitle("Add a station")),
		native.DefineTool("delete-station", "Deletes a weather station and all its readings. This can not be undone.", changing(r, r.delete),
			native.WithDestructive(), native.WithTitle("Delete a station")),
	}
}

// changing is do, of which the register tells when it has done it.
func changing[In, Out any](r *register, do func(*tool.ToolContext, In) (Out, error)) func(*tool.ToolContext, In) (Out, error) {
	return func(ctx *tool.ToolContext, in In) (Out, error) {
		out, err := do(ctx, in)
		if err == nil {
			r.changed()
		}
		return out, err
	}
}

type listInput struct {
	Region string `json:"region,omitempty" jsonschema:"enum=africa,enum=america,enum=asia,enum=europe,enum=oceania" jsonschema_description:"Only those of this region"`
}

type listOutput struct {
	Stations []station `json:"stations"`
}

func (r *register) list(ctx *tool.ToolContext, in listInput) (listOutput, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := listOutput{Stations: []station{}}
	for _, s := range r.stations {
		if in.Region == "" || s.Region == in.Region {
			out.Stations = append(out.Stations, s)
		}
	}
	ctx.Log("info", fmt.Sprintf("%d of %d stations listed", len(out.Stations), len(r.stations)))
	return out, nil
}

type addInput struct {
	Name   string `json:"name" jsonschema:"pattern=^[a-z][a-z0-9-]*$,maxLength=40" jsonschema_description:"Small letters, digits and hyphens"`
	Region string `json:"region" jsonschema:"enum=africa,enum=america,enum=asia,enum=europe,enum=oceania"`
	Since  int    `json:"since,omitempty" jsonschema:"minimum=1700,maximum=2100,default=2026" jsonschema_description:"The year of its first reading"`
}

func (r *register) add(ctx *tool.ToolContext, in addInput) (station, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.find(in.Name) >= 0 {
		return station{}, tool.Fail(ctx, fmt.Errorf("there is a station %q already; another name would do", in.Name))
	}
	if in.Since == 0 {
		in.Since = 2026
	}
	added := station(in)
	r.stations = append(r.stations, added)
	ctx.Log("notice", "station added: "+in.Name)
	return added, nil
}

type deleteInput struct {
	Name   string `json:"name" jsonschema:"minLength=1,example=darwin" jsonschema_description:"The station's name"`
	Reason string `json:"reason,omitempty" jsonschema:"maxLength=500" jsonschema_description:"Goes into the server's log"`
}

func (r *register) delete(ctx *tool.ToolContext, in deleteInput) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.find(in.Name)
	if i < 0 {
		ctx.Log("error", "no such station: "+in.Name)
		return "", tool.Fail(ctx, r.unknown(in.Name))
	}
	r.stations = slices.Delete(r.stations, i, i+1)
	ctx.Log("warning", strings.TrimSuffix("station deleted: "+in.Name+": "+in.Reason, ": "))
	return fmt.Sprintf("Deleted %s; %d stations are left.", in.Name, len(r.stations)), nil
}

func (r *register) find(name string) int {
	return slices.IndexFunc(r.stations, func(s station) bool { return s.Name == name })
}

func (r *register) unknown(name string) error {
	var names []string
	for _, s := range r.stations {
		names = append(names, s.Name)
	}
	if near := schema.Nearest(name, names); near != "" {
		return fmt.Errorf("there is no station %q; did you mean %s?", name, near)
	}
	return fmt.Errorf("there is no station %q; %s would do", name, strings.Join(names, ", "))
}
