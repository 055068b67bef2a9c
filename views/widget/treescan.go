package widget

// What follows walks over bytes that are known to be valid JSON.

// skipBlanks returns the first byte from at on that is not white space.
func skipBlanks(raw []byte, at int) int {
	for at < len(raw) {
		switch raw[at] {
		case ' ', '\t', '\n', '\r':
			at++
		default:
			return at
		}
	}
	return at
}

// skipString returns the end of the string that begins at at.
func skipString(raw []byte, at int) int {
	for at++; at < len(raw); at++ {
		switch raw[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
	return len(raw)
}

// skipValue returns the end of the value that begins at at, and how many
// elements or properties it has.
func skipValue(raw []byte, at int) (end, count int) {
	switch raw[at] {
	case '"':
		return skipString(raw, at), 0
	case '{', '[':
		return skipContainer(raw, at)
	}
	for at < len(raw) {
		switch raw[at] {
		case ',', '}', ']', ' ', '\t', '\n', '\r':
			return at, 0
		}
		at++
	}
	return at, 0
}

// skipContainer is skipValue for an object or an array.
func skipContainer(raw []byte, at int) (end, count int) {
	if next := raw[skipBlanks(raw, at+1)]; next != '}' && next != ']' {
		count = 1
	}
	for depth := 0; at < len(raw); at++ {
		switch raw[at] {
		case '"':
			at = skipString(raw, at) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return at + 1, count
			}
		case ',':
			if depth == 1 {
				count++
			}
		}
	}
	return len(raw), count
}
