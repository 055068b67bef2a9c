package cli

import (
	"encoding/json"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

type promptVerb struct {
	Prompt    string   `arg:"" name:"name" help:"The prompt, by its name, with its server's in front where several have it."`
	Arguments []string `arg:"" optional:"" name:"key=value" sep:"none" help:"The prompt's arguments."`
	targetFlags
	connectFlags
	callFlags
	argumentFlags
}

// Help says where prompts are listed.
func (promptVerb) Help() string {
	return "toolbench sources lists the prompts of each server. The messages are printed one after another; --json prints them whole."
}

// Run gets a prompt.
func (v *promptVerb) Run(s *session) error {
	if err := checkArguments(v.Arguments); err != nil {
		return err
	}
	return s.perform(v.Target, v.connectFlags, v.callFlags, func(tk *toolkit.Toolkit) (tool.Tool, json.RawMessage, error) {
		found, err := s.offers(tk, func(o source.Offer) (fits, enough bool) {
			short := o.Read.ShortName()
			return o.Kind == source.Prompt && (v.Prompt == short || v.Prompt == tool.Sanitize(o.Read.Server())+"_"+tool.Sanitize(short)), false
		})
		switch {
		case err != nil:
			return tool.Tool{}, nil, err
		case len(found) == 0:
			return tool.Tool{}, nil, s.noOffer(tk, "prompt", v.Prompt)
		case len(found) > 1:
			return tool.Tool{}, nil, ambiguousOffer(found, v.Prompt)
		}
		args, err := v.arguments(s, found[0].Read, v.Arguments)
		return found[0].Read, args, err
	})
}
