package native

import (
	"errors"

	"toolbench/toolkit/tool"
)

// DefineTool makes a tool of fn, with its schemas inferred from In and Out.
//
// In is a struct, a map, or any (see [WithInputSchema]). Arguments that do not
// fit its schema never reach fn: the result has IsError and says which field is
// wrong, what was given and what would do.
//
// Out that is a string is the result's Output, and a [tool.ToolResult] is the
// result itself. Any other Out is written as JSON into Output and, as
// structured content, into Metadata. An error made with [tool.Fail] becomes a
// result for the model; any other error is returned.
//
// A mistake in the definition, such as an In that JSON has no object for, makes
// a tool that can not be called and says why in Details.Uncallable.
func DefineTool[In, Out any](name, description string, fn func(ctx *tool.ToolContext, in In) (Out, error), opts ...Option) tool.Tool {
	resume := func(ctx *tool.ToolContext, in In, _ *any) (Out, error) { return fn(ctx, in) }
	return define(name, description, resume, nil, opts)
}

// DefineResumableTool is [DefineTool] for a function that may stop to ask: it
// returns [tool.Interrupt] and is called once more, with the same input, when
// there is an answer. The answer is nil at first; then it is the answer's data,
// checked against the schema of Ans.
//
// A request without a kind is one for input, and one for input without a schema
// asks for an Ans. The answer to an approval has no data, so Ans is best
// struct{} there.
func DefineResumableTool[In, Out, Ans any](name, description string, fn func(ctx *tool.ToolContext, in In, answer *Ans) (Out, error), opts ...Option) tool.Tool {
	answer, err := inferAnswer[Ans]()
	if err != nil {
		return uncallable(named(name, description), err)
	}
	return define(name, description, fn, answer, opts)
}

// define makes a typed tool. The answer's shape is nil for a function that does
// not take one.
func define[In, Out, Ans any](name, description string, fn func(*tool.ToolContext, In, *Ans) (Out, error), answer *shape, opts []Option) tool.Tool {
	var o options
	for _, opt := range opts {
		opt(&o)
	}
	t := named(name, description)
	t.Details.Title = o.title
	t.Details.Annotations = o.annotations
	input, inputErr := inferInput[In](o.inputSchema)
	if o.output == nil {
		o.output = inferOutput[Out]
	}
	output, outputErr := o.output()
	if err := errors.Join(inputErr, outputErr); err != nil {
		return uncallable(t, err)
	}
	t.InputSchema = input.schema
	t.Details.InputSchema = input.raw
	t.Details.OutputSchema = output
	t.Execute = func(args map[string]any, ctx *tool.ToolContext) (tool.ToolResult, error) {
		return guard(t.Name, ctx, func(ctx *tool.ToolContext) (tool.ToolResult, error) {
			in, refusal := readInput[In](input, args, ctx)
			if refusal != nil {
				return *refusal, nil
			}
			given, refusal := readAnswer[Ans](answer, ctx.Answer)
			if refusal != nil {
				return *refusal, nil
			}
			out, err := fn(ctx, in, given)
			if err != nil {
				return failed(err, answer)
			}
			return succeeded(out)
		})
	}
	return t
}

// uncallable is t as a tool that only says what is wrong with its definition.
func uncallable(t tool.Tool, err error) tool.Tool {
	t.InputSchema = tool.JSONSchema{"type": "object"}
	t.Details.Uncallable = err.Error()
	return t
}
