package result

import (
	"mime"
	"net/url"
	"path"
	"strings"
	"unicode"

	"toolbench/toolkit/tool"
)

// longestName keeps a file's name within what every file system takes, with
// room for a number.
const longestName = 100

// fileName is a name for a file in the working folder: letters, digits and a
// few signs of the wanted one, no folder, no leading dot, and not one of the
// names that Windows keeps for devices.
func fileName(wanted, extension string) string {
	wanted = path.Base(strings.ReplaceAll(wanted, `\`, "/"))
	stem := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_.+", r) {
			return r
		}
		return '_'
	}, wanted)
	stem = strings.Trim(stem, "._")
	if own := path.Ext(stem); own != "" && (extension == "" || strings.EqualFold(own, extension)) {
		stem, extension = strings.TrimSuffix(stem, own), own
	}
	for len(stem) > longestName {
		runes := []rune(stem)
		stem = string(runes[:len(runes)-1])
	}
	if stem == "" {
		stem = "result"
	}
	if device(stem) {
		stem = "_" + stem
	}
	return stem + extension
}

func device(stem string) bool {
	stem, _, _ = strings.Cut(strings.ToUpper(stem), ".")
	switch stem {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	return len(stem) == 4 && (strings.HasPrefix(stem, "COM") || strings.HasPrefix(stem, "LPT"))
}

// partName is the name to save a part under: its own, that of what it points
// at, or its tool's.
func partName(t tool.Tool, p tool.ContentPart) string {
	wanted := p.Name
	if u, err := url.Parse(p.Name); err == nil && u.Scheme != "" && strings.Contains(p.Name, "://") {
		wanted = path.Base(u.Path)
	}
	if strings.Trim(wanted, "./") == "" {
		wanted = t.ShortName()
	}
	return fileName(wanted, extension(p))
}

// extensions are fixed for the types that tools send most: what the system
// knows differs from machine to machine.
var extensions = map[string]string{
	"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "image/svg+xml": ".svg", "image/bmp": ".bmp",
	"audio/mpeg": ".mp3", "audio/wav": ".wav", "audio/ogg": ".ogg", "application/pdf": ".pdf", "application/json": ".json",
	"application/zip": ".zip", "application/gzip": ".gz", "text/plain": ".txt", "text/markdown": ".md", "text/html": ".html",
	"text/csv": ".csv", "text/xml": ".xml", "application/xml": ".xml", "application/yaml": ".yaml",
}

func extension(p tool.ContentPart) string {
	if p.Type == tool.PartText {
		return ".txt"
	}
	kind := mediaType(p.MimeType)
	if known, ok := extensions[kind]; ok {
		return known
	}
	if len(path.Ext(p.Name)) > 1 {
		return ""
	}
	if known, err := mime.ExtensionsByType(kind); err == nil && len(known) > 0 {
		return known[0]
	}
	return ".bin"
}

// mediaType is a mime type without its parameters.
func mediaType(mimeType string) string {
	kind, _, err := mime.ParseMediaType(mimeType)
	if err != nil {
		kind, _, _ = strings.Cut(mimeType, ";")
	}
	return strings.ToLower(strings.TrimSpace(kind))
}
