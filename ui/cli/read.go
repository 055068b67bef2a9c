package cli

import (
	"encoding/json"
	"strings"

	"github.com/yosida95/uritemplate/v3"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

type readVerb struct {
	URI string `arg:"" name:"uri" help:"The resource, as its server lists it, or one that fits a template."`
	targetFlags
	connectFlags
	callFlags
}

// Help says where resources are listed.
func (readVerb) Help() string {
	return "toolbench sources lists the resources of each server. Text is printed, other content with --out DIR saved."
}

// Run reads a resource.
func (v *readVerb) Run(s *session) error {
	return s.perform(v.Target, v.connectFlags, v.callFlags, func(tk *toolkit.Toolkit) (tool.Tool, json.RawMessage, error) {
		found, err := s.offers(tk, func(o source.Offer) (fits, enough bool) {
			return o.Kind == source.ResourceTemplate && matches(o.URI, v.URI) != nil, o.Kind == source.Resource && o.URI == v.URI
		})
		if err != nil {
			return tool.Tool{}, nil, err
		}
		if len(found) == 0 {
			return tool.Tool{}, nil, s.noOffer(tk, "resource", v.URI)
		}
		// Several templates of one server may fit: its own order says which.
		if found[0].info.ID() != found[len(found)-1].info.ID() {
			return tool.Tool{}, nil, ambiguousOffer(found, v.URI)
		}
		args, err := json.Marshal(matches(found[0].URI, v.URI))
		if found[0].Kind == source.Resource {
			args = json.RawMessage("{}")
		}
		return found[0].Read, args, err
	})
}

// matches are the variables with which a template makes a URI; nil when it does
// not.
func matches(template, uri string) map[string]string {
	t, err := uritemplate.New(template)
	if err != nil {
		return nil
	}
	values := t.Match(uri)
	if values == nil {
		return nil
	}
	variables := map[string]string{}
	for name, value := range values {
		variables[name] = value.String()
	}
	return variables
}

// noOffer says that nothing has a name, and what was perhaps meant.
func (s *session) noOffer(tk *toolkit.Toolkit, what, name string) error {
	if s.report(tk) {
		return leave(exitSource)
	}
	var names []string
	for _, status := range tk.Sources() {
		for _, o := range status.Offers {
			switch {
			case what == "prompt" && o.Kind == source.Prompt:
				names = append(names, o.Read.ShortName())
			case what == "resource" && o.URI != "":
				names = append(names, o.URI)
			}
		}
	}
	if near := tool.Nearest(name, names); near != "" {
		return fail(exitSource, "there is no %s %q; did you mean %s?", what, name, near)
	}
	if len(names) == 0 {
		return fail(exitSource, "there is no %s %q: none of what is open has any", what, name)
	}
	return fail(exitSource, "there is no %s %q; toolbench sources lists those that there are", what, name)
}

func ambiguousOffer(found []offered, name string) error {
	var servers []string
	for _, o := range found {
		servers = append(servers, sourceName(o.info))
	}
	return fail(exitUsage, "%q fits several servers (%s): open one of them alone", name, strings.Join(servers, ", "))
}
