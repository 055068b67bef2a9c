package httptool

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"toolbench/toolkit/schema"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// A catalogue is a document while tools are made of it. It is let go of
// afterwards: a tool keeps only what a call needs.
type catalogue struct {
	source      *DocumentSource
	at          string // where the document was found
	root        node
	version     string
	older       bool // 2.0 or 3.0: schemas in their own dialect
	swagger     bool // 2.0
	definitions *definitions
	schemes     map[string]*scheme
	taken       map[string]bool // names of tools
	size        int             // of their schemas, in bytes
	listing     source.Listing
}

// maxSchemas is how many bytes the schemas of all tools may have: each has what
// references lead to in full.
const maxSchemas = 256 << 20

var knownVersion = regexp.MustCompile(`^(2\.0|3\.[0-9])(\.|$)`)

// list makes the tools of a document.
func (s *DocumentSource) list(ctx context.Context, d found) (source.Listing, error) {
	at := s.info.Target
	if !IsOpenAPI(d.data) {
		return source.Listing{}, fmt.Errorf("%s is no OpenAPI document, which begins with openapi: 3.… or swagger: \"2.0\"", at)
	}
	root, err := parseDocument(ctx, d.data, false)
	if err != nil {
		return source.Listing{}, fmt.Errorf("%s can not be read: %w", at, err)
	}
	c := &catalogue{source: s, at: d.at, root: node{root, newFiles(ctx, s.document.Location, root)}, taken: map[string]bool{}}
	c.version = plainText(root.Get("openapi"))
	if c.swagger = c.version == ""; c.swagger {
		c.version = plainText(root.Get("swagger"))
	}
	if !knownVersion.MatchString(c.version) {
		return source.Listing{}, fmt.Errorf("%s is of OpenAPI %s; 2.0 and 3.0 to 3.2 are known", at, c.version)
	}
	c.older = c.swagger || strings.HasPrefix(c.version, "3.0")
	c.definitions = newDefinitions(c.older)
	c.schemes = c.readSchemes()
	if err := c.paths(ctx); err != nil {
		return source.Listing{}, fmt.Errorf("%s was not read to its end: %w", at, err)
	}
	c.listing.Facts = c.facts()
	return c.listing, nil
}

// methods are the members of a path that are operations.
var methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace"}

func (c *catalogue) paths(ctx context.Context) error {
	for _, p := range c.root.Get("paths").Members() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if strings.HasPrefix(p.Name, "x-") {
			continue
		}
		item, err := node{p.Value, c.root.file}.resolved()
		if err != nil {
			c.problem(p.Name, err.Error(), p.Value)
			continue
		}
		for _, m := range item.Members() {
			switch {
			case slices.Contains(methods, m.Name), m.Name == "query" && c.version >= "3.2":
				c.operation(strings.ToUpper(m.Name), p.Name, item, m.Value)
			case m.Name == "additionalOperations" && c.version >= "3.2":
				for _, further := range m.Value.Members() {
					c.operation(further.Name, p.Name, item, further.Value)
				}
			}
		}
	}
	return nil
}

func (c *catalogue) problem(name, reason string, raw *schema.Value) {
	c.listing.Problems = append(c.listing.Problems, source.Problem{Name: name, Reason: c.source.hide.String(reason), Raw: raw.JSON()})
}

// operation adds the tool of one operation to the listing, or why there is none.
func (c *catalogue) operation(method, path string, item node, written *schema.Value) {
	defer func() {
		if fault := recover(); fault != nil {
			c.problem(method+" "+path, "It can not be read: making a tool of it failed.", written)
		}
	}()
	o := &operation{name: c.source.document.Name, method: method, headers: c.source.document.Headers}
	made, err := c.build(o, path, item, node{written, item.file})
	if err != nil {
		c.problem(method+" "+path, err.Error(), written)
		return
	}
	if c.size += len(made.Details.InputSchema) + len(made.Details.OutputSchema); c.size > maxSchemas {
		c.problem(method+" "+path, fmt.Sprintf("The schemas of the operations before it have %d MiB, which is the most that is taken of a document.", maxSchemas>>20), nil)
		return
	}
	c.listing.Tools = append(c.listing.Tools, made)
}

var (
	outsideWords = regexp.MustCompile(`[^a-zA-Z0-9]+`)
	inBraces     = regexp.MustCompile(`[{}]`)
)

// shortName is what the document calls the operation, else its method and path;
// with a number where another operation has it already.
func (c *catalogue) shortName(method, path string, written *schema.Value) string {
	wanted := written.Get("operationId").Text()
	if strings.Trim(tool.Sanitize(wanted), "_") == "" {
		wanted = strings.ToLower(method) + "_" + strings.Trim(outsideWords.ReplaceAllString(inBraces.ReplaceAllString(path, ""), "_"), "_")
		wanted = strings.TrimSuffix(wanted, "_")
	}
	name := wanted
	for n := 2; c.taken[tool.Sanitize(name)]; n++ {
		name = wanted + "_" + strconv.Itoa(n)
	}
	c.taken[tool.Sanitize(name)] = true
	return name
}

// describe is an operation in words, for a model.
func describe(written *schema.Value) string {
	summary, about := strings.TrimSpace(written.Get("summary").Text()), strings.TrimSpace(written.Get("description").Text())
	var words []string
	if summary != "" && !strings.HasPrefix(about, summary) {
		words = append(words, summary)
	}
	if about != "" {
		words = append(words, about)
	}
	if written.Get("deprecated").IsTrue() {
		words = append(words, "Deprecated: the document advises against this operation.")
	}
	return strings.Join(words, "\n\n")
}

func (c *catalogue) facts() source.Facts {
	info := c.root.Get("info")
	facts := source.Facts{
		Server:   info.Get("title").Text(),
		Version:  plainText(info.Get("version")),
		Protocol: "OpenAPI " + c.version,
	}
	about := []string{strings.TrimSpace(info.Get("description").Text())}
	for _, s := range c.schemesInOrder() {
		facts.Capabilities = append(facts.Capabilities, s.summary())
		about = append(about, s.sentence())
	}
	facts.Instructions = strings.TrimSpace(strings.Join(slices.DeleteFunc(about, func(s string) bool { return s == "" }), "\n"))
	return facts
}
