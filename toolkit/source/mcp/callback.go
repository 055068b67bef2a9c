package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	pages "html/template"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"
)

const (
	callbackPath = "/callback"
	// lastPage bounds the wait until the person's browser has the page that
	// says that all is done.
	lastPage = 300 * time.Millisecond
)

// A callback is where an authorization server sends the person back to: a page
// at this machine's loopback address, for the time of one sign-in.
type callback struct {
	url    string
	port   int
	server *http.Server
	work   sync.WaitGroup

	mu      sync.Mutex
	state   string // of the sign-in that is waited for; "" while there is none
	came    redirect
	arrived chan struct{} // closed when the person came back
}

// A redirect is what the person came back with.
type redirect struct {
	code, state, issuer string
	refused             error // why there is no code
}

// listen waits for redirects at a port, 0 for any.
func listen(ctx context.Context, port int) (*callback, error) {
	at, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, err
	}
	c := &callback{arrived: make(chan struct{}), port: at.Addr().(*net.TCPAddr).Port}
	c.url = "http://" + at.Addr().String() + callbackPath
	c.server = &http.Server{Handler: http.HandlerFunc(c.serve), ReadTimeout: 10 * time.Second}
	c.server.SetKeepAlivesEnabled(false)
	c.work.Go(func() { _ = c.server.Serve(at) })
	return c, nil
}

func (c *callback) close() {
	ctx, cancel := context.WithTimeout(context.Background(), lastPage)
	defer cancel()
	if c.server.Shutdown(ctx) != nil {
		_ = c.server.Close()
	}
	c.work.Wait()
}

// expect says which redirect is waited for: any page can send a browser here.
func (c *callback) expect(state string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state = state
}

// taken is the redirect, when it came.
func (c *callback) taken() (redirect, bool) {
	select {
	case <-c.arrived:
		return c.came, true
	default:
		return redirect{}, false
	}
}

func (c *callback) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != callbackPath || r.Method != http.MethodGet {
		http.NotFound(w, r)
		return
	}
	q := r.URL.Query()
	c.mu.Lock()
	defer c.mu.Unlock()
	_, before := c.taken()
	switch {
	case c.state == "" || q.Get("state") != c.state:
		show(w, http.StatusBadRequest, "This is not the sign-in that toolbench waits for", "Go on in the window in which you began, or begin anew in toolbench.")
		return
	case before:
		show(w, http.StatusConflict, "You came back before", "You can close this window.")
		return
	}
	c.came = cameWith(q)
	close(c.arrived)
	if c.came.refused != nil {
		show(w, http.StatusOK, "You are not signed in", "The server said: "+c.came.refused.Error()+". You can close this window.")
		return
	}
	show(w, http.StatusOK, "You can close this window", "toolbench goes on by itself.")
}

func cameWith(q url.Values) redirect {
	r := redirect{code: q.Get("code"), state: q.Get("state"), issuer: q.Get("iss")}
	if reason := q.Get("error"); reason != "" || r.code == "" {
		r.refused = errors.New(cmp.Or(reason, "it sent neither a code nor an error"))
		if more := q.Get("error_description"); more != "" {
			r.refused = fmt.Errorf("%s (%w)", more, r.refused)
		}
	}
	return r
}

var page = pages.Must(pages.New("").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>toolbench</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>{{.Title}}</h1>
<p>{{.Text}}</p>
</html>
`))

// show writes a page that loads nothing and tells nobody its own address, which
// has the code in it.
func show(w http.ResponseWriter, status int, title, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = page.Execute(w, struct{ Title, Text string }{title, text})
}
