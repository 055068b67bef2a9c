package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// arrows says for each package which others of this module it may import. A
// name that ends in /… stands for the packages below it; the longest name that
// fits a package counts.
var arrows = map[string][]string{
	"":   {"ui/cli"},
	"ui": {"ui/term", "views", "views/…", "theme", "forms", "toolkit", "toolkit/…"},
	// What the command line prints comes from strangers too.
	"ui/cli":    {"ui", "forms", "toolkit", "toolkit/…", "views/safetext"},
	"ui/term":   {"views/picture", "theme"},
	"ui/uitest": {},
	// A program of one's own, as another module would write it.
	"ui/example": {"ui", "toolkit", "toolkit/…"},

	"theme":          {},
	"views":          {"theme", "toolkit/tool", "toolkit/run"},
	"views/safetext": {},
	"views/widget":   {"views/safetext", "theme"},
	"views/picture":  {"theme", "views/safetext"},
	"views/…": {"views", "views/form", "views/widget", "views/picture", "views/safetext", "forms", "theme",
		"toolkit/tool", "toolkit/source", "toolkit/run", "toolkit/schema", "toolkit/provider", "toolkit/snippet"},

	"forms": {"toolkit/schema"},

	"toolkit":          {"toolkit/schema", "toolkit/redact", "toolkit/tool", "toolkit/source", "toolkit/source/…", "toolkit/run", "toolkit/config", "toolkit/provider", "toolkit/watch", "toolkit/wire"},
	"toolkit/tool":     {},
	"toolkit/source":   {"toolkit/tool"},
	"toolkit/source/…": {"toolkit/tool", "toolkit/source", "toolkit/schema", "toolkit/redact", "toolkit/wire", "toolkit/process", "toolkit/lifetime"},
	"toolkit/wire":     {"toolkit/tool", "toolkit/source", "toolkit/redact"},
	"toolkit/lifetime": {},
	"toolkit/watch":    {},
	"toolkit/process":  {},
	"toolkit/tokens":   {},
	"toolkit/trust":    {"toolkit/tool", "toolkit/config", "toolkit/redact"},
	"toolkit/run":      {"toolkit/tool", "toolkit/schema", "toolkit/provider", "toolkit/redact"},
	"toolkit/schema":   {"toolkit/tool"},
	"toolkit/provider": {"toolkit/tool"},
	"toolkit/redact":   {"toolkit/tool"},
	"toolkit/lint":     {"forms", "toolkit/schema", "toolkit/provider", "toolkit/tool"},
	"toolkit/config":   {"toolkit/tool", "toolkit/redact"},
	"toolkit/snippet":  {"toolkit/tool", "toolkit/source"},
	"toolkit/target":   {"toolkit/tool", "toolkit/source", "toolkit/config", "toolkit/redact", "toolkit/schema"},
	"toolkit/tooltest": {"toolkit/tool", "toolkit/source"},
	"toolkit/demo":     {"toolkit/tool", "toolkit/schema", "toolkit/source", "toolkit/source/…", "toolkit/demo/…"},
	"toolkit/demo/…":   {"toolkit/tool", "toolkit/schema", "toolkit/demo/plot"},
	"toolkit/peers":    {"toolkit", "toolkit/…"},
	"toolkit/peers/…":  {"toolkit", "toolkit/…"},

	"screenshots": {"ui", "ui/uitest", "theme", "toolkit", "toolkit/…"},
}

// headless are the packages that programs without a screen use: nothing that
// draws one may come with them.
var headless = []string{"toolkit", "forms"}

var screenLibraries = []string{"charm.land/bubbletea", "charm.land/bubbles", "charm.land/lipgloss", "charm.land/glamour"}

type goPackage struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

const module = "toolbench"

func packages(t *testing.T) []goPackage {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []goPackage
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// own is a package's path within the module.
func own(path string) (string, bool) {
	if path == module {
		return "", true
	}
	return strings.CutPrefix(path, module+"/")
}

func fits(pattern, path string) bool {
	if below, ok := strings.CutSuffix(pattern, "…"); ok {
		return strings.HasPrefix(path, below)
	}
	return pattern == path
}

func allowed(path string) (targets []string, ok bool) {
	best := -1
	for pattern := range arrows {
		if fits(pattern, path) && len(pattern) > best {
			best, targets, ok = len(pattern), arrows[pattern], true
		}
		if pattern == path {
			return arrows[pattern], true
		}
	}
	return targets, ok
}

func TestPackagesImportOnlyWhatTheArrowsAllow(t *testing.T) {
	for _, p := range packages(t) {
		from, ok := own(p.ImportPath)
		if !ok {
			continue
		}
		targets, ok := allowed(from)
		if !ok {
			t.Errorf("%s has no place in the house: say in arrows what it may import", p.ImportPath)
			continue
		}
		for _, imported := range p.Imports {
			to, ours := own(imported)
			if ours && !slices.ContainsFunc(targets, func(pattern string) bool { return fits(pattern, to) }) {
				t.Errorf("%s imports %s", p.ImportPath, imported)
			}
		}
		if from == "ui" || strings.HasPrefix(from, "views") {
			for _, imported := range p.Imports {
				if to, ours := own(imported); ours && strings.HasPrefix(to, "toolkit/source/") {
					t.Errorf("%s imports %s: screens know no kind of source", p.ImportPath, imported)
				}
			}
		}
	}
}

func TestNothingHeadlessBringsAScreen(t *testing.T) {
	for _, p := range packages(t) {
		path, _ := own(p.ImportPath)
		if !slices.ContainsFunc(headless, func(h string) bool { return path == h || strings.HasPrefix(path, h+"/") }) {
			continue
		}
		for _, dep := range p.Deps {
			if slices.ContainsFunc(screenLibraries, func(l string) bool { return strings.HasPrefix(dep, l) }) {
				t.Errorf("%s brings %s", p.ImportPath, dep)
			}
		}
	}
}
