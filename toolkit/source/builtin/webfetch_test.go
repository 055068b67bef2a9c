package builtin

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"toolbench/toolkit/tool"
)

const somePage = `<!doctype html><html><head><title>T</title><style>p{}</style><script>evil()</script></head>
<body><h1>Cups &amp; pots</h1><p>Some <b>bold</b> and
<a href="/next">a link</a>.</p><script>more()</script><ul><li>one</li><li>two</li></ul>
<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></body></html>`

// web serves a few kinds of answers.
func web(t *testing.T) (desk, string) {
	t.Helper()
	mux := http.NewServeMux()
	serve := func(path, contentType, body string, status int) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			if contentType == "" {
				w.Header()["Content-Type"] = nil
			} else {
				w.Header().Set("Content-Type", contentType)
			}
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		})
	}
	serve("/page", "text/html; charset=utf-8", somePage, 200)
	serve("/latin", "text/html; charset=iso-8859-1", "<p>caf\xe9</p>", 200)
	serve("/json", "application/problem+json", `{"a": 1.0}`, 200)
	serve("/plain", "text/plain", "<b>as it is</b>\n", 200)
	serve("/untyped", "", "just text\n", 200)
	serve("/picture", "image/png", "\x89PNG", 200)
	serve("/deep", "text/html", strings.Repeat("<div>", 1000), 200)
	serve("/zip", "application/zip", "PK", 200)
	serve("/missing", "text/html", "<h1>Not here</h1><p>Sorry.</p>", 404)
	serve("/bare", "application/octet-stream", "", 503)
	serve("/long", "text/plain", strings.Repeat("x", largestFetch+1), 200)
	serve("/longpicture", "image/png", strings.Repeat("x", largestFetch+1), 200)
	mux.HandleFunc("/hop/{n}", func(w http.ResponseWriter, r *http.Request) {
		var n int
		_, _ = fmt.Sscan(r.PathValue("n"), &n)
		if n == 0 {
			http.Redirect(w, r, "/plain", http.StatusFound)
			return
		}
		http.Redirect(w, r, fmt.Sprintf("/hop/%d", n-1), http.StatusFound)
	})
	mux.HandleFunc("/file", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
	})
	mux.HandleFunc("/never", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	d := newDesk(t, nil)
	d.options.HTTPClient = server.Client()
	return d, server.URL
}

func TestAPageComesInTheFormatAskedFor(t *testing.T) {
	d, url := web(t)
	markdown := "# Cups & pots\n\nSome **bold** and [a link](" + url + "/next).\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |"
	r := d.yields("webfetch", map[string]any{"url": url + "/page"}, markdown)
	if r.Metadata["status"] != 200 || r.Metadata["contentType"] != "text/html; charset=utf-8" || r.Metadata["bytes"] != len(somePage) || r.Metadata["url"] != url+"/page" || r.Metadata["truncated"] != nil {
		t.Errorf("metadata: %v", r.Metadata)
	}
	d.yields("webfetch", map[string]any{"url": url + "/page", "format": "text"}, "Cups & pots\nSome bold and a link.\none\ntwo\na\nb\n1\n2")
	d.yields("webfetch", map[string]any{"url": url + "/page", "format": "html"}, somePage)
	d.yields("webfetch", map[string]any{"url": url + "/latin"}, "café")
	for path, want := range map[string]string{"/json": `{"a": 1.0}`, "/plain": "<b>as it is</b>\n", "/untyped": "just text\n"} {
		d.yields("webfetch", map[string]any{"url": url + path}, want)
	}
}

func TestAPictureFromTheWebComesAsAPart(t *testing.T) {
	d, url := web(t)
	r := d.yields("webfetch", map[string]any{"url": url + "/picture"}, url+"/picture (image/png, 4 bytes)")
	if len(r.Parts) != 1 || r.Parts[0].Type != tool.PartImage || r.Parts[0].Bytes() != 4 {
		t.Errorf("parts: %v", r.Parts)
	}
	d.refuses("webfetch", map[string]any{"url": url + "/longpicture"}, url+"/longpicture (image/png) has more than 5242880 bytes, too many to hand over")
}

func TestALongAnswerIsCut(t *testing.T) {
	d, url := web(t)
	r := d.yields("webfetch", map[string]any{"url": url + "/long"}, strings.Repeat("x", largestFetch)+"\n[cut here: only the first 5242880 bytes were read]")
	if r.Metadata["truncated"] != true {
		t.Errorf("metadata: %v", r.Metadata)
	}
}

func TestRedirectsAreFollowedTenTimes(t *testing.T) {
	d, url := web(t)
	r := d.yields("webfetch", map[string]any{"url": url + "/hop/9"}, "<b>as it is</b>\n")
	if r.Metadata["url"] != url+"/plain" {
		t.Errorf("metadata: %v", r.Metadata)
	}
	d.refuses("webfetch", map[string]any{"url": url + "/hop/10"}, url+"/hop/10 could not be fetched: more than 10 redirects")
	d.refuses("webfetch", map[string]any{"url": url + "/file"}, url+`/file could not be fetched: unsupported protocol scheme "file"`)
}

func TestWhatCanNotBeFetchedIsExplained(t *testing.T) {
	d, url := web(t)
	d.refuses("webfetch", map[string]any{"url": url + "/missing"}, "HTTP 404: Not here\nSorry.")
	d.refuses("webfetch", map[string]any{"url": url + "/bare"}, "HTTP 503: Service Unavailable")
	d.refuses("webfetch", map[string]any{"url": url + "/zip"}, url+"/zip is of type application/zip, which is neither text nor a picture, a pdf or a recording; bash can download it")
	d.refuses("webfetch", map[string]any{"url": url + "/deep"}, url+"/deep can not be turned into markdown; the format html gives it as it is: html: open stack of elements exceeds 512 nodes")
	for _, given := range []string{"file:///etc/passwd", "example.com", "ftp://example.com/", "http:///x", ""} {
		d.refuses("webfetch", map[string]any{"url": given}, fmt.Sprintf("the url %q is no web address; give one that begins with http:// or https://", given))
	}
	d.refuses("webfetch", map[string]any{"url": "http://a b\x7f/"}, "the url can not be read; give one such as https://example.com/page")
}

func TestARefusedCertificateIsExplained(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	r := newDesk(t, nil).call("webfetch", map[string]any{"url": server.URL})
	if want := "NODE_EXTRA_CA_CERTS=FILE"; !r.IsError || !strings.Contains(r.Output, want) {
		t.Errorf("%q does not say %q", r.Output, want)
	}
}

func TestAPasswordInTheURLIsNotRepeated(t *testing.T) {
	d, url := web(t)
	secret := strings.Replace(url, "http://", "http://me:hunter2secret@", 1)
	for _, given := range []string{secret + "/zip", secret + "/plain", secret + "/picture", strings.Replace(secret, "http", "ftp", 1), secret + "\x7f"} {
		r := d.call("webfetch", map[string]any{"url": given})
		if said := fmt.Sprint(r.Output, r.Metadata); strings.Contains(said, "hunter2secret") {
			t.Errorf("%q: %s", given, said)
		}
	}
}

func TestAFetchEndsWithItsTimeAndItsCall(t *testing.T) {
	d, url := web(t)
	d.refuses("webfetch", map[string]any{"url": url + "/never", "timeout": 1}, url+"/never did not answer within 1s; a longer timeout may do")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := named(t, Tools(d.options), "webfetch").Execute(map[string]any{"url": url + "/never"}, &tool.ToolContext{Ctx: ctx})
	if want := url + "/never was not fetched: the call was cancelled"; err != nil || !r.IsError || r.Output != want {
		t.Errorf("got %+v %v", r, err)
	}
}
