package builtin

import (
	"reflect"
	"testing"

	"toolbench/toolkit/tool"
)

var twoQuestions = map[string]any{"questions": []any{
	map[string]any{"question": "Where?", "header": "Place", "options": []any{"here", "there"}, "multiple": true},
	map[string]any{"question": "Why?"},
}}

func TestAQuestionSuspendsTheCall(t *testing.T) {
	d := newDesk(t, nil)
	r := d.call("question", twoQuestions)
	req := tool.PendingOf(r)
	if req == nil {
		t.Fatalf("got %+v", r)
	}
	if req.Kind != tool.KindQuestion || req.ID == "" || req.Prompt != "Where? (options: here, there)\nWhy?" {
		t.Errorf("got %+v", req)
	}
	want := []tool.Question{{Question: "Where?", Header: "Place", Options: []string{"here", "there"}, Multiple: true}, {Question: "Why?"}}
	if got := req.Questions(); !reflect.DeepEqual(got, want) {
		t.Errorf("questions %+v", got)
	}
}

func TestTheAnswerComesBackAsJSON(t *testing.T) {
	question := named(t, Tools(Options{}), "question")
	for _, test := range []struct {
		answer tool.Answer
		want   string
		failed bool
	}{
		{tool.Answer{OK: true, Data: map[string]any{"answers": []any{[]any{"here"}, "a < b & c"}}}, `{"answers":[["here"],"a < b & c"]}`, false},
		{tool.Answer{OK: true}, `{}`, false},
		{tool.Answer{}, "declined: Where? (options: here, there)\nWhy?", true},
		{tool.Answer{Reason: tool.ReasonExpired}, "expired: Where? (options: here, there)\nWhy?", true},
	} {
		r, err := question.Execute(twoQuestions, &tool.ToolContext{Answer: &test.answer})
		if err != nil || r.Output != test.want || r.IsError != test.failed || tool.PendingOf(r) != nil {
			t.Errorf("%+v: %+v %v", test.answer, r, err)
		}
	}
}

func TestAQuestionWithoutTextIsRefused(t *testing.T) {
	d := newDesk(t, nil)
	d.refuses("question", map[string]any{"questions": []any{}}, "there are no questions; give at least one")
	d.refuses("question", map[string]any{"questions": []any{map[string]any{"question": "A?"}, map[string]any{"header": "B"}}}, `question 2 has no text in its field "question"`)
}
