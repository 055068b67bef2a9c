package ui_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"toolbench/ui"
	"toolbench/ui/uitest"
)

func TestWhoFillsAFormIsToldThatItsSourceFailed(t *testing.T) {
	flaky := scripted("flaky", "tool")
	flaky.Opening = func(_ context.Context, n int) error {
		if n == 1 {
			return nil
		}
		time.Sleep(time.Second)
		return errors.New("server flaky exited with code 1")
	}
	onLive(t, 80, 24, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		term.Press("g", "down", "r", "down", "enter")
		lack(t, term, "exited")
		term.Pass(2 * time.Second)
		want(t, term, "flaky can not be called any more: server flaky exited with code 1", "place")
	}, flaky)
}
