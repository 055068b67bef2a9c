package inside

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
)

// to is a client of a handler.
func to(handler http.HandlerFunc) (*http.Client, *Transport) {
	t := &Transport{Start: func(context.Context) http.Handler { return handler }}
	return &http.Client{Transport: t}, t
}

func get(t *testing.T, client *http.Client, address string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

func TestAHandlerSeesTheRequestAndTheClientItsAnswer(t *testing.T) {
	client, _ := to(func(w http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Seen", fmt.Sprintf("%s %s %s %s %s", r.Method, r.Host, r.URL.Path, r.URL.RawQuery, r.Header.Get("X-Sent")))
		w.WriteHeader(http.StatusTeapot)
		_, _ = w.Write(append([]byte("got "), sent...))
		w.Header().Set("X-Late", "not sent any more")
	})
	request, _ := http.NewRequestWithContext(t.Context(), http.MethodPut, "https://tea.example/a%2Fb/c?d=e", strings.NewReader("leaves"))
	request.Header.Set("X-Sent", "yes")
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || string(body) != "got leaves" || response.Status != "418 I'm a teapot" {
		t.Errorf("answered %s, %q, %v", response.Status, body, err)
	}
	if seen := response.Header.Get("X-Seen"); seen != "PUT tea.example /a/b/c d=e yes" {
		t.Errorf("the handler saw %q", seen)
	}
	if response.Header.Get("X-Late") != "" {
		t.Error("a header that was set after the body began was sent")
	}
}

func TestWhatIsWrittenComesAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		more := make(chan struct{})
		client, _ := to(func(w http.ResponseWriter, _ *http.Request) {
			w.(http.Flusher).Flush()
			<-more
			_, _ = io.WriteString(w, "one\n")
			<-more
			_, _ = io.WriteString(w, "two\n")
		})
		response := get(t, client, "http://stream.example")
		defer response.Body.Close()
		for _, want := range []string{"one\n", "two\n"} {
			more <- struct{}{}
			line := make([]byte, 4)
			if _, err := io.ReadFull(response.Body, line); err != nil || string(line) != want {
				t.Errorf("read %q, %v", line, err)
			}
		}
		if n, err := response.Body.Read(make([]byte, 1)); n != 0 || err != io.EOF {
			t.Errorf("the end read as %d, %v", n, err)
		}
	})
}

// hangs writes one byte and waits to be given up.
func hangs(gone chan<- error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte("x"))
		<-r.Context().Done()
		_, err := w.Write([]byte("y"))
		gone <- err
	}
}

func TestAHandlerLearnsThatNobodyReadsOn(t *testing.T) {
	for name, giveUp := range map[string]func(*http.Response, context.CancelFunc, *Transport){
		"the body is closed": func(r *http.Response, _ context.CancelFunc, _ *Transport) { _ = r.Body.Close() },
		"the request ends":   func(_ *http.Response, cancel context.CancelFunc, _ *Transport) { cancel() },
		"the server ends":    func(_ *http.Response, _ context.CancelFunc, t *Transport) { t.CloseIdleConnections() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				gone := make(chan error, 1)
				client, transport := to(hangs(gone))
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				request, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://hang.example", nil)
				response, err := client.Do(request)
				if err != nil {
					t.Fatal(err)
				}
				_, _ = io.ReadFull(response.Body, make([]byte, 1))
				giveUp(response, cancel, transport)
				if err := <-gone; err == nil {
					t.Error("the handler could go on writing")
				}
				if _, err := io.ReadAll(response.Body); err == nil {
					t.Error("the body that was cut off reads as if it were whole")
				}
			})
		})
	}
}

func TestARequestEndsBeforeItsAnswerBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, transport := to(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		ctx, cancel := context.WithCancel(t.Context())
		for name, end := range map[string]func(){"cancelled": cancel, "server ended": transport.CloseIdleConnections} {
			request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://hang.example", nil)
			if name == "cancelled" {
				request = request.WithContext(ctx)
			}
			failed := make(chan error, 1)
			go func() {
				_, err := client.Do(request)
				failed <- err
			}()
			synctest.Wait() // until the handler hangs
			end()
			if err := <-failed; err == nil || errors.Is(err, context.Canceled) != (name == "cancelled") {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestAnEndedRequestIsNotServed(t *testing.T) {
	client, transport := to(func(http.ResponseWriter, *http.Request) { t.Error("it was served") })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	request, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://hang.example", nil)
	if _, err := client.Do(request); !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
	transport.CloseIdleConnections()
}

func TestHeadAndEmptyAnswersHaveNoBody(t *testing.T) {
	client, _ := to(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete {
			w.WriteHeader(http.StatusNoContent)
			if _, err := w.Write([]byte("x")); !errors.Is(err, http.ErrBodyNotAllowed) {
				t.Errorf("a body of 204 was taken: %v", err)
			}
			return
		}
		if r.URL.Path == "/empty" {
			return
		}
		w.Header().Set("Content-Length", "5")
		if n, err := io.WriteString(w, "hello"); n != 5 || err != nil {
			t.Errorf("writing ended with %d, %v", n, err)
		}
	})
	for _, c := range []struct {
		method, path string
		status       int
		length       int64
		body         string
	}{
		{http.MethodHead, "/", 200, 5, ""},
		{http.MethodGet, "/", 200, 5, "hello"},
		{http.MethodGet, "/empty", 200, 0, ""},
		{http.MethodDelete, "/", 204, -1, ""},
	} {
		request, _ := http.NewRequestWithContext(t.Context(), c.method, "http://short.example"+c.path, nil)
		response, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil || string(body) != c.body || response.ContentLength != c.length || response.StatusCode != c.status {
			t.Errorf("%s %s: %d, %d long, %q, %v", c.method, c.path, response.StatusCode, response.ContentLength, body, err)
		}
		_ = response.Body.Close()
	}
}

func TestALargeBodyArrivesWhole(t *testing.T) {
	page := bytes.Repeat([]byte("0123456789abcdef"), 4096)
	client, _ := to(func(w http.ResponseWriter, _ *http.Request) {
		for range 256 {
			if _, err := w.Write(page); err != nil {
				t.Error(err)
				return
			}
		}
	})
	response := get(t, client, "http://large.example")
	defer response.Body.Close()
	got, want := sha256.New(), sha256.New()
	n, err := io.Copy(got, response.Body)
	for range 256 {
		want.Write(page)
	}
	if err != nil || n != int64(256*len(page)) || !bytes.Equal(got.Sum(nil), want.Sum(nil)) {
		t.Errorf("%d bytes came, %v", n, err)
	}
}

func TestAPanicIsAnErrorOfTheClient(t *testing.T) {
	client, transport := to(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/late" {
			_, _ = w.Write([]byte("x"))
		}
		panic("the tea is cold")
	})
	if _, err := client.Get("http://tea.example/early"); err == nil || !strings.Contains(err.Error(), "the tea is cold") {
		t.Errorf("it ended with %v", err)
	}
	response := get(t, client, "http://tea.example/late")
	defer response.Body.Close()
	if _, err := io.ReadAll(response.Body); err == nil {
		t.Error("the body that broke off reads as if it were whole")
	}
	transport.CloseIdleConnections()
}

func TestAServerStartsWithTheFirstRequestAndAnewAfterItsEnd(t *testing.T) {
	starts := 0
	var life []context.Context
	transport := &Transport{Start: func(ctx context.Context) http.Handler {
		starts++
		life = append(life, ctx)
		count := 0
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			count++
			_, _ = fmt.Fprint(w, count)
		})
	}}
	transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	read := func() string {
		response := get(t, client, "http://count.example")
		defer response.Body.Close()
		b, _ := io.ReadAll(response.Body)
		return string(b)
	}
	if got := read() + read(); got != "12" || starts != 1 {
		t.Errorf("counted %s with %d servers", got, starts)
	}
	transport.CloseIdleConnections()
	if life[0].Err() == nil {
		t.Error("the server's context has not ended with it")
	}
	if got := read(); got != "1" || starts != 2 {
		t.Errorf("counted %s with %d servers", got, starts)
	}
	transport.CloseIdleConnections()
}
