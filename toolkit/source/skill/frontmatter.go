package skill

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v4"
)

const ruler = "---"

// split parts a SKILL.md into its frontmatter and its body. A byte order mark
// and carriage returns are taken away.
func split(text string) (front, body string, err error) {
	text = strings.TrimPrefix(text, "\uFEFF")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	first, rest, _ := strings.Cut(text, "\n")
	if strings.TrimRight(first, " \t") != ruler {
		return "", "", errors.New("it has no frontmatter: its first line is not ---")
	}
	at := 0
	for line := range strings.Lines(rest) {
		if strings.TrimRight(line, " \t\n") == ruler {
			return rest[:at], rest[at+len(line):], nil
		}
		at += len(line)
	}
	return "", "", errors.New("its frontmatter is not closed: there is no second line ---")
}

// parse reads a frontmatter as a YAML mapping. Where that fails, it tries again
// with the values quoted that are to blame: descriptions often have a colon in
// them, which YAML takes for a nested key.
func parse(front string) (mapping *yaml.Node, quoted bool, err error) {
	mapping, err = parseMapping(front)
	if err == nil {
		return mapping, false, nil
	}
	if again, retried := parseMapping(quoteFaulty(front)); retried == nil {
		return again, true, nil
	}
	return nil, false, err
}

func parseMapping(front string) (*yaml.Node, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(front), &doc); err != nil {
		return nil, fmt.Errorf("its frontmatter is not YAML: %s", oneLine(err))
	}
	if len(doc.Content) == 0 {
		return nil, errors.New("its frontmatter is empty")
	}
	if doc.Content[0].Kind != yaml.MappingNode {
		return nil, errors.New("its frontmatter is not a list of keys and values such as name: my-skill")
	}
	return doc.Content[0], nil
}

func oneLine(err error) string {
	s := strings.TrimPrefix(err.Error(), "yaml: ")
	return strings.Join(strings.Fields(s), " ")
}

var topLevelKey = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_-]*):[ \t]+(.*)$`)

// quoteFaulty puts quotes around each top-level value that is not YAML by
// itself, its continued lines folded into one.
func quoteFaulty(front string) string {
	var out strings.Builder
	lines := strings.Split(front, "\n")
	for i := 0; i < len(lines); {
		end := i + 1
		for end < len(lines) && (strings.HasPrefix(lines[end], " ") || strings.HasPrefix(lines[end], "\t")) {
			end++
		}
		out.WriteString(quoteEntry(lines[i:end]))
		out.WriteByte('\n')
		i = end
	}
	return out.String()
}

// quoteEntry is one top-level entry, quoted when it has to be.
func quoteEntry(lines []string) string {
	entry := strings.Join(lines, "\n")
	match := topLevelKey.FindStringSubmatch(lines[0])
	if match == nil || yaml.Unmarshal([]byte(entry), new(yaml.Node)) == nil {
		return entry
	}
	words := []string{match[2]}
	for _, line := range lines[1:] {
		words = append(words, strings.TrimSpace(line))
	}
	value := strings.TrimSpace(strings.Join(words, " "))
	return match[1] + ": '" + strings.ReplaceAll(value, "'", "''") + "'"
}

// value is the value of a key, or nil. The first of several is taken.
func value(mapping *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			v := mapping.Content[i+1]
			if v.Kind == yaml.AliasNode {
				v = v.Alias
			}
			return v
		}
	}
	return nil
}

// isScalar tells whether v is a text, a number or the like; null is none.
func isScalar(v *yaml.Node) bool {
	return v != nil && v.Kind == yaml.ScalarNode && v.Tag != "!!null"
}

// isText tells whether v is a text and nothing else.
func isText(v *yaml.Node) bool { return isScalar(v) && v.ShortTag() == "!!str" }
