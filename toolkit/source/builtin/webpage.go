package builtin

import (
	"bytes"
	"context"
	"io"
	"strings"

	htmltomarkdown "github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
)

// text is the page in the format that was asked for, as UTF-8.
func (p *page) text(ctx context.Context, format string) (string, error) {
	decoded, err := charset.NewReader(bytes.NewReader(p.body), p.header)
	if err != nil {
		return "", err
	}
	b, err := io.ReadAll(decoded)
	if err != nil {
		return "", err
	}
	source := strings.ToValidUTF8(string(b), "\uFFFD")
	if format == "html" || (p.mediaType != "text/html" && p.mediaType != "application/xhtml+xml") {
		return source, nil
	}
	doc, err := html.Parse(strings.NewReader(source))
	if err != nil {
		return "", err
	}
	if format == "text" {
		return plainText(doc), nil
	}
	converter := htmltomarkdown.NewConverter(htmltomarkdown.WithPlugins(
		base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(), strikethrough.NewStrikethroughPlugin(), table.NewTablePlugin(),
	))
	markdown, err := converter.ConvertNode(doc, htmltomarkdown.WithContext(ctx), htmltomarkdown.WithDomain(p.address.String()))
	return strings.TrimSpace(string(markdown)), err
}

// plainText is what a page says, a paragraph a line.
func plainText(doc *html.Node) string {
	var lines []string
	var line strings.Builder
	end := func() {
		if text := strings.Join(strings.Fields(line.String()), " "); text != "" {
			lines = append(lines, text)
		}
		line.Reset()
	}
	var visit func(*html.Node)
	visit = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			line.WriteString(n.Data)
		case n.Type == html.ElementNode && unspoken[n.DataAtom]:
			return
		}
		separate := n.Type == html.ElementNode && !inline[n.DataAtom]
		if separate {
			end()
		}
		for c := range n.ChildNodes() {
			visit(c)
		}
		if separate {
			end()
		}
	}
	visit(doc)
	end()
	return strings.Join(lines, "\n")
}

// unspoken elements hold text that nobody sees.
var unspoken = map[atom.Atom]bool{
	atom.Head: true, atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Svg: true, atom.Iframe: true,
}

// inline elements do not break a line.
var inline = map[atom.Atom]bool{
	atom.A: true, atom.Abbr: true, atom.B: true, atom.Bdi: true, atom.Bdo: true, atom.Cite: true, atom.Code: true, atom.Data: true,
	atom.Dfn: true, atom.Em: true, atom.Font: true, atom.I: true, atom.Kbd: true, atom.Label: true, atom.Mark: true, atom.Q: true,
	atom.S: true, atom.Samp: true, atom.Small: true, atom.Span: true, atom.Strong: true, atom.Sub: true, atom.Sup: true,
	atom.Time: true, atom.U: true, atom.Var: true, atom.Wbr: true, atom.Img: true,
}
