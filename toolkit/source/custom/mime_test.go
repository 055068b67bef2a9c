package custom

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// entity is a MIME entity with the lines of a test; it may be written with
// either line end.
func entity(lines ...string) string { return strings.Join(lines, "\n") }

var mixed = entity("MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=XX", "",
	"What stands here is for programs that know no MIME.",
	"--XX", "", "First.",
	"--XX", "Content-Type: image/png", "Content-Transfer-Encoding: base64", "", "iVBO", "Rw==",
	"--XX", "Content-Type: application/json", "", `{"n": 1.0}`,
	"--XX", "Content-Type: text/csv", `Content-Disposition: attachment; filename="a.csv"`, "", "a,b",
	"--XX", "Content-Type: multipart/mixed; boundary=YY", "", "--YY", "Content-Type: text/plain; charset=utf-8", "", "Second.", "--YY--",
	"--XX--", "")

func TestAMIMEEntityBecomesAResult(t *testing.T) {
	for _, test := range []struct{ name, written, want string }{
		{"Text", entity("Content-Type: text/plain", "", "Hello.", ""), `{"output":"Hello.\n","isError":false}`},
		{"NoType", entity("X-Made-By: me", "", "Hello."), `{"output":"Hello.","isError":false}`},
		{"QuotedPrintable", entity("Content-Type: text/plain; charset=iso-8859-1", "Content-Transfer-Encoding: Quoted-Printable", "", "caf=E9 =3D ok"), `{"output":"café = ok","isError":false}`},
		{"JSON", entity("Content-Type: application/json", "", `{"n": 1.0}`, ""), `{"output":"{\"n\": 1.0}","isError":false,"metadata":{"structuredContent":{"n":1.0}}}`},
		{"BrokenJSON", entity("Content-Type: application/json", "", `{`), `{"output":"file (application/json, 1 bytes)","isError":false,"parts":[{"type":"file","mimeType":"application/json","data":"ew=="}]}`},
		{"Picture", entity("Content-Type: image/png", "", "\x89PNG"), `{"output":"image (image/png, 4 bytes)","isError":false,"parts":[{"type":"image","mimeType":"image/png","data":"iVBORw=="}]}`},
		{"AnEmptyPicture", entity("Content-Type: image/png", "", ""), `{"output":"[image/png, of no bytes]","isError":false}`},
		{"Mixed", mixed, `{"output":"First.\nSecond.","isError":false,"parts":[{"type":"image","mimeType":"image/png","data":"iVBORw=="},{"type":"file","mimeType":"text/csv","data":"YSxi","name":"a.csv"}],"metadata":{"structuredContent":{"n":1.0}}}`},
		{"MixedWithCRLF", strings.ReplaceAll(mixed, "\n", "\r\n"), `{"output":"First.\nSecond.","isError":false,"parts":[{"type":"image","mimeType":"image/png","data":"iVBORw=="},{"type":"file","mimeType":"text/csv","data":"YSxi","name":"a.csv"}],"metadata":{"structuredContent":{"n":1.0}}}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, _ := json.Marshal(readMIME([]byte(test.written))); string(got) != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestWhatIsNoMIMEIsAnErrorThatKeepsTheText(t *testing.T) {
	const not = "[what the command wrote is not MIME, as the tool's output is declared to be: "
	deep := ""
	for i := range maxDepth + 2 {
		boundary := strconv.Itoa(i)
		deep += entity("Content-Type: multipart/mixed; boundary="+boundary, "", "--"+boundary, "")
	}
	for _, test := range []struct{ written, want string }{
		{"", "it does not begin with a header line such as Content-Type: text/plain, and an empty line]"},
		{"\nno header", "it does not begin with a header line such as Content-Type: text/plain, and an empty line]"},
		{"Content-Type: text/plain; =\n\nx", `the Content-Type "text/plain; =" can not be read: mime: invalid media parameter]`},
		{"Content-Type: multipart/mixed\n\nx", "a multipart Content-Type has no boundary]"},
		{"Content-Type: multipart/mixed; boundary=X\n\n--X\n\nx", `a part of type text/plain can not be read: unexpected EOF]`},
		{"Content-Type: text/plain\nContent-Transfer-Encoding: uuencode\n\nx", `a part of type text/plain can not be read: its Content-Transfer-Encoding is "uuencode"; 7bit, 8bit, binary, base64 and quoted-printable are known]`},
		{deep, "its multipart bodies lie more than 8 deep in each other]"},
	} {
		r := readMIME([]byte(test.written))
		if !r.IsError || !strings.HasPrefix(r.Output, test.written) || !strings.HasSuffix(r.Output, not+test.want) {
			t.Errorf("%q became %+v", test.written, r)
		}
	}
	if r := readMIME([]byte("hello there")); !r.IsError || !strings.HasPrefix(r.Output, "hello there\n"+not) {
		t.Errorf("got %+v", r)
	}
}

func TestWhatIsNoJSONIsAnErrorThatKeepsTheText(t *testing.T) {
	for written, want := range map[string]string{
		"":     "[the command wrote nothing, where JSON was due]",
		"oh\n": "oh\n[what the command wrote is not JSON, as the tool's output is declared to be]",
	} {
		if r := readJSON([]byte(written)); !r.IsError || r.Output != want {
			t.Errorf("%q became %+v", written, r)
		}
	}
	r := readJSON([]byte(" {\"n\": 12345678901234567890.0}\n"))
	if r.IsError || string(r.Structured()) != `{"n": 12345678901234567890.0}` || r.Output != string(r.Structured()) {
		t.Errorf("got %+v", r)
	}
}

func TestAPartOfAFileIsNamed(t *testing.T) {
	r := readMIME([]byte("Content-Type: application/pdf; name=\"../x.pdf\"\n\n%PDF"))
	if len(r.Parts) != 1 || r.Parts[0].FileName("x") != "x.pdf" {
		t.Errorf("got %+v", r)
	}
}

func FuzzAnyOutputBecomesAResult(f *testing.F) {
	f.Add([]byte(mixed))
	f.Add([]byte("Content-Type: text/plain; charset=utf-16\n\n\xff\xfeh"))
	f.Add([]byte("A:\n b\n\n"))
	if b, err := os.ReadFile("mime.go"); err == nil {
		f.Add(b[:100])
	}
	f.Fuzz(func(t *testing.T, written []byte) {
		r := readMIME(written)
		if !utf8.ValidString(r.Output) {
			t.Errorf("the output is no UTF-8: %q", r.Output)
		}
		for _, p := range r.Parts {
			if err := p.Validate(0); err != nil {
				t.Error(err)
			}
		}
		if s := r.Structured(); s != nil && !json.Valid(s) {
			t.Errorf("structured content is %s", s)
		}
	})
}
