package call

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/views/widget"
)

// docs is all that is said of what the screen shows, as Markdown.
func (s *Screen) docs() string {
	if s.offer != nil {
		return offerDocs(*s.offer)
	}
	return docs(s.tool) + unchecked(s.form.Form().Warnings())
}

// unchecked says what of a schema the arguments are not judged by, as Markdown.
func unchecked(warnings []string) string {
	if len(warnings) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n---\n\nNot checked before a call, because of the schema:\n\n")
	for _, warning := range warnings[:min(len(warnings), 20)] {
		fmt.Fprintf(&b, "- %s\n", markdownText(warning))
	}
	if more := len(warnings) - 20; more > 0 {
		fmt.Fprintf(&b, "- … and %d more\n", more)
	}
	return b.String()
}

// markdownText is text that Markdown leaves as it is.
func markdownText(text string) string { return "`" + strings.ReplaceAll(text, "`", "'") + "`" }

// offerDocs is all that a source says of a resource or a prompt.
func offerDocs(o source.Offer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", o.Read.Title())
	if strings.TrimSpace(o.Read.Description) == "" {
		fmt.Fprintf(&b, "The %s has no description.\n", o.Kind)
	} else {
		b.WriteString(o.Read.Description + "\n")
	}
	fmt.Fprintf(&b, "\n---\n\n- its source calls it `%s`\n", o.Read.ShortName())
	if o.URI != "" {
		fmt.Fprintf(&b, "- address: `%s`\n", o.URI)
	}
	if o.MimeType != "" {
		fmt.Fprintf(&b, "- type: `%s`\n", o.MimeType)
	}
	if o.Size > 0 {
		fmt.Fprintf(&b, "- size: %s\n", widget.Bytes(o.Size))
	}
	if d := o.Read.Details; d != nil && len(d.Meta) > 0 {
		fmt.Fprintf(&b, "\n```json\n%s\n```\n", indented(d.Meta))
	}
	return b.String()
}

// docs is all that a tool says about itself, as Markdown.
func docs(t tool.Tool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", t.Title())
	if t.Details != nil && t.Details.Problem != "" {
		fmt.Fprintf(&b, "**What is odd about it:** %s\n\n", t.Details.Problem)
	}
	if t.Details != nil && t.Details.Uncallable != "" {
		fmt.Fprintf(&b, "**It can not be called:** %s\n\n", t.Details.Uncallable)
	}
	if strings.TrimSpace(t.Description) == "" {
		b.WriteString("The tool has no description: a model has only its name to go by.\n")
	} else {
		b.WriteString(t.Description + "\n")
	}
	fmt.Fprintf(&b, "\n---\n\n- a model calls it `%s`\n", t.Name)
	if t.ShortName() != t.Name {
		fmt.Fprintf(&b, "- its source calls it `%s`\n", t.ShortName())
	}
	if d := t.Details; d != nil {
		hint(&b, "reads only", d.Annotations.ReadOnly)
		hint(&b, "may destroy something", d.Annotations.Destructive)
		hint(&b, "may be repeated without further effect", d.Annotations.Idempotent)
		hint(&b, "reaches an open world", d.Annotations.OpenWorld)
		for _, icon := range d.Icons {
			fmt.Fprintf(&b, "- icon: `%s`\n", icon.URL)
		}
		if len(d.Meta) > 0 {
			fmt.Fprintf(&b, "\n```json\n%s\n```\n", indented(d.Meta))
		}
	}
	return b.String()
}

// hint writes what the tool claims of itself. The claims are an untrusted
// party's.
func hint(b *strings.Builder, what string, v *bool) {
	switch {
	case v == nil:
	case *v:
		fmt.Fprintf(b, "- claims: %s\n", what)
	default:
		fmt.Fprintf(b, "- claims: not that it %s\n", what)
	}
}

func definition(t tool.Tool) json.RawMessage {
	if t.Details == nil {
		return nil
	}
	return t.Details.Definition
}

func indented(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return string(raw)
	}
	return b.String()
}
