package main

import (
	"context"
	"encoding/json"

	"toolbench/toolkit/source"
)

// scenarios are those that want more than the server to be listed.
var scenarios = map[string]func(context.Context, *person, given) error{
	"tools_call":                          calling("add_numbers", `{"a":5,"b":3}`),
	"elicitation-sep1034-client-defaults": calling("test_client_elicitation_defaults", `{}`),
	"sse-retry":                           calling("test_reconnection", `{}`),
	"json-schema-2020-12-preservation":    echoSchema,
	"sep-2322-client-request-state":       answerInRounds,
	"http-standard-headers":               useOneOfEach,
	"http-custom-headers":                 callAsGiven,
	"http-invalid-tool-headers":           callAll,
}

var callTestTool = calling("test-tool", `{}`)

// list needs nothing more: the server is listed when it is open.
func list(context.Context, *person, given) error { return nil }

func calling(name, args string) func(context.Context, *person, given) error {
	return func(ctx context.Context, p *person, _ given) error {
		t, err := p.named(name)
		if err != nil {
			return err
		}
		return p.call(ctx, t, json.RawMessage(args))
	}
}

// echoSchema sends a tool's schema back, as the toolkit has it.
func echoSchema(ctx context.Context, p *person, _ given) error {
	focal, err := p.named("json_schema_2020_12_tool")
	if err != nil {
		return err
	}
	echo, err := p.named("json_schema_echo")
	if err != nil {
		return err
	}
	args, err := json.Marshal(map[string]json.RawMessage{"schema": focal.Schema()})
	if err != nil {
		return err
	}
	return p.call(ctx, echo, args)
}

// answerInRounds calls the tools that answer with a question first. Some are to
// fail.
func answerInRounds(ctx context.Context, p *person, _ given) error {
	p.answer = map[string]any{"confirmed": true}
	for _, name := range []string{"test_mrtr_echo_state", "test_mrtr_no_state", "test_mrtr_unrelated", "test_mrtr_no_result_type"} {
		t, err := p.named(name)
		if err != nil {
			return err
		}
		p.try(ctx, t, nil)
	}
	return nil
}

// useOneOfEach calls a tool, reads a resource and gets a prompt.
func useOneOfEach(ctx context.Context, p *person, _ given) error {
	if all := p.tk.Tools(); len(all) > 0 {
		p.try(ctx, all[0], nil)
	}
	used := map[source.OfferKind]bool{}
	for _, offer := range p.offers(ctx) {
		if !used[offer.Kind] {
			used[offer.Kind] = true
			p.try(ctx, offer.Read, nil)
		}
	}
	return nil
}

func callAsGiven(ctx context.Context, p *person, data given) error {
	for _, c := range data.ToolCalls {
		t, err := p.named(c.Name)
		if err != nil {
			return err
		}
		p.try(ctx, t, c.Arguments)
	}
	return nil
}

func callAll(ctx context.Context, p *person, _ given) error {
	for _, t := range p.tk.Tools() {
		p.try(ctx, t, json.RawMessage(`{"region":"us-west1"}`))
	}
	return nil
}
