package ui_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"toolbench/toolkit"
	"toolbench/toolkit/demo"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
	"toolbench/ui"
	"toolbench/ui/uitest"
)

// onDemo drives the program on the demo, on a screen of w by h cells.
func onDemo(t *testing.T, w, h int, drive func(*testing.T, *uitest.Terminal), options ...uitest.Option) {
	t.Helper()
	onSources(t, w, h, demo.Sources(), ui.Options{Title: "demo"}, drive, options...)
}

func onSources(t *testing.T, w, h int, sources []source.Source, o ui.Options, drive func(*testing.T, *uitest.Terminal), options ...uitest.Option) {
	t.Helper()
	onKit(t, w, h, sources, o, func(t *testing.T, term *uitest.Terminal, _ *ui.Model) { drive(t, term) }, options...)
}

func onKit(t *testing.T, w, h int, sources []source.Source, o ui.Options, drive func(*testing.T, *uitest.Terminal, *ui.Model), options ...uitest.Option) {
	t.Helper()
	onToolkit(t, w, h, toolkit.Options{Sources: sources}, func(*toolkit.Toolkit) ui.Options { return o }, drive, options...)
}

// onToolkit drives the program on a toolkit, which its options may refer to.
func onToolkit(t *testing.T, w, h int, of toolkit.Options, o func(*toolkit.Toolkit) ui.Options, drive func(*testing.T, *uitest.Terminal, *ui.Model), options ...uitest.Option) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		tk, err := toolkit.CreateToolkit(ctx, of)
		if err != nil {
			t.Fatal(err)
		}
		m := ui.New(ctx, tk, o(tk))
		term := uitest.Start(t, m, w, h, options...)
		defer func() {
			cancel()
			tk.Close()
			term.Pass(2 * time.Second)
		}()
		drive(t, term, m)
	})
}

// open turns to a tool by its name, as a person would: filter, then enter.
func open(term *uitest.Terminal, name string) {
	term.Press("esc", "esc", "esc", "/")
	term.Press("ctrl+u")
	term.Type(name)
	term.Press("enter")
}

func want(t *testing.T, term *uitest.Terminal, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !term.Contains(text) {
			t.Errorf("the screen lacks %q:\n%s", text, term.Text())
		}
	}
}

func lack(t *testing.T, term *uitest.Terminal, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if term.Contains(text) {
			t.Errorf("the screen has %q:\n%s", text, term.Text())
		}
	}
}

func TestTheDemoShowsItsCatalogueWithinTheFirstSecond(t *testing.T) {
	onDemo(t, 120, 80, func(t *testing.T, term *uitest.Terminal) {
		term.Pass(800 * time.Millisecond)
		want(t, term, "toolbench", "demo", "forecast", "deploy", "billing")
	})
}

func TestAToolIsRunFromTheKeyboardAlone(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "forecast")
		term.Type("Oslo")
		want(t, term, `sends {"place":"Oslo"`)
		term.Press("ctrl+r")
		term.Pass(time.Second)
		want(t, term, "✓ ok", "Oslo")
	})
}

func TestAPictureIsDrawnInPlace(t *testing.T) {
	onDemo(t, 160, 48, func(t *testing.T, term *uitest.Terminal) {
		open(term, "radar")
		term.Type("Oslo")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		want(t, term, "▀", "image/png")
	})
}

func TestTheApprovalIsAnsweredInThePromptPane(t *testing.T) {
	for name, c := range map[string]struct {
		keys []string
		want string
	}{
		"yes":       {[]string{"ctrl+g", "left", "enter"}, "✓ ok"},
		"no":        {[]string{"ctrl+g", "enter", "enter"}, "declined"},
		"dismissed": {[]string{"ctrl+g", "right", "enter"}, "cancelled"},
	} {
		t.Run(name, func(t *testing.T) {
			onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
				open(term, "deploy")
				fillDeploy(term)
				term.Press("ctrl+r")
				confirmDestructive(term)
				term.Pass(time.Second)
				want(t, term, "⏸ approval", "approve once", "1 waiting")
				term.Press(c.keys...)
				term.Pass(10 * time.Second)
				want(t, term, c.want)
				lack(t, term, "1 waiting")
			})
		})
	}
}

// fillDeploy asks to deploy to production, which needs an approval.
func fillDeploy(term *uitest.Terminal) {
	term.Type("web")
	term.Press("tab", "right", "right")
}

// confirmDestructive says yes to the plain question before a destructive tool.
func confirmDestructive(term *uitest.Terminal) {
	if term.Contains("Run a destructive tool?") {
		term.Press("right", "enter")
	}
}

func TestADestructiveToolAsksFirstAndTheDefaultIsNo(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "delete-station")
		term.Press("ctrl+r", "ctrl+r")
		want(t, term, "Run a destructive tool?", "do not run")
		term.Press("enter")
		lack(t, term, "Run a destructive tool?", "running")
	})
}

func TestThePromptPaneOpensWithoutTakingTheKeys(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "report")
		term.Type("Oslo")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		want(t, term, "⏸ input", "ctrl+g")
		term.Press("esc", "/")
		term.Type("radar")
		want(t, term, "radar")
		want(t, term, "1 waiting")
	})
}

func TestAnAuthorizationShowsItsHostAndOpensOnlyWhenChosen(t *testing.T) {
	var opened []string
	o := ui.Options{OpenURL: func(_ context.Context, url string) error { opened = append(opened, url); return nil }}
	onSources(t, 120, 36, demo.Sources(), o, func(t *testing.T, term *uitest.Terminal) {
		open(term, "calendar")
		term.Type("2026-12-01")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		want(t, term, "⏸ authorization", "accounts.example.com", "not opened yet")
		if len(opened) > 0 {
			t.Fatalf("opened unasked: %v", opened)
		}
		term.Press("ctrl+g", "enter")
		if len(opened) != 1 || !strings.HasPrefix(opened[0], "https://accounts.example.com/") {
			t.Errorf("opened %v", opened)
		}
		want(t, term, "opened")
		want(t, term, "‹ I am done ›")
		term.Press("enter")
		term.Pass(time.Second)
		want(t, term, "✓ ok")
	})
}

func TestAQuestionIsAnsweredFromItsOptions(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "ask")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		want(t, term, "⏸ question")
		term.Press("ctrl+g", "right")
		term.Press("f2", "enter")
		term.Pass(time.Second)
		want(t, term, "✓ ok")
	})
}

func TestAnElicitationIsAnsweredInThePromptPane(t *testing.T) {
	onDemo(t, 120, 40, func(t *testing.T, term *uitest.Terminal) {
		open(term, "report")
		term.Type("Oslo")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		want(t, term, "⏸ input", "observer", "temperature", "sky", "confirm")
		term.Press("ctrl+g", "f2", "enter")
		want(t, term, "is needed", "1 waiting") // an empty form is shown what it lacks
		term.Type("Ada")
		term.Press("tab")
		term.Type("-4.5")
		term.Press("tab", "right", "tab", "space", "f2", "enter")
		term.Pass(time.Second)
		want(t, term, "✓ ok", "Ada", "-4.5")
		lack(t, term, "1 waiting")
	})
}

func TestLeavingAToolAndComingBackFindsDraftRunAndResult(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "forecast")
		term.Type("Bergen")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		open(term, "radar")
		lack(t, term, "Bergen")
		open(term, "forecast")
		want(t, term, "Bergen", "✓ ok")
	})
}

func TestSeveralCallsRunAtOnceAndEachIsStoppedByItself(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "slow")
		term.Press("ctrl+r")
		open(term, "watch")
		term.Type("Oslo")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		want(t, term, "2 running")
		open(term, "slow")
		term.Press("ctrl+x")
		term.Pass(time.Second)
		want(t, term, "stopped", "1 running")
	})
}

func TestQuittingAsksOnlyWhenCallsRun(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "slow")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		term.Press("ctrl+c")
		want(t, term, "Quit?", "A call is running")
		term.Press("enter")
		if _, ended, _ := term.Ended(); ended {
			t.Fatal("the marked choice quit")
		}
		term.Press("ctrl+c", "ctrl+c")
		if _, ended, _ := term.Ended(); !ended {
			t.Error("asking twice did not quit")
		}
	})
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		term.Press("ctrl+c")
		if _, ended, _ := term.Ended(); !ended {
			t.Error("quitting asked although nothing runs")
		}
	})
}

func TestAHostileToolDrivesNothing(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "hostile")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		for _, tab := range []string{"f6", "right", "right", "right", "right", "right"} {
			term.Press(tab)
		}
		out := term.Output()
		for _, bad := range []string{"\x1b]52;", "\x1b]0;pwned", "\x1b[2J\x1b[1;1Hpwned", "\x1bP", "\u202e", "\u009b"} {
			if strings.Contains(out, bad) {
				t.Errorf("%q reached the terminal", bad)
			}
		}
		if term.Clipboard() != "" {
			t.Errorf("the clipboard was set to %q", term.Clipboard())
		}
		if !strings.HasPrefix(term.Title(), "toolbench") {
			t.Errorf("the title was set to %q", term.Title())
		}
		want(t, term, "toolbench")
	})
}

func TestHelpSaysWhichKeysWorkAndWhyOthersDoNot(t *testing.T) {
	onDemo(t, 120, 44, func(t *testing.T, term *uitest.Terminal) {
		term.Press("?")
		want(t, term, "Keys that work here", "not now, nothing runs in the result pane", "ctrl+p")
		term.Press("esc")
		open(term, "forecast")
		term.Press("f1")
		want(t, term, "Keys that work here")
	})
}

func TestThePaletteFindsAnActionByItsName(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "forecast")
		term.Press("ctrl+p")
		term.Type("show the tool's schema")
		term.Press("enter")
		term.Pass(time.Second)
		want(t, term, "properties")
	})
}

func TestClicksSelectTurnAndChooseTabs(t *testing.T) {
	onDemo(t, 120, 44, func(t *testing.T, term *uitest.Terminal) {
		term.ClickOn("radar")
		want(t, term, "weather › radar")
		term.ClickOn("Docs")
		term.Pass(time.Second)
		want(t, term, "a model calls it")
		term.Wheel(5, 10, 3)
	})
}

func TestTheMouseIsLeftToTheTerminalOnAKey(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		before := strings.Count(term.Output(), "\x1b[?1002l")
		term.Press("f8")
		if strings.Count(term.Output(), "\x1b[?1002l") == before {
			t.Error("the mouse was not let go")
		}
		want(t, term, "f8 takes it back")
	})
}

func TestANarrowWindowShowsOnePaneAtATime(t *testing.T) {
	onDemo(t, 80, 24, func(t *testing.T, term *uitest.Terminal) {
		want(t, term, "Tools", "forecast")
		open(term, "forecast")
		term.Type("Oslo")
		want(t, term, `sends {"place":"Oslo"`)
		term.Press("ctrl+r")
		term.Pass(time.Second)
		want(t, term, "✓ ok")
		term.Press("esc")
		want(t, term, "forecast")
	})
}

func TestGoldenScreens(t *testing.T) {
	for name, c := range map[string]struct {
		w, h  int
		drive func(term *uitest.Terminal)
	}{
		"catalogue": {drive: func(*uitest.Terminal) {}},
		"filled": {drive: func(term *uitest.Terminal) {
			open(term, "forecast")
			term.Type("Oslo")
		}},
		"help": {drive: func(term *uitest.Terminal) { term.Press("?") }},
		"failed": {drive: func(term *uitest.Terminal) {
			open(term, "broken")
			term.Press("ctrl+r")
			term.Pass(time.Second)
		}},
		"prompt": {drive: func(term *uitest.Terminal) {
			open(term, "calendar")
			term.Type("2026-12-01")
			term.Press("ctrl+r")
			term.Pass(time.Second)
		}},
	} {
		for size, s := range map[string][2]int{"120x36": {120, 36}, "80x24": {80, 24}, "40x12": {40, 12}} {
			t.Run(name+"-"+size, func(t *testing.T) {
				onDemo(t, s[0], s[1], func(t *testing.T, term *uitest.Terminal) {
					term.Pass(time.Second)
					c.drive(term)
					term.Golden(name + "-" + size)
				})
			})
		}
	}
}

func TestTheFirstFrameShowsSourcesThatAreStillConnecting(t *testing.T) {
	slow := &tooltest.Scripted{About: source.Info{Kind: tool.SourceMCP, Name: "tortoise"},
		Opening: func(ctx context.Context, _ int) error { <-ctx.Done(); return ctx.Err() }}
	onSources(t, 120, 36, []source.Source{slow}, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		want(t, term, "tortoise", "connecting")
	})
}

func TestWithoutColoursNothingIsColoured(t *testing.T) {
	coloured := regexp.MustCompile(`\x1b\[(?:[0-9;]*;)?(?:3[0-9]|4[0-9]|9[0-7]|10[0-7])(?:;[0-9;]*)?m`)
	for name, c := range map[string]struct {
		options []uitest.Option
		want    bool
	}{
		"NO_COLOR": {[]uitest.Option{uitest.Env("TERM=xterm-256color", "NO_COLOR=1")}, false},
		"colours":  {nil, true},
		"light":    {[]uitest.Option{uitest.Light()}, true},
	} {
		t.Run(name, func(t *testing.T) {
			onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
				open(term, "fails")
				term.Press("ctrl+r")
				term.Pass(time.Second)
				want(t, term, "! the tool reported an error")
				if got := coloured.MatchString(term.Styled()); got != c.want {
					t.Errorf("coloured: %v, want %v", got, c.want)
				}
			}, c.options...)
		})
	}
}

func TestLightAndDarkTerminalsGetDifferentColours(t *testing.T) {
	screens := map[bool]string{}
	for _, light := range []bool{false, true} {
		var options []uitest.Option
		if light {
			options = append(options, uitest.Light())
		}
		onDemo(t, 120, 36, func(_ *testing.T, term *uitest.Terminal) {
			term.Pass(time.Second)
			screens[light] = term.Styled()
		}, options...)
	}
	if screens[true] == screens[false] {
		t.Error("light and dark look the same")
	}
}

func TestAnASCIITerminalGetsNothingElse(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "forecast")
		term.Type("Oslo")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		for _, line := range term.Lines() {
			for _, r := range line {
				if r > 0x7e {
					t.Fatalf("%q is on the screen: %s", r, line)
				}
			}
		}
		want(t, term, "+ ok")
	}, uitest.Env("TERM=xterm-256color", "LANG=C", "LC_ALL=C"))
}

func TestTwoRequestsWaitAndAreAnsweredOneAfterTheOther(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		for _, name := range []string{"calendar", "ask"} {
			open(term, name)
			if name == "calendar" {
				term.Type("2026-12-01")
			}
			term.Press("ctrl+r")
			term.Pass(time.Second)
		}
		want(t, term, "2 waiting", "1 of 2")
		term.Press("ctrl+g", "ctrl+g")
		want(t, term, "2 of 2")
		term.Press("esc")
		lack(t, term, "no answer")
		want(t, term, "2 waiting")
	})
}

func TestADeclineTakesAReasonAndCanBeTakenBack(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "calendar")
		term.Type("2026-12-01")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		term.Press("ctrl+g", "left", "left", "enter")
		want(t, term, "decline:")
		term.Type("not today")
		want(t, term, "not today")
		term.Press("esc")
		want(t, term, "1 waiting", "open in browser")
		term.Press("enter", "enter")
		term.Pass(time.Second)
		want(t, term, "declined")
		lack(t, term, "1 waiting")
	})
}

func TestTheNextRequestDoesNotGetTheKeyThatAnsweredTheOneBefore(t *testing.T) {
	var opened []string
	o := ui.Options{OpenURL: func(_ context.Context, url string) error { opened = append(opened, url); return nil }}
	onSources(t, 120, 36, demo.Sources(), o, func(t *testing.T, term *uitest.Terminal) {
		open(term, "calendar")
		term.Type("2026-12-01")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		term.Press("ctrl+r")
		term.Pass(time.Second)
		want(t, term, "2 waiting")
		term.Press("ctrl+g", "right", "right", "right", "enter", "enter")
		term.Pass(time.Second)
		want(t, term, "1 waiting")
		if len(opened) > 0 {
			t.Errorf("a request that nobody had read opened %v", opened)
		}
	})
}

func TestRunningIsNotAnAnswer(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "report")
		term.Type("Oslo")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		term.Press("ctrl+g", "ctrl+r")
		want(t, term, "1 running", "a question has the keys")
	})
}

func TestTheRowOfASourceShowsItsPage(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		term.Press("g", "down")
		want(t, term, "mcp:weather", "connected", "capabilities")
		for range 9 {
			term.Press("down")
		}
		want(t, term, "mcp:billing", "failed", "r tries again")
	})
}

func TestThePaletteFindsTheActionsOfOtherPanes(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "forecast")
		term.Press("f6", "ctrl+p")
		term.Type("filter the tools")
		want(t, term, "filter the tools")
		term.Press("ctrl+u")
		term.Type("show the tool's schema")
		term.Press("enter")
		term.Pass(time.Second)
		want(t, term, "properties")
	})
}

func TestTheResultOfAZoomedFormShows(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "forecast")
		term.Type("Oslo")
		term.Press("f4", "ctrl+r")
		term.Pass(time.Second)
		want(t, term, "✓ ok")
	})
}

func TestEarlierRunsAreNumbered(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "forecast")
		term.Type("Oslo")
		for range 3 {
			term.Press("ctrl+r")
			term.Pass(time.Second)
		}
		want(t, term, "run 3 of 3")
		term.Press("alt+up")
		want(t, term, "run 2 of 3")
	})
}

func TestHelpNamesNoKeyThatATextFieldWouldTake(t *testing.T) {
	onDemo(t, 120, 60, func(t *testing.T, term *uitest.Terminal) {
		open(term, "forecast")
		term.Press("f1")
		want(t, term, "f1")
		lack(t, term, "? f1")
	})
}

func TestASourceThatIsDisabledKeepsTheCursor(t *testing.T) {
	for name, keys := range map[string][]string{
		"at the start":   nil,
		"after moving":   {"down", "down"},
		"under a filter": {"/", "r", "a", "d", "a", "r", "esc", "/", "r", "a", "d", "a", "r", "tab", "shift+tab"},
	} {
		t.Run(name, func(t *testing.T) {
			onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
				term.Pass(time.Second)
				term.Press(keys...)
				term.Press("x")
				term.Pass(time.Second)
				want(t, term, "○ weather", "○ disabled; x enables it", "● 3")
				term.Press("x")
				term.Pass(time.Second)
				want(t, term, "▾ weather", "radar")
				lack(t, term, "disabled")
			})
		})
	}
}

func TestTheCursorIsOnTheSourceWhereThereIsNoTool(t *testing.T) {
	onSources(t, 120, 36, demo.Sources()[2:3], ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		term.Pass(time.Second)
		want(t, term, "r tries again", "r reconnect")
	})
}

func TestWhatStopsARunIsSaidInANarrowWindow(t *testing.T) {
	for _, width := range []int{40, 80} {
		onDemo(t, width, 24, func(t *testing.T, term *uitest.Terminal) {
			open(term, "slow")
			want(t, term, "ctrl+r run")
			term.Press("ctrl+r")
			term.Pass(time.Second)
			want(t, term, "ctrl+x stop")
		})
	}
}

func TestTheWayFromAFormToItsChoicesLeadsToSend(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "report")
		term.Type("Oslo")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		term.Press("ctrl+g", "f2")
		want(t, term, "‹ send ›")
		term.Press("tab", "shift+tab", "f2")
		want(t, term, "‹ send ›")
	})
}

func TestTheCatalogueStandsWhereItWasAfterALookAtATool(t *testing.T) {
	onDemo(t, 80, 24, func(t *testing.T, term *uitest.Terminal) {
		term.Pass(time.Second)
		term.Press("enter", "esc")
		want(t, term, "▾ mcp", "▾ weather")
	})
}

func TestTheFactsOfAResultAreWholeOrNotThere(t *testing.T) {
	fact := regexp.MustCompile(`✓ ok(   \d+ [µm]?s)?(   1 part)?(   14 kB)?( ─| +Output)`)
	for _, width := range []int{40, 60, 80, 100, 110, 120, 130, 140, 160} {
		onDemo(t, width, 36, func(t *testing.T, term *uitest.Terminal) {
			open(term, "forecast")
			term.Type("Oslo")
			term.Press("ctrl+r")
			term.Pass(time.Second)
			if !fact.MatchString(term.Text()) {
				t.Errorf("at %d columns a fact is cut:\n%s", width, term.Text())
			}
		})
	}
}

func TestThePageOfASourceTakesTheKeysThatItNames(t *testing.T) {
	onSources(t, 80, 24, demo.Sources()[2:3], ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		term.Pass(time.Second)
		term.Press("tab")
		want(t, term, "r tries again", "r reconnect")
		term.Press("x")
		term.Pass(time.Second)
		want(t, term, "x enables it", "x enable")
	})
}

func TestHowARunEndedIsSaidBeforeItsTabs(t *testing.T) {
	for _, width := range []int{60, 80, 100, 120} {
		onDemo(t, width, 36, func(t *testing.T, term *uitest.Terminal) {
			open(term, "fails")
			term.Press("ctrl+r")
			term.Pass(time.Second)
			want(t, term, "! the tool reported an error", "Output")
		})
	}
}

func TestEndingASourceAsksWhileItsCallsRun(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "slow")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		for _, key := range []string{"r", "x"} {
			term.Press("esc", key)
			want(t, term, "Stop what runs?", "1 call is running", "1 running")
			term.Press("enter")
			want(t, term, "1 running")
		}
		term.Press("esc", "x", "right", "enter")
		term.Pass(time.Second)
		lack(t, term, "1 running")
		want(t, term, "disabled")
	})
}

func TestAPromptMayStayOpenForLong(t *testing.T) {
	onDemo(t, 120, 36, func(t *testing.T, term *uitest.Terminal) {
		open(term, "report")
		term.Type("Oslo")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		term.Pass(20 * time.Minute)
		if _, ended, err := term.Ended(); ended {
			t.Fatalf("the program ended by itself: %v", err)
		}
		want(t, term, "1 waiting", "asked 20:01 ago")
	})
}

func TestADialogLeavesNoSliverOfWhatIsBehindIt(t *testing.T) {
	for _, width := range []int{40, 80, 118} {
		onDemo(t, width, 24, func(t *testing.T, term *uitest.Terminal) {
			term.Pass(time.Second)
			term.Press("?")
			if !strings.Contains(term.Text(), "\n╭ Keys that work here") {
				t.Errorf("%d cells wide something shows beside it:\n%s", width, term.Text())
			}
		})
	}
}
