package library

import (
	"bytes"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A visit is one request and how it has to be answered.
type visit struct {
	method, path, body string
	reader             string
	status             int
	answer             string // a pattern
}

func (v visit) make(t *testing.T, h http.Handler) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), v.method, "/v1"+v.path, strings.NewReader(v.body))
	if v.reader != "" {
		r.Header.Set("Reader-Name", v.reader)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != v.status || !regexp.MustCompile(v.answer).MatchString(w.Body.String()) {
		t.Errorf("%s %s %s was answered with %d: %s", v.method, v.path, v.body, w.Code, w.Body)
	}
	return w
}

func TestRequestsAreAnswered(t *testing.T) {
	for _, v := range []visit{
		{method: "GET", path: "/books", status: 200, answer: `^{"books":\[{"isbn":"9780141439563","title":"Great Exp.*"found":8}\n$`},
		{method: "GET", path: "/books?text=darwin&sort=year", status: 200, answer: `Beagle.*Origin.*"found":2`},
		{method: "GET", path: "/books?subject=poetry&subject=history&sort=year&limit=1", status: 200, answer: `^{"books":\[{[^{]*Herodotus[^{]*"year":null[^{]*\],"found":2}`},
		{method: "GET", path: "/books?year[from]=1850&year[to]=1856", status: 200, answer: `"found":2`},
		{method: "GET", path: "/books?sort=weight&limit=0&available=maybe&year[from]=long", status: 422, answer: `4 things.*"sort".*"year\[from\]".*"limit".*"available"`},
		{method: "GET", path: "/books?subject=cookery", status: 422, answer: `"subject: \\"cookery\\" is none of novel`},
		{method: "GET", path: "/books/9780142437247", status: 200, answer: `Moby-Dick`},
		{method: "GET", path: "/books/9780142437246", status: 404, answer: `did you mean 9780142437247\?`},
		{method: "POST", path: "/books", body: `{"isbn":"9780140449136","title":"Crime and Punishment","authors":["Fyodor Dostoyevsky"],"subject":"novel","year":1866}`, status: 201, answer: `"lent":false`},
		{method: "POST", path: "/books", body: `{"isbn":"9780142437247","title":"The Whale","authors":["H. M."],"subject":"novel"}`, status: 409, answer: `that of \\"Moby-Dick\\"`},
		{method: "POST", path: "/books", body: `{"isbn":"9780140449137","title":" ","authors":[],"subject":"law","pages":-1}`, status: 422, answer: `5 things.*isbn.*title.*authors.*subject.*pages`},
		{method: "POST", path: "/books", body: `{"isbn":`, status: 422, answer: `does not fit`},
		{method: "PATCH", path: "/books/9780142437247", body: `{"pages":635}`, status: 200, answer: `Moby-Dick.*635`},
		{method: "PATCH", path: "/books/9780142437247", body: `{}`, status: 422, answer: `nothing is to be changed`},
		{method: "PATCH", path: "/books/9780142437240", body: `{"pages":1}`, status: 404, answer: `there is no book`},
		{method: "DELETE", path: "/books/9780142437247", status: 204, answer: `^$`},
		{method: "DELETE", path: "/books/1", status: 404, answer: `list-books shows`},
		{method: "GET", path: "/books/1/cover", status: 404, answer: `no book`},
		{method: "GET", path: "/books/9780142437247/cover?width=4", status: 422, answer: `between 40 and 800`},
		{method: "POST", path: "/books/9780142437247/scan", status: 422, answer: `no file`},
		{method: "POST", path: "/loans", reader: "Ada", body: `{"books":["9780142437247","9780140424515"],"days":20}`, status: 201, answer: `"due":"2026-06-21","pagesADay":64.8`},
		{method: "POST", path: "/loans", body: `{"books":["9780142437247"]}`, status: 422, answer: `Reader-Name: the header is missing`},
		{method: "POST", path: "/loans", reader: "Ada", body: `{"books":["978"]}`, status: 404, answer: `no book`},
		{method: "PUT", path: "/books", status: 405},
	} {
		v.make(t, Handler())
	}
}

func TestALentBookIsNeitherLentNorRemoved(t *testing.T) {
	h := Handler()
	for _, v := range []visit{
		{method: "POST", path: "/loans", reader: "Ada", body: `{"books":["9780142437247"]}`, status: 201, answer: `"due":"2026-06-22"`},
		{method: "POST", path: "/loans", reader: "Ben", body: `{"books":["9780140424515","9780142437247"]}`, status: 409, answer: `lent already`},
		{method: "GET", path: "/books/9780140424515", status: 200, answer: `"lent":false`},
		{method: "DELETE", path: "/books/9780142437247", status: 409, answer: `once it is back`},
		{method: "GET", path: "/books?available=true", status: 200, answer: `"found":7`},
	} {
		v.make(t, h)
	}
}

func TestWhatIsUploadedIsCounted(t *testing.T) {
	upload := func(text []byte) *httptest.ResponseRecorder {
		var form bytes.Buffer
		m := multipart.NewWriter(&form)
		part, _ := m.CreateFormFile("file", "whale.txt")
		_, _ = part.Write(text)
		_ = m.WriteField("note", "first lines")
		_ = m.Close()
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/v1/books/9780142437247/scan", &form)
		r.Header.Set("Content-Type", m.FormDataContentType())
		w := httptest.NewRecorder()
		Handler().ServeHTTP(w, r)
		return w
	}
	want := `{"name":"whale.txt","bytes":17,"lines":1,"words":3,"sha256":"[0-9a-f]{64}","note":"first lines"}`
	if w := upload([]byte("Call me Ishmael.\n")); !regexp.MustCompile(want).MatchString(w.Body.String()) {
		t.Errorf("it was answered with %d: %s", w.Code, w.Body)
	}
	if w := upload([]byte("\xff")); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("what is no text was answered with %d: %s", w.Code, w.Body)
	}
}

func TestACoverHasTheBarCodeOfItsBook(t *testing.T) {
	w := visit{method: "GET", path: "/books/9780142437247/cover?width=400", status: 200}.make(t, Handler())
	cover, err := png.Decode(w.Body)
	if err != nil || cover.Bounds().Dx() != 400 || cover.Bounds().Dy() != 600 {
		t.Fatalf("the cover is %v, %v", cover, err)
	}
	var lines []bool // of two pixels each, from the first dark one on
	const scale = 2
	for x := (400-scale*113)/2 + scale*9; len(lines) < 95; x += scale {
		red, _, _, _ := cover.At(x, 450).RGBA()
		lines = append(lines, red == 0)
	}
	if got := decode(lines); got != "9780142437247" {
		t.Errorf("the bar code reads %q", got)
	}
}

// decode reads a bar code by the widths of its lines, as scanners do.
func decode(lines []bool) string {
	widths := map[string]byte{"3211": '0', "2221": '1', "2122": '2', "1411": '3', "1132": '4', "1231": '5', "1114": '6', "1312": '7', "1213": '8', "3112": '9'}
	var digits, parity []byte
	for i := range 12 {
		start := 3 + 7*i
		if i >= 6 {
			start += 5
		}
		var runs []byte
		for j := range 7 {
			if j == 0 || lines[start+j] != lines[start+j-1] {
				runs = append(runs, '0')
			}
			runs[len(runs)-1]++
		}
		even := widths[string(runs)] == 0
		if even {
			slices.Reverse(runs)
		}
		digits = append(digits, widths[string(runs)])
		parity = append(parity, map[bool]byte{false: 'o', true: 'e'}[even])
	}
	first := slices.Index([]string{"oooooo", "ooeoee", "ooeeoe", "ooeeeo", "oeooee", "oeeooe", "oeeeoo", "oeoeoe", "oeoeeo", "oeeoeo"}, string(parity[:6]))
	return string(rune('0'+first)) + string(digits)
}

func TestTheBooksHaveSoundNumbers(t *testing.T) {
	for _, b := range newShelves().books {
		if !isISBN(b.ISBN) {
			t.Errorf("%s, of %s, is no ISBN", b.ISBN, b.Title)
		}
		if got := decode(modules(b.ISBN)); got != b.ISBN {
			t.Errorf("the bar code of %s reads %q", b.ISBN, got)
		}
	}
	for _, text := range []string{"", "978014243724", "9780142437248", "97801424372471", "978014243724x"} {
		if isISBN(text) {
			t.Errorf("%q counts as an ISBN", text)
		}
	}
}
