package cli

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/term"

	"toolbench/toolkit/tool"
	"toolbench/views/safetext"
)

// reader reads stdin, by whoever asks first and all others after.
func (s *session) reader() *bufio.Reader {
	if s.input == nil {
		s.input = bufio.NewReader(s.In)
	}
	return s.input
}

// A read is one line of stdin.
type read struct {
	text string
	err  error
}

// read reads one line in the background. A read whose question went away is
// that of the next question.
func (s *session) read() <-chan read {
	if s.reading == nil {
		lines := make(chan read, 1)
		s.reading = lines
		go func() {
			text, err := s.reader().ReadString('\n')
			lines <- read{text, err}
		}()
	}
	return s.reading
}

// takeTerminal waits until nobody else is being asked. It is false when ctx ends
// before that; otherwise leaveTerminal must follow.
func (s *session) takeTerminal(ctx context.Context) bool {
	select {
	case s.asking <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	if ctx.Err() != nil {
		s.leaveTerminal()
		return false
	}
	return true
}

func (s *session) leaveTerminal() { <-s.asking }

// An asker asks a person in plain lines, until its context ends.
type asker struct {
	*session
	ctx context.Context
}

// ask asks one thing at a time, whoever asks. It is a refusal when ctx ends.
func (s *session) ask(ctx context.Context, t tool.Tool, request tool.Request) tool.Answer {
	if !s.takeTerminal(ctx) {
		return tool.Answer{Reason: tool.ReasonCancelled}
	}
	defer s.leaveTerminal()
	return asker{s, ctx}.ask(t, request)
}

// ask asks a person in plain lines. The default of every question is no.
func (s asker) ask(t tool.Tool, request tool.Request) tool.Answer {
	who := t.Name
	if t.Server() != "" {
		who = t.Title() + " of " + t.Server()
	}
	s.tell(fmt.Sprintf("%s asks: %s", who, request.Prompt))
	var data map[string]any
	var ok bool
	switch request.Kind {
	case tool.KindApproval:
		ok = s.yes("Allow it?")
	case tool.KindAuthorization:
		s.tellAddress(request.URL)
		ok = s.yes("Done?")
	case tool.KindQuestion:
		data, ok = s.askQuestions(request.Questions())
	default:
		if request.URL != "" {
			s.tellAddress(request.URL)
		}
		data, ok = s.askForm(request)
	}
	if !ok {
		return tool.Answer{Reason: tool.ReasonDeclined}
	}
	return tool.Answer{OK: true, Data: data}
}

func (s asker) tellAddress(address string) {
	link := safetext.URL(address)
	s.tell("  " + link.Text)
	if link.Host != "" {
		s.tell("  host: " + link.Host)
	}
	if link.Note != "" {
		s.tell("  " + link.Note)
	}
}

// line asks for one line. It is false at the end of the input and when the
// program is interrupted.
func (s asker) line(prompt string) (string, bool) {
	fmt.Fprint(s.Err, safetext.Line(prompt)+" ")
	select {
	case l := <-s.read():
		s.reading = nil
		if l.err != nil && l.text == "" {
			fmt.Fprintln(s.Err)
			return "", false
		}
		return strings.TrimRight(l.text, "\r\n"), true
	case <-s.ctx.Done():
		fmt.Fprintln(s.Err)
		return "", false
	}
}

// secretLine asks for one line that is not shown while it is typed.
func (s asker) secretLine(prompt string) (string, bool) {
	restore, err := s.unseen()
	if err != nil {
		return s.line(prompt)
	}
	defer func() {
		restore()
		fmt.Fprintln(s.Err) // in the place of the enter that was not shown either
	}()
	return s.line(prompt)
}

// unseen keeps what is typed on the terminal from being shown, until restore.
func (s asker) unseen() (restore func(), err error) {
	terminal, ok := s.In.(*os.File)
	if !ok {
		return nil, os.ErrInvalid
	}
	state, err := term.GetState(terminal.Fd())
	if err != nil {
		return nil, err
	}
	return func() { _ = term.Restore(terminal.Fd(), state) }, echoOff(terminal.Fd())
}

func (s asker) yes(question string) bool {
	text, _ := s.line(question + " [y/N]")
	text = strings.ToLower(strings.TrimSpace(text))
	return text == "y" || text == "yes"
}

func (s asker) askQuestions(questions []tool.Question) (map[string]any, bool) {
	answers := []any{}
	for _, q := range questions {
		s.tell("  " + q.Question)
		for i, option := range q.Options {
			s.tell(fmt.Sprintf("  %d) %s", i+1, option))
		}
		prompt := "Answer:"
		switch {
		case q.Multiple && len(q.Options) > 0:
			prompt = "Numbers or texts, with commas between:"
		case len(q.Options) > 0:
			prompt = "Number or text:"
		}
		text, ok := s.line(prompt)
		if !ok {
			return nil, false
		}
		if !q.Multiple {
			answers = append(answers, chosen(text, q.Options))
			continue
		}
		several := []any{}
		for part := range strings.SplitSeq(text, ",") {
			if part = strings.TrimSpace(part); part != "" {
				several = append(several, chosen(part, q.Options))
			}
		}
		answers = append(answers, several)
	}
	return map[string]any{"answers": answers}, s.yes("Send it?")
}

// chosen is the option that a text names by its number, else the text.
func chosen(text string, options []string) string {
	if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil && n >= 1 && n <= len(options) {
		return options[n-1]
	}
	return text
}
