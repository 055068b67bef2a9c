package mcp

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"toolbench/toolkit/tool"
)

// A block is one content block of a result, as far as it can be read.
type block struct {
	Type        json.RawMessage `json:"type"`
	Text        json.RawMessage `json:"text"`
	Data        json.RawMessage `json:"data"`
	MimeType    json.RawMessage `json:"mimeType"`
	URI         json.RawMessage `json:"uri"`
	Name        json.RawMessage `json:"name"`
	Resource    json.RawMessage `json:"resource"`
	Annotations json.RawMessage `json:"annotations"`
	Meta        json.RawMessage `json:"_meta"`
}

// content is what the content blocks of a result come to.
type content struct {
	texts []string
	parts []tool.ContentPart
	keep  bool // they say more than that
}

func readContent(raw json.RawMessage) content {
	var c content
	if !isSet(raw) {
		return c
	}
	var blocks []json.RawMessage
	if parse(raw, &blocks) != nil {
		c.strange("the content of the result is not a list: %s", excerpt(raw))
		return c
	}
	for _, raw := range blocks {
		var b block
		if parse(raw, &b) != nil {
			c.strange("[a content block that is not an object: %s]", excerpt(raw))
			continue
		}
		c.add(b, raw)
	}
	return c
}

// strange says in the text what can not be shown otherwise.
func (c *content) strange(format string, args ...any) {
	c.texts = append(c.texts, fmt.Sprintf(format, args...))
	c.keep = true
}

func (c *content) add(b block, raw json.RawMessage) {
	c.keep = c.keep || isSet(b.Annotations) || isSet(b.Meta)
	kind, _ := textOf(b.Type)
	mimeType, _ := textOf(b.MimeType)
	switch kind {
	case "text":
		if text, ok := textOf(b.Text); ok {
			c.texts = append(c.texts, text)
			return
		}
		c.strange("[a text block without a text: %s]", excerpt(raw))
	case "image", "audio":
		c.media(kind, mimeType, b.Data)
	case "resource_link":
		uri, _ := textOf(b.URI)
		name, _ := textOf(b.Name)
		if uri == "" {
			c.strange("[a link without a uri: %s]", excerpt(raw))
			return
		}
		c.parts = append(c.parts, tool.ContentPart{Type: tool.PartFile, MimeType: cmp.Or(mimeType, anyType), URL: uri, Name: name})
	case "resource":
		c.resource(b.Resource, func(string) string { return tool.PartFile })
	default:
		c.keep = true
		if mimeType != "" && isSet(b.Data) {
			c.media(tool.PartType(mimeType), mimeType, b.Data)
			return
		}
		c.strange("[content of the type %q, which this program does not know: %s]", kind, excerpt(raw))
	}
}

// anyType is the mime type of bytes of which nothing is known.
const anyType = "application/octet-stream"

// resource adds the contents of a resource: its text to the text, its bytes as a
// part of the type that partType gives to their mime type.
func (c *content) resource(raw json.RawMessage, partType func(mimeType string) string) {
	var r struct {
		URI         json.RawMessage `json:"uri"`
		MimeType    json.RawMessage `json:"mimeType"`
		Text        json.RawMessage `json:"text"`
		Blob        json.RawMessage `json:"blob"`
		Annotations json.RawMessage `json:"annotations"`
		Meta        json.RawMessage `json:"_meta"`
	}
	if parse(raw, &r) != nil {
		c.strange("[a resource that can not be read: %s]", excerpt(raw))
		return
	}
	c.keep = c.keep || isSet(r.Annotations) || isSet(r.Meta)
	if text, ok := textOf(r.Text); ok {
		c.texts = append(c.texts, text)
		return
	}
	uri, _ := textOf(r.URI)
	mimeType, _ := textOf(r.MimeType)
	blob, ok := textOf(r.Blob)
	if !ok {
		c.strange("[a resource with neither text nor blob: %s]", uri)
		return
	}
	data, mimeType, ok := repair(blob, mimeType)
	if !ok {
		c.strange("[the bytes of the resource %s are not base64]", uri)
		return
	}
	c.parts = append(c.parts, tool.ContentPart{Type: partType(mimeType), MimeType: cmp.Or(mimeType, anyType), Data: data, Name: uri})
}

func (c *content) media(kind, mimeType string, raw json.RawMessage) {
	text, ok := textOf(raw)
	if ok {
		text, mimeType, ok = repair(text, mimeType)
	}
	if !ok {
		c.strange("[%s (%s) whose data is not base64]", kind, cmp.Or(mimeType, "of no mime type"))
		return
	}
	c.parts = append(c.parts, tool.ContentPart{Type: kind, MimeType: cmp.Or(mimeType, anyType), Data: text})
}

// repair makes standard base64 of what servers send for it: data URLs, the
// URL-safe alphabet, no padding, line breaks. A missing mime type is taken from
// the data URL or from the bytes. It is not ok when no base64 can be made.
func repair(data, mimeType string) (fixed, fixedType string, ok bool) {
	if rest, is := strings.CutPrefix(data, "data:"); is {
		head, body, _ := strings.Cut(rest, ",")
		named, _, _ := strings.Cut(head, ";")
		data, mimeType = body, cmp.Or(mimeType, named)
	}
	bytes, err := base64.StdEncoding.DecodeString(data)
	if err != nil || strings.ContainsAny(data, "\r\n") {
		data = base64Alphabet.Replace(data)
		bytes, err = base64.RawStdEncoding.DecodeString(data)
		data = base64.StdEncoding.EncodeToString(bytes)
	}
	if err != nil || len(bytes) == 0 {
		return "", mimeType, false
	}
	if mimeType == "" {
		mimeType, _, _ = strings.Cut(http.DetectContentType(bytes), ";")
	}
	return data, mimeType, true
}

// base64Alphabet takes out of base64 in which its variants differ.
var base64Alphabet = strings.NewReplacer("-", "+", "_", "/", "=", "", "\n", "", "\r", "", " ", "", "\t", "")
