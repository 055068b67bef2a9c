// Package wire is how sources reach servers over HTTP: the proxies and
// certificates of the environment, and the record of what was exchanged.
package wire

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
)

// Options say how servers are reached.
type Options struct {
	// Insecure accepts any certificate.
	Insecure bool
	// Certificates are files of further certificate authorities, PEM encoded.
	Certificates []string
}

// CertificateVariables are the variables of the environment that name a file of
// further certificate authorities, beside SSL_CERT_FILE and SSL_CERT_DIR, which
// replace the system's own.
var CertificateVariables = []string{"NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"}

// New is a transport as [http.DefaultTransport] is, with these options. It takes
// proxies from HTTP_PROXY, HTTPS_PROXY and NO_PROXY. An error names the
// certificate file that can not be used.
func New(o Options) (*http.Transport, error) {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.OnProxyConnectResponse = proxyAnswered
	if !o.Insecure && len(o.Certificates) == 0 {
		return t, nil
	}
	t.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12, InsecureSkipVerify: o.Insecure}
	if len(o.Certificates) == 0 {
		return t, nil
	}
	pool, err := x509.SystemCertPool()
	if err != nil { // there is none on this system
		pool = x509.NewCertPool()
	}
	for _, path := range o.Certificates {
		pem, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("the certificates in %s can not be read: %w", path, err)
		}
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("the file %s holds no certificate in PEM form, which begins with -----BEGIN CERTIFICATE-----", path)
		}
	}
	t.TLSClientConfig.RootCAs = pool
	return t, nil
}

// CertificateFiles are the files that the environment names, each once.
func CertificateFiles(lookup func(name string) (string, bool)) []string {
	var files []string
	for _, name := range CertificateVariables {
		if path, ok := lookup(name); ok && strings.TrimSpace(path) != "" && !slices.Contains(files, path) {
			files = append(files, path)
		}
	}
	return files
}

// Own is a transport as through is, for one session: a copy, where it can be
// copied, so that the connections that it leaves idle are its own to close. Nil
// is [http.DefaultTransport]. Its errors are [Explained].
func Own(through http.RoundTripper) http.RoundTripper {
	if through == nil {
		through = http.DefaultTransport
	}
	if t, ok := through.(*http.Transport); ok {
		t = t.Clone()
		if t.OnProxyConnectResponse == nil {
			t.OnProxyConnectResponse = proxyAnswered
		}
		through = t
	}
	return Explained(through)
}

// CloseIdleConnections lets go of the connections of a transport that no request
// uses, where it keeps any.
func CloseIdleConnections(through http.RoundTripper) {
	(&http.Client{Transport: through}).CloseIdleConnections()
}
