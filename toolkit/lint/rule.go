package lint

// A Severity says how bad a problem is.
type Severity string

// The severities.
const (
	// Error is for a definition that breaks a rule of its protocol or of JSON
	// Schema, or that nothing can satisfy.
	Error Severity = "error"
	// Warning is for what a provider refuses, and for what is probably a slip.
	Warning Severity = "warning"
	// Info is for what is worth knowing.
	Info Severity = "info"
)

// A Rule is one thing that is looked for. IDs do not change.
type Rule struct {
	ID       string
	Severity Severity
	// Means says in a line what it is about.
	Means string
}

// The rules about the definition as a whole.
var (
	Definition         = Rule{"definition", Error, "the source could not make a sound tool of the definition"}
	NameMissing        = Rule{"name-missing", Error, "the tool has no name"}
	NameCharacters     = Rule{"name-characters", Warning, "the name has characters that providers do not take"}
	NameLong           = Rule{"name-over-64", Warning, "the name is longer than 64 characters, the limit of OpenAI"}
	NameTooLong        = Rule{"name-over-128", Error, "the name is longer than 128 characters, the limit of MCP and of every provider"}
	NameDuplicate      = Rule{"name-duplicate", Error, "two tools of one source have the same name, or two tools have the same name to a provider"}
	NameHidden         = Rule{"name-hidden", Warning, "the tool of another source has the same name and is served instead"}
	DescriptionMissing = Rule{"description-missing", Warning, "the tool has no description"}
	DescriptionLong    = Rule{"description-long", Info, "a description is longer than 1,024 characters"}
	DescriptionHuge    = Rule{"description-enormous", Warning, "a description is longer than 4,096 characters"}
	ParameterUntold    = Rule{"parameter-description-missing", Info, "a parameter has no description"}
)

// The rules about the input schema.
var (
	SchemaJSON       = Rule{"schema-json", Error, "the input schema is not JSON, or no schema"}
	SchemaDraft      = Rule{"schema-draft", Warning, "$schema names no draft of JSON Schema that is known, or none and the schema is of draft 7"}
	SchemaKeyword    = Rule{"schema-keyword", Error, "a keyword breaks the rules of the schema's draft"}
	SchemaKey        = Rule{"schema-duplicate-key", Warning, "an object of the schema has a key twice"}
	SchemaUnjudged   = Rule{"schema-unjudged", Warning, "no value can be judged by the schema"}
	Reference        = Rule{"reference-unresolved", Error, "a reference leads nowhere"}
	RequiredUnknown  = Rule{"required-unknown", Warning, "required names a property that is not described"}
	DefaultInvalid   = Rule{"default-invalid", Warning, "a default does not fit its own schema"}
	ExampleInvalid   = Rule{"example-invalid", Warning, "an example does not fit its own schema"}
	EnumValue        = Rule{"enum-value-invalid", Warning, "a choice of enum does not fit the schema beside it"}
	PatternInvalid   = Rule{"pattern-invalid", Error, "a pattern is not a regular expression"}
	PatternRE2       = Rule{"pattern-not-re2", Info, "a pattern needs an engine that goes back, which Go, Rust and Google's services lack"}
	Contradiction    = Rule{"contradiction", Error, "no value fits"}
	DeadAlternative  = Rule{"dead-alternative", Warning, "no value fits one of several alternatives or types"}
	SampleMissing    = Rule{"sample-missing", Warning, "no valid arguments were found"}
	RootNotObject    = Rule{"root-not-object", Error, "the schema's type is not object, which MCP demands and every provider"}
	RootCombinator   = Rule{"root-combinator", Warning, "OpenAI, or Anthropic too, refuses a keyword at the root"}
	ArrayItems       = Rule{"array-without-items", Warning, "OpenAI and Gemini refuse a list without items"}
	PropertyName     = Rule{"property-name", Warning, "Anthropic refuses the name of a property"}
	OpenAIStrict     = Rule{"openai-strict", Info, "OpenAI's strict mode would refuse the schema"}
	GeminiOverlooked = Rule{"gemini-overlooks", Info, "the schema has keywords that Gemini does not know"}
)

// Rules are all rules.
func Rules() []Rule {
	return []Rule{
		Definition, NameMissing, NameCharacters, NameLong, NameTooLong, NameDuplicate, NameHidden,
		DescriptionMissing, DescriptionLong, DescriptionHuge, ParameterUntold,
		SchemaJSON, SchemaDraft, SchemaKeyword, SchemaKey, SchemaUnjudged, Reference, RequiredUnknown,
		DefaultInvalid, ExampleInvalid, EnumValue, PatternInvalid, PatternRE2, Contradiction, DeadAlternative, SampleMissing,
		RootNotObject, RootCombinator, ArrayItems, PropertyName, OpenAIStrict, GeminiOverlooked,
	}
}
