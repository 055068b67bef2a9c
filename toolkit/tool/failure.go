package tool

import (
	"context"
	"errors"
)

// ErrPanicked is the error of a call whose tool panicked. It says no more than
// that: the panic's value can be whatever the tool had in hand.
var ErrPanicked = errors.New("tool panicked")

// A FailError is an error that a model may read and recover from: see [Fail].
type FailError struct{ Err error }

func (e *FailError) Error() string { return e.Err.Error() }

// Unwrap is the cause.
func (e *FailError) Unwrap() error { return e.Err }

// Fail makes err one that the model may read: a typed tool that returns it
// yields a result with IsError and err's text, instead of failing.
func Fail(_ context.Context, err error) error {
	if err == nil {
		return nil
	}
	return &FailError{err}
}

// IsFail tells whether err was made with [Fail].
func IsFail(err error) bool {
	var f *FailError
	return errors.As(err, &f)
}

// An InterruptError suspends a resumable tool: see [Interrupt].
type InterruptError struct{ Request Request }

func (e *InterruptError) Error() string { return "suspended: " + e.Request.Prompt }

// Interrupt is the error with which a resumable tool suspends its call until
// req is answered.
func Interrupt(req Request) error { return &InterruptError{req} }
