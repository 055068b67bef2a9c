package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"toolbench/forms"
	"toolbench/toolkit/tool"
)

// An answers is what --answer gave, in its order, for whatever asks next.
type answers struct {
	given bool

	mu   sync.Mutex
	left []tool.Answer
}

// next takes the next answer.
func (a *answers) next() (tool.Answer, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.left) == 0 {
		return tool.Answer{}, false
	}
	answer := a.left[0]
	a.left = a.left[1:]
	return answer, true
}

// unused is how many were not asked for.
func (a *answers) unused() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.left)
}

// readAnswers reads the texts of --answer.
func (s *session) readAnswers(words []string) (*answers, error) {
	all := &answers{given: len(words) > 0}
	for _, word := range words {
		raw, err := s.content(word)
		if err != nil {
			return nil, fmt.Errorf("--answer: %w", err)
		}
		answer, err := readAnswer(raw)
		if err != nil {
			return nil, fmt.Errorf("--answer: %w", err)
		}
		all.left = append(all.left, answer)
	}
	return all, nil
}

// readAnswer reads yes or no, a whole answer ({"ok":true,"data":{…}}), its data
// alone, or a list of answers to a list of questions.
func readAnswer(raw []byte) (tool.Answer, error) {
	text := strings.TrimSpace(string(raw))
	switch strings.ToLower(text) {
	case "yes", "y", "ok", "true":
		return tool.Answer{OK: true}, nil
	case "no", "n", "false":
		return tool.Answer{Reason: tool.ReasonDeclined}, nil
	case "cancel":
		return tool.Answer{Reason: tool.ReasonCancelled}, nil
	}
	var list []any
	if json.Unmarshal([]byte(text), &list) == nil && list != nil {
		return tool.Answer{OK: true, Data: map[string]any{"answers": list}}, nil
	}
	data, err := tool.DecodeArguments([]byte(text))
	if err != nil || !strings.HasPrefix(text, "{") {
		return tool.Answer{}, fmt.Errorf("%.40q is no answer: yes, no or a JSON object would do", text)
	}
	if _, whole := data["ok"].(bool); !whole {
		return tool.Answer{OK: true, Data: data}, nil
	}
	var answer struct {
		tool.Answer
		Data json.RawMessage `json:"data"`
	}
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&answer); err != nil {
		return tool.Answer{}, fmt.Errorf("an answer holds ok, data, reason and note: %w", err)
	}
	if answer.Data != nil {
		if answer.Answer.Data, err = tool.DecodeArguments(answer.Data); err != nil {
			return tool.Answer{}, fmt.Errorf("the data of an answer is a JSON object: %w", err)
		}
	}
	return answer.Answer, nil
}

// checkAnswer tells what a request has against an answer.
func checkAnswer(request tool.Request, answer tool.Answer) error {
	schema := request.Schema()
	if !answer.OK || schema == nil {
		return nil
	}
	data, err := json.Marshal(answer.Data)
	if answer.Data == nil {
		data = []byte("{}")
	}
	if err != nil {
		return fmt.Errorf("--answer: %w", err)
	}
	form := forms.New(schema)
	if err := form.SetJSON(data); err != nil {
		return fmt.Errorf("--answer: %w", err)
	}
	var problems []string
	for _, p := range form.Problems() {
		problems = append(problems, p.String())
	}
	if len(problems) > 0 {
		return fmt.Errorf("--answer does not fit what is asked (%s): %s", request.Prompt, strings.Join(problems, "\n"))
	}
	return nil
}
