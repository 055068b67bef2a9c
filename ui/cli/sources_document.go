package cli

import (
	"encoding/json"
	"time"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
)

// A sourcesDocument is what sources --json prints.
type sourcesDocument struct {
	Sources []sourceItem `json:"sources"`
	Found   []foundItem  `json:"found,omitempty"`
}

type sourceItem struct {
	ID           string        `json:"id"`
	Kind         string        `json:"kind"`
	Name         string        `json:"name,omitempty"`
	State        string        `json:"state"`
	Reason       string        `json:"reason,omitempty"`
	Target       string        `json:"target,omitempty"`
	With         []string      `json:"with,omitempty"` // what its file sets for it
	Origin       string        `json:"origin,omitempty"`
	Server       string        `json:"server,omitempty"`
	Version      string        `json:"version,omitempty"`
	Protocol     string        `json:"protocol,omitempty"`
	Capabilities []string      `json:"capabilities,omitempty"`
	Instructions string        `json:"instructions,omitempty"`
	Tools        int           `json:"tools"`
	Resources    []offerItem   `json:"resources,omitempty"`
	Templates    []offerItem   `json:"resourceTemplates,omitempty"`
	Prompts      []offerItem   `json:"prompts,omitempty"`
	Problems     []problemItem `json:"problems,omitempty"`
	Log          []logItem     `json:"log,omitempty"`
}

type offerItem struct {
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description,omitempty"`
	URI         string          `json:"uri,omitempty"`
	MimeType    string          `json:"mimeType,omitempty"`
	Size        int64           `json:"size,omitempty"`
	InputSchema json.RawMessage `json:"inputSchema,omitempty"`
}

type problemItem struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

type logItem struct {
	Time    time.Time `json:"time"`
	Level   string    `json:"level"`
	Message string    `json:"message"`
}

type foundItem struct {
	File    string   `json:"file"`
	Client  string   `json:"client,omitempty"`
	Trusted bool     `json:"trusted"`
	Changes []string `json:"changes,omitempty"`
}

func (v *sourcesVerb) document(tk *toolkit.Toolkit, p *plan) sourcesDocument {
	d := sourcesDocument{Sources: []sourceItem{}}
	for _, st := range tk.Sources() {
		item := sourceItem{
			ID: st.ID(), Kind: string(st.Kind), Name: st.Name, State: st.State.String(), Reason: st.Reason, Target: st.Target, With: p.with(st.ID()), Origin: st.Origin,
			Server: st.Facts.Server, Version: st.Facts.Version, Protocol: st.Facts.Protocol, Capabilities: st.Facts.Capabilities,
			Instructions: st.Facts.Instructions, Tools: st.Tools,
		}
		for _, o := range st.Offers {
			item.offer(o)
		}
		for _, problem := range st.Problems {
			item.Problems = append(item.Problems, problemItem{problem.Name, problem.Reason})
		}
		if v.Log {
			for _, e := range tk.Log(st.ID()) {
				item.Log = append(item.Log, logItem(e))
			}
		}
		d.Sources = append(d.Sources, item)
	}
	for _, f := range p.files {
		d.Found = append(d.Found, foundItem{f.Path, f.Client, f.trusted, f.changes})
	}
	return d
}

func (item *sourceItem) offer(o source.Offer) {
	out := offerItem{Name: o.Read.ShortName(), Description: o.Read.Description, URI: o.URI, MimeType: o.MimeType, Size: o.Size}
	if title := o.Read.Title(); title != out.Name {
		out.Title = title
	}
	switch o.Kind {
	case source.Resource:
		item.Resources = append(item.Resources, out)
	case source.ResourceTemplate:
		out.InputSchema = o.Read.Schema()
		item.Templates = append(item.Templates, out)
	case source.Prompt:
		out.InputSchema = o.Read.Schema()
		item.Prompts = append(item.Prompts, out)
	}
}
