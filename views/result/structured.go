package result

import (
	"encoding/json"
	"fmt"

	"toolbench/theme"
	"toolbench/toolkit/run"
	"toolbench/toolkit/schema"
	"toolbench/toolkit/tool"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// structured prepares the structured content, judged by the tool's output
// schema. What the schema has against it is said beside it and takes nothing
// away.
func (j job) structured() content {
	raw := j.outcome.Result.Structured()
	return j.json(raw, j.findings(raw))
}

// findings say what the tool's output schema has against structured content.
func (j job) findings(raw json.RawMessage) []string {
	wanted := j.tool.OutputSchema()
	if len(wanted) == 0 {
		return []string{j.theme.Quiet.Render("The tool declares no output schema to check this against.")}
	}
	problems := schema.Validate(wanted, raw)
	if len(problems) == 0 {
		return []string{j.theme.OK.Render(j.theme.Glyphs.OK) + j.theme.Quiet.Render(judged(wanted))}
	}
	lines := []string{j.theme.Error.Render(fmt.Sprintf("%s %s against the tool's own output schema:",
		j.theme.Glyphs.Told, widget.Plural(len(problems), "finding", "findings")))}
	for _, p := range problems {
		lines = append(lines, "  "+finding(j.theme, p))
	}
	return lines
}

// oddity is what is odd about the structured content of a result that is not an
// error, for the page that shows the text; empty when nothing is.
func (j job) oddity() string {
	wanted := j.tool.OutputSchema()
	if j.outcome == nil || j.outcome.Kind != run.OK || len(wanted) == 0 {
		return ""
	}
	raw := j.outcome.Result.Structured()
	if raw == nil {
		return "no structured content, although the tool declares an output schema"
	}
	if n := len(schema.Validate(wanted, raw)); n > 0 {
		return widget.Plural(n, "finding", "findings") + " against the output schema, under Structured"
	}
	return ""
}

// judged says that nothing was found, or that nothing could be.
func judged(wanted json.RawMessage) string {
	root, err := schema.Parse(wanted)
	if err == nil {
		_, err = schema.Compile(root)
	}
	if err != nil {
		return " not checked: the output schema can not be judged by: " + safetext.Line(err.Error())
	}
	return " as the tool's output schema says"
}

func finding(t *theme.Theme, p schema.Problem) string {
	said := safetext.Line(p.Message)
	if p.Path != "" {
		said = t.Code.Render(safetext.Line(p.Path)) + ": " + said
	}
	return t.Text.Render(t.Glyphs.Bullet) + " " + said
}

// metadata is a result's metadata without what has a page of its own.
func metadata(r tool.ToolResult) map[string]any {
	rest := make(map[string]any, len(r.Metadata))
	for k, v := range r.Metadata {
		if k != tool.MetadataStructured {
			rest[k] = v
		}
	}
	return rest
}

// metadata prepares the metadata.
func (j job) metadata() content {
	raw, err := encode(metadata(j.outcome.Result))
	if err != nil {
		said := j.theme.Error.Render("The metadata can not be written as JSON: ") + safetext.Line(err.Error())
		return content{lines: widget.Prepared{said}, facts: facts{fits: []mode{plain}, used: plain}}
	}
	return j.json(raw, nil)
}

// json prepares a JSON value as a tree, or as text when the person would
// rather have that.
func (j job) json(raw json.RawMessage, above []string) content {
	c := content{facts: facts{fits: []mode{jsonTree, plain}, used: jsonTree}}
	tree, err := widget.NewTree(raw)
	if err != nil {
		c.fits, c.note = []mode{plain}, "not complete JSON"
	}
	if err != nil || j.mode == plain {
		c.used = plain
		c.lines = around(above, newListing(j.theme, indent(raw)), nil)
		return c
	}
	c.tree, c.above = tree, above
	if len(above) > 0 {
		c.above = append(above, "")
	}
	return c
}
