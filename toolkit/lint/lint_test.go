package lint

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"toolbench/toolkit/provider"
	"toolbench/toolkit/tool"
)

const plain = `{"type":"object","properties":{}}`

func TestNamesAndDescriptionsHaveRules(t *testing.T) {
	for _, c := range []struct {
		name, description string
		want              []string
	}{
		{"get-sum", "Adds.", nil},
		{"", "Adds.", []string{"name-missing /name"}},
		{"get.sum", "Adds.", []string{"name-characters /name"}},
		{"get sum", "Adds.", []string{"name-characters /name"}},
		{"2sum", "Adds.", []string{"name-characters /name"}},
		{strings.Repeat("a", 64), "Adds.", nil},
		{strings.Repeat("a", 65), "Adds.", []string{"name-over-64 /name"}},
		{strings.Repeat("a", 128), "Adds.", []string{"name-over-64 /name"}},
		{strings.Repeat("a", 129), "Adds.", []string{"name-over-128 /name"}},
		{"get-sum", " \n", []string{"description-missing /description"}},
		{"get-sum", strings.Repeat("é", 4096), nil},
		{"get-sum", strings.Repeat("é", 4097), []string{"description-enormous /description"}},
	} {
		report := Check([]Subject{subject(c.name, c.description, plain)})
		if got := found(report.Tools[0].Problems); !slices.Equal(got, c.want) {
			t.Errorf("%.80q, %.20q: found %q, want %q", c.name, c.description, got, c.want)
		}
	}
}

func TestNotesDoNotWarn(t *testing.T) {
	s := subject("a", strings.Repeat("long ", 300), object(`"x":{"type":"string","pattern":"(?=a)"},"y":{"type":"string","description":"Told."}`))
	tool := Check([]Subject{s}).Tools[0]
	var rules []string
	for _, p := range tool.Problems {
		if p.Severity != Info {
			t.Errorf("%+v", p)
		}
		rules = append(rules, p.Rule+" "+p.Path)
	}
	want := []string{
		"description-long /description", "parameter-description-missing /inputSchema/properties/x", "pattern-not-re2 /inputSchema/properties/x/pattern",
		"openai-strict /inputSchema", "gemini-overlooks /inputSchema",
	}
	if !slices.Equal(rules, want) {
		t.Errorf("found %q, want %q", rules, want)
	}
}

func TestAParameterIsDescribedByWhatItRefersTo(t *testing.T) {
	s := subject("a", "Does something.", `{"type":"object","properties":{"x":{"$ref":"#/$defs/s"},"y":{"anyOf":[{"type":"string","description":"Told."},{"type":"null"}]},"kind":{"const":"a"}},
		"$defs":{"s":{"type":"string","description":"Told."}}}`)
	for _, p := range Check([]Subject{s}).Tools[0].Problems {
		if p.Rule == ParameterUntold.ID {
			t.Errorf("%+v", p)
		}
	}
}

func TestToolsOfTheSameNameAreFound(t *testing.T) {
	one, two := subject("get.sum", "Adds.", plain), subject("get_sum", "Adds.", plain)
	hidden := one
	hidden.HiddenBy = "mcp:other"
	twice := two
	twice.HiddenBy = twice.SourceID
	report := Check([]Subject{two, one, hidden, twice})
	for i, want := range [][]string{
		nil,
		{"name-duplicate /name", "name-characters /name"},
		{"name-hidden /name", "name-characters /name"},
		{"name-duplicate /name"},
	} {
		if got := found(report.Tools[i].Problems); !slices.Equal(got, want) {
			t.Errorf("tool %d: found %q, want %q", i, got, want)
		}
	}
	if one, all := report.Tools[0].Tokens, report.Totals.Tokens[provider.OpenAI]; all <= one || all >= 3*one {
		t.Errorf("the catalogue costs %d tokens and one tool %d: hidden ones do not count", all, one)
	}
}

func TestADefinitionThatIsNoToolIsAnError(t *testing.T) {
	broken := Subject{Tool: tool.Tool{Name: "tool 2", Source: tool.SourceMCP}, Broken: "an entry without a name can not be a tool"}
	odd := subject("odd", "Does something.", plain)
	odd.Details.Problem = `Its inputSchema is "x"; MCP wants an object.`
	report := Check([]Subject{broken, odd})
	for _, one := range report.Tools {
		if got := found(one.Problems); !slices.Equal(got, []string{"definition "}) {
			t.Errorf("%s: found %q", one.Name, got)
		}
	}
}

func TestAReportIsTheJSONThatScriptsRead(t *testing.T) {
	s := subject("a", "Does something.", object(`"x":{"type":"integer","minimum":2,"default":3,"description":"A number."}`))
	s.Details.Server = "test"
	raw, err := json.Marshal(Check([]Subject{s}))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"tools":[{"name":"a","source":"mcp","server":"test","form":{"fields":1,"fallbacks":[]},"sample":{"x":3},"problems":[{"severity":"info","rule":"openai-strict","path":"/inputSchema","message":"`,
		`"}],"tokens":`, `"tokensAs":{"anthropic":`,
		`"totals":{"tools":1,"errors":0,"warnings":0,"infos":1,"fields":1,"fallbacks":0,"samples":1,"tokens":{"anthropic":`, `"rules":{"openai-strict":1}}`,
	} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("the report is\n%s\nwithout\n%s", raw, want)
		}
	}
}

func TestEveryRuleHasAnIDOfItsOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, rule := range Rules() {
		if seen[rule.ID] || rule.ID == "" || rule.Means == "" || rule.Severity == "" {
			t.Errorf("%+v", rule)
		}
		seen[rule.ID] = true
	}
}

func TestACatalogueThatIsTooLargeForARequestIsNoted(t *testing.T) {
	subjects := make([]Subject, 129)
	for i := range subjects {
		subjects[i] = subject(fmt.Sprintf("tool-%d", i), "Does something.", plain)
	}
	if notes := Check(subjects).Totals.Notes; len(notes) != 1 || !strings.Contains(notes[0], "no more than 128 tools in a request; the catalogue has 129") {
		t.Errorf("notes are %q", notes)
	}
	if notes := Check(subjects[:128]).Totals.Notes; len(notes) > 0 {
		t.Errorf("notes are %q", notes)
	}
}
