package httptool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"strconv"
	"strings"

	"github.com/pb33f/go-yaml"
	"github.com/pb33f/libopenapi/datamodel"

	"toolbench/toolkit/schema"
)

const (
	maxDepth   = 500        // of nesting: everything that walks a document recurses
	maxNodes   = 20_000_000 // of a document
	maxAliased = 1_000_000  // for which aliases stand: a few lines can stand for any number
)

// parseDocument reads a document with libopenapi into the tree that its models
// are made from. The models themselves are not used: they leave out, without a
// word, the parameters of an operation in which one reference leads nowhere,
// and here each operation says by itself why it is not listed. Keys that occur
// twice are kept. A file that a document refers to is a part of one: it need not
// say which version it is of.
func parseDocument(ctx context.Context, data []byte, part bool) (root *schema.Value, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			root, err = nil, fmt.Errorf("it can not be read: the reader gave up on it")
		}
	}()
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	spec, err := datamodel.ExtractSpecInfoWithConfig(data, &datamodel.DocumentConfiguration{
		BypassDocumentCheck: part,
		SkipJSONConversion:  true,
		Logger:              slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return nil, err
	}
	r := &reader{ctx: ctx, anchors: map[*yaml.Node]anchored{}}
	root = r.value(spec.RootNode, 0)
	if r.err == nil && root.Kind() != schema.Object {
		r.err = errors.New("it is no object with members")
	}
	return root, r.err
}

// A reader turns a tree of YAML nodes into a value with the same order, digits
// and repeated keys.
type reader struct {
	ctx     context.Context
	anchors map[*yaml.Node]anchored
	nodes   int
	aliased int // of them
	err     error
}

// anchored is what an anchor stands for, and how much of it there is.
type anchored struct {
	value *schema.Value
	nodes int
}

func (r *reader) fail(format string, args ...any) *schema.Value {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
	return schema.NewNull()
}

func (r *reader) value(n *yaml.Node, depth int) *schema.Value {
	r.nodes++
	switch {
	case n == nil:
		return schema.NewNull()
	case r.err != nil:
		return schema.NewNull()
	case depth > maxDepth:
		return r.fail("it is nested deeper than %d levels", maxDepth)
	case r.nodes&0xffff == 0 && r.ctx.Err() != nil:
		return r.fail("the reading was given up: %w", r.ctx.Err())
	case r.nodes > maxNodes:
		return r.fail("it has more than %d parts", maxNodes)
	}
	switch n.Kind {
	case yaml.DocumentNode:
		if len(n.Content) == 0 {
			return schema.NewNull()
		}
		return r.value(n.Content[0], depth)
	case yaml.AliasNode:
		return r.alias(n.Alias, depth)
	case yaml.SequenceNode:
		items := make([]*schema.Value, len(n.Content))
		for i, item := range n.Content {
			items[i] = r.value(item, depth+1)
		}
		return schema.NewArray(items...)
	case yaml.MappingNode:
		return schema.NewObject(r.members(n, depth)...)
	}
	return scalar(n)
}

func (r *reader) alias(target *yaml.Node, depth int) *schema.Value {
	known, ok := r.anchors[target]
	if !ok {
		r.anchors[target] = anchored{} // found again below: it refers to itself
		before := r.nodes
		known = anchored{r.value(target, depth+1), r.nodes - before}
		r.anchors[target] = known
		return known.value
	}
	if known.value == nil {
		return r.fail("the anchor %s refers to itself", target.Anchor)
	}
	r.nodes += known.nodes
	if r.aliased += known.nodes; r.aliased > maxAliased {
		return r.fail("its aliases stand for more than %d parts", maxAliased)
	}
	return known.value
}

func (r *reader) members(n *yaml.Node, depth int) []schema.Member {
	members := make([]schema.Member, 0, len(n.Content)/2)
	var merged []schema.Member
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind == yaml.AliasNode {
			key = key.Alias
		}
		value := r.value(n.Content[i+1], depth+1)
		if key.Tag == "!!merge" {
			merged = append(merged, mergedMembers(value)...)
			continue
		}
		members = append(members, schema.Member{Name: key.Value, Value: value})
	}
	return append(missingIn(members, merged), members...)
}

// mergedMembers are those that a merge key brings in: of one object or several.
func mergedMembers(v *schema.Value) []schema.Member {
	if v.Kind() != schema.Array {
		return v.Members()
	}
	var all []schema.Member
	for _, item := range v.Items() {
		all = append(all, missingIn(all, item.Members())...)
	}
	return all
}

// missingIn are those of the candidates that members do not have.
func missingIn(members, candidates []schema.Member) []schema.Member {
	have := map[string]bool{}
	for _, m := range members {
		have[m.Name] = true
	}
	var missing []schema.Member
	for _, c := range candidates {
		if !have[c.Name] {
			missing = append(missing, c)
		}
	}
	return missing
}

// scalar reads a scalar by YAML's core schema, numbers as they were written
// where JSON has that form too.
func scalar(n *yaml.Node) *schema.Value {
	switch n.ShortTag() {
	case "!!null":
		return schema.NewNull()
	case "!!bool":
		if b, err := strconv.ParseBool(strings.ToLower(n.Value)); err == nil {
			return schema.NewBoolean(b)
		}
	case "!!int", "!!float":
		if isNumber(n.Value) {
			if v, ok := schema.NewNumber(n.Value); ok {
				return v
			}
		}
		if exact, ok := new(big.Int).SetString(strings.TrimPrefix(n.Value, "+"), 0); ok {
			v, _ := schema.NewNumber(exact.String())
			return v
		}
		if f, err := strconv.ParseFloat(strings.ReplaceAll(n.Value, "_", ""), 64); err == nil {
			if b, err := json.Marshal(f); err == nil {
				v, _ := schema.NewNumber(string(b))
				return v
			}
		}
	}
	return schema.NewString(n.Value)
}

func isNumber(s string) bool {
	return s != "" && (s[0] == '-' || s[0] >= '0' && s[0] <= '9') && json.Valid([]byte(s))
}
