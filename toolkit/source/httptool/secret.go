package httptool

import (
	"net/url"

	"toolbench/toolkit/redact"
)

func (c *connection) keepSecret(values ...string) {
	for _, v := range values {
		c.hide.Add(v)
	}
}

func (c *connection) keepSecretHeaders(headers map[string]string) {
	for name, value := range headers {
		if redact.IsSecretName(name) {
			c.hide.Add(value)
		}
	}
}

// keepSecretURL makes a URL's password known, and the values of parameters whose
// names say that they are secret.
func (c *connection) keepSecretURL(text string) {
	u, err := url.Parse(text)
	if err != nil {
		return
	}
	if password, ok := u.User.Password(); ok {
		c.hide.Add(password)
	}
	for name, values := range u.Query() {
		if redact.IsSecretName(name) {
			c.hide.Add(values[0])
		}
	}
}

// hostOf is the scheme and host of a URL: what of it can be shown without
// knowing what it says.
func hostOf(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return "an HTTP request"
	}
	return u.Scheme + "://" + u.Host
}
