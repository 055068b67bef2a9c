package config

import (
	"regexp"
	"strings"
)

// Each of the kinds that this program's own files declare is read by one
// method, which looks for every member that the kind has: the others are
// noted as unknown.

var methodName = regexp.MustCompile(`^[A-Za-z]+$`)

// argument matches the {name} of a URL.
var argument = regexp.MustCompile(`\{[^{}/]+\}`)

func (e *entry) http(h *HTTPTool) {
	h.Description = e.plain("description")
	method, at := e.text("method")
	if method == "" {
		method = "GET"
	}
	if !methodName.MatchString(method) {
		e.fail(at, "method is %q; a word like GET or POST would do", method)
	}
	h.Method = strings.ToUpper(method)
	h.URL = e.required("url")
	h.Query = e.words("query")
	h.Headers = e.texts("headers")
	h.Body = e.oneOf("body", "json", "form", "raw")
	h.InputSchema, h.OutputSchema = e.raw("inputSchema"), e.raw("outputSchema")
	h.Result = e.oneOf("resultMode", "text", "json", "status+text")
	h.Timeout = e.milliseconds("timeout")
	h.Hints = e.hints()
}

// required is an http or https URL that must be there. It may hold
// placeholders for arguments.
func (e *entry) required(keys ...string) string {
	text, at := e.text(keys...)
	address := e.expanded(text, at, false)
	switch {
	case e.err != nil:
	case address == "":
		e.fail(e.offset, "no %s is given", keys[0])
	case !isAddress(argument.ReplaceAllString(address, "x")):
		e.fail(at, badAddress)
	}
	return address
}

func (e *entry) openAPI(o *OpenAPI) {
	o.Document = e.place("document")
	if o.Document == "" && e.err == nil {
		e.fail(e.offset, "no document is given; a path or a URL would do")
	}
	if server, at := e.text("server"); server != "" {
		o.Server = e.address(server, at)
	}
	o.Variables, o.Headers, o.Credentials = e.texts("variables"), e.texts("headers"), e.credentials("credentials")
	o.Timeout = e.milliseconds("timeout")
}

func (e *entry) agent(a *Agent) {
	a.URL = e.required("url", "card")
	a.Headers, a.Credentials = e.texts("headers"), e.credentials("credentials")
	a.Timeout = e.milliseconds("timeout")
	e.find("pollEvery") // the seeds'; this program is told, or asks at its own pace
}

func (e *entry) custom(c *Command) {
	c.Description = e.plain("description")
	c.InputSchema, c.OutputSchema = e.raw("inputSchema"), e.raw("outputSchema")
	e.known = append(e.known, "args")
	words := e.command()
	if len(words) == 0 {
		e.fail(e.offset, "no command is given")
		return
	}
	c.Command, c.Args = words[0], words[1:]
	c.Env = e.texts("env")
	c.Dir = e.resolve(e.filled("cwd"), e.folder)
	c.Timeout = e.milliseconds("timeout")
	c.Input, c.Output = e.oneOf("input", "json", "args"), e.oneOf("output", "text", "json", "mime")
	c.Hints = e.hints()
}

func (e *entry) app(a *App) {
	if _, _, ok := e.find("url"); ok {
		place := e.place("url")
		if isAddress(place) {
			a.URL = place
		} else {
			a.Dir = place // a text alone may be a folder
		}
	}
	if dir := e.filled("dir"); dir != "" {
		a.Dir = e.resolve(dir, e.folder)
	}
	if a.URL == "" && a.Dir == "" {
		e.fail(e.offset, "neither a url nor a dir is given; one of them would do")
	}
	a.Headers = e.texts("headers")
	a.Timeout = e.milliseconds("timeout")
}

func (e *entry) hints() (h Hints) {
	inner, ok := e.inner("annotations")
	if !ok {
		return h
	}
	h = Hints{
		ReadOnly: inner.hint("readOnlyHint"), Destructive: inner.hint("destructiveHint"),
		Idempotent: inner.hint("idempotentHint"), OpenWorld: inner.hint("openWorldHint"),
	}
	inner.plain("title")
	e.adopt(inner)
	if e.err == nil {
		e.unknown(inner.object, inner.known, nil)
	}
	return h
}
