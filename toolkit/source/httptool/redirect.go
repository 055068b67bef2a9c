package httptool

import (
	"errors"
	"net/http"
)

const maxRedirects = 10

// harmless are the headers that go to whoever a request is redirected to. All
// others may carry a secret, whatever their name.
var harmless = map[string]bool{"Accept": true, "User-Agent": true, "Content-Type": true}

// followed decides on a redirect. To another host, or from https to http, no
// header of the configuration goes along, nor the address that the request came
// from; a request with a body is not followed there: the answer that redirects
// is then the answer.
func followed(request *http.Request, via []*http.Request) error {
	if len(via) >= maxRedirects {
		return errors.New("it was redirected more than 10 times")
	}
	first := via[0]
	if request.URL.Host == first.URL.Host && (request.URL.Scheme == first.URL.Scheme || request.URL.Scheme == "https") {
		return nil
	}
	if request.Body != nil && request.Body != http.NoBody {
		return http.ErrUseLastResponse
	}
	for name := range request.Header {
		if !harmless[name] {
			request.Header.Del(name)
		}
	}
	return nil
}
