package httptool

import (
	"slices"

	"toolbench/toolkit/schema"
)

// maxFlattened is how many schemas allOf may bring together.
const maxFlattened = 200

// flattened converts a schema as one object with the properties of all that its
// allOf names. It is nil when that would say something else: when a property
// occurs twice, or a part says more than which properties there are.
func (c *conversion) flattened(n node) *schema.Value {
	left := maxFlattened
	return c.flattenedWithin(n, &left)
}

func (c *conversion) flattenedWithin(n node, left *int) *schema.Value {
	n, err := n.resolved()
	if *left--; err != nil || *left < 0 {
		return nil
	}
	list := n.get("allOf")
	if list.Value == nil {
		return c.schema(n)
	}
	own := c.schema(node{without(n.Value, []string{"allOf"}), n.file})
	if !isPlain(own) || own.Get("additionalProperties") != nil {
		return nil
	}
	var properties []schema.Member
	var required []*schema.Value
	for _, item := range list.items() {
		part := c.flattenedWithin(item, left)
		if part == nil || !isPlain(part) || part.Get("additionalProperties").Kind() != schema.Missing {
			return nil
		}
		properties = append(properties, part.Get("properties").Members()...)
		required = append(required, part.Get("required").Items()...)
	}
	properties = append(properties, own.Get("properties").Members()...)
	required = append(required, own.Get("required").Items()...)
	for i, p := range properties {
		if slices.ContainsFunc(properties[:i], func(earlier schema.Member) bool { return earlier.Name == p.Name }) {
			return nil
		}
	}
	whole := without(own, []string{"properties", "required"})
	whole = with(whole, "properties", schema.NewObject(properties...))
	if len(required) > 0 {
		whole = with(whole, "required", schema.NewArray(once(required)...))
	}
	return whole
}

// once is a list without repetitions.
func once(list []*schema.Value) (kept []*schema.Value) {
	for _, v := range list {
		if !slices.ContainsFunc(kept, func(k *schema.Value) bool { return schema.Equal(k, v) }) {
			kept = append(kept, v)
		}
	}
	return kept
}
