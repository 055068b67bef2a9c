package ui_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"toolbench/toolkit"
	"toolbench/toolkit/source"
	"toolbench/ui"
	"toolbench/ui/uitest"
)

// A found is a file with two servers that nobody has trusted yet.
type found struct {
	trusted bool
	changes []string
	fails   error
	yes     []string
}

func (f *found) About(id string) (ui.TrustQuestion, bool) {
	return ui.TrustQuestion{File: "/home/ada/.cursor/mcp.json", Client: "Cursor", Changes: f.changes,
		Starts: []ui.TrustStart{
			{What: "weather  npx -y weather-server --stdio", With: []string{"variables NODE_OPTIONS=\"--require ./x.js\x1b[2J\", TOKEN; folder /elsewhere"}},
			{What: "billing  https://billing.example.com/mcp\x1b[2J", With: []string{"header Authorization"}}}}, !f.trusted
}

func (f *found) Trust(id string) error {
	if f.fails == nil {
		f.yes, f.trusted = append(f.yes, id), true
	}
	return f.fails
}

func (f *found) Sources(string) []string { return []string{"mcp:weather", "mcp:billing"} }

// onFound drives the program on two servers that were found.
func onFound(t *testing.T, w, h int, o ui.Options, drive func(*testing.T, *uitest.Terminal)) {
	t.Helper()
	of := toolkit.Options{Sources: []source.Source{scripted("weather", "forecast"), scripted("billing", "bill")}, Untrusted: []string{"mcp:weather", "mcp:billing"}}
	onToolkit(t, w, h, of, func(*toolkit.Toolkit) ui.Options { return o }, func(t *testing.T, term *uitest.Terminal, _ *ui.Model) {
		term.Pass(time.Second)
		drive(t, term)
	})
}

func TestWhatWasFoundStartsOnlyWhenThePersonSaysSo(t *testing.T) {
	f := &found{}
	onFound(t, 120, 30, ui.Options{Trust: f}, func(t *testing.T, term *uitest.Terminal) {
		want(t, term, "○ weather", "not trusted  t", "t trust")
		term.Press("r")
		want(t, term, "not trusted yet")
		term.Press("x")
		want(t, term, "nothing of it runs")
		term.Press("t")
		term.Golden("trust-120x30")
		term.Press("enter")
		lack(t, term, "Start what was found?", "●")
		term.Press("t", "right", "enter")
		term.Pass(time.Second)
		want(t, term, "● 1", "forecast", "bill")
		lack(t, term, "not trusted")
		want(t, term, "mcp:weather", "connected since") // the page of what was asked for is still in front
		if !slices.Equal(f.yes, []string{"mcp:weather"}) {
			t.Errorf("trusted was %v", f.yes)
		}
	})
}

func TestTheSourcesPageSaysWhatItsFileSets(t *testing.T) {
	sets := func(id string) []string {
		if id != "mcp:weather" {
			return nil
		}
		return []string{"variables LANG, NODE_OPTIONS=\"-r ./x.js\"\x1b[2J", "header Authorization"}
	}
	onFound(t, 120, 30, ui.Options{With: sets}, func(t *testing.T, term *uitest.Terminal) {
		term.Press("up", "down", "enter")
		want(t, term, "with          variables LANG, NODE_OPTIONS=\"-r ./x.js\"␛[2J", "              header Authorization")
		term.Press("esc", "down")
		lack(t, term, "LANG")
	})
}

func TestAFileThatChangedSaysWhatIsOther(t *testing.T) {
	f := &found{changes: []string{"weather starts another program: npx -y evil", "billing is new"}, fails: errors.New("the folder can not be written")}
	onFound(t, 80, 24, ui.Options{Trust: f}, func(t *testing.T, term *uitest.Terminal) {
		term.Press("t")
		want(t, term, "It has changed since you trusted it:", "npx -y evil", "billing is new")
		term.Press("right", "enter")
		term.Pass(time.Second)
		want(t, term, "the folder can not be written", "not trusted")
		lack(t, term, "●")
	})
}

func TestALongListOfWhatWouldStartScrolls(t *testing.T) {
	f := &found{}
	for range 40 {
		f.changes = append(f.changes, "something is other")
	}
	onFound(t, 80, 24, ui.Options{Trust: f}, func(t *testing.T, term *uitest.Terminal) {
		term.Press("t")
		want(t, term, "‹ not now ›", "↓ read on")
		lack(t, term, "billing.example.com")
		term.Press("pgdown", "pgdown", "pgdown", "pgdown")
		want(t, term, "billing.example.com", "‹ not now ›")
	})
}

func TestWithoutATrustEachSourceIsAskedForAlone(t *testing.T) {
	onFound(t, 120, 30, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		term.Press("t")
		want(t, term, "weather-server --stdio", "‹ not now ›", "start it")
		term.Press("right", "enter")
		term.Pass(time.Second)
		want(t, term, "● 1", "not trusted")
	})
}

func TestEnablingADisabledSourceIsNoWayAroundTrust(t *testing.T) {
	f := &found{}
	of := toolkit.Options{Sources: []source.Source{scripted("weather", "forecast")}, Untrusted: []string{"mcp:weather"}, Disabled: []string{"mcp:weather"}}
	onToolkit(t, 120, 30, of, func(*toolkit.Toolkit) ui.Options { return ui.Options{Trust: f} }, func(t *testing.T, term *uitest.Terminal, _ *ui.Model) {
		want(t, term, "disabled")
		term.Press("x")
		want(t, term, "Start what was found?")
		term.Press("enter")
		want(t, term, "disabled")
	})
}

func TestWithoutATrustADisabledSourceIsAskedForOnceItIsEnabled(t *testing.T) {
	of := toolkit.Options{Sources: []source.Source{scripted("weather", "forecast")}, Untrusted: []string{"mcp:weather"}, Disabled: []string{"mcp:weather"}}
	onToolkit(t, 120, 30, of, func(*toolkit.Toolkit) ui.Options { return ui.Options{} }, func(t *testing.T, term *uitest.Terminal, _ *ui.Model) {
		term.Press("x")
		want(t, term, "not trusted")
		term.Press("t", "right", "enter")
		term.Pass(time.Second)
		want(t, term, "● 1")
		lack(t, term, "not trusted")
	})
}

func TestWhoTrustsADisabledSourceHasItOpened(t *testing.T) {
	f := &found{}
	of := toolkit.Options{Sources: []source.Source{scripted("weather", "forecast"), scripted("billing", "bill")},
		Untrusted: []string{"mcp:weather", "mcp:billing"}, Disabled: []string{"mcp:weather"}}
	onToolkit(t, 120, 30, of, func(*toolkit.Toolkit) ui.Options { return ui.Options{Trust: f} }, func(t *testing.T, term *uitest.Terminal, _ *ui.Model) {
		term.Press("up", "x")
		want(t, term, "Start what was found?")
		term.Press("right", "enter")
		term.Pass(time.Second)
		lack(t, term, "disabled", "not trusted")
	})
}
