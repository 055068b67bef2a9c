package schema

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// How many cases of the JSON-Schema-Test-Suite may be judged otherwise than the
// suite has it: of the required ones, and of the optional ones on formats, big
// numbers and patterns. The numbers may only go down; testdata has the names.
const (
	mostUnlike         = 0
	mostUnlikeOptional = 138
)

var update = flag.Bool("update", false, "write the golden files anew")

type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

var suiteDrafts = map[string]string{
	"draft7":       "http://json-schema.org/draft-07/schema#",
	"draft2019-09": "https://json-schema.org/draft/2019-09/schema",
	"draft2020-12": "https://json-schema.org/draft/2020-12/schema",
}

func TestTheStandardsOwnSuiteIsJudgedAsItSays(t *testing.T) {
	tests := filepath.Join(corpus(t), "json-schema-test-suite", "tests")
	required, optional := suite{T: t}, suite{T: t}
	for draft, uri := range suiteDrafts {
		required.run(filepath.Join(tests, draft, "*.json"), uri)
		for _, pattern := range []string{"format/*.json", "bignum.json", "ecmascript-regex.json", "non-bmp-regex.json", "float-overflow.json"} {
			optional.run(filepath.Join(tests, draft, "optional", pattern), uri)
		}
	}
	t.Logf("required: %d cases, %d judged otherwise, %d left out that load other documents", required.cases, required.unlike, required.elsewhere)
	t.Logf("optional: %d cases, %d judged otherwise", optional.cases, optional.unlike)
	if required.unlike > mostUnlike || optional.unlike > mostUnlikeOptional {
		t.Errorf("%d and %d cases are judged otherwise, want at most %d and %d", required.unlike, optional.unlike, mostUnlike, mostUnlikeOptional)
	}
	slices.Sort(optional.names)
	got, file := strings.Join(slices.Compact(optional.names), "\n")+"\n", filepath.Join("testdata", "suite-unlike.txt")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || got != string(want) {
		t.Errorf("the cases that are judged otherwise are not those of %s (%v):\n%s", file, err, got)
	}
}

type suite struct {
	*testing.T
	cases, unlike, elsewhere int

	names []string // of the cases that are judged otherwise
}

func (s *suite) run(pattern, uri string) {
	files, _ := filepath.Glob(pattern)
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			s.Fatal(err)
		}
		var groups []suiteGroup
		if err := json.Unmarshal(raw, &groups); err != nil {
			s.Fatal(err)
		}
		for _, g := range groups {
			if bytes.Contains(g.Schema, []byte("localhost:1234")) {
				s.elsewhere += len(g.Tests)
				continue
			}
			s.judge(filepath.Base(file), uri, g)
		}
	}
}

func (s *suite) judge(file, uri string, g suiteGroup) {
	root, err := Parse(g.Schema)
	if err != nil {
		s.Fatal(err)
	}
	if root.Kind() == Object && root.Get("$schema") == nil {
		root = NewObject(append([]Member{{"$schema", NewString(uri)}}, root.Members()...)...)
	}
	v, err := Compile(root)
	if err != nil {
		s.unlike += len(g.Tests)
		s.Logf("%s: %s: %v", file, g.Description, err)
		return
	}
	for _, c := range g.Tests {
		if strings.HasSuffix(c.Description, "is only an annotation by default") {
			continue // formats are judged here
		}
		s.cases++
		value, err := Parse(c.Data)
		if err != nil {
			s.Fatal(err)
		}
		problems, err := v.Validate(value)
		if err != nil || (len(problems) == 0) != c.Valid {
			s.unlike++
			s.names = append(s.names, file+": "+g.Description+": "+c.Description)
			s.Logf("%s: %s: %s: %v %v", file, g.Description, c.Description, problems, err)
		}
	}
}
