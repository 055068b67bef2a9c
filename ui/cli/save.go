package cli

import (
	"os"
	"path/filepath"

	"toolbench/toolkit/tool"
)

// openFolder makes sure, before anything is called, that there is a folder to
// save into. It is nil when none was asked for.
func (s *session) openFolder(dir string) (*os.Root, error) {
	if dir == "" {
		return nil, nil
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(s.Dir, dir)
	}
	err := os.MkdirAll(dir, 0o755)
	if err != nil {
		return nil, fail(exitUsage, "--out: %w", err)
	}
	folder, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fail(exitUsage, "--out: %w", err)
	}
	return folder, nil
}

// save writes the parts that hold data into the folder that was asked for, and
// gives the path of each; it is empty for parts that are not saved.
func (c *call) save(parts []tool.ContentPart) (saved []string, err error) {
	saved = make([]string, len(parts))
	if c.folder == nil {
		return saved, nil
	}
	for i, part := range parts {
		if part.Type == tool.PartText || part.Data == "" {
			continue
		}
		b, err := part.Decode()
		if err != nil {
			c.session.say("%s", err)
			continue
		}
		name, err := tool.WriteNew(c.folder, part.FileName(c.tool.ShortName()), b)
		if err != nil {
			return saved, fail(exitUsage, "--out: %w", err)
		}
		saved[i] = filepath.Join(c.dir, name)
	}
	return saved, nil
}
