package builtin

import "testing"

func TestTheListIsShownAndKeptAsJSON(t *testing.T) {
	d := newDesk(t, nil)
	r := d.yields("todowrite", map[string]any{"todos": []any{
		map[string]any{"id": "1", "text": "Read <it>", "completed": true},
		map[string]any{"id": "2", "text": "Write it", "completed": false},
	}}, "[x] 1. Read <it>\n[ ] 2. Write it\n1 of 2 done.")
	if got, want := string(r.Structured()), `{"todos":[{"id":"1","text":"Read \u003cit\u003e","completed":true},{"id":"2","text":"Write it","completed":false}]}`; got != want {
		t.Errorf("structured content %s", got)
	}
	r = d.yields("todowrite", map[string]any{"todos": []any{}}, "The list is empty.")
	if got := string(r.Structured()); got != `{"todos":[]}` {
		t.Errorf("structured content %s", got)
	}
}

func TestAListThatIsNotSoundIsRefused(t *testing.T) {
	d := newDesk(t, nil)
	entry := func(id, text string) map[string]any {
		return map[string]any{"id": id, "text": text, "completed": false}
	}
	d.refuses("todowrite", map[string]any{"todos": []any{entry("", "a")}}, "entry 1 of todos has no id")
	d.refuses("todowrite", map[string]any{"todos": []any{entry("a", " ")}}, `entry 1 of todos (id "a") has no text`)
	d.refuses("todowrite", map[string]any{"todos": []any{entry("a", "x"), entry("b", "x"), entry("a", "y")}}, `entries 1 and 3 of todos have the same id "a"`)
}
