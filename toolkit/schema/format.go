package schema

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"math/big"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// formatWords says a format in words, with its article, and gives an example.
var formatWords = map[string]struct{ words, example string }{
	"date":                  {"a date", "2026-11-30"},
	"time":                  {"a time with its zone", "13:45:00Z"},
	"date-time":             {"a date and time with its zone", "2026-11-30T13:45:00Z"},
	"duration":              {"a duration", "P3DT4H"},
	"email":                 {"an e-mail address", "ada@example.com"},
	"idn-email":             {"an e-mail address", ""},
	"hostname":              {"a host name", "example.com"},
	"idn-hostname":          {"a host name", ""},
	"ipv4":                  {"an IPv4 address", "192.0.2.1"},
	"ipv6":                  {"an IPv6 address", "2001:db8::1"},
	"uri":                   {"a URL", "https://example.com/"},
	"url":                   {"a URL", ""},
	"iri":                   {"a URL", "https://example.com/"},
	"uri-reference":         {"a URL or path", "/docs"},
	"iri-reference":         {"a URL or path", "/docs"},
	"uri-template":          {"a URL template", "/items/{id}"},
	"uuid":                  {"a UUID", "123e4567-e89b-12d3-a456-426614174000"},
	"json-pointer":          {"a JSON Pointer", "/a/0"},
	"relative-json-pointer": {"a relative JSON Pointer", "1/a"},
	"regex":                 {"a regular expression", ""},
	regexFormat:             {"a regular expression", ""},
	"semver":                {"a version", "1.2.3"},
	"byte":                  {"base64", "aGk="},
	"binary":                {"binary data", ""},
	"int32":                 {"a 32-bit integer", ""},
	"int64":                 {"a 64-bit integer", ""},
	"password":              {"a secret", ""},
}

// FormatExample is a text of a format, "" when none is known.
func FormatExample(format string) string {
	if words := formatWords[format]; words.example != "" {
		return words.example
	}
	switch format {
	case "idn-email":
		return formatWords["email"].example
	case "idn-hostname":
		return formatWords["hostname"].example
	case "url":
		return formatWords["uri"].example
	case "regex":
		return "^a+$"
	}
	return ""
}

// ownFormats are the formats of OpenAPI that the validator does not know.
var ownFormats = []*jsonschema.Format{
	{Name: "int32", Validate: func(v any) error { return fitsBits(v, 32) }},
	{Name: "int64", Validate: func(v any) error { return fitsBits(v, 64) }},
	{Name: "byte", Validate: isBase64},
}

func fitsBits(v any, bits int) error {
	number, ok := v.(json.Number)
	if !ok {
		return nil
	}
	r, ok := new(big.Rat).SetString(string(number))
	if !ok {
		return errors.New("out of range")
	}
	limit := new(big.Int).Lsh(big.NewInt(1), uint(bits-1))
	low := new(big.Rat).SetInt(new(big.Int).Neg(limit))
	if r.Cmp(low) < 0 || r.Cmp(new(big.Rat).SetInt(limit)) >= 0 {
		return errors.New("out of range")
	}
	return nil
}

func isBase64(v any) error {
	text, ok := v.(string)
	if !ok {
		return nil
	}
	_, err := base64.StdEncoding.DecodeString(text)
	return err
}
