package wire_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/http/httpproxy"

	"toolbench/toolkit/wire"
)

// secured is a server whose certificate is for 127.0.0.1 until a time, and a
// file of its authority, which is itself.
func secured(t *testing.T, until time.Time) (address, authority string) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: until.Add(-48 * time.Hour), NotAfter: until, IPAddresses: []net.IP{{127, 0, 0, 1}}}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: key}}}
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	authority = filepath.Join(t.TempDir(), "authority.pem")
	if err := os.WriteFile(authority, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return server.URL, authority
}

// failure is why a request through a transport fails.
func failure(t *testing.T, through http.RoundTripper, address string) string {
	client := &http.Client{Transport: through}
	defer client.CloseIdleConnections()
	response, err := client.Get(address)
	if err == nil {
		response.Body.Close()
		t.Fatalf("%s can be reached", address)
	}
	return err.Error()
}

func says(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("it does not say %q: %s", part, text)
		}
	}
}

func TestARefusedCertificateSaysWhatWouldDo(t *testing.T) {
	address, authority := secured(t, time.Now().Add(24*time.Hour))
	host := strings.TrimPrefix(address, "https://")
	says(t, failure(t, wire.Own(nil), address), "the certificate of "+host+" is refused: certificate signed by unknown authority",
		"NODE_EXTRA_CA_CERTS=FILE", "SSL_CERT_FILE=FILE", "--insecure")

	trusting := &wire.Later{Options: wire.Options{Certificates: []string{authority}}}
	elsewhere := strings.Replace(address, "127.0.0.1", "localhost", 1)
	says(t, failure(t, wire.Own(trusting), elsewhere), "is refused: certificate is not valid", "localhost", "a URL with a name that it is for", "--insecure")

	expired, authority := secured(t, time.Now().Add(-24*time.Hour))
	trusting = &wire.Later{Options: wire.Options{Certificates: []string{authority}}}
	says(t, failure(t, wire.Own(trusting), expired), "has expired", "a new one, or this machine another time", "--insecure")
}

// throughProxies takes the proxies of the environment as it is now: that of
// [http.DefaultTransport] is read once.
func throughProxies(t *testing.T, of map[string]string) http.RoundTripper {
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"} {
		t.Setenv(name, of[name])
	}
	return wire.Own(&http.Transport{Proxy: func(request *http.Request) (*url.URL, error) {
		return httpproxy.FromEnvironment().ProxyFunc()(request.URL)
	}})
}

func TestAProxyThatIsDeadIsNamedWithItsVariable(t *testing.T) {
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	host := strings.TrimPrefix(gone.URL, "http://")
	for variable, address := range map[string]string{
		"HTTPS_PROXY": "https://shop.example/mcp", "https_proxy": "https://shop.example/mcp", "HTTP_PROXY": "http://shop.example/mcp",
	} {
		for _, scheme := range []string{"http", "socks5"} {
			through := throughProxies(t, map[string]string{variable: scheme + "://me:pass-phrase@" + host})
			text := failure(t, through, address)
			says(t, text, "the proxy "+scheme+"://"+host+", which "+variable+" in the environment names, can not be used", "connection refused", "NO_PROXY=shop.example")
			if strings.Contains(text, "pass-phrase") {
				t.Errorf("the password is in: %s", text)
			}
		}
	}
	dead := &http.Transport{Proxy: http.ProxyURL(&url.URL{Scheme: "http", Host: host})}
	throughProxies(t, nil)
	says(t, failure(t, wire.Own(dead), "https://shop.example/mcp"), "the proxy can not be used: ", "connection refused")
}

func TestAProxyThatRefusesSaysSo(t *testing.T) {
	status := http.StatusProxyAuthRequired
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
	defer proxy.Close()
	through := throughProxies(t, map[string]string{"HTTPS_PROXY": proxy.URL})
	says(t, failure(t, through, "https://shop.example/"), "the proxy "+proxy.URL+", which HTTPS_PROXY in the environment names,",
		"does not let it through to shop.example:443: 407 Proxy Authentication Required", "http://USER:PASSWORD@HOST:PORT")
	status = http.StatusForbidden
	says(t, failure(t, through, "https://shop.example/"), "403 Forbidden", "NO_PROXY=shop.example")
}

func TestAServerThatDoesNotRunFailsAsEver(t *testing.T) {
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	if text := failure(t, wire.Own(nil), gone.URL); !strings.Contains(text, "connection refused") || strings.Contains(text, "proxy") {
		t.Error(text)
	}
}
