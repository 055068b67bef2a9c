package skill

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"golang.org/x/text/unicode/norm"
)

// The limits of the specification, in characters and lines.
const (
	longestName          = 64
	longestDescription   = 1024
	longestCompatibility = 500
	longestBody          = 500 // a recommendation
)

// readSkill reads the skill in a folder of the tree. An error is a sentence
// about the file.
func readSkill(t tree, folder string) (Skill, error) {
	text, err := t.read(folder)
	if err != nil {
		return Skill{}, err
	}
	front, body, err := split(text)
	if err != nil {
		return Skill{}, err
	}
	mapping, quoted, err := parse(front)
	if err != nil {
		return Skill{}, err
	}
	s := Skill{Dir: t.path(folder), Path: t.path(path.Join(folder, fileName)), Folder: t.folder, tree: t, at: folder}
	if quoted {
		s.warn("Its frontmatter is only YAML once a value is put in quotes; a value with a colon in it needs them.")
	}
	if err := s.describe(mapping); err != nil {
		return Skill{}, err
	}
	s.name(mapping)
	s.rest(mapping)
	if n := strings.Count(strings.TrimSpace(body), "\n") + 1; n > longestBody {
		s.warn("Its instructions have %d lines; at most %d are recommended, and files of its own for the rest.", n, longestBody)
	}
	return s, nil
}

func (s *Skill) warn(format string, args ...any) {
	s.Warnings = append(s.Warnings, fmt.Sprintf(format, args...))
}

func (s *Skill) describe(mapping *yaml.Node) error {
	v := value(mapping, "description")
	switch {
	case v == nil:
		return errors.New("its frontmatter has no description, without which a model does not know when to use it")
	case !isScalar(v):
		return errors.New("its description is not a text")
	}
	s.Description = strings.TrimSpace(v.Value)
	if s.Description == "" {
		return errors.New("its description is empty; a model would not know when to use it")
	}
	if !isText(v) {
		s.warn("Its description is not a text; it is taken as %q.", s.Description)
	}
	if n := utf8.RuneCountInString(s.Description); n > longestDescription {
		s.warn("Its description has %d characters; at most %d are allowed.", n, longestDescription)
	}
	return nil
}

func (s *Skill) name(mapping *yaml.Node) {
	folder := s.folderName()
	v := value(mapping, "name")
	switch {
	case !isScalar(v) || strings.TrimSpace(v.Value) == "":
		s.Name = folder
		if v == nil {
			s.warn("Its frontmatter has no name; the folder's is taken.")
		} else {
			s.warn("Its name is not a text; the folder's is taken.")
		}
	case !isText(v):
		s.Name = strings.TrimSpace(v.Value)
		s.warn("Its name is not a text; it is taken as %q.", s.Name)
	default:
		s.Name = strings.TrimSpace(v.Value)
	}
	if fault := nameFault(s.Name); fault != "" {
		s.warn("Its name %q %s.", s.Name, fault)
	}
	if norm.NFKC.String(s.Name) != norm.NFKC.String(folder) {
		s.warn("Its name %q is not that of its folder, %q.", s.Name, folder)
	}
}

// folderName is the last name of the skill's folder. A skill at the root of
// what was given is called as that is.
func (s *Skill) folderName() string {
	if name := filepath.Base(s.Dir); name != "." && name != string(filepath.Separator) {
		return name
	}
	return "skill"
}

// nameFault is what is wrong with a name, as the end of a sentence.
func nameFault(name string) string {
	if n := utf8.RuneCountInString(name); n > longestName {
		return fmt.Sprintf("has %d characters; at most %d are allowed", n, longestName)
	}
	for _, r := range norm.NFKC.String(name) {
		if r != '-' && !unicode.IsDigit(r) && (!unicode.IsLetter(r) || unicode.IsUpper(r)) {
			return "is not made of lower-case letters, digits and hyphens alone"
		}
	}
	switch {
	case strings.HasPrefix(name, "-"), strings.HasSuffix(name, "-"):
		return "begins or ends with a hyphen"
	case strings.Contains(name, "--"):
		return "has two hyphens in a row"
	}
	return ""
}

func (s *Skill) rest(mapping *yaml.Node) {
	if v := value(mapping, "license"); isScalar(v) {
		s.License = strings.TrimSpace(v.Value)
	}
	if v := value(mapping, "compatibility"); isScalar(v) {
		s.Compatibility = strings.TrimSpace(v.Value)
		if n := utf8.RuneCountInString(s.Compatibility); n > longestCompatibility {
			s.warn("Its compatibility has %d characters; at most %d are allowed.", n, longestCompatibility)
		}
	}
	s.AllowedTools = allowedTools(value(mapping, "allowed-tools"))
	if v := value(mapping, "metadata"); v != nil && v.Kind == yaml.MappingNode {
		s.Metadata = map[string]string{}
		for i := 0; i+1 < len(v.Content); i += 2 {
			if isScalar(v.Content[i+1]) {
				s.Metadata[v.Content[i].Value] = v.Content[i+1].Value
			}
		}
	}
}

// allowedTools takes the specification's text with spaces, and the lists and
// commas that are as common. What stands in brackets belongs together.
func allowedTools(v *yaml.Node) []string {
	if v == nil {
		return nil
	}
	var names []string
	if v.Kind == yaml.SequenceNode {
		for _, e := range v.Content {
			if isScalar(e) {
				names = append(names, strings.TrimSpace(e.Value))
			}
		}
		return names
	}
	if !isScalar(v) {
		return nil
	}
	depth := 0
	return strings.FieldsFunc(v.Value, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return depth <= 0 && (r == ',' || unicode.IsSpace(r))
	})
}
