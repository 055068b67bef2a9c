package custom

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"toolbench/toolkit/tool"
)

const (
	// maxDepth is how deep multipart bodies may lie in each other.
	maxDepth = 8
	// plainText is the type of an entity that names none (RFC 2045, 5.2).
	plainText = "text/plain"
	// maxEntities is how many parts a message may have.
	maxEntities = 1000
)

// readMIME makes a result of a MIME entity. The type is never guessed from the
// bytes.
func readMIME(written []byte) tool.ToolResult {
	var m message
	in := textproto.NewReader(bufio.NewReader(bytes.NewReader(written)))
	header, err := in.ReadMIMEHeader()
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		err = fmt.Errorf("its header can not be read: %w", err)
	case len(header) == 0:
		err = errors.New("it does not begin with a header line such as Content-Type: text/plain, and an empty line")
	default:
		err = m.entity(header, in.R, 0)
	}
	if err != nil {
		return unreadable(written, "what the command wrote is not MIME, as the tool's output is declared to be: "+err.Error())
	}
	return m.result()
}

// A message is what a MIME entity comes to.
type message struct {
	texts      []string
	structured json.RawMessage
	parts      []tool.ContentPart
	count      int
}

func (m *message) result() tool.ToolResult {
	result := tool.ToolResult{Output: strings.Join(m.texts, "\n"), Parts: m.parts}
	if m.structured != nil {
		result.SetMetadata(tool.MetadataStructured, m.structured)
	}
	if result.Output != "" {
		return result
	}
	if m.structured != nil {
		result.Output = string(m.structured)
		return result
	}
	labels := make([]string, len(m.parts))
	for i, part := range m.parts {
		labels[i] = part.Label()
	}
	result.Output = strings.Join(labels, "\n")
	return result
}

func (m *message) entity(header textproto.MIMEHeader, body io.Reader, depth int) error {
	if m.count++; m.count > maxEntities {
		return fmt.Errorf("it has more than %d parts", maxEntities)
	}
	declared := header.Get("Content-Type")
	if declared == "" {
		declared = plainText
	}
	kind, params, err := mime.ParseMediaType(declared)
	if err != nil {
		return fmt.Errorf("the Content-Type %q can not be read: %w", declared, err)
	}
	if strings.HasPrefix(kind, "multipart/") {
		return m.multipart(body, params["boundary"], depth)
	}
	content, err := decode(header.Get("Content-Transfer-Encoding"), body)
	if err != nil {
		return fmt.Errorf("a part of type %s can not be read: %w", kind, err)
	}
	name := fileName(header, params)
	switch {
	case name == "" && kind == "application/json" && m.structured == nil && json.Valid(content):
		m.structured = bytes.TrimSpace(content)
	case name == "" && strings.HasPrefix(kind, "text/"):
		m.texts = append(m.texts, inUTF8(content, params["charset"]))
	case len(content) == 0:
		m.texts = append(m.texts, "["+kind+", of no bytes]")
	default:
		part := tool.Bytes(content, kind)
		part.Name = name
		m.parts = append(m.parts, part)
	}
	return nil
}

func (m *message) multipart(body io.Reader, boundary string, depth int) error {
	if boundary == "" {
		return errors.New("a multipart Content-Type has no boundary")
	}
	if depth == maxDepth {
		return fmt.Errorf("its multipart bodies lie more than %d deep in each other", maxDepth)
	}
	for parts := multipart.NewReader(body, boundary); ; {
		part, err := parts.NextRawPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the multipart body with the boundary %q breaks off: %w", boundary, err)
		}
		if err := m.entity(part.Header, part, depth+1); err != nil {
			return err
		}
	}
}

// fileName is the name that an entity gives itself as a file, or "".
func fileName(header textproto.MIMEHeader, params map[string]string) string {
	_, disposition, err := mime.ParseMediaType(header.Get("Content-Disposition"))
	if err == nil && disposition["filename"] != "" {
		return disposition["filename"]
	}
	return params["name"]
}

func decode(encoding string, body io.Reader) ([]byte, error) {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "", "7bit", "8bit", "binary":
		return io.ReadAll(body)
	case "quoted-printable":
		return io.ReadAll(quotedprintable.NewReader(body))
	case "base64":
		return io.ReadAll(base64.NewDecoder(base64.StdEncoding, body)) // which skips line ends
	}
	return nil, fmt.Errorf("its Content-Transfer-Encoding is %q; 7bit, 8bit, binary, base64 and quoted-printable are known", encoding)
}

// inUTF8 is a text of some charset; one that nobody knows is taken for UTF-8.
func inUTF8(content []byte, charset string) string {
	if known, err := htmlindex.Get(charset); err == nil {
		if decoded, err := known.NewDecoder().Bytes(content); err == nil {
			content = decoded
		}
	}
	return strings.ToValidUTF8(string(content), "\uFFFD")
}
