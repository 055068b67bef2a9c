package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// listing is the first code of a language in README.
func listing(t *testing.T, language string) string {
	t.Helper()
	_, after, found := strings.Cut(readme(t), "\n```"+language+"\n")
	code, _, closed := strings.Cut(after, "\n```\n")
	if !found || !closed {
		t.Fatalf("README has no code marked %s", language)
	}
	return code + "\n"
}

func TestTheProgramInREADMEBuildsOutsideThisModule(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a whole program; -short leaves that out")
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	mod := listing(t, "gomod")
	if !strings.Contains(mod, "=> ../toolbench\n") {
		t.Fatalf("README's go.mod replaces toolbench by something else:\n%s", mod)
	}
	mod = strings.Replace(mod, "=> ../toolbench", "=> "+modulePath(here), 1) + tidied(t)
	sums, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": mod, "go.sum": string(sums), "main.go": listing(t, "go")} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-o", os.DevNull, ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\nwith go.mod\n%s", err, out, mod)
	}
}

// modulePath is a folder as go.mod takes it.
func modulePath(dir string) string { return `"` + filepath.ToSlash(dir) + `"` }

// tidied are the lines that `go mod tidy` would add to a program's go.mod,
// which wants to look beyond what this module's own tests have downloaded.
func tidied(t *testing.T) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "mod", "edit", "-json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var mod struct {
		Require []struct{ Path, Version string }
	}
	if err := json.Unmarshal(out, &mod); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, r := range mod.Require {
		b.WriteString("require " + r.Path + " " + r.Version + " // indirect\n")
	}
	return b.String()
}

var (
	link       = regexp.MustCompile(`\]\(([^)#:]+)\)`)
	makeTarget = regexp.MustCompile(`\bmake ([a-z]+)`)
)

func TestWhatREADMEPointsAtIsThere(t *testing.T) {
	text := readme(t)
	links := link.FindAllStringSubmatch(text, -1)
	for _, m := range links {
		if _, err := os.Stat(filepath.FromSlash(m[1])); err != nil {
			t.Errorf("README points at %s: %v", m[1], err)
		}
	}
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	targets := makeTarget.FindAllStringSubmatch(text, -1)
	for _, m := range targets {
		if !strings.Contains(string(makefile), "\n"+m[1]+":") {
			t.Errorf("README names make %s, which the Makefile lacks", m[1])
		}
	}
	if len(links) == 0 || len(targets) == 0 {
		t.Errorf("found %d links and %d make targets", len(links), len(targets))
	}
}
