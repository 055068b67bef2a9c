package widget

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"toolbench/theme"
)

func tree(t *testing.T, raw string, w, h int) *Tree {
	t.Helper()
	tree, err := NewTree([]byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	tree.Resize(w, h)
	return tree
}

func drawn(tree *Tree) string {
	var out []string
	for _, line := range tree.View(theme.With(theme.Options{}), true) {
		if s := strings.TrimRight(ansi.Strip(line), " "); s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, "\n")
}

func TestATreeKeepsOrderAndDigits(t *testing.T) {
	got := drawn(tree(t, ` {"z": 1.000000000000000000001, "a":[true,{"deep":"x\u001b"}, []], "€":null}`, 60, 20))
	want := `▾ 3 properties
    "z": 1.000000000000000000001
  ▾ "a": 3 elements
      0: true
    ▾ 1: 1 property
        "deep": "x\u001b"
      2: []
    "€": null`
	if got != want {
		t.Errorf("draws\n%s\nwant\n%s", got, want)
	}
}

func TestFoldingUnfoldingAndPaths(t *testing.T) {
	tree := tree(t, `{"days":[{"name":"Mon"},{"odd name":2}],"last":3}`, 60, 20)
	steps := []struct{ press, path, value string }{
		{"down", ".days", `[{"name":"Mon"},{"odd name":2}]`},
		{"down", ".days[0]", `{"name":"Mon"}`},
		{"right", ".days[0].name", `"Mon"`},
		{"left", ".days[0]", `{"name":"Mon"}`},
		{"left", ".days[0]", `{"name":"Mon"}`},
		{"down", ".days[1]", `{"odd name":2}`},
		{"down", `.days[1]."odd name"`, "2"},
		{"down", ".last", "3"},
		{"g", ".", `{"days":[{"name":"Mon"},{"odd name":2}],"last":3}`},
	}
	for _, step := range steps {
		tree.Key(press(step.press))
		if tree.Path() != step.path || string(tree.Value()) != step.value {
			t.Fatalf("after %s: %s = %s, want %s = %s", step.press, tree.Path(), tree.Value(), step.path, step.value)
		}
	}
	tree.Key(press("-"))
	if want := "▾ 2 properties\n  ▸ \"days\": 2 elements  [{\"name\":\"Mon\"},{\"odd name\":2}]\n    \"last\": 3"; drawn(tree) != want {
		t.Errorf("folded it draws\n%s", drawn(tree))
	}
	tree.Key(press("*"))
	if tree.Count() != 7 {
		t.Errorf("unfolded it has %d rows", tree.Count())
	}
	if !tree.Click(2, 1) || tree.Count() != 3 {
		t.Errorf("a click on a fold mark left %d rows", tree.Count())
	}
	if top := tree.Path(); top != ".days" {
		t.Errorf("the click went to %s", top)
	}
}

func TestArrayAtTheRootHasAPathThatJqReads(t *testing.T) {
	tree := tree(t, `[[1,2]]`, 60, 20)
	tree.Key(press("down"))
	tree.Key(press("right"))
	if tree.Path() != ".[0][0]" {
		t.Errorf("path is %s", tree.Path())
	}
}

func TestWhatIsNoJSONIsRefusedInASentence(t *testing.T) {
	for _, raw := range []string{"", "{", "{} {}", "nope", "[1,]"} {
		if _, err := NewTree([]byte(raw)); err == nil || !strings.Contains(err.Error(), "JSON") {
			t.Errorf("NewTree(%q) says %v", raw, err)
		}
	}
}

func TestALargeDocumentIsOnlyReadWhereItIsUnfolded(t *testing.T) {
	var b strings.Builder
	b.WriteString("[")
	for i := range 20_000 {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"id":%d,"tags":["a","b"],"text":"%s"}`, i, strings.Repeat("x", 20))
	}
	b.WriteString("]")
	tree := tree(t, b.String(), 80, 30)
	if tree.Count() != 20_001 {
		t.Fatalf("%d rows", tree.Count())
	}
	tree.Key(press("G"))
	if tree.Path() != ".[19999]" {
		t.Errorf("the last row is %s", tree.Path())
	}
	tree.Key(press("enter"))
	tree.Key(press("pgdown"))
	if tree.Path() != ".[19999].text" {
		t.Errorf("after unfolding, the last row is %s", tree.Path())
	}
}

func FuzzAnyValidJSONIsShownWithoutControlCharacters(f *testing.F) {
	for _, seed := range []string{`{"a":[1,{"b":"\\\""}]}`, `"x"`, "[\"\u202e\u009b\"]", ` [ ] `, `{"":{"":{}}}`, "[\"\x7f\"]"} {
		f.Add([]byte(seed))
	}
	th := theme.With(theme.Options{})
	f.Fuzz(func(t *testing.T, raw []byte) {
		tree, err := NewTree(raw)
		if err != nil {
			return
		}
		tree.Resize(40, 12)
		tree.Key(press("*"))
		for range min(tree.Count(), 50) {
			tree.Key(press("down"))
			tree.Path()
			exact(t, "tree", tree.View(th, true), 40, 12)
		}
		for _, line := range tree.View(th, true) {
			for _, r := range ansi.Strip(line) {
				if r < ' ' || r >= 0x7F && r < 0xA0 || r == 0x202E {
					t.Fatalf("U+%04X in %q", r, line)
				}
			}
		}
	})
}
