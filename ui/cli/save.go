package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"toolbench/toolkit/tool"
)

// save writes the parts that hold data into the folder that was asked for, and
// gives the path of each; it is empty for parts that are not saved. Nothing is
// written outside of the folder, and no file is written over.
func (c *call) save(parts []tool.ContentPart) ([]string, error) {
	saved := make([]string, len(parts))
	if c.dir == "" {
		return saved, nil
	}
	dir := c.dir
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(c.session.Dir, dir)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fail(exitUsage, "--out: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fail(exitUsage, "--out: %w", err)
	}
	defer root.Close()
	for i, part := range parts {
		if part.Type == tool.PartText || part.Data == "" {
			continue
		}
		b, err := part.Decode()
		if err != nil {
			c.session.say("%s", err)
			continue
		}
		name, err := writeNew(root, fileName(c.tool, part), b)
		if err != nil {
			return nil, fail(exitUsage, "--out: %w", err)
		}
		saved[i] = filepath.Join(c.dir, name)
	}
	return saved, nil
}

// writeNew writes a file under its name, or with a number before its extension
// when that is taken.
func writeNew(root *os.Root, name string, b []byte) (string, error) {
	stem, ext := strings.TrimSuffix(name, filepath.Ext(name)), filepath.Ext(name)
	for n := 1; ; n++ {
		candidate := name
		if n > 1 {
			candidate = fmt.Sprintf("%s-%d%s", stem, n, ext)
		}
		f, err := root.OpenFile(candidate, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(b)
		return candidate, errors.Join(err, f.Close())
	}
}

// fileName is a name for a part: its own without anything that is not plain in
// a file's name, else the tool's.
func fileName(t tool.Tool, part tool.ContentPart) string {
	own := part.Name[strings.LastIndexAny(part.Name, `/\`)+1:]
	name := strings.TrimLeft(strings.Map(plainCharacter, own), ".-")
	if len(name) > longestName {
		ext := filepath.Ext(name)
		if len(ext) > 16 {
			ext = ""
		}
		name = strings.ToValidUTF8(name[:longestName-len(ext)], "") + ext
	}
	if name == "" {
		name = t.Name + extension(part.MimeType)
	}
	if filepath.Ext(name) == "" {
		name += extension(part.MimeType)
	}
	return name
}

// longestName is how long a file's name may be, in bytes: file systems take
// 255, and a number may have to fit in.
const longestName = 200

func plainCharacter(r rune) rune {
	switch {
	case unicode.IsLetter(r), unicode.IsDigit(r), strings.ContainsRune("._-+()@ ", r):
		return r
	}
	return '_'
}

// extension is the usual one of a mime type. The table is fixed, so that the
// same result is saved alike on all machines.
func extension(mimeType string) string {
	kind, _, _ := mime.ParseMediaType(mimeType)
	switch kind {
	case "image/png", "image/gif", "image/webp", "image/bmp", "image/avif", "application/pdf", "application/json", "application/zip", "audio/wav", "audio/ogg", "audio/flac", "video/mp4", "video/webm", "text/html", "text/css", "text/csv":
		return "." + kind[strings.IndexByte(kind, '/')+1:]
	case "image/jpeg":
		return ".jpg"
	case "image/svg+xml":
		return ".svg"
	case "audio/mpeg":
		return ".mp3"
	case "audio/x-wav":
		return ".wav"
	case "application/gzip":
		return ".gz"
	case "text/markdown":
		return ".md"
	}
	if strings.HasPrefix(kind, "text/") {
		return ".txt"
	}
	return ".bin"
}
