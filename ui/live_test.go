package ui_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
	"toolbench/ui"
	"toolbench/ui/uitest"
)

// A server is a source of which a test says everything: it has resources and
// prompts, asks by itself, and can be told a log level.
type server struct {
	*tooltest.Scripted
	offers []source.Offer

	mu    sync.Mutex
	host  source.Host
	level string
	fails error // of SetLogLevel and of following
}

func (s *server) Open(ctx context.Context, host source.Host) (source.Listing, error) {
	listing, err := s.Scripted.Open(ctx, host)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.host = host
	listing.Offers = s.offers
	return listing, err
}

// change lists the server anew, with other tools and offers.
func (s *server) change(tools []tool.Tool, offers []source.Offer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.offers = offers
	s.host.Changed(source.Listing{Tools: tools, Offers: offers, Facts: s.Facts})
}

func (s *server) SetLogLevel(_ context.Context, level string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails == nil {
		s.level = level
	}
	return s.fails
}

// follow notes that a resource is followed, as a server does that was told so.
func (s *server) follow(uri string) func(context.Context, bool) error {
	return func(_ context.Context, on bool) error {
		s.mu.Lock()
		offers, fails := slices.Clone(s.offers), s.fails
		s.mu.Unlock()
		if fails != nil {
			return fails
		}
		for i := range offers {
			if offers[i].URI == uri {
				offers[i].Followed = on
			}
		}
		s.change(s.Tools, offers)
		return nil
	}
}

// update tells that a resource has changed.
func (s *server) update(uri string) {
	offers := slices.Clone(s.offers)
	for i := range offers {
		if offers[i].URI == uri {
			offers[i].Updated = time.Now()
		}
	}
	s.change(s.Tools, offers)
}

func scripted(name string, tools ...string) *tooltest.Scripted {
	s := &tooltest.Scripted{About: source.Info{Kind: tool.SourceMCP, Name: name, Target: name + "-server --stdio", Origin: "command line"}}
	for _, t := range tools {
		s.Tools = append(s.Tools, answering(t, `{"type":"object","properties":{"place":{"type":"string"}}}`))
	}
	return s
}

// answering is a tool that answers with its arguments.
func answering(name, schema string) tool.Tool {
	t := tooltest.Tool(tool.SourceMCP, name, func(_ map[string]any, c *tool.ToolContext) (tool.ToolResult, error) {
		return tool.ToolResult{Output: "called with " + string(c.Arguments)}, nil
	})
	t.Details.InputSchema = []byte(schema)
	return t
}

func offer(kind source.OfferKind, name, title, description, schema string, output string) source.Offer {
	o := source.Offer{Kind: kind, Read: tool.Tool{Name: name, Description: description, Source: tool.SourceMCP, InputSchema: tool.JSONSchema{"type": "object"},
		Details: &tool.Details{ShortName: name, Title: title, Server: "weather"},
		Execute: func(_ map[string]any, c *tool.ToolContext) (tool.ToolResult, error) {
			return tool.ToolResult{Output: strings.ReplaceAll(output, "ARGS", string(c.Arguments))}, nil
		}}}
	if schema != "" {
		o.Read.Details.InputSchema = []byte(schema)
	}
	o.Read.Details.Method = "prompts/get"
	if kind != source.Prompt {
		o.URI, o.Read.Details.Method = name, "resources/read"
	}
	return o
}

// weather is a server with all that a server can have.
func weather() *server {
	s := &server{Scripted: scripted("weather", "forecast", "radar")}
	s.Facts = source.Facts{Server: "weather", Version: "1.2.0", Protocol: "MCP 2025-11-25", Capabilities: []string{"logging", "resources", "prompts", "tools"}}
	readme := offer(source.Resource, "weather://docs/readme.md", "readme", "How the weather is made.", "", "# Made up\n\nAlways the same.")
	readme.MimeType, readme.Size = "text/markdown", 1234
	readme.Follow = s.follow(readme.URI)
	log := offer(source.Resource, "weather://log", "station log", "", "", "calm")
	byCity := offer(source.ResourceTemplate, "weather://city/{city}", "a city", "The weather of one city.",
		`{"type":"object","properties":{"city":{"type":"string","description":"Which city"}},"required":["city"]}`, "read ARGS")
	s.offers = []source.Offer{readme, log, byCity,
		offer(source.Prompt, "report", "Write a report", "A report on the weather of a place.",
			`{"type":"object","properties":{"place":{"type":"string","description":"Where"},"tone":{"type":"string"}},"required":["place"]}`, "user: Write on ARGS"),
		offer(source.Prompt, "small_talk", "", "Some words on the weather.", "", "user: Nice day, is it not?"),
	}
	return s
}

// calendar is a server that must be signed in to. What it gets for an answer is
// noted, and each sign-in lasts until one.
func calendar(expires time.Duration) *server {
	s := &server{Scripted: scripted("calendar", "events")}
	signedIn := false
	s.Opening = func(context.Context, int) error {
		if signedIn {
			return nil
		}
		return &source.AuthorizationError{Err: errors.New("the server wants you to sign in"), SignIn: func(_ map[string]any, c *tool.ToolContext) (tool.ToolResult, error) {
			request := tool.Request{Kind: tool.KindAuthorization, Prompt: "Sign in to let this server read your calendar.",
				URL: "https://accounts.example.com/authorize?client_id=toolbench&state=1"}
			if expires > 0 {
				request.ExpiresAt = time.Now().Add(expires)
			}
			a, err := c.WaitFor(request)
			if err != nil || !a.OK {
				return tool.ErrorResult("the sign-in was " + a.Reason), err
			}
			signedIn = true
			return tool.ToolResult{Output: "signed in"}, nil
		}}
	}
	return s
}

// onLive drives the program on servers.
func onLive(t *testing.T, w, h int, o ui.Options, drive func(*testing.T, *uitest.Terminal), servers ...source.Source) {
	t.Helper()
	onSources(t, w, h, servers, o, func(t *testing.T, term *uitest.Terminal) {
		term.Pass(time.Second)
		drive(t, term)
	})
}

// toPage turns to the page of the first source.
func toPage(term *uitest.Terminal) { term.Press("g", "down", "tab") }

func TestASourceIsSignedInToAndConnectsByItself(t *testing.T) {
	for _, width := range []int{120, 80} {
		onLive(t, width, 30, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
			want(t, term, "needs authorization", "s sign in")
			term.Press("s")
			term.Pass(time.Second)
			want(t, term, "signing in…", "1 waiting")
			term.Press("s")
			want(t, term, "signing in is under way")
			term.Press("ctrl+g")
			want(t, term, "⏸ authorization", "accounts.example.com", "not opened yet")
			term.Press("right", "right", "right", "enter")
			term.Pass(time.Second)
			want(t, term, "Signed in to mcp:calendar.")
			lack(t, term, "1 waiting")
			term.Press("esc", "esc")
			want(t, term, "● 1")
		}, calendar(0))
	}
}

func TestASignInThatFailsSaysWhyAndCanBeTriedAgain(t *testing.T) {
	onLive(t, 120, 30, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		term.Press("s", "ctrl+g", "left", "enter")
		term.Pass(time.Second)
		want(t, term, "Not signed in to mcp:calendar: the sign-in was cancelled", "needs authorization")
		term.Press("s")
		want(t, term, "signing in…")
	}, calendar(0))
}

func TestARequestThatIsAnsweredElsewhereTakesTheKeysBack(t *testing.T) {
	onLive(t, 120, 36, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		term.Press("s", "ctrl+g")
		want(t, term, "1:00 left")
		term.Pass(time.Second)
		want(t, term, "0:59 left")
		term.Pass(time.Minute)
		want(t, term, "Not signed in", "expired")
		lack(t, term, "⏸ authorization")
		term.Press("s")
		want(t, term, "⏸ authorization")
	}, calendar(time.Minute))
}

func TestASourceThatWasLostCountsDownToTheNextTry(t *testing.T) {
	flaky := scripted("flaky", "tool")
	down := false
	flaky.Opening = func(context.Context, int) error {
		if down {
			return errors.New("connection refused")
		}
		return nil
	}
	onLive(t, 120, 30, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		down = true
		flaky.Lose(errors.New("server flaky exited (code 1)"))
		term.Pass(4500 * time.Millisecond) // the tries after 1 s and 2 s have failed by now
		want(t, term, "again in 3 s  connection")
		toPage(term)
		want(t, term, "it is tried again in 3 s, r tries it now")
		term.Pass(time.Second)
		want(t, term, "again in 2 s", "it is tried again in 2 s")
		term.Golden("countdown-120x30")
		down = false
		term.Press("r")
		want(t, term, "● connected")
		lack(t, term, "again in")
	}, flaky)
}

func TestNothingTicksWhileNoCountdownShows(t *testing.T) {
	flaky := scripted("flaky", "tool")
	flaky.Opening = func(_ context.Context, n int) error {
		if n > 1 {
			return errors.New("connection refused")
		}
		return nil
	}
	onLive(t, 80, 24, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		term.Press("g", "enter") // folds the kind, and with it every row
		flaky.Lose(errors.New("gone"))
		term.Pass(20 * time.Second)
		drawn := len(term.Output())
		term.Pass(10 * time.Second)
		if more := len(term.Output()) - drawn; more > 0 {
			t.Errorf("%d bytes were drawn with no countdown in view", more)
		}
		term.Press("enter")
		want(t, term, "again in")
		drawn = len(term.Output())
		term.Pass(2 * time.Second)
		if len(term.Output()) == drawn {
			t.Error("the countdown stands still")
		}
	}, flaky)
}

func TestASourceThatIsNotMadeOfFilesSaysThatItCanNotBeWatched(t *testing.T) {
	onLive(t, 120, 24, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		term.Press("w")
		want(t, term, "name the files to watch")
	}, weather())
}

func TestThePaletteDoesSomethingToTheSourceOfTheToolInFront(t *testing.T) {
	onLive(t, 120, 24, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		open(term, "forecast")
		term.Type("Oslo")
		term.Press("ctrl+p")
		term.Type("disable the source")
		term.Press("enter")
		want(t, term, "disabled")
	}, weather())
}

func TestThePaletteLeadsToTheViewsOfASource(t *testing.T) {
	for _, width := range []int{120, 80} {
		onLive(t, width, 24, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
			open(term, "forecast")
			for _, c := range []struct{ what, want string }{
				{"resources", "text/markdown · 1.2 kB"}, {"prompts", "small_talk"}, {"log", "Nothing has been logged yet."},
				{"traffic", "Nothing has gone over the wire"}, {"capabilities", "weather 1.2.0"}, {"problems", "Nothing is wrong"},
			} {
				term.Press("ctrl+p")
				term.Type(c.what)
				term.Press("enter")
				want(t, term, c.want)
			}
			term.Press("ctrl+p")
			term.Type("prompts")
			term.Press("enter", "enter")
			want(t, term, "weather › prompt Write a report")
			term.Press("ctrl+p")
			term.Type("resources")
			term.Press("enter")
			want(t, term, "text/markdown · 1.2 kB")
		}, weather())
	}
	onLive(t, 120, 24, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		term.Press("ctrl+p")
		term.Type("resources")
		want(t, term, "has no resources")
	}, scripted("plain", "tool"))
}

func TestThirtySourcesEachShowTheirOwnState(t *testing.T) {
	var all []source.Source
	for i := range 30 {
		s := scripted(fmt.Sprintf("s%02d", i), "tool")
		switch {
		case i%6 == 1:
			s.Opening = func(context.Context, int) error { return errors.New("no such command") }
		case i%6 == 2:
			s.Opening = func(ctx context.Context, _ int) error { <-ctx.Done(); return ctx.Err() }
		case i%6 == 3:
			s.Problems = []source.Problem{{Name: "tools[0]", Reason: "it has no name"}}
		case i%6 == 4:
			s.Opening = func(context.Context, int) error { return &source.AuthorizationError{Err: errors.New("401")} }
		}
		all = append(all, s)
	}
	onLive(t, 80, 24, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		term.Pass(time.Second)
		want(t, term, "s00", "● 1", "✗ s01  no such command", "○ s02", "connecting… 0:02", "● 1, 1 odd", "⏸ s04", "needs authorization")
		term.Press("G")
		want(t, term, "s29")
		term.Press("ctrl+c")
		if _, ended, _ := term.Ended(); !ended {
			t.Error("quitting waits for sources that are dead")
		}
	}, all...)
}

func TestWhatASourceAsksByItselfIsAnsweredInThePromptPane(t *testing.T) {
	s := weather()
	onLive(t, 120, 36, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		answers := make(chan tool.Answer, 1)
		ask := func() {
			a, err := s.host.Ask(t.Context(), sampling("What is the weather like?"))
			if err != nil {
				t.Error(err)
			}
			answers <- a
		}
		go ask()
		term.Pass(time.Second)
		want(t, term, "⏸ sampling  weather (mcp)", "What is the weather like?", "1 waiting")
		lack(t, term, "1 running")
		term.Press("ctrl+g")
		term.Golden("sampling-120x36")
		term.Type("Fine, thanks.")
		term.Press("f2")
		want(t, term, "‹ send reply ›")
		term.Press("enter")
		term.Pass(time.Second)
		if a := <-answers; !a.OK || a.Data["text"] != "Fine, thanks." {
			t.Errorf("the server got %+v", a)
		}
		lack(t, term, "1 waiting")
		go ask()
		term.Pass(time.Second)
		term.Press("ctrl+g", "f2", "right", "enter")
		term.Type("not today")
		term.Press("enter")
		term.Pass(time.Second)
		if a := <-answers; a.OK || a.Note != "not today" {
			t.Errorf("the server got %+v", a)
		}
	}, s)
}

// sampling is what a server asks that wants a model's reply.
func sampling(question string) tool.Request {
	schema := `{"type":"object","properties":{"text":{"type":"string","title":"Reply","contentMediaType":"text/markdown"},` +
		`"model":{"type":"string","default":"human"},"stopReason":{"type":"string","enum":["endTurn","stopSequence","maxTokens"],"default":"endTurn"}},"required":["text"]}`
	return tool.Request{Kind: tool.KindSampling, Prompt: "The server asks for the next message of this conversation.\n\nsystem: Be brief.\n\nuser: " + question,
		Data: map[string]any{"request": map[string]any{"maxTokens": 7}}, Details: &tool.RequestDetails{Schema: []byte(schema)}}
}

func TestALongConversationIsReadFromWithinTheForm(t *testing.T) {
	s := weather()
	onLive(t, 80, 24, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		go s.host.Ask(t.Context(), sampling(strings.Repeat("and then?\n", 60)+"the end"))
		term.Pass(time.Second)
		term.Press("ctrl+g")
		want(t, term, "text *")
		lack(t, term, "the end")
		for range 12 {
			term.Press("pgdown")
		}
		want(t, term, "the end", "text *")
		term.Press("f2", "right", "right", "enter")
	}, s)
}

func TestResourcesAreReadFromTheirListAndEscLeadsBack(t *testing.T) {
	onLive(t, 120, 36, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		toPage(term)
		term.Press("]")
		want(t, term, "Resources 3", "readme", "text/markdown · 1.2 kB", "weather://docs/readme.md", "How the weather is made.", "template")
		term.Golden("resources-120x36")
		term.Press("enter")
		term.Pass(time.Second)
		want(t, term, "✓ ok", "Made up", "Resources 3")
		term.Press("o")
		want(t, term, "weather › resource readme", "text/markdown", "ctrl+r read")
		term.Press("]")
		want(t, term, "toolbench read weather://docs/readme.md")
		term.Press("esc")
		term.Press("down", "down", "enter")
		want(t, term, "weather › resource template a city", "Which city", "ctrl+r read")
		term.Type("Oslo")
		term.Press("ctrl+r")
		term.Pass(time.Second)
		want(t, term, `read {"city":"Oslo"}`)
		term.Press("esc")
		want(t, term, "Resources 3", "The weather of one city.")
		term.Press("enter")
		want(t, term, "Oslo", `read {"city":"Oslo"}`)
	}, weather())
}

func TestAPromptIsFilledInAndGot(t *testing.T) {
	for _, width := range []int{120, 80} {
		onLive(t, width, 30, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
			toPage(term)
			term.Press("]", "]")
			want(t, term, "Prompts 2", "report", "Write a report")
			term.Press("enter", "ctrl+r")
			want(t, term, "1 problem", "place: ")
			term.Press("alt+3")
			want(t, term, "toolbench prompt report")
			term.Press("alt+1")
			term.Type("Oslo")
			term.Golden(fmt.Sprintf("promptform-%dx30", width))
			term.Press("ctrl+r")
			term.Pass(time.Second)
			want(t, term, "✓ ok", `user: Write on {"place":"Oslo"}`)
			term.Press("esc")
			if width == 80 {
				want(t, term, "ctrl+r get") // the form comes before the list
				term.Press("esc")
			}
			want(t, term, "Prompts 2", "small_talk")
			term.Press("down", "enter")
			term.Pass(time.Second)
			want(t, term, "user: Nice day")
			term.Press("esc")
			want(t, term, "Tools")
		}, weather())
	}
}

func TestAFollowedResourceTellsOfItsChanges(t *testing.T) {
	s := weather()
	onLive(t, 120, 36, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		toPage(term)
		term.Press("]", "f")
		term.Pass(time.Second)
		want(t, term, "Following readme", "followed")
		s.update("weather://docs/readme.md")
		term.Pass(time.Second)
		want(t, term, "weather: readme has changed", "updated 00:00:0")
		term.Press("f")
		term.Pass(time.Second)
		want(t, term, "readme is not followed any more.")
		s.fails = errors.New("subscriptions are full")
		term.Press("f")
		term.Pass(time.Second)
		want(t, term, "subscriptions are full")
		term.Press("down", "f")
		want(t, term, "the server does not tell of changes to it")
	}, s)
}

func TestTheLevelOfTheLogIsChosenFromAList(t *testing.T) {
	s := weather()
	onLive(t, 120, 36, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		toPage(term)
		term.Press("]", "]", "]", "]")
		want(t, term, "Log 0", "v level")
		term.Press("v", "down", "down", "down")
		term.Golden("level-120x36")
		term.Press("enter")
		term.Pass(time.Second)
		if s.level != "warning" {
			t.Errorf("the server was told %q", s.level)
		}
		want(t, term, "warning and above")
		s.fails = errors.New("it is deaf")
		term.Press("v", "enter")
		want(t, term, "it is deaf", "warning and above")
	}, s)
}

func TestTheLogGrowsWhileItShowsAndNothingTicksOtherwise(t *testing.T) {
	s := weather()
	onLive(t, 120, 36, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		toPage(term)
		drawn := len(term.Output())
		s.Say(tool.LogEntry{Level: "warning", Message: "it rains"})
		term.Pass(time.Minute)
		if len(term.Output()) > drawn {
			t.Error("a log that does not show was drawn")
		}
		term.Press("]", "]", "]", "]")
		want(t, term, "warning it rains")
		for i := range 100 {
			s.Say(tool.LogEntry{Level: "info", Message: fmt.Sprintf("drop %d", i)})
		}
		term.Pass(time.Second)
		want(t, term, "drop 99", "Log 101")
		drawn = len(term.Output())
		term.Pass(time.Minute)
		if len(term.Output()) > drawn {
			t.Error("a log to which nothing was added was drawn anew")
		}
	}, s)
}

func TestTheLevelOfASourceWithoutOneSaysWhy(t *testing.T) {
	onLive(t, 120, 36, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		toPage(term)
		term.Press("v")
		want(t, term, "it can not be told which log messages to send")
	}, scripted("plain", "tool"))
}

func TestWhatBecameOfTheToolsIsToldAndKept(t *testing.T) {
	s := weather()
	onLive(t, 120, 36, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		s.change(append(slices.Clone(s.Tools), answering("wind", `{}`)), s.offers)
		term.Pass(time.Second)
		want(t, term, "weather: added 1 (wind)")
		toPage(term)
		want(t, term, "changed", ": added 1 (wind)")
	}, s)
}

func TestADraftOutlivesThatItsToolChanges(t *testing.T) {
	for name, c := range map[string]struct {
		schema string
		want   []string
	}{
		"a field more":            {`{"type":"object","properties":{"place":{"type":"string"},"days":{"type":"integer"}}}`, []string{"Oslo", "days", `sends {"place":"Oslo"}`}},
		"a field in front":        {`{"type":"object","properties":{"days":{"type":"integer"},"place":{"type":"string"}}}`, []string{"Oslo", "days", `sends {"place":"Oslo, Norway"}`}},
		"another type":            {`{"type":"object","properties":{"place":{"type":"integer"}}}`, []string{"Oslo", "✗", "1 problem"}},
		"a field that is no more": {`{"type":"object","additionalProperties":false,"properties":{"city":{"type":"string"}}}`, []string{"Oslo", "city", "1 problem"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := weather()
			onLive(t, 120, 36, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
				open(term, "forecast")
				term.Type("Oslo")
				s.change([]tool.Tool{answering("forecast", c.schema)}, nil)
				term.Pass(time.Second)
				if name == "a field in front" { // the cursor is where it was
					term.Type(", Norway")
				}
				want(t, term, c.want...)
			}, s)
		})
	}
}

func TestADraftOutlivesThatItsToolGoesAndComesBack(t *testing.T) {
	s := weather()
	onLive(t, 120, 36, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		open(term, "forecast")
		term.Type("Oslo")
		tools := s.Tools
		s.change(tools[1:], nil)
		term.Pass(time.Second)
		lack(t, term, "Oslo")
		s.change(tools, nil)
		term.Pass(time.Second)
		open(term, "forecast")
		want(t, term, "Oslo")
	}, s)
}

func TestAWarningStandsInTheTitleAllTheTime(t *testing.T) {
	for _, width := range []int{40, 80, 120} {
		onLive(t, width, 24, ui.Options{Title: "a server", Warning: "certificates are not checked"}, func(t *testing.T, term *uitest.Terminal) {
			want(t, term, "⚠ certifi")
			open(term, "forecast")
			term.Press("ctrl+r")
			want(t, term, "⚠ certifi")
		}, weather())
	}
}

func TestALongTitleLeavesRoomForTheWarning(t *testing.T) {
	title := strings.Repeat("a-long-server-name, ", 4) + "16 more"
	onLive(t, 110, 24, ui.Options{Title: title, Warning: "certificates are not checked"}, func(t *testing.T, term *uitest.Terminal) {
		want(t, term, "⚠ certificates are not checked", "a-long-server-name")
	}, weather())
}

func TestWhatIsDisabledIsRemembered(t *testing.T) {
	var kept []string
	var fails error
	o := ui.Options{Remember: func(id string, disabled bool) error { kept = append(kept, fmt.Sprint(id, " ", disabled)); return fails }}
	onLive(t, 120, 24, o, func(t *testing.T, term *uitest.Terminal) {
		term.Press("x", "x")
		if want := []string{"mcp:weather true", "mcp:weather false"}; !slices.Equal(kept, want) {
			t.Errorf("kept was %v, want %v", kept, want)
		}
		fails = errors.New("the disk is full")
		term.Press("x")
		want(t, term, "the disk is full", "disabled")
	}, weather())
}

func TestASourceOpenedByHandIsSaved(t *testing.T) {
	fails := errors.New("the file is not yours")
	o := ui.Options{Save: func(id string) (string, error) { return "~/.config/toolbench/config.json", fails }}
	elsewhere := scripted("elsewhere", "tool")
	elsewhere.About.Origin = "~/.cursor/mcp.json"
	onLive(t, 120, 24, o, func(t *testing.T, term *uitest.Terminal) {
		term.Press("a")
		want(t, term, "mcp:weather was not saved: the file is not yours")
		fails = nil
		term.Press("a")
		want(t, term, "Saved to ~/.config/toolbench/config.json.")
		term.Press("G", "a")
		want(t, term, "it is declared in ~/.cursor/mcp.json")
	}, weather(), elsewhere)
	onLive(t, 120, 24, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		term.Press("a")
		want(t, term, "there is no configuration here to add it to")
	}, weather())
}

func TestTheQRCodeOfAnAddressShowsWhereThereIsRoom(t *testing.T) {
	onLive(t, 120, 48, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		term.Press("s", "ctrl+g", "right", "right", "enter")
		want(t, term, "accounts.example.com", "▀", "▄", "█")
		term.Golden("qr-120x48")
		term.Press("esc")
		want(t, term, "⏸ authorization", "not opened yet")
	}, calendar(0))
	onLive(t, 60, 16, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		term.Press("s", "ctrl+g", "right", "right", "enter")
		want(t, term, "Make the window")
	}, calendar(0))
}

func TestEnterOnASourceWithoutToolsOpensItsPage(t *testing.T) {
	onLive(t, 80, 24, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		term.Press("home", "down")
		want(t, term, "enter open")
		term.Press("enter")
		want(t, term, "tools         0", "esc back")
	}, scripted("bare"))
}

func TestTheRowOfAKindShowsHowItsSourcesAre(t *testing.T) {
	onLive(t, 120, 30, ui.Options{}, func(t *testing.T, term *uitest.Terminal) {
		term.Press("home")
		want(t, term, "╭ mcp ─", "weather  ● connected since", ", 2 tools")
		term.Press("down")
		want(t, term, "╭ mcp:weather ─", "reached at")
	}, weather())
}
