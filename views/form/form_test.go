package form

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"toolbench/forms"
	"toolbench/theme"
	"toolbench/views"
	"toolbench/views/widget"
)

const forecast = `{"type":"object","required":["place"],"properties":{
	"place":{"type":"string","minLength":1,"description":"City, or \"lat,lon\""},
	"days":{"type":"integer","minimum":1,"maximum":14,"default":3},
	"units":{"enum":["metric","imperial"]},
	"dry":{"type":"boolean"},
	"wind":{"type":["number","null"]},
	"note":{"type":"string","maxLength":2000},
	"alerts":{"type":"array","items":{"type":"object","required":["place"],"properties":{"place":{"type":"string"},"level":{"type":"integer"}}}}}}`

// A person presses keys as the root model passes them on.
type person struct {
	t      *testing.T
	screen *Screen
	out    *views.Outbox
	sent   []tea.Msg
}

func open(t *testing.T, schema string, w, h int) *person {
	t.Helper()
	out := &views.Outbox{}
	s := New(theme.New(true), out, forms.New(json.RawMessage(schema)))
	s.Resize(w, h)
	s.Focus(true)
	return &person{t: t, screen: s, out: out}
}

func press(stroke string) tea.KeyPressMsg {
	var k tea.Key
	name := stroke
	for {
		mod, rest, ok := strings.Cut(name, "+")
		bit, known := map[string]tea.KeyMod{"ctrl": tea.ModCtrl, "alt": tea.ModAlt, "shift": tea.ModShift}[mod]
		if !ok || !known || rest == "" {
			break
		}
		k.Mod |= bit
		name = rest
	}
	code, special := map[string]rune{"tab": tea.KeyTab, "enter": tea.KeyEnter, "esc": tea.KeyEscape, "up": tea.KeyUp, "down": tea.KeyDown,
		"left": tea.KeyLeft, "right": tea.KeyRight, "space": tea.KeySpace, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
		"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown}[name]
	if !special {
		code = []rune(name)[0]
	}
	k.Code = code
	switch {
	case name == "space" && k.Mod == 0:
		k.Text = " "
	case !special && k.Mod&^tea.ModShift == 0:
		k.Text = name
	}
	return tea.KeyPressMsg(k)
}

func (p *person) press(strokes ...string) *person {
	p.t.Helper()
	for _, stroke := range strokes {
		msg := press(stroke)
		if msg.String() != stroke {
			p.t.Fatalf("the test's key %q is %q", stroke, msg.String())
		}
		p.dispatch(msg)
	}
	return p
}

func (p *person) dispatch(msg tea.KeyPressMsg) {
	var cmd tea.Cmd
	if p.screen.Owns(msg) {
		cmd = p.screen.Update(msg)
	} else if a, ok := views.Find(p.screen.Actions(), msg); ok {
		if a.Live() {
			cmd = a.Run()
		}
	} else {
		cmd = p.screen.Update(msg)
	}
	if cmd != nil {
		p.sent = append(p.sent, cmd())
	}
	p.sent = append(p.sent, p.out.Take()...)
}

func (p *person) typeText(text string) *person {
	for _, r := range text {
		p.dispatch(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	return p
}

func (p *person) sends(want string) *person {
	p.t.Helper()
	if got := string(p.screen.Form().JSON()); got != want {
		p.t.Errorf("sends %s, want %s", got, want)
	}
	return p
}

func (p *person) text() string {
	var b strings.Builder
	for _, line := range p.screen.View().Lines {
		b.WriteString(strings.TrimRight(ansi.Strip(line), " ") + "\n")
	}
	return b.String()
}

func (p *person) shows(want string) *person {
	p.t.Helper()
	if text := p.text(); !strings.Contains(text, want) {
		p.t.Errorf("%q does not show in\n%s", want, text)
	}
	return p
}

func (p *person) paste(text string) *person {
	p.screen.Update(tea.PasteMsg{Content: text})
	p.sent = append(p.sent, p.out.Take()...)
	return p
}

// isTold checks the last notice.
func (p *person) isTold(want string) *person {
	p.t.Helper()
	last := ""
	for _, msg := range p.sent {
		if notice, ok := msg.(views.NoticeMsg); ok {
			last = notice.Text
		}
	}
	if last != want {
		p.t.Errorf("the last notice is %q, want %q", last, want)
	}
	return p
}

func TestAFormIsFilledByKeys(t *testing.T) {
	p := open(t, forecast, 80, 30)
	p.shows("place *").shows("City, or").shows("integer, 1 to 14").shows("5 optional fields left out")
	p.typeText("Oslo").press("tab").sends(`{"place":"Oslo","days":3}`)
	p.press("backspace").typeText("5").sends(`{"place":"Oslo","days":5}`)
	p.press("enter", "enter").shows("metric · imperial · absent")
	p.press("up", "up", "down").shows("days")
}

func TestOptionalFieldsUnfoldAndStayOnceTouched(t *testing.T) {
	p := open(t, forecast, 80, 40)
	p.typeText("Oslo").press("tab", "tab", "enter").shows("alerts").press("tab")
	if f := p.screen.field(); f == nil || f.Name != "units" {
		t.Fatalf("the cursor is on %+v", p.screen.row())
	}
	p.press("right").sends(`{"place":"Oslo","days":3,"units":"metric"}`)
	p.press("right", "right", "left").sends(`{"place":"Oslo","days":3,"units":"imperial"}`)
	p.press("tab", "space").sends(`{"place":"Oslo","days":3,"units":"imperial","dry":true}`)
	p.press("space").sends(`{"place":"Oslo","days":3,"units":"imperial","dry":false}`)
	p.press("left").sends(`{"place":"Oslo","days":3,"units":"imperial","dry":true}`)
	p.press("space", "space").sends(`{"place":"Oslo","days":3,"units":"imperial"}`)
	p.press("tab", "alt+n").sends(`{"place":"Oslo","days":3,"units":"imperial","wind":null}`).shows("∅ null")
	p.typeText("-1.50").sends(`{"place":"Oslo","days":3,"units":"imperial","wind":-1.50}`)
	p.press("alt+u").sends(`{"place":"Oslo","days":3,"units":"imperial"}`)
}

func TestItemsAreAddedFilledMovedAndRemovedByKeys(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"alerts":{"type":"array","items":{"type":"object","required":["place"],"properties":{"place":{"type":"string"},"level":{"type":"integer"}}}}}}`, 80, 40)
	p.press("a").typeText("Oslo").press("tab").typeText("2").sends(`{"alerts":[{"place":"Oslo","level":2}]}`)
	p.press("tab", "enter").typeText("Bergen").sends(`{"alerts":[{"place":"Oslo","level":2},{"place":"Bergen"}]}`)
	p.press("ctrl+up").sends(`{"alerts":[{"place":"Bergen"},{"place":"Oslo","level":2}]}`)
	p.press("alt+x").sends(`{"alerts":[{"place":"Oslo","level":2}]}`)
}

func TestTheListOfChoicesTakesWhatIsTyped(t *testing.T) {
	p := open(t, `{"type":"object","required":["city"],"properties":{"city":{"enum":["Bergen","Oslo","Stavanger","Tromsø","Trondheim","Ås",5]}}}`, 60, 20)
	p.press("enter").shows("Trondheim").typeText("tr").shows("Tromsø")
	if strings.Contains(p.text(), "Bergen") {
		t.Error("a choice without the letters shows")
	}
	p.press("down", "enter").sends(`{"city":"Trondheim"}`)
	p.press("enter", "esc").sends(`{"city":"Trondheim"}`)
	p.press("s", "enter").sends(`{"city":"Stavanger"}`) // a letter opens the list
	p.press("enter").typeText("xyz").shows("no choice has xyz").press("enter", "esc").sends(`{"city":"Stavanger"}`)
}

func TestASelectionIsTickedByKeys(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"days":{"type":"array","items":{"enum":["mon","tue","wed"]}}}}`, 60, 20)
	p.press("space", "down", "down", "space").shows("[x] tue").sends(`{"days":["tue"]}`)
	p.press("up", "space", "down", "space").sends(`{"days":["mon"]}`)
}

func TestAMapTakesAKeyByName(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"labels":{"type":"object","additionalProperties":{"type":"string"}}}}`, 60, 20)
	p.press("a").typeText("te am").shows("+ key te am").press("enter").typeText("core").sends(`{"labels":{"te am":"core"}}`)
	p.press("tab", "enter").typeText("te am").press("enter").shows("has a te am already")
	p.press("esc").sends(`{"labels":{"te am":"core"}}`)
	p.press("up", "alt+x").sends(`{"labels":{}}`)
}

func TestEnterMakesALineInLongTextAndGoesOnElsewhere(t *testing.T) {
	p := open(t, `{"type":"object","required":["text","name"],"properties":{"text":{"type":"string"},"name":{"type":"string"}}}`, 60, 20)
	p.typeText("one").press("enter").typeText("two").sends(`{"text":"one\ntwo"}`)
	p.press("up", "end").typeText("!").sends(`{"text":"one!\ntwo"}`)
	p.press("down", "down").typeText("x").press("alt+enter").typeText("y").sends(`{"text":"one!\ntwo","name":"x\ny"}`)
}

func TestLeavingPastTheEndsIsReported(t *testing.T) {
	p := open(t, `{"type":"object","required":["a"],"properties":{"a":{"type":"string"}},"additionalProperties":false}`, 60, 20)
	p.press("shift+tab", "tab")
	if len(p.sent) != 2 || p.sent[0] != (views.LeaveMsg{Forward: false}) || p.sent[1] != (views.LeaveMsg{Forward: true}) {
		t.Errorf("sent %v", p.sent)
	}
	p.shows("✗ is needed")
}

func TestProblemsShowAfterLeavingAndAllWhenRevealed(t *testing.T) {
	p := open(t, forecast, 80, 40)
	p.press("tab").shows("✗ is needed")
	p.press("backspace").typeText("99")
	if strings.Contains(p.text(), "above 14") {
		t.Error("a problem shows while its field is typed in")
	}
	p.press("tab").shows("✗ 99 is above 14; 1 to 14 would do")
	p.screen.Reveal()
	if f := p.screen.field(); f.Name != "place" {
		t.Errorf("the first problem is at %s", f.Name)
	}
	p.press("ctrl+n")
	if f := p.screen.field(); f.Name != "days" {
		t.Errorf("the next problem is at %s", f.Name)
	}
}

func TestAProblemBehindAFoldIsBroughtOut(t *testing.T) {
	p := open(t, forecast, 80, 40)
	if err := p.screen.Form().SetJSON([]byte(`{"place":"x","alerts":[{"place":"a"},{"place":"b","level":"x"}]}`)); err != nil {
		t.Fatal(err)
	}
	p.screen.Reveal()
	p.shows(`✗ "x" is not an integer`)
	if path := p.screen.field().Path(); path != "alerts[1].level" {
		t.Errorf("the cursor is at %s", path)
	}
}

func TestJSONTextAndFieldsAreViewsOfOneValue(t *testing.T) {
	p := open(t, forecast, 80, 20)
	p.typeText("Oslo").press("ctrl+t").shows(`"place": "Oslo",`)
	p.press("right").typeText(`"wind": 1.50, // knots`).press("enter").sends(`{"place":"Oslo","days":3,"wind":1.50}`)
	if p.screen.Broken() != nil {
		t.Fatal(p.screen.Broken())
	}
	p.typeText(`"x" `)
	if err := p.screen.Broken(); err == nil || !strings.Contains(err.Error(), "line 3, column 3") {
		t.Errorf("broken: %v", err)
	}
	p.press("ctrl+t").shows("wind").sends(`{"place":"Oslo","days":3,"wind":1.50}`)
	if p.screen.Text() || p.screen.Broken() != nil {
		t.Error("text that can not be read keeps from the fields")
	}
	p.press("ctrl+t").shows(`"x"`)
	if p.screen.Broken() == nil {
		t.Error("the broken text did not come back")
	}
	p.press("ctrl+u")
	if p.screen.Broken() != nil {
		t.Fatalf("%v in\n%s", p.screen.Broken(), p.screen.text.editor.text)
	}
	p.press("ctrl+t").shows("wind").press("ctrl+t").shows("// knots")
}

func TestUnfoldedFieldsStandBelowTheirFold(t *testing.T) {
	p := open(t, forecast, 80, 40)
	p.typeText("Oslo").press("tab", "tab", "space")
	text := p.text()
	if fold, first := strings.Index(text, "optional fields"), strings.Index(text, "units"); fold < 0 || first < fold {
		t.Errorf("the fields are not below their fold:\n%s", text)
	}
	if r := p.screen.row(); r.kind != foldRow {
		t.Error("the cursor is not on the fold")
	}
	p.press("space").shows("5 optional fields left out")
	p.press("space", "down", "right").sends(`{"place":"Oslo","days":3,"units":"metric"}`)
	if at := p.screen.index(); p.screen.rows[at-1].kind != foldRow {
		t.Error("the field moved away while it was changed")
	}
	p.press("up", "space").shows("4 optional fields left out").shows("units")
}

func TestADefaultOfFalseIsTurnedToTrueFirst(t *testing.T) {
	const dry = `{"type":"object","properties":{"dry":{"type":"boolean","default":false}}}`
	open(t, dry, 60, 10).press("space").sends(`{"dry":true}`).press("space").sends(`{"dry":false}`).press("space").sends(`{}`)
	open(t, dry, 60, 10).press("left").sends(`{"dry":true}`).press("left").sends(`{}`)
}

func TestRawJSONThatIsBrokenIsNamed(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"n":{"type":"number"},"x":{}}}`, 80, 10)
	p.typeText("1.")
	if err := p.screen.Broken(); err != nil {
		t.Errorf("a number that is none: %v", err)
	}
	p.press("tab").typeText(`{"a":`)
	want := "x: this is not JSON: line 1, column 6: the text ends where a value is wanted"
	for range 2 {
		if err := p.screen.Broken(); err == nil || err.Error() != want {
			t.Errorf("broken: %v, want %s", err, want)
		}
		p.press("ctrl+t") // the same in the text of the whole
	}
	p.press("shift+tab")
	p.screen.Reveal()
	if f := p.screen.field(); f == nil || f.Name != "x" {
		t.Error("the cursor is not on the broken field")
	}
	p.typeText("1}")
	if err := p.screen.Broken(); err != nil {
		t.Error(err)
	}
}

func TestASchemaWithoutEndDoesNotHangTheScreen(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"node":{"$ref":"#/$defs/Node"}},"$defs":{"Node":{"type":"object","properties":{"name":{"type":"string"},"child":{"$ref":"#/$defs/Node"}}}}}`, 60, 20)
	p.press("space", "down", "down", "space", "down", "ctrl+n", "alt+r", "alt+r")
	p.screen.Reveal()
	p.typeText("deep").sends(`{"node":{"child":{"name":"deep"}}}`).press("alt+r", "alt+r").sends(`{"node":{"child":{"name":"deep"}}}`)
}

func TestTheEditorOfThePersonBringsAValueBack(t *testing.T) {
	p := open(t, forecast, 80, 40)
	p.typeText("Oslo").press("alt+e")
	msg, ok := p.sent[0].(views.EditMsg)
	if !ok || msg.Text != "Oslo" {
		t.Fatalf("sent %+v", p.sent)
	}
	other := open(t, forecast, 80, 40)
	other.screen.Update(msg.Done("Bergen\n"))
	other.sends(`{"days":3}`)
	p.screen.Update(msg.Done("Bergen\n"))
	p.sends(`{"place":"Bergen","days":3}`).shows("Bergen")
	p.press("ctrl+t", "alt+e")
	p.screen.Update(p.sent[1].(views.EditMsg).Done(`{"days":`))
	if p.screen.Broken() == nil {
		t.Error("broken text is taken")
	}
}

func TestASecretIsNotDrawn(t *testing.T) {
	p := open(t, `{"type":"object","properties":{"key":{"type":"string","format":"password"},"x":{"type":"string"}}}`, 60, 10)
	p.typeText("hunter2").sends(`{"key":"hunter2"}`)
	if strings.Contains(p.text(), "hunter") {
		t.Error(p.text())
	}
	p.press("tab")
	if strings.Contains(p.text(), "hunter") {
		t.Error(p.text())
	}
	p.press("up", "alt+e")
	if _, ok := p.sent[0].(views.EditMsg); ok {
		t.Error("the secret goes to an editor's file")
	}
}

func TestNothingOfASchemaDrivesTheTerminal(t *testing.T) {
	hostile := `\u001b]0;x\u0007\u001b[2J\u202e`
	schema := strings.ReplaceAll(`{"type":"object","required":["aH"],"properties":{"aH":{"type":"string","description":"H\nH","pattern":"H","default":"H"},"e":{"enum":["H","b"]},"o":{"type":"array","items":{"enum":["H"]}}}}`, "H", hostile)
	p := open(t, schema, 70, 30)
	p.press("tab", "enter")
	p.screen.Reveal()
	for _, line := range p.screen.View().Lines {
		rest := ansi.Strip(line)
		if strings.ContainsAny(rest, "\x1b\x07\u202e") || strings.Contains(line, "\x1b]") || strings.Contains(line, "\x1b[2J") {
			t.Errorf("%q", line)
		}
	}
}

func TestTheScreenIsExactlyAsLargeAsItsRoom(t *testing.T) {
	for _, schema := range []string{forecast, `{}`, `{"type":"object"}`, `{"type":"object","properties":{"名前":{"type":"string","description":"👩‍👩‍👧 データ"}},"required":["名前"]}`, `{"enum":["a"]}`} {
		for _, size := range [][2]int{{1, 1}, {2, 3}, {3, 2}, {7, 5}, {13, 11}, {23, 4}, {40, 12}, {80, 24}, {200, 60}, {0, 5}, {5, 0}} {
			p := open(t, schema, size[0], size[1])
			p.typeText("データ👍🏽x").press("tab", "enter", "a", "tab", "ctrl+t", "enter")
			p.screen.Reveal()
			checkSize(t, p.screen, size[0], size[1])
			p.press("ctrl+t")
			checkSize(t, p.screen, size[0], size[1])
		}
	}
}

func checkSize(t *testing.T, s *Screen, w, h int) {
	t.Helper()
	f := s.View()
	if w == 0 || h == 0 {
		if len(f.Lines) != 0 {
			t.Errorf("%d×%d has %d lines", w, h, len(f.Lines))
		}
		return
	}
	if len(f.Lines) != h {
		t.Errorf("%d×%d has %d lines", w, h, len(f.Lines))
	}
	for _, line := range f.Lines {
		if widget.Width(line) != w {
			t.Errorf("%d×%d has a line of %d: %q", w, h, widget.Width(line), line)
		}
	}
	if c := f.Cursor; c != nil && (c.X < 0 || c.X >= w || c.Y < 0 || c.Y >= h) {
		t.Errorf("%d×%d has its cursor at %d,%d", w, h, c.X, c.Y)
	}
}

func TestTheFieldUnderTheCursorIsAlwaysInView(t *testing.T) {
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, `"field_%d":{"type":"string","description":"d"},`, i)
	}
	p := open(t, `{"type":"object","properties":{`+strings.TrimSuffix(b.String(), ",")+`}}`, 60, 12)
	for i := range 299 {
		p.press("tab")
		if !strings.Contains(p.text(), fmt.Sprintf("field_%d", i+1)) {
			t.Fatalf("field_%d is not in view:\n%s", i+1, p.text())
		}
	}
	p.typeText("x").shows("x").sends(`{"field_299":"x"}`)
	p.screen.Update(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	p.press("home", "home")
}

func TestAClickWorksWhatItIsOn(t *testing.T) {
	p := open(t, `{"type":"object","required":["dry"],"properties":{"name":{"type":"string"},"dry":{"type":"boolean"},"o":{"type":"object","properties":{"x":{"type":"string"}}}}}`, 60, 20)
	p.screen.Update(tea.MouseClickMsg{X: 12, Y: 1})
	p.sends(`{"dry":true}`)
	p.screen.Update(tea.MouseClickMsg{X: 12, Y: 2})
	p.shows("▾")
	p.screen.Update(tea.MouseClickMsg{X: 2, Y: 0})
	p.typeText("abc")
	p.screen.Update(tea.MouseClickMsg{X: 10, Y: 0})
	p.typeText("-").sends(`{"name":"a-bc","dry":true}`)
}

func TestAnyKeysInAnyOrderDoNoHarm(t *testing.T) {
	strokes := []string{"tab", "shift+tab", "up", "down", "left", "right", "enter", "space", "esc", "a", "d", "x", "1", "{", `"`, "backspace", "delete",
		"ctrl+t", "ctrl+n", "alt+z", "alt+shift+z", "alt+t", "alt+i", "alt+h", "s", "p", "esc", "alt+x", "ctrl+up", "ctrl+down", "alt+c", "alt+u", "alt+n", "alt+m", "alt+k", "alt+r", "alt+e", "pgup", "pgdown", "home", "end", "ctrl+w", "ctrl+k", "alt+enter"}
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 7))
		schema := []string{forecast, `{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"$ref":"#"}},"s":{"type":"array","items":{"enum":["a",1]}},"u":{"oneOf":[{"type":"object"},{"type":"array"}]},"n":{"type":"null"},"c":{"const":1}}}`, `{"type":"array","items":{"$ref":"#"}}`}[seed%3]
		w, h := 1+r.IntN(90), 1+r.IntN(20)
		p := open(t, schema, w, h)
		for range 250 {
			p.press(strokes[r.IntN(len(strokes))])
			if r.IntN(20) == 0 {
				p.screen.Update(tea.MouseClickMsg{X: r.IntN(w), Y: r.IntN(h)})
			}
		}
		checkSize(t, p.screen, w, h)
		if raw := p.screen.Form().JSON(); !json.Valid(raw) {
			t.Errorf("sends %s", raw)
		}
	}
}

func BenchmarkAKeyInAFormOf300Fields(b *testing.B) {
	var fields strings.Builder
	for i := range 300 {
		fmt.Fprintf(&fields, `"field_%d":{"type":"string","maxLength":9,"description":"d"},`, i)
	}
	s := New(theme.New(true), nil, forms.New(json.RawMessage(`{"type":"object","properties":{`+strings.TrimSuffix(fields.String(), ",")+`}}`)))
	s.Resize(100, 40)
	s.Focus(true)
	s.Reveal()
	for b.Loop() {
		s.Update(tea.KeyPressMsg{Code: 'x', Text: "x"})
		s.View()
		s.Form().Problems()
		s.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
	}
}
