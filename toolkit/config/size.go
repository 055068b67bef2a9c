package config

import (
	"fmt"
	"math"

	"github.com/dustin/go-humanize"
	"github.com/tailscale/hujson"
)

// A Size is a number of bytes. As a text it may have a unit: 64MiB, 64MB or
// 67108864.
type Size int

const (
	smallestSize = 1 << 10
	largestSize  = 1 << 30
	sizeWanted   = "a size from 1KiB to 1GiB would do, such as 64MiB"
)

// UnmarshalText implements [encoding.TextUnmarshaler].
func (s *Size) UnmarshalText(text []byte) error {
	n, err := humanize.ParseBytes(string(text))
	if err != nil || n < smallestSize || n > largestSize {
		return fmt.Errorf("it is %.40q; %s", text, sizeWanted)
	}
	*s = Size(n)
	return nil
}

// size is a member that is a number of bytes, or a text such as 64MiB. Only
// this program's own files have it, and those that may be anybody's.
func (e *entry) size(key string) (s Size) {
	if e.client != Toolbench && e.client != "" {
		return 0
	}
	value, _, ok := e.find(key)
	if !ok {
		return 0
	}
	switch literal, _ := value.Value.(hujson.Literal); value.Value.Kind() {
	case '"':
		if s.UnmarshalText([]byte(textOf(value))) == nil {
			return s
		}
	case '0':
		if n := literal.Float(); n == math.Trunc(n) && n >= smallestSize && n <= largestSize {
			return Size(n)
		}
	}
	e.fail(value.StartOffset, "%s is %s; %s", key, given(value), sizeWanted)
	return 0
}
