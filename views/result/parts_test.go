package result

import (
	"os"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"toolbench/theme"
	"toolbench/toolkit/tool"
	"toolbench/views"
)

func TestAPartShowsWhatItHolds(t *testing.T) {
	s := shown(records()["parts"], 60, 12)
	turnTo(t, s, "Parts")
	press(s, "j")
	wantHas(t, text(s), "a text part")
	press(s, "j")
	wantHas(t, text(s), `{"a":1}`)
	press(s, "j")
	wantHas(t, text(s), "s saves it as forecast.wav")
}

func TestEnterGivesAPartTheWholeScreenAndTakesItBack(t *testing.T) {
	s := shown(yielded("text", tool.Text("other"), chart(100, 200)), 60, 24)
	before := len(strings.Split(text(s), "▀"))
	press(s, "enter")
	if f := s.View(); f.Tabs[f.Tab] != "Parts 2" {
		t.Fatalf("enter on the output turns to %s", f.Tabs[f.Tab])
	}
	wantHas(t, text(s), "image/png  100×200")
	if got := len(strings.Split(text(s), "▀")); got <= before {
		t.Errorf("the picture takes %d cells, within the output it took %d", got, before)
	}
	press(s, "esc")
	wantHas(t, text(s), " 1 text", " 2 image/png")
}

func TestASecondClickOnAPartGivesItTheWholeScreen(t *testing.T) {
	s := shown(records()["parts"], 60, 12)
	turnTo(t, s, "Parts")
	click := tea.MouseClickMsg{X: 3, Y: 1, Button: tea.MouseLeft}
	carry(s, s.Update(click))
	wantHas(t, text(s), "a text part", " 4 audio/wav")
	carry(s, s.Update(click))
	if got := text(s); strings.Contains(got, " 4 audio/wav") {
		t.Errorf("the list is still there:\n%s", got)
	}
}

func TestAnAddressIsShownWholeAndOpensOnlyOnAKey(t *testing.T) {
	long := "https://example.com/" + strings.Repeat("path/", 30) + "end"
	s := shown(yielded("", tool.URLPart(long, "text/html"), tool.URLPart("file:///etc/passwd", "text/plain")), 50, 12)
	turnTo(t, s, "Parts")
	if got := strings.ReplaceAll(text(s), "\n", ""); !strings.Contains(got, long) {
		t.Errorf("the address is not whole in:\n%s", text(s))
	}
	if got := press(s, "o"); len(got) != 1 || got[0] != tea.Msg(views.OpenMsg{URL: long}) {
		t.Errorf("o yields %v", got)
	}
	if got := press(s, "y"); len(got) != 1 || got[0] != tea.Msg(views.CopyMsg{Text: long, What: "the address"}) {
		t.Errorf("y yields %v", got)
	}
	press(s, "j")
	if got := press(s, "o"); got != nil {
		t.Errorf("o on a file address yields %v", got)
	}
}

func TestSavingAPartWritesItsBytes(t *testing.T) {
	t.Chdir(t.TempDir())
	picture := chart(4, 4)
	s := shown(yielded("text", tool.ContentPart{Type: "file", MimeType: "text/plain", Name: "../notes", Data: "!!"}, picture), 60, 12)
	turnTo(t, s, "Parts")
	if got := press(s, "s"); len(got) != 1 || !got[0].(views.NoticeMsg).Trouble {
		t.Errorf("saving data that is not base64 yields %v", got)
	}
	press(s, "j")
	press(s, "s")
	want, _ := picture.Decode()
	if got, err := os.ReadFile("forecast.png"); string(got) != string(want) {
		t.Errorf("saved %d bytes of %d: %v", len(got), len(want), err)
	}
}

func TestABrokenPictureSaysWhyItIsNotDrawn(t *testing.T) {
	s := shown(yielded("text", tool.Bytes([]byte("<svg/>"), "image/svg+xml")), 70, 12)
	wantHas(t, text(s), "image/svg+xml", "no image in a format that can be drawn")
}

func TestWithoutColoursAPictureIsNamedOnly(t *testing.T) {
	s := New(theme.With(theme.Options{}))
	s.Resize(70, 12)
	carry(s, s.Show(yielded("text", chart(20, 10))))
	if got := text(s); strings.Contains(got, "▀") || !strings.Contains(got, "20×10") {
		t.Errorf("shows:\n%s", got)
	}
}

func TestTheTextOfAPartIsSearched(t *testing.T) {
	s := shown(records()["parts"], 60, 12)
	turnTo(t, s, "Parts")
	press(s, "j")
	press(s, "/")
	for _, r := range "text part" {
		press(s, string(r))
	}
	press(s, "enter")
	wantHas(t, text(s), `"text part": 1 of 1`)
}
