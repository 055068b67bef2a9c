// Package a2a is the source of tools that an agent offers over the Agent2Agent
// protocol: each skill of its card is one tool.
//
// The protocol is a2a-go's, in version 1.0 over JSON-RPC and over HTTP+JSON.
// What this package adds sits beside the wire: agents of version 0.3 are spoken
// to in their own words, answers are read in either version whatever was asked,
// and structured data keeps its digits.
package a2a

import (
	"cmp"
	"encoding/base64"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A Config says which agent to use. URL or Card is set.
type Config struct {
	// Name is the agent's name, unique among agents. Its tools are named
	// Sanitize(Name)_Sanitize(skill); "" takes the name that its card gives.
	Name string
	// URL is where the agent is, where its card is, or the path of a file that
	// holds the card.
	URL string
	// Card is the agent's card, when it need not be looked for.
	Card []byte
	// Headers go with every request to the host of URL, and to no other. When
	// the card came from a file they go to the host that the card names.
	Headers map[string]string
	// Timeout bounds opening; 0 is 30 seconds.
	Timeout time.Duration
	// Credentials are values for the security schemes of the card, by their
	// names there: a token, a key, or user:password. They go where Headers go.
	Credentials map[string]string
	// Origin is where the declaration was found: see [source.Info].
	Origin string
	// Secrets are values that no error, log line or record of the exchange
	// may show, beside Credentials and headers whose names say so.
	Secrets []string
	// Through is what requests go through; nil is a transport of its own.
	Through http.RoundTripper
}

const defaultTimeout = 30 * time.Second

func (c *Config) timeout() time.Duration { return cmp.Or(c.Timeout, defaultTimeout) }

func (c *Config) info(hide *redact.Redactor) source.Info {
	info := source.Info{Kind: tool.SourceA2A, Name: c.Name, Target: hide.URL(c.URL), Origin: c.Origin}
	u, isURL := webURL(c.URL)
	switch {
	case info.Name != "":
	case len(c.Card) > 0:
		known, _ := readCard(c.Card)
		info.Name = cmp.Or(known.Name, "agent")
	case isURL:
		info.Name = u.Host
	default:
		info.Target = c.URL
		info.Name = strings.TrimSuffix(filepath.Base(c.URL), filepath.Ext(c.URL))
	}
	if info.Target == "" {
		known, _ := readCard(c.Card)
		info.Target = hide.URL(known.place())
	}
	return info
}

// webURL is the URL that text is, when it is one of the web.
func webURL(text string) (*url.URL, bool) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, false
	}
	return u, true
}

func (c *Config) redactor() *redact.Redactor {
	hide := new(redact.Redactor)
	hide.Add(c.Secrets...)
	hide.AddNamed(c.Headers)
	for _, value := range c.Credentials {
		hide.Add(value, base64.StdEncoding.EncodeToString([]byte(value))) // as HTTP basic has it
	}
	hide.AddURL(c.URL)
	return hide
}
