package schema

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// A Problem is something that a schema has against a value.
type Problem struct {
	// Pointer is a JSON Pointer into the value: to what is wrong, or to where
	// what is missing would be.
	Pointer string
	// Path is the same place as people write it: alerts[0].place. It is empty
	// for the value as a whole.
	Path string
	// Keyword is the schema keyword that is not met.
	Keyword string
	// Message is the rest of a sentence that begins with the place: "99 is
	// above 14; 1 to 14 would do", "is needed".
	Message string
	// Given is what was given, as short JSON; empty when something is missing.
	Given string
}

// String is the problem as one sentence.
func (p Problem) String() string {
	if p.Path == "" {
		return p.Message
	}
	return p.Path + ": " + p.Message
}

// An explanation turns what the validator found into problems.
// The part is what was judged by where that is not the whole schema.
type explanation struct{ schema, part, value *Value }

func (e explanation) all(failure *jsonschema.ValidationError) []Problem {
	problems := e.explain(failure)
	slices.SortStableFunc(problems, func(a, b Problem) int {
		if c := strings.Compare(a.Pointer, b.Pointer); c != 0 {
			return c
		}
		return strings.Compare(a.Keyword, b.Keyword)
	})
	return slices.Compact(problems)
}

func (e explanation) explain(failure *jsonschema.ValidationError) []Problem {
	at := failure.InstanceLocation
	switch k := failure.ErrorKind.(type) {
	case *kind.Required:
		return e.missing(at, k.Missing, "required", "is needed")
	case *kind.DependentRequired:
		return e.missing(at, k.Missing, "dependentRequired", "is needed when "+k.Prop+" is given")
	case *kind.Dependency:
		return e.missing(at, k.Missing, "dependencies", "is needed when "+k.Prop+" is given")
	case *kind.AdditionalProperties:
		return e.unknown(at, k.Properties, e.unmet(failure))
	case *kind.PropertyNames:
		return e.badName(at, k.Property, failure.Causes)
	case *kind.AnyOf:
		return e.alternatives(failure, "anyOf")
	case *kind.OneOf:
		if len(k.Subschemas) > 1 {
			message := fmt.Sprintf("fits shapes %d and %d where exactly one must fit", k.Subschemas[0]+1, k.Subschemas[1]+1)
			return []Problem{e.problem(at, "oneOf", message)}
		}
		return e.alternatives(failure, "oneOf")
	case *kind.Contains, *kind.MinContains, *kind.MaxContains:
		return []Problem{e.problem(at, "contains", contained(failure, e.unmet(failure)))}
	}
	if len(failure.Causes) == 0 {
		return []Problem{e.leaf(failure)}
	}
	var problems []Problem
	for _, cause := range failure.Causes {
		problems = append(problems, e.explain(cause)...)
	}
	return problems
}

func (e explanation) problem(at []string, keyword, message string) Problem {
	p := Problem{Pointer: Pointer(at...), Path: PathIn(e.value, at...), Keyword: keyword, Message: message}
	if v := e.value.At(at...); v != nil {
		p.Given = Given(v)
	}
	return p
}

func (e explanation) missing(at, names []string, keyword, message string) []Problem {
	var problems []Problem
	for _, name := range names {
		problems = append(problems, e.problem(append(slices.Clip(at), name), keyword, message))
	}
	return problems
}

func (e explanation) unknown(at, names []string, part *Value) []Problem {
	var known []string
	for _, m := range part.Get("properties").Members() {
		known = append(known, m.Name)
	}
	var problems []Problem
	for _, name := range names {
		message := "is not a property that is taken here"
		if near := Nearest(name, known); near != "" {
			message += "; did you mean " + near + "?"
		}
		problems = append(problems, e.problem(append(slices.Clip(at), name), "additionalProperties", message))
	}
	return problems
}

func (e explanation) badName(at []string, name string, causes []*jsonschema.ValidationError) []Problem {
	message := "this name is not taken"
	named := explanation{schema: e.schema, part: e.part, value: NewString(name)}
	for _, cause := range causes {
		cause.InstanceLocation = nil
		for _, p := range named.explain(cause) {
			message += ": " + p.Message
		}
	}
	return []Problem{e.problem(append(slices.Clip(at), name), "propertyNames", message)}
}

// unmet is the schema that was not met.
func (e explanation) unmet(failure *jsonschema.ValidationError) *Value {
	url, fragment, _ := strings.Cut(failure.SchemaURL, "#")
	root := e.schema
	if url == partURL {
		root = e.part
	}
	found, err := NewDocument(root).Resolve("#" + fragment)
	if err != nil {
		return nil
	}
	return found
}

// leaf explains a failure that has no causes.
func (e explanation) leaf(failure *jsonschema.ValidationError) Problem {
	at, part := failure.InstanceLocation, e.unmet(failure)
	given := Given(e.value.At(at...))
	keyword := ""
	if path := failure.ErrorKind.KeywordPath(); len(path) > 0 {
		keyword = path[0]
	}
	return e.problem(at, keyword, message(failure.ErrorKind, given, part))
}

func message(k jsonschema.ErrorKind, given string, part *Value) string {
	switch k := k.(type) {
	case *kind.Type:
		words := make([]string, len(k.Want))
		for i, name := range k.Want {
			words[i] = TypeWord(name)
		}
		return given + " is not " + list(words, "or")
	case *kind.Const:
		return given + " is not " + shown(k.Want) + ", the only value that would do"
	case *kind.Enum:
		return notAChoice(k, given)
	case *kind.Format:
		return notOfFormat(k.Want, given)
	case *kind.Pattern:
		return given + " does not match " + k.Want
	case *kind.Minimum, *kind.Maximum, *kind.ExclusiveMinimum, *kind.ExclusiveMaximum:
		return outOfRange(k, given, part)
	case *kind.MultipleOf:
		return given + " is not a multiple of " + decimal(k.Want)
	case *kind.FalseSchema:
		return "nothing is taken here"
	case *kind.Not:
		return given + " is ruled out" + ruledOut(part)
	case *kind.RefCycle:
		return "the schema refers to itself without end here"
	}
	return sizeMessage(k, given, part)
}

// ruledOut says what a not rules out, where that can be said in a few words.
func ruledOut(part *Value) string {
	not := part.Get("not")
	switch {
	case not.Get("const") != nil:
		return "; anything but " + Given(not.Get("const")) + " would do"
	case len(not.Get("enum").Items()) > 0:
		var words []string
		for _, choice := range not.Get("enum").Items() {
			words = append(words, Given(choice))
		}
		return "; anything but " + list(words[:min(6, len(words))], "and") + " would do"
	case len(not.Get("required").Strings()) > 0 && len(not.Members()) == 1:
		return ": it must not have " + list(not.Get("required").Strings(), "and") + either(len(not.Get("required").Items()) > 1, " together", "")
	case not.Get("pattern") != nil:
		return ": it must not match " + not.Get("pattern").Text()
	case not.Get("type") != nil && len(not.Members()) == 1:
		var words []string
		for _, name := range append(not.Get("type").Strings(), not.Get("type").Text()) {
			if name != "" {
				words = append(words, TypeWord(name))
			}
		}
		return ": it must not be " + list(words, "or")
	}
	return " by the schema"
}

func sizeMessage(k jsonschema.ErrorKind, given string, part *Value) string {
	switch k := k.(type) {
	case *kind.MinLength:
		return wrongCount(k.Got, "character", countRange(part, "minLength", "maxLength"))
	case *kind.MaxLength:
		return wrongCount(k.Got, "character", countRange(part, "minLength", "maxLength"))
	case *kind.MinItems:
		return wrongCount(k.Got, "item", countRange(part, "minItems", "maxItems"))
	case *kind.MaxItems:
		return wrongCount(k.Got, "item", countRange(part, "minItems", "maxItems"))
	case *kind.MinProperties:
		return wrongCount(k.Got, "key", countRange(part, "minProperties", "maxProperties"))
	case *kind.MaxProperties:
		return wrongCount(k.Got, "key", countRange(part, "minProperties", "maxProperties"))
	case *kind.AdditionalItems:
		return fmt.Sprintf("has %s too many", counted(strconv.Itoa(k.Count), "item"))
	case *kind.UniqueItems:
		return fmt.Sprintf("items %d and %d are the same", k.Duplicates[0]+1, k.Duplicates[1]+1)
	}
	return given + " does not fit the schema"
}

func wrongCount(got int, noun, wanted string) string {
	sentence := "has " + counted(strconv.Itoa(got), noun)
	if got == 0 {
		sentence = "is empty"
	}
	if wanted == "" {
		return sentence + ", which does not fit the schema"
	}
	return sentence + "; " + wanted + " would do"
}

func outOfRange(k jsonschema.ErrorKind, given string, part *Value) string {
	var sentence string
	switch k := k.(type) {
	case *kind.Minimum:
		sentence = given + " is below " + decimal(k.Want)
	case *kind.Maximum:
		sentence = given + " is above " + decimal(k.Want)
	case *kind.ExclusiveMinimum:
		sentence = given + " is not above " + decimal(k.Want)
	case *kind.ExclusiveMaximum:
		sentence = given + " is not below " + decimal(k.Want)
	}
	if wanted := numberRange(part); wanted != "" {
		sentence += "; " + wanted + " would do"
	}
	return sentence
}

func notOfFormat(format, given string) string {
	words, ok := formatWords[format]
	if !ok {
		return given + " is not of the format " + format
	}
	sentence := given + " is not " + words.words
	if words.example != "" {
		sentence += ` such as ` + words.example
	}
	return sentence
}

func notAChoice(k *kind.Enum, given string) string {
	choices := make([]string, len(k.Want))
	for i, choice := range k.Want {
		choices[i] = shown(choice)
	}
	switch {
	case len(choices) == 0:
		return given + " can not do: the schema allows no choice"
	case len(choices) <= 6:
		return given + " is not a choice; " + list(choices, "or") + " would do"
	}
	sentence := fmt.Sprintf("%s is none of the %d choices", given, len(choices))
	if near := Nearest(given, choices); near != "" {
		return sentence + "; did you mean " + near + "?"
	}
	return sentence + "; " + strings.Join(choices[:4], ", ") + " … would do"
}

func contained(failure *jsonschema.ValidationError, part *Value) string {
	switch k := failure.ErrorKind.(type) {
	case *kind.MinContains:
		return fmt.Sprintf("%d of its items fit what must be among them; at least %d have to", len(k.Got), k.Want)
	case *kind.MaxContains:
		return fmt.Sprintf("%d of its items fit what may be among them; at most %d may", len(k.Got), k.Want)
	}
	wanted := part.Get("contains")
	if constant := wanted.Get("const"); constant != nil {
		return "has no " + Given(constant) + " among its items; one is needed"
	}
	if name := wanted.Get("type").Text(); name != "" && len(wanted.Members()) == 1 {
		return "has no item that is " + TypeWord(name) + "; one is needed"
	}
	return "has no item of the kind that must be among them"
}
