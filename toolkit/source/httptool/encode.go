package httptool

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"os"
	"path/filepath"
	"strings"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/tool"
)

// payload is the body that the arguments make; nil when there is none to send.
func (o *operation) payload(arguments *schema.Value) (*payload, error) {
	b := o.body
	if b == nil {
		return nil, nil
	}
	value := arguments.Get(b.property)
	if b.property == "" {
		value = without(arguments, o.properties())
		if len(value.Members()) == 0 && !b.required {
			return nil, nil
		}
	} else if value == nil || value.Kind() == schema.Null && b.form != asJSON {
		return nil, nil
	}
	switch b.form {
	case asJSON:
		return &payload{kind: b.media, content: value.JSON()}, nil
	case asText:
		return &payload{kind: withCharset(b.media), content: []byte(plainText(value))}, nil
	case asFile:
		return filePayload(b.media, b.property, value)
	}
	if value.Kind() != schema.Object {
		return nil, fmt.Errorf("the argument %q is %s; it has to be an object, whose members are the fields of the form", b.property, schema.Given(value))
	}
	if b.form == asForm {
		return b.formPayload(value), nil
	}
	return b.multipartPayload(value)
}

func withCharset(kind string) string {
	if strings.HasPrefix(kind, "text/") && !strings.Contains(kind, ";") {
		return kind + "; charset=utf-8"
	}
	return kind
}

func (b *body) formPayload(value *schema.Value) *payload {
	var pairs []string
	for _, m := range value.Members() {
		if m.Value.Kind() == schema.Null {
			continue
		}
		switch p := b.parts[m.Name]; {
		case p.isStyled:
			pairs = append(pairs, p.queryPairs(m.Name, m.Value)...)
		case isJSON(tool.BareType(p.content)):
			pairs = append(pairs, escape(m.Name)+"="+escape(string(m.Value.JSON())))
		default:
			pairs = append(pairs, plainPairs(m.Name, m.Value)...)
		}
	}
	return &payload{kind: b.media, content: []byte(strings.Join(pairs, "&"))}
}

// opened is the file that an argument names.
func opened(property string, value *schema.Value) (*os.File, int64, error) {
	path := value.Text()
	if value.Kind() != schema.String || path == "" {
		return nil, 0, fmt.Errorf("the argument %q is %s; it has to be the path of a file", property, schema.Given(value))
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, 0, fmt.Errorf("the argument %q names the file %s, which does not exist", property, path)
	case err != nil:
		return nil, 0, fmt.Errorf("the argument %q names the file %s, which can not be read: %w", property, path, err)
	case !info.Mode().IsRegular():
		return nil, 0, fmt.Errorf("the argument %q names %s, which is no regular file", property, path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, fmt.Errorf("the argument %q names the file %s, which can not be read: %w", property, path, err)
	}
	return f, info.Size(), nil
}

func filePayload(kind, property string, value *schema.Value) (*payload, error) {
	f, size, err := opened(property, value)
	if err != nil {
		return nil, err
	}
	return &payload{kind: kind, stream: &pieces{Reader: io.LimitReader(f, size), files: []*os.File{f}}, size: size}, nil
}

// Pieces are read one after the other; closing them closes the files in them.
type pieces struct {
	io.Reader
	files []*os.File
}

// Close implements [io.Closer].
func (p *pieces) Close() error {
	for _, f := range p.files {
		_ = f.Close() // it was only read
	}
	return nil
}

// A mixture is a multipart body while it is put together: texts in memory, and
// files that are read when it is sent.
type mixture struct {
	text    bytes.Buffer
	writer  *multipart.Writer
	readers []io.Reader
	files   []*os.File
	size    int64
}

func (b *body) multipartPayload(value *schema.Value) (*payload, error) {
	m := &mixture{}
	m.writer = multipart.NewWriter(&m.text)
	for _, member := range value.Members() {
		if err := m.member(member, b.parts[member.Name]); err != nil {
			_ = (&pieces{files: m.files}).Close()
			return nil, err
		}
	}
	_ = m.writer.Close() // it writes to memory
	m.flush()
	return &payload{kind: m.writer.FormDataContentType(), size: m.size,
		stream: &pieces{Reader: io.MultiReader(m.readers...), files: m.files}}, nil
}

// flush ends the text that stands before a file or at the end.
func (m *mixture) flush() {
	m.size += int64(m.text.Len())
	m.readers = append(m.readers, strings.NewReader(m.text.String()))
	m.text.Reset()
}

func (m *mixture) member(member schema.Member, p part) error {
	values := []*schema.Value{member.Value}
	if member.Value.Kind() == schema.Array && !isJSON(tool.BareType(p.content)) {
		if p.isStyled && !p.explode {
			words := flat(member.Value, func(s string) string { return s })
			between := map[string]string{"spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}[p.style]
			if between == "" {
				between = ","
			}
			values = []*schema.Value{text(strings.Join(words, between))}
		} else {
			values = member.Value.Items()
		}
	}
	for _, value := range values {
		if value.Kind() == schema.Null {
			continue
		}
		if p.isFile {
			if err := m.file(member.Name, value, p); err != nil {
				return err
			}
			continue
		}
		m.field(member.Name, value, p)
	}
	return nil
}

func (m *mixture) field(name string, value *schema.Value, p part) {
	w, _ := m.writer.CreatePart(fieldHeader(name, value, p))
	_, _ = io.WriteString(w, plainText(value)) // it writes to memory
}

func fieldHeader(name string, value *schema.Value, p part) textproto.MIMEHeader {
	header := textproto.MIMEHeader{"Content-Disposition": {`form-data; name="` + quoted.Replace(name) + `"`}}
	switch {
	case p.content != "" && !strings.ContainsAny(p.content, ",*"):
		header.Set("Content-Type", p.content)
	case !isScalar(value):
		header.Set("Content-Type", jsonType)
	}
	return header
}

// quoted is how browsers write names in a multipart body.
var quoted = strings.NewReplacer(`\`, `\\`, `"`, "%22", "\r", "%0D", "\n", "%0A")

func (m *mixture) file(name string, value *schema.Value, p part) error {
	f, size, err := opened(name, value)
	if err != nil {
		return err
	}
	m.files = append(m.files, f)
	kind := p.content
	if kind == "" || strings.ContainsAny(kind, ",*") {
		var known bool
		if kind, known = tool.MediaType(f.Name()); !known {
			kind = "application/octet-stream"
		}
	}
	_, _ = m.writer.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {fmt.Sprintf(`form-data; name="%s"; filename="%s"`, quoted.Replace(name), quoted.Replace(filepath.Base(f.Name())))},
		"Content-Type":        {kind},
	})
	m.flush()
	m.readers = append(m.readers, io.LimitReader(f, size))
	m.size += size
	return nil
}
