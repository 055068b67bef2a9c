package picture

import (
	"encoding/binary"
	"strings"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// drawn are the PNG chunks that the picture itself needs (PNG third edition,
// §11.2 and tRNS of §11.3).
var drawn = map[string]bool{"IHDR": true, "PLTE": true, "tRNS": true, "IDAT": true, "IEND": true}

// plainPNG is a PNG without the chunks that only describe it: a colour profile,
// a text, a time. Go's decoder refuses a picture for a wrong checksum in one of
// those; other viewers show it. Data that is no PNG comes back as it is.
func plainPNG(data []byte) []byte {
	if !strings.HasPrefix(string(data[:min(len(data), len(pngSignature))]), pngSignature) {
		return data
	}
	out := []byte(pngSignature)
	for rest := data[len(pngSignature):]; len(rest) >= 12; {
		size := uint64(binary.BigEndian.Uint32(rest)) + 12
		if size > uint64(len(rest)) {
			return data // cut off: let the decoder say so
		}
		if drawn[string(rest[4:8])] {
			out = append(out, rest[:size]...)
		}
		rest = rest[size:]
	}
	return out
}
