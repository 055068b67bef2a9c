package tool

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longestStem is how long a file's name may be before its extension, in bytes:
// within what every file system takes, with room for a number.
const longestStem = 100

// FileName is a safe name for a file in a folder that is chosen elsewhere:
// letters, digits and a few signs of the wanted name, no folder, nothing in
// front that makes it hidden or an option, and none of the names that Windows
// keeps for devices. An extension begins with a dot; the wanted name keeps its
// own when that means the same, or when extension is empty.
func FileName(wanted, extension string) string {
	stem := strings.Map(plainInName, path.Base(strings.ReplaceAll(wanted, `\`, "/")))
	stem = strings.TrimLeft(strings.Trim(stem, "._"), "-._")
	if own := path.Ext(stem); own != "" && (extension == "" || sameExtension(own, extension)) {
		stem, extension = strings.TrimSuffix(stem, own), own
	}
	for len(stem) > longestStem {
		_, last := utf8.DecodeLastRuneInString(stem)
		stem = stem[:len(stem)-last]
	}
	if stem == "" {
		stem = "result"
	}
	if isDevice(stem) {
		stem = "_" + stem
	}
	return stem + extension
}

func plainInName(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.+", r) {
		return r
	}
	return '_'
}

func sameExtension(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if other, ok := otherExtensions[a]; ok {
		a = other
	}
	return a == b
}

// otherExtensions are further spellings of those in [extensions].
var otherExtensions = map[string]string{".jpeg": ".jpg", ".htm": ".html", ".yml": ".yaml", ".tiff": ".tif", ".wave": ".wav"}

func isDevice(stem string) bool {
	stem, _, _ = strings.Cut(strings.ToUpper(stem), ".")
	switch stem {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	return len(stem) == 4 && (strings.HasPrefix(stem, "COM") || strings.HasPrefix(stem, "LPT"))
}

// FileName is the name to save the part under: its own, that of what it points
// at, or fallback, with the extension of its type.
func (p ContentPart) FileName(fallback string) string {
	wanted := p.Name
	if u, err := url.Parse(wanted); err == nil && u.Scheme != "" && strings.Contains(wanted, "://") {
		wanted = path.Base(u.Path)
	}
	if strings.Trim(wanted, `-._/\`) == "" {
		wanted = fallback
	}
	return FileName(wanted, p.extension(wanted))
}

// extensions are those of the types that tools send most. The table is fixed:
// what the system knows differs from machine to machine, and the same result is
// to be saved alike on all.
var extensions = map[string]string{
	"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "image/svg+xml": ".svg",
	"image/bmp": ".bmp", "image/avif": ".avif", "image/tiff": ".tif",
	"audio/mpeg": ".mp3", "audio/wav": ".wav", "audio/x-wav": ".wav", "audio/ogg": ".ogg", "audio/flac": ".flac",
	"video/mp4": ".mp4", "video/webm": ".webm",
	"application/pdf": ".pdf", "application/json": ".json", "application/xml": ".xml", "application/yaml": ".yaml",
	"application/zip": ".zip", "application/gzip": ".gz",
	"text/markdown": ".md", "text/html": ".html", "text/css": ".css", "text/csv": ".csv", "text/xml": ".xml",
}

// extension is that of the part's type, empty when the type says nothing but
// the wanted name does.
func (p ContentPart) extension(wanted string) string {
	kind := BareType(p.MimeType)
	known, ok := extensions[kind]
	switch {
	case ok:
		return known
	case p.Type == PartText || strings.HasPrefix(kind, "text/"):
		return ".txt"
	case len(path.Ext(wanted)) > 1:
		return ""
	case strings.HasSuffix(kind, "+json"):
		return ".json"
	case strings.HasSuffix(kind, "+xml"):
		return ".xml"
	}
	return ".bin"
}

// mostOfOneName is how many files of one name are numbered before giving up.
const mostOfOneName = 1000

// WriteNew writes a file into a folder, under its name, or with a number before
// its extension when that is taken: nothing is written over. It returns the name
// that it took.
func WriteNew(folder *os.Root, name string, content []byte) (string, error) {
	extension := filepath.Ext(name)
	for n := range mostOfOneName {
		taken := name
		if n > 0 {
			taken = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, extension), n+1, extension)
		}
		f, err := folder.OpenFile(taken, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(content)
		return taken, errors.Join(err, f.Close())
	}
	return "", fmt.Errorf("%d files of the name %s are there already", mostOfOneName, name)
}
