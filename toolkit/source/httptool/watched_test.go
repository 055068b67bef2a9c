package httptool_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"toolbench/toolkit/source"
	"toolbench/toolkit/source/httptool"
)

func TestADocumentIsMadeOfItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "api.yaml")
	if err := os.WriteFile(path, []byte("openapi: 3.1.0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for location, want := range map[string][]string{path: {path}, "https://example.com/openapi.json": nil, path + ".gone": nil} {
		var s source.Watched = httptool.OpenAPI(httptool.Document{Name: "x", Location: location})
		if got := s.Files(); !slices.Equal(got, want) {
			t.Errorf("%s is made of %v, want %v", location, got, want)
		}
	}
}
