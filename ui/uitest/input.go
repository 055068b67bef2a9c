package uitest

import (
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
)

// settling is how long it takes for everything that follows from an input: in
// fake time the reader gives a lone escape character twice 50 ms to become a
// sequence, then a frame is drawn.
const settling = 150 * time.Millisecond

// Settle lets the program come to rest: 150 ms of fake time pass, and what is
// due by then is done. A spinner goes on spinning, a longer wait goes on.
func (t *Terminal) Settle() { t.Pass(settling) }

// Pass lets fake time pass, and waits until everything rests.
func (t *Terminal) Pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// Press presses keys one after the other, named as Bubble Tea names them
// ("ctrl+r", "shift+tab", "enter", "a", "?"), and settles after each.
func (t *Terminal) Press(keys ...string) {
	t.t.Helper()
	for _, key := range keys {
		seq, err := encode(key)
		if err != nil {
			t.t.Fatal(err)
		}
		t.input.Write([]byte(seq))
		t.Settle()
	}
}

// Type types text, rune by rune, without settling in between.
func (t *Terminal) Type(text string) {
	for _, r := range text {
		if r == '\n' {
			r = '\r'
		}
		t.input.Write([]byte(string(r)))
	}
	t.Settle()
}

// Paste pastes text as the terminal would: bracketed if the program asked for it.
func (t *Terminal) Paste(text string) {
	t.mu.Lock()
	t.emulator.Paste(text)
	t.mu.Unlock()
	t.Settle()
}

// Click presses and releases the left button at column x and line y, from 0.
func (t *Terminal) Click(x, y int) {
	t.Mouse(uv.MouseClickEvent{X: x, Y: y, Button: uv.MouseLeft})
	t.Mouse(uv.MouseReleaseEvent{X: x, Y: y, Button: uv.MouseLeft})
	t.Settle()
}

// ClickOn clicks on the first place where the screen shows text.
func (t *Terminal) ClickOn(text string) {
	t.t.Helper()
	x, y, ok := t.Find(text)
	if !ok {
		t.t.Fatalf("there is no %q to click on in\n%s", text, t.Text())
	}
	t.Click(x, y)
}

// Wheel turns the wheel over a cell: down for positive steps, up for negative.
func (t *Terminal) Wheel(x, y, steps int) {
	button := uv.MouseWheelDown
	if steps < 0 {
		button, steps = uv.MouseWheelUp, -steps
	}
	for range steps {
		t.Mouse(uv.MouseWheelEvent{X: x, Y: y, Button: button})
	}
	t.Settle()
}

// Mouse sends a mouse event, if the program listens to the mouse, and does not
// settle.
func (t *Terminal) Mouse(event vt.Mouse) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.emulator.SendMouse(event)
}

// Resize gives the terminal another size.
func (t *Terminal) Resize(w, h int) {
	t.mu.Lock()
	t.emulator.Resize(w, h)
	t.mu.Unlock()
	t.Send(tea.WindowSizeMsg{Width: w, Height: h})
}

// Send gives the program a message, as its own goroutines would, and settles.
func (t *Terminal) Send(msg tea.Msg) {
	t.program.Send(msg)
	t.Settle()
}
