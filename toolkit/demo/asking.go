package demo

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
)

type calendarInput struct {
	Day string `json:"day" jsonschema:"format=date,example=2026-06-01" jsonschema_description:"The day to look at"`
}

func calendarTool() tool.Tool {
	return native.DefineTool("calendar", "Reads the appointments of a day. Asks to sign in at a made-up address each time; nothing is opened unless you open it.",
		runCalendar, native.WithReadOnly(), native.WithTitle("Read the calendar"))
}

func runCalendar(ctx *tool.ToolContext, in calendarInput) (tool.ToolResult, error) {
	day, err := time.Parse(time.DateOnly, in.Day)
	if err != nil {
		return tool.ToolResult{}, tool.Fail(ctx, fmt.Errorf("day: %q is no date; one such as 2026-06-01 would do", in.Day))
	}
	if ctx.Answer == nil {
		query := url.Values{
			"client_id":     {"toolbench-demo"},
			"redirect_uri":  {"http://127.0.0.1:53682/callback"},
			"response_type": {"code"},
			"scope":         {"calendar.read"},
			"state":         {in.Day},
		}
		return tool.AuthRequired("https://accounts.example.com/authorize?"+query.Encode(), "Sign in to let this tool read your calendar."), nil
	}
	if !ctx.Answer.OK {
		return tool.ErrorResult("Without signing in the calendar stays closed."), nil
	}
	return tool.ToolResult{Output: appointments(day)}, nil
}

func appointments(day time.Time) string {
	if weekday := day.Weekday(); weekday == time.Saturday || weekday == time.Sunday {
		return fmt.Sprintf("%s, %s: nothing.", day.Weekday(), day.Format(time.DateOnly))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s\n\n", day.Weekday(), day.Format(time.DateOnly))
	about := []string{"read the station log", "review the forecast", "talk to the ferry office", "calibrate the barometer", "write the weekly letter"}
	for i := range 2 + day.YearDay()%3 {
		fmt.Fprintf(&b, "- %02d:%02d %s\n", 9+2*i, 15*(day.Day()%4), about[(day.YearDay()+i)%len(about)])
	}
	return b.String()
}

type askInput struct {
	Topic string `json:"topic,omitempty" jsonschema:"maxLength=40,default=trip" jsonschema_description:"What to ask about"`
}

type askAnswer struct {
	Answers []any `json:"answers" jsonschema:"minItems=3,maxItems=3"`
}

func askTool() tool.Tool {
	return native.DefineResumableTool("ask", "Asks three questions: one with choices, one with several choices at once, and one in free words.",
		runAsk, native.WithReadOnly(), native.WithTitle("Ask questions"))
}

func runAsk(_ *tool.ToolContext, in askInput, answer *askAnswer) (string, error) {
	if in.Topic == "" {
		in.Topic = "trip"
	}
	questions := []tool.Question{
		{Header: "When", Question: "When is the " + in.Topic + "?", Options: []string{"this week", "next week", "later"}},
		{Header: "Pack", Question: "What comes along?", Options: []string{"umbrella", "sunglasses", "boots", "scarf"}, Multiple: true},
		{Header: "More", Question: "Anything else?"},
	}
	if answer == nil {
		return "", tool.Interrupt(tool.Request{
			Kind:   tool.KindQuestion,
			Prompt: "Three questions about the " + in.Topic,
			Data:   map[string]any{"questions": questions},
		})
	}
	var b strings.Builder
	for i, q := range questions {
		fmt.Fprintf(&b, "%s %s\n", q.Question, spoken(answer.Answers[i]))
	}
	return b.String(), nil
}

// spoken is an answer in words: a text, or a list of texts.
func spoken(answer any) string {
	list, ok := answer.([]any)
	if !ok {
		return fmt.Sprint(answer)
	}
	words := make([]string, len(list))
	for i, one := range list {
		words[i] = fmt.Sprint(one)
	}
	return strings.Join(words, ", ")
}
