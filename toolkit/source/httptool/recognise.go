package httptool

import (
	"bytes"
	"encoding/json"
	"regexp"
)

// topKeys are the members that make an object an OpenAPI document: with a
// version, so that a configuration with a list of that name is none.
var (
	versionMember  = regexp.MustCompile(`^["']?(openapi|swagger)["']?[ \t]*:[ \t]*["']?[0-9]+\.[0-9]`)
	versionInBrace = regexp.MustCompile(`^\s*\{\s*["']?(openapi|swagger)["']?\s*:\s*["']?[0-9]+\.[0-9]`)
	versionText    = regexp.MustCompile(`^"?[0-9]+\.[0-9]`)
)

// IsOpenAPI tells an OpenAPI or Swagger document, in JSON or YAML, by its
// members at the top. It does not read the rest.
func IsOpenAPI(data []byte) bool {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if trimmed := bytes.TrimSpace(data); len(trimmed) == 0 || trimmed[0] != '{' {
		return isYAML(data)
	}
	if versionInBrace.Match(data) {
		return true
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		return false
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return false
		}
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return false
		}
		if (name == "openapi" || name == "swagger") && versionText.Match(value) {
			return true
		}
	}
	return false
}

// isYAML looks for the members among the lines that are indented like the first.
func isYAML(data []byte) bool {
	first := -1
	for line := range bytes.Lines(data) {
		content := bytes.TrimLeft(line, " ")
		indent := len(line) - len(content)
		if first < 0 {
			if content = bytes.TrimSpace(content); len(content) == 0 || content[0] == '#' || content[0] == '%' || bytes.HasPrefix(content, []byte("---")) {
				continue
			}
			first = indent
		}
		if indent == first && versionMember.Match(content) {
			return true
		}
	}
	return false
}
