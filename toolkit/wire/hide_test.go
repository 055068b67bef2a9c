package wire_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/wire"
)

func TestAnErrorWithoutItsSecretIsWhatItWas(t *testing.T) {
	hide := new(redact.Redactor)
	hide.Add("pass-phrase-9876")
	because := errors.New("pass-phrase-9876 is wrong")
	signIn := func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) { return tool.ToolResult{}, nil }
	is := func(kind error) func(error) bool { return func(err error) bool { return errors.Is(err, kind) } }
	for name, c := range map[string]struct {
		err  error
		kept func(error) bool
	}{
		"lost": {fmt.Errorf("gone: %w", &source.LostError{Info: source.Info{Name: "a"}, Err: because}), func(err error) bool {
			lost, ok := errors.AsType[*source.LostError](err)
			return ok && lost.Info.Name == "a"
		}},
		"authorization": {&source.AuthorizationError{URL: "https://a.example", Err: because, SignIn: signIn}, func(err error) bool {
			wanted, ok := errors.AsType[*source.AuthorizationError](err)
			return ok && wanted.URL == "https://a.example" && wanted.SignIn != nil
		}},
		"cancelled": {fmt.Errorf("%w: %w", because, context.Canceled), is(context.Canceled)},
		"too late":  {fmt.Errorf("%w: %w", because, context.DeadlineExceeded), is(context.DeadlineExceeded)},
		"nobody":    {fmt.Errorf("%w: %w", because, tool.ErrNobodyToAsk), is(tool.ErrNobodyToAsk)},
		"any other": {because, func(err error) bool { return !errors.Is(err, because) }},
	} {
		clean := wire.HideIn(c.err, hide)
		if !c.kept(clean) {
			t.Errorf("%s became %#v", name, clean)
		}
		for err := clean; err != nil; err = errors.Unwrap(err) {
			if strings.Contains(err.Error(), "9876") {
				t.Errorf("%s says %q", name, err)
			}
		}
	}
	if fine := errors.New("it is Tuesday"); wire.HideIn(fine, hide) != fine || wire.HideIn(nil, hide) != nil {
		t.Error("an error without a secret is another one")
	}
}
