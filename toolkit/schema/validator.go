package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	location   = "urn:toolbench:schema"
	partURL    = "urn:toolbench:part"
	budgetURL  = "urn:toolbench:budget"
	maxParts   = 20_000 // subschemas: compiling takes quadratic time
	baseBudget = 50_000 // schemas evaluated in judging one value
)

// A Validator judges values by one schema. It may be used from any goroutine.
type Validator struct {
	root     *Value
	part     *Value // what is judged by, where that is not the root
	prepared *preparation
	warnings []string
	compiled *jsonschema.Schema

	mu    sync.Mutex // guards the budget, which is spent inside the library
	spent *budget
}

// Warnings are sentences on the parts of the schema that are not judged by,
// each with its place.
func (v *Validator) Warnings() []string { return v.warnings }

// Compile makes the validator of a schema. Nothing is loaded from elsewhere. It
// is nil only together with an error, which says why the schema can not be
// judged by at all.
func Compile(root *Value) (*Validator, error) {
	if kind := root.Kind(); kind != Object && kind != Boolean {
		return nil, fmt.Errorf("a schema is an object or a boolean; this is %s", Given(root))
	}
	if n := parts(root); n > maxParts {
		return nil, fmt.Errorf("the schema has %d parts; over %d it is not judged by", n, maxParts)
	}
	document := NewDocument(root)
	var err error
	for _, strict := range []strictness{keepReferences, dropUnresolved, dropIdentifiers} {
		p := &preparation{document: document, root: root.Any(), strict: strict}
		p.run()
		var v *Validator
		if v, err = p.compile(); err == nil {
			v.root, v.prepared = root, p
			return v, nil
		}
	}
	return nil, fmt.Errorf("the schema can not be judged by: %w", err)
}

// compile compiles what is left after setting aside what breaks the meta-schema,
// as often as that finds something new.
func (p *preparation) compile() (*Validator, error) {
	for {
		v, err := p.attempt()
		var invalid *jsonschema.SchemaValidationError
		if !errors.As(err, &invalid) {
			return v, err
		}
		var failure *jsonschema.ValidationError
		if !errors.As(invalid.Err, &failure) {
			return nil, err
		}
		found := false
		for _, leaf := range leaves(failure, nil) {
			found = p.setAside(leaf.InstanceLocation, "this breaks the rules of JSON Schema") || found
		}
		if !found {
			return nil, err
		}
	}
}

func (p *preparation) attempt() (v *Validator, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			v, err = nil, fmt.Errorf("the validator gave up on it: %v", fault)
		}
	}()
	engine := &patterns{}
	v = &Validator{spent: &budget{}}
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.UseLoader(nothing{})
	compiler.UseRegexpEngine(engine.compile)
	compiler.AssertFormat()
	compiler.AssertVocabs()
	compiler.RegisterVocabulary(v.spent.vocabulary())
	for _, format := range slices.Concat(ownFormats, stricterFormats) {
		compiler.RegisterFormat(format)
	}
	if err := p.add(compiler); err != nil {
		return nil, err
	}
	if v.compiled, err = compiler.Compile(p.location()); err != nil {
		return nil, err
	}
	v.warnings = append(p.warnings, engine.warnings...)
	slices.Sort(v.warnings) // as the parts were come by, which differs each time
	v.warnings = slices.Compact(v.warnings)
	return v, nil
}

// Validate judges a value. The error says why it could not be judged, which is
// not to be taken for a problem of the value.
func (v *Validator) Validate(value *Value) (problems []Problem, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	defer func() {
		switch fault := recover(); fault {
		case nil:
		case errOverBudget:
			problems, err = nil, errors.New("judging this by its schema takes too long; it is not checked")
		default:
			problems, err = nil, fmt.Errorf("the validator gave up on this value: %v", fault)
		}
	}()
	v.spent.left = baseBudget + 200*parts(value)
	err = v.compiled.Validate(value.Any())
	var failure *jsonschema.ValidationError
	if !errors.As(err, &failure) {
		return nil, err
	}
	e := explanation{schema: v.root, part: v.part, value: value}
	return e.all(failure), nil
}

// Validate judges a value by a schema, both as raw JSON. It finds no problem
// when the schema can not be judged by; [Compile] says why. The most recent
// schemas are kept compiled.
func Validate(schema, value json.RawMessage) []Problem {
	v := compiled.get(schema)
	if v == nil {
		return nil
	}
	parsed, err := Parse(value)
	if err != nil {
		return []Problem{{Message: err.Error()}}
	}
	problems, _ := v.Validate(parsed)
	return problems
}

var compiled cache

// A cache keeps validators by their schema's bytes. It is emptied when it is
// full: what is in use fills it again.
type cache struct {
	mu         sync.Mutex
	validators map[string]*Validator
}

func (c *cache) get(schema json.RawMessage) *Validator {
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := c.validators[string(schema)]; ok {
		return v
	}
	if c.validators == nil || len(c.validators) >= 64 {
		c.validators = map[string]*Validator{}
	}
	var v *Validator
	if root, err := Parse(schema); err == nil {
		v, _ = Compile(root)
	}
	c.validators[string(schema)] = v
	return v
}

// nothing is the loader of schemas that are elsewhere.
type nothing struct{}

func (nothing) Load(url string) (any, error) {
	return nil, fmt.Errorf("%s is not loaded", url)
}

// A budget bounds how many schemas are evaluated in judging one value: nested
// alternatives can ask for exponentially many. It rides along as a vocabulary,
// which is the only hook that the library calls on the way.
type budget struct{ left int }

var errOverBudget = errors.New("over budget")

func (b *budget) vocabulary() *jsonschema.Vocabulary {
	return &jsonschema.Vocabulary{
		URL: budgetURL,
		Compile: func(*jsonschema.CompilerContext, map[string]any) (jsonschema.SchemaExt, error) {
			return b, nil
		},
	}
}

// Validate implements [jsonschema.SchemaExt].
func (b *budget) Validate(*jsonschema.ValidatorContext, any) {
	if b.left--; b.left < 0 {
		panic(errOverBudget)
	}
}

func parts(v *Value) int {
	n := 1
	for _, m := range v.Members() {
		n += parts(m.Value)
	}
	for _, item := range v.Items() {
		n += parts(item)
	}
	return n
}

func leaves(failure *jsonschema.ValidationError, found []*jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(failure.Causes) == 0 {
		return append(found, failure)
	}
	for _, cause := range failure.Causes {
		found = leaves(cause, found)
	}
	return found
}
