package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"toolbench/toolkit"
	"toolbench/toolkit/run"
	"toolbench/toolkit/source"
	"toolbench/toolkit/source/mcp"
	"toolbench/toolkit/tool"
)

// A person uses a toolkit that holds the suite's server, and says yes to all
// that they are asked.
type person struct {
	tk     *toolkit.Toolkit
	id     string
	answer map[string]any // to every form
}

// open connects to the server, and signs in when it wants that.
func open(ctx context.Context, url string, oauth *mcp.OAuth) (*person, error) {
	config := mcp.Config{Name: "suite", URL: url, OAuth: oauth, Sampling: true, Roots: []mcp.Root{}}
	tk, err := toolkit.CreateToolkit(ctx, toolkit.Options{MCP: []mcp.Config{config}})
	if err != nil {
		return nil, err
	}
	p := &person{tk: tk, id: tk.Sources()[0].ID(), answer: map[string]any{}}
	if err := p.connect(ctx); err != nil {
		_ = tk.Close()
		return nil, err
	}
	return p, nil
}

// mostSignIns is how often the person puts up with being asked to sign in.
const mostSignIns = 3

func (p *person) connect(ctx context.Context) error {
	if err := p.tk.Ready(ctx); err != nil {
		return err
	}
	for range mostSignIns {
		if !p.status().CanSignIn {
			break
		}
		signIn, err := p.tk.SignIn(p.id)
		if err != nil {
			return err
		}
		if err := p.call(ctx, signIn, nil); err != nil {
			return err
		}
		if err := p.tk.Ready(ctx); err != nil {
			return err
		}
	}
	if s := p.status(); s.State != source.Connected {
		return fmt.Errorf("%s: %s", s.State, s.Reason)
	}
	return nil
}

func (p *person) status() toolkit.Status { return p.tk.Sources()[0] }

// named is the tool of a short name.
func (p *person) named(name string) (tool.Tool, error) {
	for _, t := range p.tk.Tools() {
		if t.ShortName() == name {
			return t, nil
		}
	}
	return tool.Tool{}, fmt.Errorf("the server has no tool %q", name)
}

// call runs a tool and answers what it asks. Its error says why there is no
// result; a result may tell of an error.
func (p *person) call(ctx context.Context, t tool.Tool, args json.RawMessage) error {
	if len(args) == 0 {
		args = json.RawMessage(`{}`)
	}
	r := run.Start(ctx, t, args, run.Options{Ask: true})
	for event := range r.Events() {
		if asked, ok := event.(run.Suspended); ok {
			if err := p.resolve(ctx, r, asked.Request); err != nil {
				p.say("the question %q could not be answered: %v", asked.Request.Prompt, err)
				r.Cancel()
			}
		}
	}
	out := r.Wait()
	p.say("%s: %s: %s", t.Name, out.Kind, out.Result.Output)
	return out.Err
}

// try calls a tool that may fail.
func (p *person) try(ctx context.Context, t tool.Tool, args json.RawMessage) {
	if err := p.call(ctx, t, args); err != nil {
		p.say("%v", err)
	}
}

func (p *person) say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

// resolve answers a request. Where to sign in is opened, as a browser would; the
// redirect that it leads to is the answer then.
func (p *person) resolve(ctx context.Context, r *run.Run, request tool.Request) error {
	if request.Kind != tool.KindAuthorization {
		return r.Resolve(request.ID, tool.Answer{OK: true, Data: p.answer})
	}
	page, err := http.NewRequestWithContext(ctx, http.MethodGet, request.URL, nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(page)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("the page answered %s", response.Status)
	}
	_, err = io.Copy(io.Discard, response.Body)
	return err
}

// offers are what the server has beside tools, which is listed after them.
func (p *person) offers(ctx context.Context) []source.Offer {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for version := uint64(0); len(p.status().Offers) == 0; {
		var ok bool
		if version, ok = p.tk.Changed(ctx, version); !ok {
			break
		}
	}
	return p.status().Offers
}
