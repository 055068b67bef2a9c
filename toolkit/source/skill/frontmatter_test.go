package skill

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"
)

// one reads a SKILL.md in a folder called tidy.
func one(text string) (Skill, error) {
	fsys := fstest.MapFS{"tidy/SKILL.md": {Data: []byte(text)}}
	return readSkill(tree{files: fsys}, "tidy")
}

func TestFrontmatterIsReadLeniently(t *testing.T) {
	for _, test := range []struct {
		name, front       string
		wantName, wantFor string
		warnings          []string
	}{
		{"Sound", "name: tidy\ndescription: Tidies up.", "tidy", "Tidies up.", nil},
		{"AColonInTheDescription", "name: tidy\ndescription: Use when: it's a mess", "tidy", "Use when: it's a mess",
			[]string{"once a value is put in quotes"}},
		{"AColonInADescriptionOfTwoLines", "name: tidy\ndescription: Use when\n  asked: now\nlicense: MIT", "tidy", "Use when asked: now",
			[]string{"once a value is put in quotes"}},
		{"ADescriptionThatBeginsLikeAList", "name: tidy\ndescription: [beta] Tidies up", "tidy", "[beta] Tidies up",
			[]string{"once a value is put in quotes"}},
		{"ADescriptionThatBeginsLikeATag", "name: tidy\ndescription: @tidy does it", "tidy", "@tidy does it",
			[]string{"once a value is put in quotes"}},
		{"AFoldedDescription", "name: tidy\ndescription: >-\n  Tidies\n  up.", "tidy", "Tidies up.", nil},
		{"ANumberForAName", "name: 007\ndescription: Tidies up.", "007", "Tidies up.",
			[]string{`Its name is not a text; it is taken as "007".`, "is not that of its folder"}},
		{"AListForAName", "name: [a, b]\ndescription: Tidies up.", "tidy", "Tidies up.", []string{"Its name is not a text; the folder's is taken."}},
		{"NoName", "description: Tidies up.", "tidy", "Tidies up.", []string{"Its frontmatter has no name"}},
		{"NullForAName", "name:\ndescription: Tidies up.", "tidy", "Tidies up.", []string{"Its name is not a text"}},
		{"ABooleanDescription", "name: tidy\ndescription: yes please", "tidy", "yes please", nil},
		{"ATrueDescription", "name: tidy\ndescription: true", "tidy", "true", []string{"Its description is not a text"}},
		{"TheFirstOfTwoKeys", "name: tidy\nname: other\ndescription: Tidies up.", "tidy", "Tidies up.", nil},
		{"AnAlias", "x: &d Tidies up.\nname: tidy\ndescription: *d", "tidy", "Tidies up.", nil},
		{"CapitalsAndSpaces", "name: Tidy Up\ndescription: Tidies up.", "Tidy Up", "Tidies up.",
			[]string{"is not made of lower-case letters", "is not that of its folder"}},
		{"HyphensAtTheEnd", "name: tidy-\ndescription: Tidies up.", "tidy-", "Tidies up.", []string{"begins or ends with a hyphen", "folder"}},
		{"TwoHyphens", "name: ti--dy\ndescription: Tidies up.", "ti--dy", "Tidies up.", []string{"two hyphens in a row", "folder"}},
		{"ALongName", "name: " + strings.Repeat("a", 65) + "\ndescription: Tidies up.", strings.Repeat("a", 65), "Tidies up.", []string{"has 65 characters", "folder"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := one("---\n" + test.front + "\n---\nDo it.\n")
			if err != nil {
				t.Fatal(err)
			}
			if s.Name != test.wantName || s.Description != test.wantFor {
				t.Errorf("name %q and description %q", s.Name, s.Description)
			}
			if len(s.Warnings) != len(test.warnings) {
				t.Fatalf("warnings: %q", s.Warnings)
			}
			for i, want := range test.warnings {
				if !strings.Contains(s.Warnings[i], want) {
					t.Errorf("warning %q does not say %q", s.Warnings[i], want)
				}
			}
		})
	}
}

func TestASkillThatCanNotBeReadSaysWhy(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"Empty", "", "its first line is not ---"},
		{"NoFrontmatter", "# Tidy\n", "its first line is not ---"},
		{"NotClosed", "---\nname: tidy\n", "there is no second line ---"},
		{"NothingInIt", "---\n---\nDo it.", "its frontmatter is empty"},
		{"NoMapping", "---\n- a\n---\n", "is not a list of keys and values"},
		{"NotYAML", "---\n}{\ndescription: x\n---\n", "its frontmatter is not YAML: "},
		{"NoDescription", "---\nname: tidy\n---\n", "has no description"},
		{"AnEmptyDescription", "---\nname: tidy\ndescription: ' '\n---\n", "its description is empty"},
		{"NullForADescription", "---\nname: tidy\ndescription: ~\n---\n", "its description is not a text"},
		{"AListForADescription", "---\nname: tidy\ndescription: [a]\n---\n", "its description is not a text"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := one(test.text)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %+v and %v, want an error with %q", s, err, test.want)
			}
		})
	}
}

func TestByteOrderMarksAndCarriageReturnsDoNotMatter(t *testing.T) {
	s, err := one("\uFEFF---\r\nname: tidy\r\ndescription: Tidies up.\r\n---\r\nOne.\r\nTwo.\r\n")
	if err != nil {
		t.Fatal(err)
	}
	if body, err := s.Body(); err != nil || body != "One.\nTwo." || s.Description != "Tidies up." {
		t.Errorf("description %q, body %q, error %v", s.Description, body, err)
	}
}

func TestTheOtherKeysAreKept(t *testing.T) {
	s, err := one("---\nname: tidy\ndescription: Tidies up.\nlicense: MIT\ncompatibility: Needs git.\n" +
		"allowed-tools: Read, Bash(git status:*) Grep\nmetadata:\n  version: 1.10\n  nested: {a: b}\n  author: me\nunknown: {}\n---\n")
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"Read", "Bash(git status:*)", "Grep"}; !slices.Equal(s.AllowedTools, want) {
		t.Errorf("allowed tools %q, want %q", s.AllowedTools, want)
	}
	if s.License != "MIT" || s.Compatibility != "Needs git." || s.Metadata["version"] != "1.10" || s.Metadata["author"] != "me" || len(s.Metadata) != 2 {
		t.Errorf("got %+v", s)
	}
}

func FuzzASkillIsReadOrRefused(f *testing.F) {
	f.Add("---\nname: a\ndescription: b: c\n---\n")
	f.Add("---\na: &a [*a]\ndescription: *a\n---\n")
	f.Add("\uFEFF---\r\n? x\r\n: y\r\n---\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := one(text)
		if err != nil {
			if strings.TrimSpace(err.Error()) == "" {
				t.Error("refused without a word")
			}
			return
		}
		if s.Name == "" || s.Description == "" {
			t.Errorf("name %q and description %q", s.Name, s.Description)
		}
		if utf8.ValidString(text) && !utf8.ValidString(s.Name+s.Description) {
			t.Errorf("the text was UTF-8, and %q is not", s.Name+s.Description)
		}
		if _, err := s.Body(); err != nil {
			t.Errorf("it was read, and then: %v", err)
		}
	})
}
