package wire

import (
	"context"
	"errors"

	"toolbench/toolkit/redact"
	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
)

// HideIn takes secrets out of an error's text. It keeps what the error is, as
// far as whoever opens and calls sources asks: a [source.LostError], a
// [source.AuthorizationError], an end of the context, [tool.ErrNobodyToAsk].
func HideIn(err error, hide *redact.Redactor) error {
	if err == nil {
		return nil
	}
	text := hide.String(err.Error())
	if text == err.Error() {
		return err
	}
	clean := &hidden{text: text}
	for _, kind := range []error{context.Canceled, context.DeadlineExceeded, tool.ErrNobodyToAsk} {
		if errors.Is(err, kind) {
			clean.kind = kind
		}
	}
	if lost, ok := errors.AsType[*source.LostError](err); ok {
		return &source.LostError{Info: lost.Info, Err: clean}
	}
	if wanted, ok := errors.AsType[*source.AuthorizationError](err); ok {
		return &source.AuthorizationError{URL: wanted.URL, Err: clean, SignIn: wanted.SignIn}
	}
	return clean
}

// A hidden error had a secret in its text.
type hidden struct {
	text string
	kind error
}

func (h *hidden) Error() string { return h.text }

func (h *hidden) Unwrap() error { return h.kind }
