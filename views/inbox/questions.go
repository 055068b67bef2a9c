package inbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"toolbench/toolkit/tool"
)

// questionSchema is a schema whose properties are the questions in their order,
// so that the same form serves them. Names are the headers where those are there
// and differ, else the questions' numbers.
func questionSchema(questions []tool.Question) (schema json.RawMessage, names []string) {
	names = questionNames(questions)
	var b bytes.Buffer
	b.WriteString(`{"type":"object","properties":{`)
	for i, q := range questions {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%s:%s", quoted(names[i]), questionProperty(q))
	}
	b.WriteString(`}}`)
	return b.Bytes(), names
}

func questionNames(questions []tool.Question) []string {
	names := make([]string, len(questions))
	seen := map[string]bool{}
	for i, q := range questions {
		names[i] = q.Header
		if q.Header == "" || seen[q.Header] {
			names[i] = strconv.Itoa(i + 1)
		}
		seen[names[i]] = true
	}
	return names
}

func questionProperty(q tool.Question) string {
	property := fmt.Sprintf(`"description":%s`, quoted(q.Question))
	options, _ := json.Marshal(q.Options)
	switch {
	case len(q.Options) > 0 && q.Multiple:
		return fmt.Sprintf(`{"type":"array","uniqueItems":true,"items":{"type":"string","enum":%s},%s}`, options, property)
	case len(q.Options) > 0:
		return fmt.Sprintf(`{"type":"string","enum":%s,%s}`, options, property)
	case q.Multiple:
		return fmt.Sprintf(`{"type":"array","items":{"type":"string"},%s}`, property)
	}
	return fmt.Sprintf(`{"type":"string",%s}`, property)
}

func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(b)
}

// answers are the form's values as a question's answer has them: in the order of
// the questions, an empty text for one that was left out.
func answers(values map[string]any, names []string) map[string]any {
	list := make([]any, len(names))
	for i, name := range names {
		list[i] = ""
		if v, ok := values[name]; ok {
			list[i] = v
		}
	}
	return map[string]any{"answers": list}
}
