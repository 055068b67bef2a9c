package httptool

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"toolbench/toolkit/schema"
)

// server is the base URL of an operation. The problem is a sentence on why there
// is none, and what would do.
func (c *catalogue) server(item, written *schema.Value) (base, problem string) {
	d := c.source.document
	if d.Server != "" {
		if !isURL(d.Server) {
			return "", fmt.Sprintf("The server is set to %q; it has to begin with http:// or https://.", d.Server)
		}
		return strings.TrimSuffix(d.Server, "/"), ""
	}
	for _, candidate := range c.servers(item, written) {
		found, why := c.absolute(candidate)
		if why == "" {
			return strings.TrimSuffix(found, "/"), ""
		}
		if problem == "" {
			problem = why
		}
	}
	return "", problem
}

// servers are the addresses that stand nearest to the operation, as written but
// for their variables.
func (c *catalogue) servers(item, written *schema.Value) []candidate {
	if c.swagger {
		return c.swaggerServers(written)
	}
	for _, list := range []*schema.Value{written.Get("servers"), item.Get("servers"), c.root.Get("servers")} {
		var all []candidate
		for _, s := range list.Items() {
			all = append(all, c.filledIn(s))
		}
		if len(all) > 0 {
			return all
		}
	}
	return []candidate{{address: "/"}}
}

// A candidate is a server's address, or why it can not be used.
type candidate struct{ address, problem string }

// swaggerServers are what scheme, host and basePath make, https first.
func (c *catalogue) swaggerServers(written *schema.Value) []candidate {
	base := c.root.Get("basePath").Text()
	host := c.root.Get("host").Text()
	if host == "" {
		if base == "" {
			base = "/"
		}
		return []candidate{{address: base}}
	}
	schemes := written.Get("schemes").Strings()
	if len(schemes) == 0 {
		schemes = c.root.Get("schemes").Strings()
	}
	scheme := "https"
	if len(schemes) > 0 && !slices.Contains(schemes, "https") {
		scheme = schemes[0]
	}
	if len(schemes) == 0 && isURL(c.at) {
		scheme, _, _ = strings.Cut(c.at, ":")
	}
	return []candidate{{address: scheme + "://" + host + base}}
}

var variable = regexp.MustCompile(`\{([^{}]+)\}`)

// filledIn is a server's address with its variables' values: those that are
// configured, else their defaults.
func (c *catalogue) filledIn(server *schema.Value) candidate {
	var problem string
	address := variable.ReplaceAllStringFunc(server.Get("url").Text(), func(match string) string {
		name := match[1 : len(match)-1]
		declared := server.Get("variables").Get(name)
		value, given := c.source.document.Variables[name]
		if !given {
			value = plainText(declared.Get("default"))
		}
		allowed := declared.Get("enum").Strings()
		switch {
		case value == "" && !given && declared.Get("default") == nil:
			problem = fmt.Sprintf("The server %s needs a value for its variable %s; set it in the document's configuration.", server.Get("url").Text(), name)
		case given && len(allowed) > 0 && !slices.Contains(allowed, value):
			problem = fmt.Sprintf("The server variable %s is set to %q; the document allows %s.", name, value, strings.Join(allowed, ", "))
		}
		return value
	})
	return candidate{address, problem}
}

// absolute is the address in full: a relative one is meant from where the
// document was found.
func (c *catalogue) absolute(s candidate) (address, problem string) {
	if s.problem != "" {
		return "", s.problem
	}
	u, err := url.Parse(s.address)
	if err != nil {
		return "", fmt.Sprintf("The document names the server %q, which is no address; set the document's server in its configuration.", s.address)
	}
	switch location := c.at; {
	case u.Scheme == "http" || u.Scheme == "https":
		return s.address, ""
	case u.Scheme != "":
		return "", fmt.Sprintf("The document names the server %q; only http and https can be called.", s.address)
	case isURL(location):
		if base, err := url.Parse(location); err == nil {
			return base.ResolveReference(u).String(), ""
		}
	}
	return "", fmt.Sprintf("The document names the server %q, which does not say the host, and the document was not fetched from one; set the document's server in its configuration.", s.address)
}
