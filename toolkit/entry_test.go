package toolkit_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A ponderous source takes its time to open and to close, and notes what is
// done to it.
type ponderous struct {
	opening, closing chan struct{} // receives before the act is done; nil for at once

	mu   sync.Mutex
	done []string
}

func (p *ponderous) Info() source.Info { return source.Info{Kind: tool.SourceCustom} }

func (p *ponderous) note(act string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done = append(p.done, act)
}

func (p *ponderous) acts() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.done)
}

func (p *ponderous) Open(ctx context.Context, _ source.Host) (source.Listing, error) {
	p.note("opening")
	if p.opening != nil {
		select {
		case <-p.opening:
		case <-ctx.Done():
			p.note("given up")
			return source.Listing{}, ctx.Err()
		}
	}
	p.note("open")
	return source.Listing{}, nil
}

func (p *ponderous) Close() error {
	if p.closing != nil {
		<-p.closing
	}
	p.note("closed")
	return nil
}

func (p *ponderous) wants(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	if got := p.acts(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestASourceIsOpenedAgainOnlyWhenItsClosingIsDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &ponderous{closing: make(chan struct{}, 1)}
		tk := create(t, toolkit.Options{Sources: []source.Source{p}})
		if err := tk.Disable("custom"); err != nil {
			t.Fatal(err)
		}
		if err := tk.Enable("custom"); err != nil {
			t.Fatal(err)
		}
		p.wants(t, "opening", "open")
		close(p.closing)
		p.wants(t, "opening", "open", "closed", "opening", "open")
		if got := tk.Sources()[0].State; got != source.Connected {
			t.Errorf("the source is %s", got)
		}
	})
}

func TestAReloadGivesUpTheOpeningBeforeIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &ponderous{opening: make(chan struct{})}
		tk, err := toolkit.CreateToolkit(t.Context(), toolkit.Options{Sources: []source.Source{p}})
		if err != nil {
			t.Fatal(err)
		}
		defer tk.Close()
		p.wants(t, "opening")
		if err := tk.Reload("custom"); err != nil {
			t.Fatal(err)
		}
		p.wants(t, "opening", "given up", "opening")
		close(p.opening)
		p.wants(t, "opening", "given up", "opening", "open")
		if got := tk.Sources()[0].State; got != source.Connected {
			t.Errorf("the source is %s", got)
		}
	})
}

func TestASourceThatIsDisabledWhileItOpensEndsUpClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &ponderous{opening: make(chan struct{})}
		tk, err := toolkit.CreateToolkit(t.Context(), toolkit.Options{Sources: []source.Source{p}})
		if err != nil {
			t.Fatal(err)
		}
		defer tk.Close()
		p.wants(t, "opening")
		if err := tk.Disable("custom"); err != nil {
			t.Fatal(err)
		}
		p.wants(t, "opening", "given up", "closed")
	})
}

func TestNothingIsOpenedOnceTheToolkitIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &ponderous{closing: make(chan struct{}, 2)}
		tk := create(t, toolkit.Options{Sources: []source.Source{p}})
		if err := tk.Disable("custom"); err != nil {
			t.Fatal(err)
		}
		if err := tk.Enable("custom"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		closed := make(chan error, 1)
		go func() { closed <- tk.Close() }()
		synctest.Wait()
		close(p.closing)
		<-closed
		p.wants(t, "opening", "open", "closed", "closed")
	})
}
