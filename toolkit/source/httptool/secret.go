package httptool

import "net/url"

// hostOf is the scheme and host of a URL: what of it can be shown without
// knowing what it says.
func hostOf(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return "an HTTP request"
	}
	return u.Scheme + "://" + u.Host
}
