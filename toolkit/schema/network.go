package schema

import (
	"errors"
	"net/netip"
	"net/url"
	"regexp"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/yosida95/uritemplate/v3"
	"golang.org/x/net/idna"
)

// stricterFormats are formats of which the validator's own check lets pass what
// the standards do not, or takes patterns of values for those of the schema.
var stricterFormats = []*jsonschema.Format{
	text("ipv4", isIPv4),
	text("uri", func(s string) error { return isURI(s, true) }),
	text("uri-reference", func(s string) error { return isURI(s, false) }),
	text("uri-template", isURITemplate),
	text("hostname", isHostname),
	text("idn-hostname", isInternationalHostname),
	text("duration", isDuration),
	text(regexFormat, isRegex),
}

// regexFormat stands for the format regex, which the validator does not let be
// checked by others.
const regexFormat = "ecma-262-regex"

// text is a format of strings.
func text(name string, check func(string) error) *jsonschema.Format {
	return &jsonschema.Format{Name: name, Validate: func(v any) error {
		if s, ok := v.(string); ok {
			return check(s)
		}
		return nil
	}}
}

func isIPv4(s string) error {
	address, err := netip.ParseAddr(s)
	if err == nil && !address.Is4() {
		err = errors.New("not of version 4")
	}
	return err
}

// uriCharacters are those that RFC 3986 allows; brackets stand only around an
// address.
var uriCharacters = regexp.MustCompile("^(?:[A-Za-z0-9._~:/?#@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$")

var bracketed = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*:)?//([^/?#@]*@)?\[([^\]/?#]*)\]`)

func isURI(s string, absolute bool) error {
	parsed, err := url.Parse(s)
	if err != nil {
		return err
	}
	if absolute && !parsed.IsAbs() {
		return errors.New("relative")
	}
	if found := bracketed.FindStringSubmatch(s); found != nil {
		if _, err := netip.ParseAddr(found[3]); err != nil {
			return err
		}
		s = strings.Replace(s, "["+found[3]+"]", "host", 1)
	}
	if !uriCharacters.MatchString(s) || strings.Count(s, "#") > 1 {
		return errors.New("a character that has to be escaped")
	}
	return nil
}

func isURITemplate(s string) error {
	_, err := uritemplate.New(s)
	return err
}

var (
	hostLabel = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$`)
	punycode  = idna.New(idna.ValidateForRegistration(), idna.BidiRule(), idna.CheckHyphens(true), idna.CheckJoiners(true))
)

func isHostname(s string) error {
	if len(s) > 253 {
		return errors.New("too long")
	}
	for _, label := range strings.Split(s, ".") {
		switch {
		case len(label) > 63 || !hostLabel.MatchString(label):
			return errors.New("a label that is none")
		case strings.HasPrefix(strings.ToLower(label), "xn--"):
			if err := isInternationalHostname(label); err != nil {
				return err
			}
		case len(label) >= 4 && label[2:4] == "--":
			return errors.New("hyphens where an encoded label has them")
		}
	}
	return nil
}

func isInternationalHostname(s string) error {
	ascii, err := punycode.ToASCII(s)
	if err != nil {
		return err
	}
	if _, err = punycode.ToUnicode(s); err != nil {
		return err
	}
	for _, label := range strings.Split(ascii, ".") {
		if len(label) > 63 || !hostLabel.MatchString(label) {
			return errors.New("a label that is none")
		}
	}
	return nil
}

// duration is ISO 8601's as RFC 3339 has it: units leave no gap.
var duration = regexp.MustCompile(`^P(?:\d+W|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$`)

func isDuration(s string) error {
	if s == "P" || !duration.MatchString(s) {
		return errors.New("not a duration")
	}
	return nil
}

// foreign is what other engines take and ECMA-262 does not.
var foreign = regexp.MustCompile(`(?:^|[^\\])(?:\\\\)*(?:\(\?(?:P|#|[a-zA-Z]+\))|\\[aAZz])`)

func isRegex(s string) error {
	if foreign.MatchString(s) {
		return errors.New("not of ECMA-262")
	}
	if _, err := regexp.Compile(s); err == nil {
		return nil
	}
	_, err := compileBacktracking(s)
	return err
}
