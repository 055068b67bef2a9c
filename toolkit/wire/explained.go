package wire

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"

	"golang.org/x/net/http/httpproxy"
)

// Explained is a transport whose errors say what would do: where a server's
// certificate is refused, and where a proxy of the environment can not be used.
func Explained(through http.RoundTripper) http.RoundTripper { return &explained{through} }

type explained struct{ through http.RoundTripper }

// RoundTrip implements [http.RoundTripper].
func (e *explained) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := e.through.RoundTrip(request)
	if err != nil && request.Context().Err() == nil {
		err = explain(request.URL, err)
	}
	return response, err
}

// CloseIdleConnections is what [http.Client.CloseIdleConnections] calls.
func (e *explained) CloseIdleConnections() { CloseIdleConnections(e.through) }

// An explanation takes the place of an error. It does not unwrap to it: that a
// proxy refuses connections says nothing of the server.
type explanation struct{ text string }

func (e *explanation) Error() string { return e.text }

func explain(to *url.URL, err error) error {
	operation, _ := errors.AsType[*net.OpError](err)
	refused, isCertificate := errors.AsType[*tls.CertificateVerificationError](err)
	switch {
	case operation != nil && (operation.Op == "proxyconnect" || operation.Op == "socks connect"):
		return &explanation{fmt.Sprintf("%s can not be used: %v; NO_PROXY=%s in the environment goes without it", proxyText(to), operation.Err, to.Hostname())}
	case isCertificate:
		return &explanation{certificateText(to, refused)}
	}
	return err
}

// proxyText names the proxy that the environment gives an address, without the
// password that the proxy's may hold.
func proxyText(to *url.URL) string {
	proxy, err := httpproxy.FromEnvironment().ProxyFunc()(to)
	if err != nil || proxy == nil {
		return "the proxy"
	}
	variable := strings.ToUpper(to.Scheme) + "_PROXY"
	if os.Getenv(variable) == "" {
		variable = strings.ToLower(variable)
	}
	return fmt.Sprintf("the proxy %s://%s, which %s in the environment names,", proxy.Scheme, proxy.Host, variable)
}

// proxyAnswered says why a proxy does not let a request through.
func proxyAnswered(_ context.Context, _ *url.URL, request *http.Request, response *http.Response) error {
	if response.StatusCode == http.StatusOK {
		return nil
	}
	to := &url.URL{Scheme: "https", Host: request.Host}
	would := "NO_PROXY=" + to.Hostname() + " in the environment goes without it"
	if response.StatusCode == http.StatusProxyAuthRequired {
		would = "an address like http://USER:PASSWORD@HOST:PORT there tells it who you are"
	}
	return &explanation{fmt.Sprintf("%s does not let it through to %s: %s; %s", proxyText(to), request.Host, response.Status, would)}
}

func certificateText(to *url.URL, refused *tls.CertificateVerificationError) string {
	reason, _, _ := strings.Cut(strings.TrimPrefix(refused.Err.Error(), "x509: "), " (possibly because of") // the working of the check
	would := "NODE_EXTRA_CA_CERTS=FILE in the environment adds the authority whose certificate FILE holds, SSL_CERT_FILE=FILE puts it in the place of the system's"
	var invalid x509.CertificateInvalidError
	var name x509.HostnameError
	switch {
	case errors.As(refused, &invalid) && invalid.Reason == x509.Expired:
		would = "the server needs a new one, or this machine another time"
	case errors.As(refused, &name):
		would = "a URL with a name that it is for would do"
	}
	return fmt.Sprintf("the certificate of %s is refused: %s; %s, and --insecure accepts any", to.Host, reason, would)
}
