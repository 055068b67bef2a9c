package schema

import (
	"fmt"
	"regexp"
	"time"

	"github.com/dlclark/regexp2"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// patternTime bounds one match of a pattern that only a backtracking engine
// takes.
const patternTime = 250 * time.Millisecond

// maxPattern bounds the length of such a pattern: compiling one is not bounded
// in time.
const maxPattern = 8 << 10

// A pattern is a regular expression of a schema. It matches everything when no
// engine takes it, or when matching takes too long: such a pattern warns and
// does not block.
type pattern struct {
	source string
	match  func(string) bool
}

func (p *pattern) String() string { return p.source }

func (p *pattern) MatchString(s string) bool { return p.match(s) }

// compilePattern compiles a pattern as ECMA-262 means it. Go's own engine is
// asked first, for it takes linear time; what it lacks, such as lookaround and
// back-references, is left to regexp2 under a time limit.
func compilePattern(source string) (*pattern, error) {
	if re, err := regexp.Compile(source); err == nil {
		return &pattern{source, re.MatchString}, nil
	}
	unjudged := &pattern{source, func(string) bool { return true }}
	if len(source) > maxPattern {
		return unjudged, fmt.Errorf("the pattern of %d characters is too long to be checked", len(source))
	}
	re, err := compileBacktracking(source)
	if err != nil {
		return unjudged, fmt.Errorf("the pattern %s is not a regular expression: %w", cut(source, 60), err)
	}
	re.MatchTimeout = patternTime
	return &pattern{source, func(s string) bool {
		matched, err := re.MatchString(s)
		return matched || err != nil
	}}, nil
}

func compileBacktracking(source string) (re *regexp2.Regexp, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("its compiler gave up: %v", fault)
		}
	}()
	if re, err = regexp2.Compile(source, regexp2.ECMAScript|regexp2.Unicode); err == nil {
		return re, nil
	}
	if other, otherErr := regexp2.Compile(source, regexp2.None); otherErr == nil {
		return other, nil
	}
	return nil, err
}

// patterns is the engine handed to the validator. It remembers what it had to
// let pass.
type patterns struct{ warnings []string }

func (p *patterns) compile(source string) (jsonschema.Regexp, error) {
	compiled, err := compilePattern(source)
	if err != nil {
		p.warnings = append(p.warnings, err.Error())
	}
	return compiled, nil
}

// Matches tells whether a pattern of a schema, such as a name of
// patternProperties, matches text. A pattern that no engine takes matches.
func Matches(source, text string) bool {
	compiled, _ := compilePattern(source)
	return compiled.match(text)
}
