package widget

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// A Tree shows a JSON value as a tree over its bytes: properties in their
// order, numbers digit for digit. Only what is unfolded is ever looked into,
// so that documents of many megabytes open at once. It is a List of the rows
// that are unfolded.
type Tree struct {
	list List
	raw  []byte
	rows []branch
}

// A branch is one row: a value and its name. Offsets are 32 bits wide because
// a long array has one for every element.
type branch struct {
	key        uint32 // where the name's token begins, for a property
	start, end uint32 // the value's bytes
	index      uint32 // the place among its siblings
	count      uint32 // how many elements or properties it has
	depth      uint16
	open       bool
	property   bool
}

// opening is how many rows a tree unfolds to at first, and mostRows to how
// many all of it is unfolded.
const (
	opening  = 60
	mostRows = 20_000
)

// NewTree returns a tree over raw, which must be one JSON value and is kept,
// not copied. It reads all of raw once (some 100 MB a second): call it in a
// command when it is large.
func NewTree(raw []byte) (*Tree, error) {
	if len(raw) > math.MaxUint32 {
		return nil, errors.New("this JSON is larger than 4 GB, which is more than the tree can show")
	}
	if !json.Valid(raw) {
		return nil, errors.New("this is not one complete JSON value, so there is no tree to show")
	}
	t := &Tree{raw: raw}
	start := skipBlanks(raw, 0)
	end, count := skipValue(raw, start)
	t.rows = []branch{{start: uint32(start), end: uint32(end), count: uint32(count)}}
	t.unfold(opening)
	t.list.SetCount(len(t.rows))
	return t, nil
}

// unfold opens branches level by level while at most so many rows come of it.
func (t *Tree) unfold(most int) {
	for opened := true; opened; {
		opened = false
		for i := 0; i < len(t.rows); i++ {
			row := t.rows[i]
			if !row.open && row.count > 0 && len(t.rows)+int(row.count) <= most {
				t.open(i)
				i += int(row.count)
				opened = true
			} else if i == 0 && !row.open && row.count > 0 {
				t.open(0)
				return
			}
		}
	}
}

// open puts the children of row i below it.
func (t *Tree) open(i int) {
	row := &t.rows[i]
	if row.open || row.count == 0 {
		return
	}
	row.open = true
	t.rows = slices.Insert(t.rows, i+1, t.children(*row)...)
}

// close takes what is below row i away.
func (t *Tree) close(i int) {
	t.rows[i].open = false
	t.rows = slices.Delete(t.rows, i+1, t.after(i))
}

// after returns the first row after i that is not below it.
func (t *Tree) after(i int) int {
	end := i + 1
	for end < len(t.rows) && t.rows[end].depth > t.rows[i].depth {
		end++
	}
	return end
}

// parent returns the row that i is a child of, or -1 for the root.
func (t *Tree) parent(i int) int {
	for p := i - 1; p >= 0; p-- {
		if t.rows[p].depth < t.rows[i].depth {
			return p
		}
	}
	return -1
}

// children reads the elements or properties of a container.
func (t *Tree) children(of branch) []branch {
	out := make([]branch, 0, of.count)
	property := t.raw[of.start] == '{'
	at := int(of.start) + 1
	for n := range of.count {
		child := branch{index: n, depth: of.depth + 1, property: property}
		at = skipBlanks(t.raw, at)
		if property {
			child.key = uint32(at)
			at = skipBlanks(t.raw, skipString(t.raw, at)) + 1 // over the colon
			at = skipBlanks(t.raw, at)
		}
		end, count := skipValue(t.raw, at)
		child.start, child.end, child.count = uint32(at), uint32(end), uint32(count)
		at = skipBlanks(t.raw, end) + 1 // over the comma
		out = append(out, child)
	}
	return out
}

// Resize gives the tree w by h cells.
func (t *Tree) Resize(w, h int) { t.list.Resize(w, h) }

// Count and Offset tell a Pane how many rows there are and which is first.
func (t *Tree) Count() int { return len(t.rows) }

// Offset is the first row that shows.
func (t *Tree) Offset() int { return t.list.Offset() }

// Value returns the bytes of the value under the cursor.
func (t *Tree) Value() json.RawMessage {
	row := t.rows[t.list.Cursor()]
	return t.raw[row.start:row.end]
}

// Path returns where the value under the cursor is, as jq writes it:
// .days[0].name, ."odd name", or . for the whole.
func (t *Tree) Path() string {
	var steps []string
	for i := t.list.Cursor(); i > 0; i = t.parent(i) {
		row := t.rows[i]
		if !row.property {
			steps = append(steps, fmt.Sprintf("[%d]", row.index))
			continue
		}
		step := t.token(row)
		var name string
		if json.Unmarshal([]byte(step), &name) == nil && identifier(name) {
			step = name
		}
		steps = append(steps, "."+step)
	}
	slices.Reverse(steps)
	path := strings.Join(steps, "")
	if !strings.HasPrefix(path, ".") {
		path = "." + path
	}
	return path
}

// token returns the name of a property as the document spells it.
func (t *Tree) token(row branch) string {
	return string(t.raw[row.key:skipString(t.raw, int(row.key))])
}

// identifier tells whether a name needs no quotes in a path.
func identifier(s string) bool {
	for i, r := range s {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != ""
}

// Key moves, folds and unfolds: right and left, enter and space, * for all and
// - for none. It reports whether the key was one of its own.
func (t *Tree) Key(key tea.KeyPressMsg) bool {
	at := t.list.Cursor()
	switch key.String() {
	case "right", "l":
		if t.rows[at].open {
			t.list.Move(1)
		} else {
			t.open(at)
		}
	case "left", "h":
		if t.rows[at].open {
			t.close(at)
		} else if p := t.parent(at); p >= 0 {
			t.list.Select(p)
		}
	case "enter", "space":
		t.Toggle()
	case "*":
		t.unfold(mostRows)
	case "-":
		t.rows = t.rows[:1]
		t.rows[0].open = false
		t.open(0)
		t.list.Select(0)
	default:
		return t.list.Key(key)
	}
	t.list.SetCount(len(t.rows))
	return true
}

// Toggle folds or unfolds the value under the cursor.
func (t *Tree) Toggle() {
	if at := t.list.Cursor(); t.rows[at].open {
		t.close(at)
	} else {
		t.open(at)
	}
	t.list.SetCount(len(t.rows))
}

// Wheel scrolls for the mouse wheel and reports whether it did.
func (t *Tree) Wheel(mouse tea.Mouse) bool { return t.list.Wheel(mouse) }

// Click puts the cursor on the row drawn y lines below the first; on the row
// under the cursor, or on its fold mark, it folds or unfolds.
func (t *Tree) Click(x, y int) bool {
	row, ok := t.list.At(y)
	if !ok {
		return false
	}
	fold := row == t.list.Cursor() || x < treeIndent*(int(t.rows[row].depth)+1)
	t.list.Select(row)
	if fold {
		t.Toggle()
	}
	return true
}

// label returns the name of a row as it is shown.
func (t *Tree) label(row branch) string {
	if row.property {
		return t.token(row)
	}
	return strconv.Itoa(int(row.index))
}
