package result

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"toolbench/toolkit/provider"
	"toolbench/toolkit/tool"
	"toolbench/views/widget"
)

// providers are how people write the names of the formats.
var providers = map[provider.Format]string{provider.OpenAI: "OpenAI", provider.Anthropic: "Anthropic", provider.Gemini: "Gemini"}

// callID stands where a model's call has its id.
const callID = "call_1"

func handOver(format int, t tool.Tool, r tool.ToolResult) json.RawMessage {
	return provider.Result(provider.Formats[format], callID, t, r)
}

// handedOver prepares what a model would be handed of the result.
func (j job) handedOver() content {
	raw := handOver(j.format, j.tool, j.outcome.Result)
	head := j.heading("%s, about %s", providers[provider.Formats[j.format]], widget.Plural(provider.Tokens(raw), "token", "tokens"))
	all := join(widget.Prepared{head}, newListing(j.theme, indent(shorten(raw))))
	return content{lines: all, facts: facts{fits: []mode{plain}, used: plain}}
}

// nextFormat shows what the next provider's model would be handed.
func (s *Screen) nextFormat() tea.Cmd {
	s.format = (s.format + 1) % len(provider.Formats)
	return s.Prepare()
}
