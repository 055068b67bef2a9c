package widget

import (
	"context"
	"regexp"
	"sort"
	"strings"
	"unicode"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
)

// A Match is a place in a text, in cells of its line.
type Match struct{ Line, Start, End int }

// Matches are the places where a text holds What, in reading order.
type Matches struct {
	What string
	Hits []Match
	More bool // there are more, not counted
}

// mostHits is how many places a search counts.
const mostHits = 10_000

// Search finds what in lines: letters in lower case match either case, as soon
// as there is one in upper case they match as they are. It is made to run in a
// command and ends early when ctx does.
func Search(ctx context.Context, lines Lines, what string) Matches {
	found := Matches{What: what}
	if what == "" || lines == nil {
		return found
	}
	find := finder(what)
	for i := range lines.Len() {
		if i%1024 == 0 && ctx.Err() != nil {
			return found
		}
		line := lines.Line(i)
		if strings.IndexByte(line, ansi.ESC) >= 0 {
			line = ansi.Strip(line)
		}
		for _, at := range find(line) {
			if len(found.Hits) == mostHits {
				found.More = true
				return found
			}
			start := Width(line[:at[0]])
			found.Hits = append(found.Hits, Match{Line: i, Start: start, End: start + Width(line[at[0]:at[1]])})
		}
	}
	return found
}

// finder returns a function that finds the byte ranges of what in a line.
func finder(what string) func(line string) [][]int {
	if strings.IndexFunc(what, unicode.IsUpper) >= 0 {
		return func(line string) (at [][]int) {
			for from := 0; ; {
				i := strings.Index(line[from:], what)
				if i < 0 {
					return at
				}
				at = append(at, []int{from + i, from + i + len(what)})
				from += i + len(what)
			}
		}
	}
	either := regexp.MustCompile("(?i)" + regexp.QuoteMeta(what))
	return func(line string) [][]int { return either.FindAllStringIndex(line, -1) }
}

// SetMatches shows what a search found and goes to the first match that is not
// above the window.
func (v *TextView) SetMatches(m Matches) {
	v.matches, v.view = m, nil
	v.current = sort.Search(len(m.Hits), func(i int) bool { return m.Hits[i].Line >= v.top })
	if len(m.Hits) > 0 {
		v.current %= len(m.Hits)
		v.Show(m.Hits[v.current].Line)
	}
}

// Matches is what SetMatches was given last.
func (v *TextView) Matches() Matches { return v.matches }

// Current is the number of the match that the view stands on, from 1; 0
// without matches.
func (v *TextView) Current() int {
	if len(v.matches.Hits) == 0 {
		return 0
	}
	return v.current + 1
}

// Next goes to the match by so many further on, round the ends.
func (v *TextView) Next(by int) bool {
	n := len(v.matches.Hits)
	if n == 0 {
		return false
	}
	v.current = ((v.current+by)%n + n) % n
	hit := v.matches.Hits[v.current]
	v.view = nil
	v.Show(hit.Line)
	if v.unwrapped && (hit.Start < v.left || hit.End > v.left+v.width) {
		v.Sideways(hit.Start - v.width/3 - v.left)
	}
	return true
}

// highlight marks the matches of line i.
func (v *TextView) highlight(i int, line string, t *theme.Theme) string {
	hits := v.matches.Hits
	from := sort.Search(len(hits), func(k int) bool { return hits[k].Line >= i })
	var ranges []lipgloss.Range
	for k := from; k < len(hits) && hits[k].Line == i; k++ {
		style := t.Match
		if k == v.current {
			style = t.Current
		}
		ranges = append(ranges, lipgloss.NewRange(hits[k].Start, hits[k].End, style))
	}
	return lipgloss.StyleRanges(line, ranges...)
}
