package cli

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/tool"
)

// references put variables of the environment into the places of secrets, in the
// declaration of one source.
type references struct {
	source      string
	environment map[string]string // its secrets, by the name of the variable
	known       map[string]string // what was referred to, by the name of the variable
	unset       []string          // variables that the person has to set
	redactor    redact.Redactor
}

// references are those of a source. A secret that a variable of the environment
// holds by now is most likely what the person wrote as $NAME.
func (s *session) references(source string) *references {
	r := &references{source: source, environment: map[string]string{}, known: map[string]string{}}
	if s.Environ == nil {
		return r
	}
	for _, variable := range s.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		if len(value) >= redact.MinLength && redact.IsSecretName(name) && isVariable.MatchString(name) {
			r.environment[name] = value
		}
	}
	return r
}

var isVariable = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// declaration is one without its secrets.
func (r *references) declaration(declared map[string]any) map[string]any {
	out := maps.Clone(declared)
	for _, key := range slices.Sorted(maps.Keys(declared)) {
		switch value := declared[key].(type) {
		case []string:
			if key == "args" {
				out[key] = r.words(value)
			}
		case map[string]string:
			values := maps.Clone(value)
			for _, name := range slices.Sorted(maps.Keys(value)) {
				values[name] = r.named(name, value[name])
			}
			out[key] = values
		case map[string]any:
			out[key] = r.declaration(value)
		case string:
			switch key {
			case "url", "document":
				out[key] = r.replace("secret", value, r.redactor.URL(value))
			case "clientSecret":
				out[key] = r.refer("client_secret", value)
			}
		}
	}
	return out
}

// words are a command's arguments.
func (r *references) words(words []string) []string {
	out := r.redactor.Words(words)
	for i, word := range words {
		name := "secret"
		switch before, _, joined := strings.Cut(word, "="); {
		case joined && redact.IsSecretName(before) && !strings.ContainsAny(before, "/?"):
			name = before
		case i > 0 && out[i] == redact.Mark:
			name = words[i-1]
		}
		if header, value, ok := strings.Cut(word, ":"); ok && !strings.ContainsAny(header, "= /") && redact.IsSecretName(header) {
			space := value[:len(value)-len(strings.TrimLeft(value, " "))]
			out[i] = header + ":" + space + r.named(header, value[len(space):])
			continue
		}
		if out[i] == word {
			out[i] = r.redactor.URL(word)
			if !strings.Contains(out[i], redact.Mark) { // a URL may be written in another way
				out[i] = word
			}
		}
		out[i] = r.replace(strings.Trim(name, "-"), word, out[i])
	}
	return out
}

// named is the value of a header or a variable.
func (r *references) named(name, value string) string {
	if !redact.IsSecretName(name) {
		return r.replace(name, value, r.redactor.URL(value))
	}
	// A scheme, as in Bearer, is not part of the secret.
	return r.replace(name, value, r.redactor.Header(http.Header{name: {value}})[name][0])
}

// replace is a text in which each mark of a redaction has become a reference. A
// text without any may still be a secret as a whole, by what the environment has.
func (r *references) replace(name, text, redacted string) string {
	parts := strings.Split(redacted, redact.Mark)
	if len(parts) == 1 {
		if set := r.setTo(text); set != "" {
			return r.refer(name, text)
		}
		return text
	}
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	secrets := regexp.MustCompile("(?s)^" + strings.Join(parts, "(.*?)") + "$").FindStringSubmatch(text)
	if secrets == nil { // the redaction has written the rest another way
		return r.refer(name, text)
	}
	parts = strings.Split(redacted, redact.Mark)
	out := parts[0]
	for i, secret := range secrets[1:] {
		out += r.refer(name, secret) + parts[i+1]
	}
	return out
}

// refer is a reference in the place of a secret. One that is a reference already,
// or empty, stays.
func (r *references) refer(name, secret string) string {
	if secret == "" || strings.Contains(secret, "${") {
		return secret
	}
	if set := r.setTo(secret); set != "" {
		r.known[set] = secret
		return "${" + set + "}"
	}
	free := variable(r.source, name)
	for other, ok := r.known[free]; ok && other != secret; other, ok = r.known[free] {
		free += "_"
	}
	if _, ok := r.known[free]; !ok {
		r.known[free] = secret
		r.unset = append(r.unset, free)
	}
	return "${" + free + "}"
}

// setTo is the variable of the environment that holds a secret; "" for none.
func (r *references) setTo(secret string) string {
	for _, name := range slices.Sorted(maps.Keys(r.environment)) {
		if r.environment[name] == secret {
			return name
		}
	}
	return ""
}

func variable(words ...string) string {
	name := strings.ToUpper(strings.ReplaceAll(tool.Sanitize(strings.Join(words, "_")), "-", "_"))
	if name[0] >= '0' && name[0] <= '9' {
		name = "_" + name
	}
	return name
}

// note says where the secrets are expected; "" when there are none.
func (r *references) note() string {
	slices.Sort(r.unset)
	switch {
	case len(r.unset) > 0:
		return ", without its secrets: set " + strings.Join(r.unset, ", ") + " in the environment"
	case len(r.known) > 0:
		return ", with its secrets taken from " + strings.Join(slices.Sorted(maps.Keys(r.known)), ", ") + " in the environment"
	}
	return ""
}
