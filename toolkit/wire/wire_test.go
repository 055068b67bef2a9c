package wire_test

import (
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
	"toolbench/toolkit/wire"
)

func TestTheRecordHasWhatWasExchangedWithoutSecrets(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.Header().Set("Set-Cookie", "session=abcdefgh12345678")
		io.WriteString(w, "you said "+string(body)+strings.Repeat(".", wire.MaxRecorded))
	}))
	defer server.Close()
	hide := new(redact.Redactor)
	hide.Add("pass-phrase-9876")
	var messages []source.Message
	client := &http.Client{Transport: &wire.Recorder{Hide: hide, Record: func(m source.Message) { messages = append(messages, m) }}}
	request, err := http.NewRequestWithContext(t.Context(), "POST", server.URL+"/say?api_key=k3yk3yk3y", strings.NewReader("pass-phrase-9876 please"))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer abcdefgh12345678")
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil || !strings.HasPrefix(string(whole), "you said pass-phrase-9876 please") {
		t.Fatalf("the program itself gets %.40q (%v)", whole, err)
	}
	if len(messages) != 2 || messages[0].Direction != source.Sent || messages[1].Direction != source.Received {
		t.Fatalf("recorded are %d messages", len(messages))
	}
	for _, m := range messages {
		for _, secret := range []string{"pass-phrase-9876", "abcdefgh12345678", "k3yk3yk3y"} {
			if strings.Contains(string(m.Body), secret) {
				t.Errorf("the record has %q: %.300s", secret, m.Body)
			}
		}
	}
	if got := string(messages[0].Body); !strings.HasPrefix(got, "POST "+server.URL+"/say?") || !strings.HasSuffix(got, " please") {
		t.Errorf("sent is recorded as %q", got)
	}
	if m := messages[1]; !strings.HasPrefix(string(m.Body), "200 OK\n") || m.Size < len(whole) || len(m.Body) > wire.MaxRecorded+1000 {
		t.Errorf("received is recorded with %d of %d bytes: %.60q", len(m.Body), m.Size, m.Body)
	}
}

func TestAServerIsReachedWithItsOwnAuthorityOrInsecurely(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	authority := filepath.Join(t.TempDir(), "authority.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(authority, block, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		options wire.Options
		reached bool
	}{
		"neither":   {wire.Options{}, false},
		"authority": {wire.Options{Certificates: []string{authority}}, true},
		"insecure":  {wire.Options{Insecure: true}, true},
	} {
		client := &http.Client{Transport: &wire.Later{Options: c.options}}
		response, err := client.Get(server.URL)
		if (err == nil) != c.reached {
			t.Errorf("with %s: %v", name, err)
		}
		if err == nil {
			response.Body.Close()
		}
		client.CloseIdleConnections()
	}
}

func TestACertificateFileThatCanNotBeUsedIsNamed(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{empty, filepath.Join(t.TempDir(), "gone.pem")} {
		if _, err := wire.New(wire.Options{Certificates: []string{path}}); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("for %s the error is %v", path, err)
		}
	}
	later := &http.Client{Transport: &wire.Later{Options: wire.Options{Certificates: []string{empty}}}}
	if _, err := later.Post("https://127.0.0.1:1/", "text/plain", strings.NewReader("x")); err == nil || !strings.Contains(err.Error(), empty) {
		t.Errorf("the first request fails with %v", err)
	}
	files := wire.CertificateFiles(func(string) (string, bool) { return "a.pem", true })
	if !slices.Equal(files, []string{"a.pem"}) {
		t.Errorf("the environment names %v", files)
	}
}
