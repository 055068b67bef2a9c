package tool

import "testing"

func TestNearestFindsASlipOfTheHandAndNothingElse(t *testing.T) {
	names := []string{"read", "write", "apply_patch", "webfetch", "größe"}
	for given, want := range map[string]string{
		"raed":        "read",
		"Read":        "read",
		"wrte":        "write",
		"apply-patch": "apply_patch",
		"web_fetch":   "webfetch",
		"grösse":      "größe",
		"delete":      "",
		"":            "",
	} {
		if got := Nearest(given, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", given, got, want)
		}
	}
}
