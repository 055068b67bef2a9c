package builtin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolbench/toolkit/tooltest"
)

func TestAPatchDoesNotTakeAFileAwayByTheNameOfALinkToIt(t *testing.T) {
	for name, patch := range map[string]string{
		"deleted": "*** Begin Patch\n*** Delete File: link.txt\n*** End Patch\n",
		"moved":   "*** Begin Patch\n*** Update File: link.txt\n*** Move to: other.txt\n@@\n-old\n+new\n*** End Patch\n",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "file.txt")
			if err := os.WriteFile(file, []byte("old\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(file, filepath.Join(dir, "link.txt")); err != nil {
				tooltest.Missing(t, "this file system has no symbolic links: %v", err)
			}
			for _, one := range Tools(Options{BaseDir: dir}) {
				if one.Name != "apply_patch" {
					continue
				}
				got, err := one.Execute(map[string]any{"patchText": patch}, nil)
				if err != nil || !got.IsError || !strings.Contains(got.Output, "symbolic link") {
					t.Errorf("%+v, %v", got, err)
				}
			}
			if text, err := os.ReadFile(file); err != nil || string(text) != "old\n" {
				t.Errorf("the file holds %q, %v", text, err)
			}
		})
	}
}
