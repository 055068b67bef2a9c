package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"strconv"
)

// DecodeArguments turns raw arguments into the map that Execute gets. Empty
// bytes and null are no arguments. Numbers are float64, except integers that
// float64 can not hold exactly, which are json.Number.
func DecodeArguments(raw json.RawMessage) (map[string]any, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return map[string]any{}, nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("the arguments are not JSON: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("the arguments are more than one JSON value")
	}
	switch v := numbers(v).(type) {
	case nil:
		return map[string]any{}, nil
	case map[string]any:
		return v, nil
	}
	return nil, fmt.Errorf("the arguments are not a JSON object: %.40s", raw)
}

// ArgumentsOf is the exact arguments of a call: the bytes that ctx carries, else
// args written as JSON.
func ArgumentsOf(args map[string]any, ctx *ToolContext) (json.RawMessage, error) {
	if ctx != nil && len(ctx.Arguments) > 0 {
		return ctx.Arguments, nil
	}
	if args == nil {
		return json.RawMessage(`{}`), nil
	}
	return json.Marshal(args)
}

func numbers(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			v[k] = numbers(e)
		}
	case []any:
		for i, e := range v {
			v[i] = numbers(e)
		}
	case json.Number:
		return number(v)
	}
	return v
}

func number(n json.Number) any {
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		return n // out of float64's range
	}
	if exact, ok := new(big.Int).SetString(string(n), 10); ok && len(n) > 15 {
		if held, _ := new(big.Float).SetFloat64(f).Int(nil); held.Cmp(exact) != 0 {
			return n
		}
	}
	return f
}
