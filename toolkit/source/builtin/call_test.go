package builtin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolbench/toolkit/tool"
)

// A desk is a folder with the built-in tools at work in it.
type desk struct {
	*testing.T
	dir     string
	options Options
}

func newDesk(t *testing.T, files map[string]string) desk {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	d := desk{t, dir, Options{BaseDir: dir}}
	for name, content := range files {
		d.put(name, content)
	}
	return d
}

func (d desk) put(name, content string) {
	d.Helper()
	name = filepath.Join(d.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		d.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		d.Fatal(err)
	}
}

// holds checks that a file has the given content.
func (d desk) holds(name, want string) {
	d.Helper()
	b, err := os.ReadFile(filepath.Join(d.dir, filepath.FromSlash(name)))
	if err != nil || string(b) != want {
		d.Errorf("%s holds %q (%v), want %q", name, b, err, want)
	}
}

// gone checks that there is no such file.
func (d desk) gone(name string) {
	d.Helper()
	if _, err := os.Lstat(filepath.Join(d.dir, filepath.FromSlash(name))); !os.IsNotExist(err) {
		d.Errorf("%s is there (%v)", name, err)
	}
}

// tidy checks that no file of a write that was not finished is left.
func (d desk) tidy() {
	d.Helper()
	_ = filepath.WalkDir(d.dir, func(name string, e os.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(e.Name(), ".toolbench-") {
			d.Errorf("%s was left behind", name)
		}
		return nil
	})
}

func named(t *testing.T, tools []tool.Tool, name string) tool.Tool {
	t.Helper()
	for _, one := range tools {
		if one.Name == name {
			return one
		}
	}
	t.Fatalf("there is no tool %q", name)
	return tool.Tool{}
}

// call runs a tool without a context.
func (d desk) call(name string, args map[string]any) tool.ToolResult {
	d.Helper()
	result, err := named(d.T, Tools(d.options), name).Execute(args, nil)
	if err != nil {
		d.Fatalf("%s returned the error %v", name, err)
	}
	return result
}

// yields checks what a call that succeeds says.
func (d desk) yields(name string, args map[string]any, want string) tool.ToolResult {
	d.Helper()
	result := d.call(name, args)
	if result.IsError || result.Output != want {
		d.Errorf("%s %v: error %t, output\n%s\nwant\n%s", name, args, result.IsError, result.Output, want)
	}
	return result
}

// refuses checks what a call that does not succeed says.
func (d desk) refuses(name string, args map[string]any, want string) {
	d.Helper()
	result := d.call(name, args)
	if !result.IsError || result.Output != want {
		d.Errorf("%s %v: error %t, output\n%s\nwant the error\n%s", name, args, result.IsError, result.Output, want)
	}
}
