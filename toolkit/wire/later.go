package wire

import (
	"net/http"
	"sync"
)

// Later is a transport that is made when the first request goes through it:
// reading every certificate of a system takes longer than the start of the
// program. What is wrong with its options is then that request's error.
type Later struct {
	Options Options

	once      sync.Once
	transport *http.Transport
	err       error
}

// RoundTrip implements [http.RoundTripper].
func (l *Later) RoundTrip(request *http.Request) (*http.Response, error) {
	l.once.Do(func() { l.transport, l.err = New(l.Options) })
	if l.err != nil {
		if request.Body != nil {
			request.Body.Close()
		}
		return nil, l.err
	}
	return l.transport.RoundTrip(request)
}

// CloseIdleConnections is what [http.Client.CloseIdleConnections] calls.
func (l *Later) CloseIdleConnections() {
	l.once.Do(func() { l.transport, l.err = New(l.Options) })
	if l.err == nil {
		l.transport.CloseIdleConnections()
	}
}
