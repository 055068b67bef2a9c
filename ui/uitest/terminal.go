// Package uitest runs a whole program against an emulated terminal in memory.
//
// The program is a real tea.Program: it gets keys as the bytes that a terminal
// sends, its queries are answered, and what it draws is read back from the
// emulated screen. It is made for testing/synctest: after every input the
// terminal settles, which is to let a moment of fake time pass and wait until
// every goroutine rests. So a test presses, and then looks; nothing polls, and
// a goroutine left behind fails the test.
//
//	synctest.Test(t, func(t *testing.T) {
//		term := uitest.Start(t, model, 80, 24)
//		term.Press("down", "enter")
//		term.Golden("details")
//	})
package uitest

import (
	"bytes"
	"io"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/vt"
)

// A Terminal is an emulated terminal with a program running in it.
type Terminal struct {
	t       testing.TB
	program *tea.Program
	input   *queue

	mu       sync.Mutex // guards what follows
	emulator *vt.Emulator
	output   bytes.Buffer
	apcs     []string
	title    string
	copied   string

	done  chan struct{}
	model tea.Model // once done
	err   error     // once done
}

// Start runs a program on a screen of w by h cells until the test ends, and
// settles. It must be called in a synctest bubble.
func Start(t testing.TB, model tea.Model, w, h int, options ...Option) *Terminal {
	t.Helper()
	setup := defaults()
	for _, o := range options {
		o(&setup)
	}
	term := &Terminal{t: t, input: newQueue(), emulator: vt.NewEmulator(w, h), done: make(chan struct{})}
	term.answer(setup)
	var running sync.WaitGroup
	// Nobody reading the emulator's answers would block its Write for ever.
	running.Go(func() { io.Copy(term.input, term.emulator) })
	term.program = tea.NewProgram(model,
		tea.WithInput(term.input), tea.WithOutput(screen{term}), tea.WithWindowSize(w, h),
		tea.WithoutSignalHandler(), tea.WithColorProfile(setup.profile), tea.WithEnvironment(setup.environment))
	running.Go(func() {
		defer close(term.done)
		term.model, term.err = term.program.Run()
	})
	t.Cleanup(func() {
		term.program.Quit()
		<-term.done
		// Bubble Tea does not wait for commands: a tick that is still due would
		// be taken for a goroutine left behind.
		time.Sleep(afterglow)
		term.input.Close()
		// Emulator.Close writes a field that Read reads; the pipe is safe.
		term.emulator.InputPipe().(io.Closer).Close()
		running.Wait()
	})
	term.Settle()
	return term
}

// afterglow is the fake time in which commands of an ended program may end.
const afterglow = 10 * time.Minute

// screen is the side of a Terminal that the program writes to.
type screen struct{ *Terminal }

func (s screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.output.Write(p)
	// Without a tty the renderer counts on the driver to map line feeds.
	if _, err := s.emulator.Write(bytes.ReplaceAll(p, []byte("\n"), []byte("\r\n"))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Ended tells whether the program has ended, and how.
func (t *Terminal) Ended() (model tea.Model, ended bool, err error) {
	select {
	case <-t.done:
		return t.model, true, t.err
	default:
		return nil, false, nil
	}
}
