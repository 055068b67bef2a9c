package lint

import (
	"fmt"
	"regexp"
	"unicode/utf8"

	"toolbench/toolkit/provider"
	"toolbench/toolkit/tool"
)

// What is the longest that a name may be. MCP, Anthropic and Gemini take 128
// characters; OpenAI takes 64, as do services that serve Anthropic's models.
const (
	longName    = 64
	longestName = 128
)

var geminiStart = regexp.MustCompile(`^[A-Za-z_]`)

func (c *check) name() {
	name, short := c.subject.Name, c.subject.ShortName()
	if name == "" {
		c.report(NameMissing, at("name"), "the tool has no name")
		return
	}
	if safe := tool.Sanitize(short); safe != short {
		c.report(NameCharacters, at("name"), "%q has characters other than letters, digits, _ and -; OpenAI and Anthropic would refuse it, and are given %s", short, provider.Name(provider.OpenAI, name))
	} else if !geminiStart.MatchString(name) {
		c.report(NameCharacters, at("name"), "%q does not begin with a letter or _; Gemini would refuse it, and is given %s", name, provider.Name(provider.Gemini, name))
	}
	n, whose := utf8.RuneCountInString(name), "the name"
	if own := utf8.RuneCountInString(short); own <= longName && own < n {
		whose = "with what its source puts in front the name"
	}
	switch {
	case n > longestName:
		c.report(NameTooLong, at("name"), "%s has %d characters; MCP, OpenAI, Anthropic and Gemini take no more than %d", whose, n, longestName)
	case n > longName:
		c.report(NameLong, at("name"), "%s has %d characters; OpenAI takes %d and is given %s", whose, n, longName, provider.Name(provider.OpenAI, name))
	}
}

// collisions are the problems of tools whose names are the same, by the tools'
// places.
func collisions(subjects []Subject) map[int][]Problem {
	found := map[int][]Problem{}
	taken := map[string]int{}
	add := func(i int, rule Rule, format string, args ...any) {
		found[i] = append(found[i], Problem{rule.Severity, rule.ID, "/name", fmt.Sprintf(format, args...)})
	}
	for i, s := range subjects {
		switch {
		case s.Broken != "" || s.Name == "":
		case s.HiddenBy != "" && s.HiddenBy == s.SourceID:
			add(i, NameDuplicate, "%s has another tool that is called %s once its name is made fit; this one can not be called", s.SourceID, s.Name)
		case s.HiddenBy != "":
			add(i, NameHidden, "%s of %s is served instead", s.Name, s.HiddenBy)
		default:
			if other, format, clash := clash(taken, subjects, i); clash {
				add(i, NameDuplicate, "to %s the name is the same as that of %s, which comes before it", format, subjects[other].Name)
			}
		}
	}
	return found
}

// clash finds an earlier tool that has the same name to a provider, and takes
// the name.
func clash(taken map[string]int, subjects []Subject, i int) (other int, format provider.Format, found bool) {
	for _, f := range provider.Formats {
		key := string(f) + " " + provider.Name(f, subjects[i].Name)
		if earlier, ok := taken[key]; ok && !found {
			other, format, found = earlier, f, true
		} else if !ok {
			taken[key] = i
		}
	}
	return other, format, found
}
