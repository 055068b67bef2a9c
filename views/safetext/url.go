package safetext

import (
	"fmt"
	"net/url"
	"strings"

	"golang.org/x/net/idna"
)

// A Link is an address made fit to be judged by a person before it is opened.
type Link struct {
	// Text is the whole address in ASCII: what is outside of it is written as
	// in the address that a browser would ask for (%XX, and xn-- in the host).
	Text string
	// Scheme and Host are lower case; Host is in its ASCII form, with the port
	// if one is given.
	Scheme, Host string
	// Note is a sentence on what might mislead about the address, or "".
	Note string
	// Open tells whether the address may be opened at all: http and https to
	// some host.
	Open bool
}

// URL reads the address raw. It never fails: what is no address comes back as
// text, not to be opened, with a note that says why.
func URL(raw string) Link {
	trimmed := strings.TrimSpace(raw)
	link := Link{Text: asciiURL(trimmed)}
	parsed, err := url.Parse(trimmed)
	if err != nil {
		link.Note = "This is not an address that can be read."
		return link
	}
	link.Scheme = strings.ToLower(parsed.Scheme)
	if link.Scheme != "http" && link.Scheme != "https" {
		link.Note = fmt.Sprintf("Only http and https addresses are opened; this one begins with %q.", Line(link.Scheme))
		return link
	}
	host := parsed.Hostname()
	if host == "" {
		link.Note = "The address names no host."
		return link
	}
	ascii, err := idna.Lookup.ToASCII(host)
	if err != nil && isASCII(host) {
		// Numeric addresses and names with an underscore, which some networks
		// use, are no names by the rules of IDNA.
		ascii, err = strings.ToLower(host), nil
	}
	if err != nil || ascii != asciiURL(ascii) {
		link.Note = fmt.Sprintf("The host %s is not a name that can be looked up.", Line(host))
		return link
	}
	link.Host, link.Open = ascii, true
	if strings.Contains(ascii, ":") {
		link.Host = "[" + ascii + "]"
	}
	if port := parsed.Port(); port != "" {
		link.Host += ":" + port
	}
	link.Note = suspicion(parsed, host, ascii)
	parsed.Host = link.Host
	parsed.Scheme = link.Scheme
	link.Text = asciiURL(parsed.String())
	return link
}

// suspicion says what might mislead about an address that may be opened.
func suspicion(parsed *url.URL, host, ascii string) string {
	switch {
	case !isASCII(host):
		return fmt.Sprintf("The host is not written in ASCII: %s stands for %s.", Line(host), ascii)
	case strings.Contains("."+ascii, ".xn--"):
		shown, err := idna.Display.ToUnicode(ascii)
		if err != nil {
			shown = ascii
		}
		return fmt.Sprintf("The host %s is shown by browsers as %s.", ascii, Line(shown))
	case parsed.User != nil:
		return fmt.Sprintf("What stands before the @ is a user name; the host is %s.", ascii)
	}
	return ""
}

// asciiURL percent-encodes every byte that can not stand in an address.
func asciiURL(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c > ' ' && c < 0x7F && !strings.ContainsRune("\"<>\\^`{|}", rune(c)) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
