package builtin

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolbench/toolkit/tool"
)

func TestATextFileIsReadExactly(t *testing.T) {
	for name, content := range map[string]string{
		"empty":       "",
		"unfinished":  "one\ntwo",
		"crlf":        "one\r\n\r\ntwo\r\n",
		"bom":         "\uFEFFone\n",
		"wide":        "日本語 🎉\n",
		"escape":      "\x1b[31mred\x1b[0m\n",
		"script.json": `{"a": 1}`,
	} {
		d := newDesk(t, map[string]string{name: content})
		if r := d.yields("read", map[string]any{"path": name}, content); r.Parts != nil || r.Metadata != nil {
			t.Errorf("%s: parts %v, metadata %v", name, r.Parts, r.Metadata)
		}
	}
}

func TestOffsetAndLimitTakeLines(t *testing.T) {
	d := newDesk(t, map[string]string{"a": "1\n2\n3\n4", "long": strings.Repeat("x", 200_000) + "\nend\n"})
	for _, test := range []struct {
		offset, limit any
		want          string
	}{
		{1, nil, "1\n2\n3\n4"},
		{2, 2, "2\n3\n"},
		{4, 9, "4"},
		{nil, 1, "1\n"},
	} {
		d.yields("read", map[string]any{"path": "a", "offset": test.offset, "limit": test.limit}, test.want)
	}
	d.refuses("read", map[string]any{"path": "a", "offset": 5}, "a has 4 lines; the offset 5 is beyond its end")
	d.yields("read", map[string]any{"path": "long", "offset": 2}, "end\n")
}

func TestAHugeFileIsCutAndCanBeReadOn(t *testing.T) {
	line := strings.Repeat("é", 500) + "\n"
	d := newDesk(t, map[string]string{"big": strings.Repeat(line, largestRead/len(line)+10)})
	r := d.call("read", map[string]any{"path": "big"})
	text, note, ok := strings.Cut(r.Output, "\n[cut here")
	if !ok || r.IsError || r.Metadata["truncated"] != true || len(text) > largestRead || len(text) < largestRead-2 {
		t.Fatalf("%d bytes, metadata %v, note %q", len(text), r.Metadata, note)
	}
	begun := largestRead/len(line) + 1
	if want := fmt.Sprintf(": read hands over at most %d bytes; go on with offset %d]", largestRead, begun); note != want {
		t.Errorf("the note is %q, want %q", note, want)
	}
	if !strings.HasSuffix(text, "é") {
		t.Error("it was cut within a character")
	}
}

func TestAMediaFileComesAsAPart(t *testing.T) {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, map[string]string{"pictures/shot.PNG": b.String(), "paper.pdf": "%PDF-1.4"})
	r := d.yields("read", map[string]any{"path": "./pictures/shot.PNG"}, fmt.Sprintf("./pictures/shot.PNG (image/png, %d bytes)", b.Len()))
	if len(r.Parts) != 1 || r.Parts[0].Type != tool.PartImage || r.Parts[0].Bytes() != b.Len() {
		t.Errorf("parts: %v", r.Parts)
	}
	r = d.yields("read", map[string]any{"path": "paper.pdf"}, "paper.pdf (application/pdf, 8 bytes)")
	if len(r.Parts) != 1 || r.Parts[0].Name != "paper.pdf" {
		t.Errorf("parts: %v", r.Parts)
	}
}

func TestWhatIsNoTextIsRefused(t *testing.T) {
	d := newDesk(t, map[string]string{"program": "\x7fELF\x00", "latin": "caf\xe9\n", "src/main.go": "", "sound.mp3": ""})
	d.refuses("read", map[string]any{"path": "program"}, "program is not a text file: its byte 5 is not UTF-8 text")
	d.refuses("read", map[string]any{"path": "latin"}, "latin is not a text file: its byte 4 is not UTF-8 text")
	d.refuses("read", map[string]any{"path": "src"}, "src is a folder, not a file; glob lists the files in it")
	d.refuses("read", map[string]any{"path": ""}, "the path is empty; give the path of a file or folder")
	d.refuses("read", map[string]any{"path": "a\x00b"}, `the path "a\x00b" has a NUL character in it`)
}

func TestAMissingFileIsNamedWithTheNearest(t *testing.T) {
	d := newDesk(t, map[string]string{"src/main.go": ""})
	d.refuses("read", map[string]any{"path": "src/mian.go"}, "src/mian.go does not exist; did you mean src/main.go?")
	d.refuses("read", map[string]any{"path": "scr/main.go"}, "scr/main.go does not exist: scr does not exist; did you mean src?")
	d.refuses("read", map[string]any{"path": "src/other.txt"}, "src/other.txt does not exist")
	d.refuses("read", map[string]any{"path": "src/main.go/x"}, "src/main.go/x: not a directory")
	missing := filepath.Join(d.dir, "far", "away")
	d.refuses("read", map[string]any{"path": missing}, missing+" does not exist: "+filepath.Dir(missing)+" does not exist")
}

func TestAConfinedPlaceIsNotLeft(t *testing.T) {
	outside := newDesk(t, map[string]string{"secret": "secret\n"})
	d := newDesk(t, map[string]string{"in/a.txt": "a\n"})
	for link, target := range map[string]string{
		"out":      outside.dir,
		"file":     filepath.Join(outside.dir, "secret"),
		"dangling": filepath.Join(outside.dir, "new"),
		"in/up":    "..",
		"in/far":   filepath.Join("..", "..", filepath.Base(outside.dir)),
	} {
		if err := os.Symlink(target, filepath.Join(d.dir, filepath.FromSlash(link))); err != nil {
			t.Skip("this system has no symbolic links:", err)
		}
	}
	d.options.ConfineToBaseDir = true
	d.yields("read", map[string]any{"path": "in/up/in/a.txt"}, "a\n")
	d.yields("read", map[string]any{"path": filepath.Join(d.dir, "in", "a.txt")}, "a\n")
	for _, path := range []string{"../secret", "out/secret", "file", "dangling", "out/new/deep", "in/far", "in/../../x", "/etc/passwd", "~/x"} {
		want := path + " lies outside " + d.dir + ", and these tools are confined to that folder"
		d.refuses("read", map[string]any{"path": path}, want)
		d.refuses("write", map[string]any{"path": path, "content": ""}, want)
		d.refuses("edit", map[string]any{"path": path, "oldString": "a", "newString": "b"}, want)
		d.refuses("glob", map[string]any{"path": path, "pattern": "*"}, want)
		d.refuses("grep", map[string]any{"path": path, "pattern": "x"}, want)
		d.refuses("apply_patch", map[string]any{"patchText": "*** Begin Patch\n*** Add File: " + path + "\n+x\n*** End Patch"}, "nothing was changed: line 2 of the patch: "+want)
	}
	// Links within are listed, and not gone through.
	d.yields("grep", map[string]any{"pattern": "secret"}, "No line matches secret in the base folder (1 file searched).")
	d.yields("glob", map[string]any{"pattern": "**/secret"}, "No file matches **/secret in the base folder.")
	d.options.ConfineToBaseDir = false
	d.yields("read", map[string]any{"path": "out/secret"}, "secret\n")
}
