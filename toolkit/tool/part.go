package tool

import (
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
)

// The four types of a content part.
const (
	PartText  = "text"
	PartImage = "image"
	PartFile  = "file"
	PartAudio = "audio"
)

// A ContentPart is one piece of output that is not the text of the result. A
// part that is not text has a MimeType and exactly one of Data and URL.
type ContentPart struct {
	Type     string `json:"type"`
	Text     string `json:"text,omitempty"`
	MimeType string `json:"mimeType,omitempty"`
	// Data is standard base64, padded, without line breaks.
	Data string `json:"data,omitempty"`
	URL  string `json:"url,omitempty"`
	// Name is a file part's name.
	Name string `json:"name,omitempty"`

	err error // why a constructor could not make the part
}

// A PartError says why something is not a content part. Kind is one of "both",
// "neither", "extension", "size", "read", "dataurl" and "mime".
type PartError struct{ Kind, Msg string }

func (e *PartError) Error() string { return e.Msg }

// Err is why a constructor could not make the part, or nil.
func (p ContentPart) Err() error { return p.err }

// Bytes is the number of decoded bytes that Data holds; 0 for a text, a URL,
// and data that can not be decoded.
func (p ContentPart) Bytes() int {
	if p.Type == PartText || p.Data == "" {
		return 0
	}
	n := base64.StdEncoding.DecodedLen(len(p.Data))
	n -= len(p.Data) - len(strings.TrimRight(p.Data, "="))
	if len(p.Data) > 4096 && len(p.Data)%4 == 0 {
		return n // long data is only measured; Decode finds what is wrong with it
	}
	b, err := base64.StdEncoding.DecodeString(p.Data)
	if err != nil {
		return 0
	}
	return len(b)
}

// Decode is the bytes that Data holds.
func (p ContentPart) Decode() ([]byte, error) {
	b, err := base64.StdEncoding.DecodeString(p.Data)
	if err != nil {
		return nil, fmt.Errorf("the data of %s is not base64: %w", p, err)
	}
	return b, nil
}

// EstimatedTokens is a rough price of the part in tokens.
func (p ContentPart) EstimatedTokens() int {
	if p.Type == PartText {
		return len(p.Text) / 4
	}
	return max(85, p.Bytes()/750)
}

// String names the part without its data.
func (p ContentPart) String() string {
	switch {
	case p.Type == PartText:
		return fmt.Sprintf("{type:text, chars:%d}", len([]rune(p.Text)))
	case p.URL != "":
		return fmt.Sprintf("{type:%s, mimeType:%s, url}", p.Type, p.MimeType)
	}
	return fmt.Sprintf("{type:%s, mimeType:%s, bytes:%d}", p.Type, p.MimeType, p.Bytes())
}

// Label names the part in a line of text: image (image/png, 82 bytes).
func (p ContentPart) Label() string {
	return fmt.Sprintf("%s (%s, %d bytes)", p.Type, p.MimeType, p.Bytes())
}

// Validate tells what is wrong with the part; maxBytes bounds its decoded size,
// 0 for no bound.
func (p ContentPart) Validate(maxBytes int) error {
	if p.err != nil {
		return p.err
	}
	if p.Type == PartText {
		return nil
	}
	switch {
	case p.MimeType == "":
		return &PartError{"mime", fmt.Sprintf("a part of type %q has no mimeType", p.Type)}
	case p.Data == "" && p.URL == "":
		return &PartError{"neither", fmt.Sprintf("%s has neither data nor url", p)}
	case p.Data != "" && p.URL != "":
		return &PartError{"both", fmt.Sprintf("%s has both data and url", p)}
	case maxBytes > 0 && p.Bytes() > maxBytes:
		return &PartError{"size", fmt.Sprintf("%s is over %d bytes", p, maxBytes)}
	}
	return nil
}

// Text is a text part.
func Text(s string) ContentPart { return ContentPart{Type: PartText, Text: s} }

// Bytes is a part that holds b; its type follows from the mime type.
func Bytes(b []byte, mimeType string) ContentPart {
	return ContentPart{Type: PartType(mimeType), MimeType: mimeType, Data: base64.StdEncoding.EncodeToString(b)}
}

// Reader is a part that holds what r yields, read to its end.
func Reader(r io.Reader, mimeType string) ContentPart {
	b, err := io.ReadAll(r)
	if err != nil {
		return ContentPart{Type: PartType(mimeType), MimeType: mimeType, err: &PartError{"read", "reading the content of a part: " + err.Error()}}
	}
	return Bytes(b, mimeType)
}

// URLPart is a part that points at a URL. A base64 data: URL becomes Data.
func URLPart(url, mimeType string) ContentPart {
	rest, ok := strings.CutPrefix(url, "data:")
	if !ok {
		return ContentPart{Type: PartType(mimeType), MimeType: mimeType, URL: url}
	}
	head, data, ok := strings.Cut(rest, ",")
	kind, base64d := strings.CutSuffix(head, ";base64")
	if !ok || !base64d {
		return ContentPart{Type: PartType(mimeType), MimeType: mimeType, err: &PartError{"dataurl", "a data: URL is taken only with ;base64"}}
	}
	if kind != "" {
		mimeType = kind
	}
	return ContentPart{Type: PartType(mimeType), MimeType: mimeType, Data: data}
}

// File is a part that holds a media file. Its mime type follows from the
// extension: see [MediaType].
func File(name string) ContentPart { return file(name, os.ReadFile) }

// FSFile is [File] for a file of fsys.
func FSFile(fsys fs.FS, name string) ContentPart {
	return file(name, func(name string) ([]byte, error) { return fs.ReadFile(fsys, name) })
}

func file(name string, read func(string) ([]byte, error)) ContentPart {
	mimeType, ok := MediaType(name)
	if !ok {
		return ContentPart{Type: PartFile, err: &PartError{"extension", fmt.Sprintf("%s: its extension is none of %s", name, mediaExtensions)}}
	}
	b, err := read(name)
	if err != nil {
		return ContentPart{Type: PartType(mimeType), MimeType: mimeType, err: &PartError{"read", err.Error()}}
	}
	p := Bytes(b, mimeType)
	if p.Type == PartFile {
		p.Name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	}
	return p
}

const mediaExtensions = "png, jpg, jpeg, gif, webp, pdf, mp3 and wav"

// MediaType is the mime type of a file that is read as a part, by its
// extension. The table is fixed: neither content nor the system's mime
// database is asked.
func MediaType(name string) (mimeType string, ok bool) {
	switch strings.ToLower(path.Ext(name)) {
	case ".png":
		return "image/png", true
	case ".jpg", ".jpeg":
		return "image/jpeg", true
	case ".gif":
		return "image/gif", true
	case ".webp":
		return "image/webp", true
	case ".pdf":
		return "application/pdf", true
	case ".mp3":
		return "audio/mpeg", true
	case ".wav":
		return "audio/wav", true
	}
	return "", false
}

// PartType is the type of a part with the given mime type.
func PartType(mimeType string) string {
	kind := BareType(mimeType)
	switch {
	case strings.HasPrefix(kind, "image/"):
		return PartImage
	case strings.HasPrefix(kind, "audio/"):
		return PartAudio
	}
	return PartFile
}

// BareType is a mime type in small letters and without its parameters, whatever
// is wrong with them.
func BareType(mimeType string) string {
	kind, _, _ := strings.Cut(mimeType, ";")
	return strings.ToLower(strings.TrimSpace(kind))
}
