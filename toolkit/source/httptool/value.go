package httptool

import (
	"slices"
	"strings"

	"toolbench/toolkit/schema"
)

// text is a JSON string.
func text(s string) *schema.Value { return schema.NewString(s) }

// object is a JSON object of names and values in turn.
func object(pairs ...any) *schema.Value {
	var members []schema.Member
	for i := 0; i+1 < len(pairs); i += 2 {
		members = append(members, schema.Member{Name: pairs[i].(string), Value: pairs[i+1].(*schema.Value)})
	}
	return schema.NewObject(members...)
}

// with is an object with a member set: in the place that it has, else at the end.
func with(v *schema.Value, name string, value *schema.Value) *schema.Value {
	members := slices.Clone(v.Members())
	for i, m := range members {
		if m.Name == name {
			members[i].Value = value
			return schema.NewObject(members...)
		}
	}
	return schema.NewObject(append(members, schema.Member{Name: name, Value: value})...)
}

// without is an object without some of its members.
func without(v *schema.Value, names []string) *schema.Value {
	var left []schema.Member
	for _, m := range v.Members() {
		if !slices.Contains(names, m.Name) {
			left = append(left, m)
		}
	}
	if len(left) == len(v.Members()) {
		return v
	}
	return schema.NewObject(left...)
}

// plainText is a value as it stands in an address, a form or a plain text: a
// string's content, nothing for null, else its JSON.
func plainText(v *schema.Value) string {
	switch v.Kind() {
	case schema.Missing, schema.Null:
		return ""
	case schema.String:
		return v.Text()
	}
	return string(v.JSON())
}

// plainPairs are the pairs of a query or form that say a value: one for each
// item of a list, none for a value that is missing or null.
func plainPairs(name string, v *schema.Value) []string {
	switch v.Kind() {
	case schema.Missing, schema.Null:
		return nil
	case schema.Array:
		var pairs []string
		for _, item := range v.Items() {
			pairs = append(pairs, escape(name)+"="+escape(plainText(item)))
		}
		return pairs
	}
	return []string{escape(name) + "=" + escape(plainText(v))}
}

// withQuery is an address with pairs added to its query.
func withQuery(address string, pairs []string) string {
	if len(pairs) == 0 {
		return address
	}
	sign := "?"
	if strings.Contains(address, "?") {
		sign = "&"
	}
	return address + sign + strings.Join(pairs, "&")
}

const upperHex = "0123456789ABCDEF"

// escape percent-encodes everything but what RFC 3986 §2.3 calls unreserved.
func escape(s string) string { return escaped(s, "") }

// escaped is [escape] that leaves further characters as they are. Where percent
// is one of them, what is encoded already stays so.
func escaped(s, kept string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		switch {
		case isUnreserved(c):
			b.WriteByte(c)
		case c == '%' && strings.Contains(kept, "%") && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			b.WriteByte(c)
		case c != '%' && strings.IndexByte(kept, c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(upperHex[c>>4])
			b.WriteByte(upperHex[c&15])
		}
	}
	return b.String()
}

func isUnreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~", c) >= 0
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
