// Package genkit is the source of the tools and flows of a Genkit app that runs
// in development mode, by its reflection API (version 1, HTTP). It does not
// depend on Genkit.
//
// Go apps serve that API when GENKIT_ENV=dev is set, and leave a file that says
// where below .genkit/runtimes in their project; JavaScript apps differ in small
// ways that are named where they matter.
package genkit

import (
	"net/http"
	"time"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// defaultTimeout is how long an opening may take when the configuration says
// nothing.
const defaultTimeout = 10 * time.Second

// Config says which app to use: one of URL and Dir.
type Config struct {
	// Name is the app's, unique among custom sources. Its tools are named
	// Sanitize(Name)_Sanitize(tool).
	Name string
	// URL is where its reflection server listens: http://127.0.0.1:3100.
	URL string
	// Dir is a folder of its project, when there is no URL: see [Runtimes]. Of
	// several apps that run there it is the one that was started last.
	Dir string
	// Headers are sent with every request.
	Headers map[string]string
	// Timeout bounds an opening; 0 is ten seconds. Calls are bounded by whoever
	// calls.
	Timeout time.Duration
	// Origin is where the app was declared.
	Origin string
	// Secrets are values to keep out of errors and the raw exchange, beside
	// those of headers with secret names.
	Secrets []string
	// Through is what requests go through; nil is [http.DefaultTransport].
	Through http.RoundTripper
}

// New is the source of one app. Nothing is asked before it is opened.
func New(c Config) *Source {
	hide := new(redact.Redactor)
	hide.Add(c.Secrets...)
	hide.AddNamed(c.Headers)
	target := c.Dir
	if c.URL != "" {
		target = hide.URL(c.URL)
	}
	info := source.Info{Kind: tool.SourceCustom, Name: c.Name, Target: target, Origin: c.Origin}
	return &Source{config: c, hide: hide, info: info}
}
