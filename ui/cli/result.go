package cli

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"image"
	_ "image/gif" // so that their sizes can be told
	_ "image/jpeg"
	_ "image/png"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/dustin/go-humanize"
	_ "golang.org/x/image/webp"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/tool"
	"toolbench/views/safetext"
)

// print prints a result, and saves its parts when there is a folder for them.
// The result is printed also when they can not be saved.
func (c *call) print(result tool.ToolResult) error {
	s := c.session
	saved, failed := c.save(result.Parts)
	defer c.judge(result)
	if c.json {
		for _, path := range saved {
			if path != "" {
				s.say("saved %s", path)
			}
		}
		return cmp.Or(s.printJSON(result), failed)
	}
	if result.Output != "" || len(result.Parts) == 0 {
		s.printBlock(result.Output)
	}
	for i, part := range result.Parts {
		if part.Type == tool.PartText {
			s.printBlock(part.Text)
			continue
		}
		s.printBlock("[" + describe(part) + "; " + where(part, saved[i]) + "]")
	}
	return failed
}

// judge says what the tool's own output schema has against its result.
func (c *call) judge(result tool.ToolResult) {
	wanted, given := c.tool.OutputSchema(), result.Structured()
	switch {
	case len(wanted) == 0 || result.IsError:
		return
	case given == nil:
		c.session.say("%s declares an output schema, and its result has no structured content", c.tool.Name)
		return
	}
	for _, p := range schema.Validate(wanted, given) {
		c.session.say("the result of %s does not fit its own output schema: %s", c.tool.Name, p)
	}
}

func where(part tool.ContentPart, path string) string {
	switch {
	case path != "":
		return path
	case part.URL != "":
		return part.URL
	}
	return "--out DIR saves it"
}

func (s *session) printBlock(text string) {
	s.out.WriteString(strings.TrimRight(safetext.Block(text), "\n") + "\n")
}

// describe names a part without its data: image image/png 640×320, 2.9 kB.
func describe(part tool.ContentPart) string {
	words := part.Type + " " + part.MimeType
	if part.Name != "" {
		words += " " + part.Name
	}
	if part.URL != "" {
		return words
	}
	if part.Type == tool.PartImage {
		if config, _, err := image.DecodeConfig(data(part)); err == nil {
			words += fmt.Sprintf(" %d×%d", config.Width, config.Height)
		}
	}
	return words + ", " + humanize.Bytes(uint64(part.Bytes()))
}

// data is a part's bytes, decoded as they are read.
func data(part tool.ContentPart) io.Reader {
	return base64.NewDecoder(base64.StdEncoding, bytes.NewReader([]byte(part.Data)))
}

// fit cuts a line to a width in cells; 0 is no width.
func fit(line string, width int) string {
	if width <= 0 {
		return line
	}
	return ansi.Truncate(line, width, "…")
}
