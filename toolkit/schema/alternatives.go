package schema

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// alternatives explains why none of several shapes fit. The shapes that were
// plainly not meant are left out: those of another type, and those that a
// constant or a choice tells apart. When that leaves one, its problems are the
// answer.
func (e explanation) alternatives(failure *jsonschema.ValidationError, keyword string) []Problem {
	at := failure.InstanceLocation
	var branches [][]Problem
	for _, cause := range failure.Causes {
		branches = append(branches, e.explain(cause))
	}
	here := Pointer(at...)
	meant := slices.DeleteFunc(slices.Clone(branches), func(problems []Problem) bool {
		return slices.ContainsFunc(problems, func(p Problem) bool { return p.Pointer == here && p.Keyword == "type" })
	})
	if len(meant) == 0 {
		return e.noType(at, branches)
	}
	if told := slices.DeleteFunc(slices.Clone(meant), discriminated); len(told) > 0 {
		meant = told
	}
	if len(meant) == 1 {
		return meant[0]
	}
	reasons := make([]string, 0, 3)
	for _, problems := range meant[:min(3, len(meant))] {
		if len(problems) > 0 {
			reasons = append(reasons, relative(problems[0], here))
		}
	}
	message := fmt.Sprintf("fits none of %d shapes: %s", len(branches), strings.Join(slices.Compact(reasons), "; or "))
	if len(meant) > 3 {
		message += "; …"
	}
	return []Problem{e.problem(at, keyword, message)}
}

// discriminated tells whether a shape fails for a constant or a choice of one
// of its properties.
func discriminated(problems []Problem) bool {
	return slices.ContainsFunc(problems, func(p Problem) bool {
		return p.Keyword == "const" || p.Keyword == "enum"
	})
}

// noType explains that the value is of none of the types that would do.
func (e explanation) noType(at []string, branches [][]Problem) []Problem {
	given := Given(e.value.At(at...))
	var words []string
	for _, problems := range branches {
		for _, p := range problems {
			if word, ok := strings.CutPrefix(p.Message, given+" is not "); ok && p.Keyword == "type" && !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	return []Problem{e.problem(at, "type", given+" is not "+list(words, "or"))}
}

// relative is a problem's sentence as seen from the value at a pointer.
func relative(p Problem, here string) string {
	rest := strings.TrimPrefix(strings.TrimPrefix(p.Pointer, here), "/")
	if rest == "" {
		return p.Message
	}
	return pointerUnescape.Replace(rest) + " " + p.Message
}

// shown is a decoded value as short JSON.
func shown(v any) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if encoder.Encode(v) != nil {
		return fmt.Sprint(v)
	}
	return cut(strings.TrimSuffix(b.String(), "\n"), 40)
}

// longestNumber is how many bits a number may have to be written out in full.
const longestNumber = 4 * largestExponent

// decimal writes a number as decimals, or as a fraction when they do not end.
func decimal(r *big.Rat) string {
	if r.Num().BitLen()+r.Denom().BitLen() > longestNumber {
		tens := float64(r.Num().BitLen()-r.Denom().BitLen()) * math.Log10(2)
		return fmt.Sprintf("a number of about %s1e%+.0f", strings.Repeat("-", max(0, -r.Sign())), tens)
	}
	if digits, exact := r.FloatPrec(); exact {
		return r.FloatString(digits)
	}
	return r.RatString()
}
