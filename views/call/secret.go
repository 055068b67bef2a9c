package call

import (
	"encoding/json"
	"strings"

	"toolbench/forms"
)

// masked stands for the value of a password field wherever arguments are shown.
const masked = "••••••"

// secrets are the values of the form's password fields as they stand in its JSON.
func (s *Screen) secrets() []string {
	var found []string
	var walk func(f *forms.Field)
	walk = func(f *forms.Field) {
		if f.Secret && f.Draft() != "" {
			if b, err := json.Marshal(f.Draft()); err == nil {
				found = append(found, string(b))
			}
		}
		if f.Kind == forms.Object || f.Kind == forms.Array {
			for _, child := range f.Children() {
				walk(child)
			}
		}
	}
	if root := s.form.Form().Root(); root.State() == forms.StateValue {
		walk(root)
	}
	return found
}

// mask takes the values of password fields out of the form's JSON.
func (s *Screen) mask(text string) string {
	for _, secret := range s.secrets() {
		text = strings.ReplaceAll(text, secret, `"`+masked+`"`)
	}
	return text
}
