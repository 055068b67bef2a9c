package toolkit_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"toolbench/toolkit/tooltest"
)

// seedImport is the import path that the documents' programs use.
const seedImport = "github.com/muthuishere/toolnexus/golang"

var seedDocuments = map[string]string{"toolresult": "000_26a885ef4331e000.txt", "tool": "004_8ec81d248b991c11.txt"}

// seedPrograms cuts the complete programs out of a document: from "package main"
// to the closing brace of func main.
func seedPrograms(document string) []string {
	parts := regexp.MustCompile(`(?m)^package main$`).Split(document, -1)
	var programs []string
	for _, part := range parts[1:] {
		main := strings.Index(part, "func main()")
		end := main + strings.Index(part[main:], "\n}\n") + 3
		programs = append(programs, "package main\n"+strings.Replace(part[:end], seedImport, "toolbench/toolkit", 1))
	}
	return programs
}

func TestTheSevenSeedProgramsPassWithOnlyTheirImportChanged(t *testing.T) {
	seeds := tooltest.Shared(t, "seeds")
	out := t.TempDir()
	overlay := map[string]map[string]string{"Replace": {}}
	var packages []string
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range seedDocuments {
		document, err := os.ReadFile(filepath.Join(seeds, file))
		if err != nil {
			t.Fatal(err)
		}
		for n, program := range seedPrograms(string(document)) {
			pkg := fmt.Sprintf("seed%s%d", name, n+1)
			path := filepath.Join(out, pkg+".go")
			if err := os.WriteFile(path, []byte(program), 0o600); err != nil {
				t.Fatal(err)
			}
			overlay["Replace"][filepath.Join(here, pkg, "main.go")] = path
			packages = append(packages, pkg)
		}
	}
	if len(packages) != 7 {
		t.Fatalf("cut %d programs, want 7", len(packages))
	}
	built := filepath.Join(out, "bin")
	buildOverlay(t, overlay, built, packages)
	repo := seedRepository(t)
	for _, pkg := range packages {
		t.Run(pkg, func(t *testing.T) {
			cmd := exec.Command(filepath.Join(built, pkg))
			cmd.Env = append(os.Environ(), "TOOLNEXUS_REPO="+repo)
			got, err := cmd.CombinedOutput()
			if err != nil || !bytes.HasPrefix(got, []byte("ok:")) {
				t.Errorf("%v\n%s", err, got)
			}
		})
	}
}

// buildOverlay builds packages that exist only in the overlay, so that the
// programs are part of this module without a file in it.
func buildOverlay(t *testing.T, overlay map[string]map[string]string, out string, packages []string) {
	t.Helper()
	b, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"build", "-overlay", file, "-o", out + string(filepath.Separator)}
	for _, pkg := range packages {
		args = append(args, "./"+pkg)
	}
	if msg, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		t.Fatalf("building the programs: %v\n%s", err, msg)
	}
}

// seedRepository is the two files of the documents' own repository that a
// program reads.
func seedRepository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	media := filepath.Join(dir, "examples", "media")
	if err := os.MkdirAll(media, 0o700); err != nil {
		t.Fatal(err)
	}
	png, err := os.ReadFile(filepath.Join("testdata", "fixture.png"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{filepath.Join(media, "fixture.png"): png, filepath.Join(dir, "examples", "mcp.json"): []byte(`{"mcpServers":{}}`)} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
