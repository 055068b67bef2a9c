package builtin

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"unicode/utf8"

	"toolbench/toolkit/process"
	"toolbench/toolkit/tool"
)

// largestRead is how many bytes of a file read hands over, and how large a file
// may be for edit and apply_patch.
const largestRead = 10 << 20

type readInput struct {
	Path   string `json:"path"`
	Offset int    `json:"offset"`
	Limit  int    `json:"limit"`
}

func readTool(files place) tool.Tool {
	return define(definition{
		name:  "read",
		title: "Read a file",
		description: `Reads a file. A text file comes back exactly as it is, without line numbers; with offset and limit, only those lines of it. ` +
			`A picture (png, jpg, gif, webp), a pdf and a recording (mp3, wav) come back as something to look at or listen to. ` +
			`Other binary files and folders are refused; glob lists what is in a folder.`,
		schema: `{
  "type": "object",
  "properties": {
    "path": {"type": "string", "description": "The file to read, absolute or relative to the base folder."},
    "offset": {"type": "integer", "minimum": 1, "default": 1, "description": "The first line to return, counted from 1."},
    "limit": {"type": "integer", "minimum": 1, "description": "How many lines to return at most. Without it, all of them."}
  },
  "required": ["path"]
}`,
		annotations: readOnly,
	}, func(ctx *tool.ToolContext, in readInput) (tool.ToolResult, error) {
		name, info, err := files.regular(in.Path)
		if err != nil {
			return tool.ToolResult{}, err
		}
		if mimeType, ok := tool.MediaType(name); ok {
			return readMedia(in.Path, name, mimeType, info)
		}
		return readText(ctx, in, name)
	})
}

func readMedia(given, name, mimeType string, info fs.FileInfo) (tool.ToolResult, error) {
	if info.Size() > largestRead {
		return tool.ToolResult{}, fmt.Errorf("%s (%s) has %d bytes; read hands over at most %d", given, mimeType, info.Size(), largestRead)
	}
	part := tool.File(name)
	if err := part.Err(); err != nil {
		return tool.ToolResult{}, because(given, err)
	}
	return tool.ToolResult{
		Output: fmt.Sprintf("%s (%s, %d bytes)", given, mimeType, part.Bytes()),
		Parts:  []tool.ContentPart{part},
	}, nil
}

func readText(ctx *tool.ToolContext, in readInput, name string) (tool.ToolResult, error) {
	f, err := os.Open(name)
	if err != nil {
		return tool.ToolResult{}, because(in.Path, err)
	}
	defer f.Close()
	lines := &lineReader{r: bufio.NewReaderSize(contextReader{ctx, f}, 64<<10)}
	for lines.read < in.Offset-1 && lines.err == nil {
		lines.next(nil, 0)
	}
	var text bytes.Buffer
	for n := 0; lines.err == nil && !lines.cut && (in.Limit == 0 || n < in.Limit); n++ {
		lines.next(&text, largestRead)
	}
	if lines.err != nil && lines.err != io.EOF {
		return tool.ToolResult{}, because(in.Path, lines.err)
	}
	if text.Len() == 0 && in.Offset > 1 {
		return tool.ToolResult{}, fmt.Errorf("%s has %d lines; the offset %d is beyond its end", in.Path, lines.read, in.Offset)
	}
	if err := isText(in.Path, text.Bytes()); err != nil {
		return tool.ToolResult{}, err
	}
	result := tool.ToolResult{Output: text.String()}
	if lines.cut {
		result.SetMetadata("truncated", true)
		result.Output += fmt.Sprintf("\n[cut here: read hands over at most %d bytes; go on with offset %d]", largestRead, max(lines.read, 1))
	}
	return result, nil
}

// isText tells what is wrong with b for a text, naming the file that was given.
func isText(given string, b []byte) error {
	at := bytes.IndexByte(b, 0)
	if at < 0 {
		if utf8.Valid(b) {
			return nil
		}
		for at = 0; ; {
			r, n := utf8.DecodeRune(b[at:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			at += n
		}
	}
	return fmt.Errorf("%s is not a text file: its byte %d is not UTF-8 text", given, at+1)
}

// A lineReader reads lines and counts them.
type lineReader struct {
	r    *bufio.Reader
	read int   // lines begun
	cut  bool  // a line did not fit
	err  error // io.EOF at the end
}

// next reads one line, with its end, into the buffer, and passes over it
// without one. A line that would make the buffer larger than limit is cut
// between two runes.
func (l *lineReader) next(into *bytes.Buffer, limit int) {
	for begun := false; ; begun = true {
		piece, err := l.r.ReadSlice('\n')
		if len(piece) > 0 && !begun {
			l.read++
		}
		if into != nil {
			if room := limit - into.Len(); len(piece) > room {
				into.Write(piece[:room])
				into.Truncate(process.Whole(into.Bytes()))
				l.cut = true
				return
			}
			into.Write(piece)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			l.err = err
			return
		}
	}
}

// A contextReader fails once its context has ended.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(b)
}
