package result

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"

	"toolbench/theme"
	"toolbench/views/safetext"
	"toolbench/views/widget"
)

// mostColored is how large a text may be to get syntax colours.
const mostColored = 256 << 10

// written is a text with the colours of its language, plain when it is too
// large or Chroma does not know the mime type.
func written(t *theme.Theme, text, mimeType string) widget.Lines {
	if strings.HasSuffix(mimeType, "json") {
		return newListing(t, []byte(text))
	}
	lexer := lexers.MatchMimeType(mimeType)
	if lexer == nil || len(text) > mostColored {
		return widget.NewRaw(text)
	}
	tokens, err := chroma.Coalesce(lexer).Tokenise(nil, safetext.Block(text))
	if err != nil {
		return widget.NewRaw(text)
	}
	style := styles.Get(t.Syntax())
	var lines widget.Prepared
	for _, line := range chroma.SplitTokensIntoLines(tokens.Tokens()) {
		var b strings.Builder
		for _, token := range line {
			if text := strings.TrimSuffix(token.Value, "\n"); text != "" {
				b.WriteString(painted(style.Get(token.Type)).Render(text))
			}
		}
		lines = append(lines, b.String())
	}
	return lines
}

// painted is a Chroma style entry as a Lip Gloss style.
func painted(e chroma.StyleEntry) lipgloss.Style {
	s := lipgloss.NewStyle().Bold(e.Bold == chroma.Yes).Italic(e.Italic == chroma.Yes)
	if e.Colour.IsSet() {
		s = s.Foreground(lipgloss.Color(e.Colour.String()))
	}
	return s
}
