package qr

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"rsc.io/qr"

	"toolbench/theme"
)

const address = "https://accounts.example.com/authorize?client_id=toolbench&state=1"

// modules reads the code back from what is drawn: true where a cell is inked.
func modules(lines []string, ascii bool) [][]bool {
	var rows [][]bool
	for _, line := range lines {
		var upper, lower []bool
		cells := []rune(ansi.Strip(line))
		for i := 0; i < len(cells); i++ {
			r := cells[i]
			upper, lower = append(upper, r == '█' || r == '▀' || r == '#'), append(lower, r == '█' || r == '▄')
			if ascii {
				i++ // a module is two cells wide
			}
		}
		if rows = append(rows, upper); !ascii {
			rows = append(rows, lower)
		}
	}
	return rows
}

func TestTheCodeThatIsDrawnIsTheAddress(t *testing.T) {
	code, err := qr.Encode(address, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		options  theme.Options
		inverted bool // what is inked is light
	}{
		"in colour":                  {theme.Options{Dark: true, Color: true}, false},
		"without colour, on light":   {theme.Options{}, false},
		"without colour, on dark":    {theme.Options{Dark: true}, true},
		"in ASCII, on light":         {theme.Options{ASCII: true}, false},
		"in ASCII, on dark":          {theme.Options{ASCII: true, Dark: true}, true},
		"in ASCII, with its colours": {theme.Options{ASCII: true, Dark: true, Color: true}, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := New(theme.With(c.options), nil, address, "accounts.example.com")
			w, h := s.Size(200, 100)
			s.Resize(w, h)
			rows := modules(s.View().Lines, c.options.ASCII)
			for y := range code.Size + 2*quiet {
				for x := range code.Size + 2*quiet {
					if dark := rows[y][x] != c.inverted; dark != code.Black(x-quiet, y-quiet) {
						t.Fatalf("the module at %d, %d is dark: %v\n%s", x, y, dark, strings.Join(s.View().Lines, "\n"))
					}
				}
			}
		})
	}
}

func TestACodeThatCanNotBeShownSaysWhatWouldDo(t *testing.T) {
	for want, s := range map[string]*Screen{
		"Make the window larger": New(theme.New(true), nil, address, ""),
		"too long for a QR code": New(theme.New(true), nil, "https://example.com/"+strings.Repeat("x", 5000), ""),
	} {
		w, h := s.Size(60, 10)
		s.Resize(w, h)
		text := strings.Join(strings.Fields(ansi.Strip(strings.Join(s.View().Lines, " "))), " ")
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q: %s", want, text)
		}
	}
}
