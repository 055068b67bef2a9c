// Package tokens keeps the tokens of sign-ins between runs of this program: in
// the system's keyring, or, where there is none that answers, in files that only
// the user can read.
package tokens

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/zalando/go-keyring"
)

const (
	// Service is the name under which the keyring shows what is kept.
	Service = "toolbench"
	// answerLimit is how long the keyring may take. Behind it can be a desktop
	// bus on which nobody answers.
	answerLimit = 2 * time.Second
)

// A Store keeps secret values under keys. Its methods are safe from any
// goroutine, and from several processes at once.
type Store struct {
	files files
	ring  ring

	mu     sync.Mutex
	absent error // why the keyring is not used
}

// A ring is what the store needs of a keyring.
type ring interface {
	Get(service, key string) (string, error)
	Set(service, key, value string) error
	Delete(service, key string) error
}

// system is the system's keyring.
type system struct{}

func (system) Get(service, key string) (string, error) { return keyring.Get(service, key) }
func (system) Set(service, key, value string) error    { return keyring.Set(service, key, value) }
func (system) Delete(service, key string) error        { return keyring.Delete(service, key) }

// Open is the store of this user. Where the keyring does not serve, it keeps
// files in dir, which is made when it is needed. Open itself touches neither.
func Open(dir string) *Store { return &Store{files: files{dir}, ring: system{}} }

// Load is what was saved under key; nil when there is nothing. Files that others
// can read are refused.
func (s *Store) Load(ctx context.Context, key string) ([]byte, error) {
	kept, err := inKeyring(ctx, s, func() (string, error) { return s.ring.Get(Service, key) })
	if err == nil {
		return []byte(kept), nil
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return s.files.load(key)
}

// Save replaces what is kept under key.
func (s *Store) Save(ctx context.Context, key string, value []byte) error {
	_, err := inKeyring(ctx, s, func() (string, error) { return "", s.ring.Set(Service, key, string(value)) })
	if err == nil {
		return s.files.remove(key) // an older one, from when there was no keyring
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if errors.Is(err, keyring.ErrSetDataTooBig) { // what the keyring holds would hide the file
		if err := s.deleteInKeyring(ctx, key); err != nil {
			return err
		}
	}
	return s.files.save(key, value)
}

// Delete forgets what is kept under key, in the keyring and in the files.
func (s *Store) Delete(ctx context.Context, key string) error {
	return errors.Join(s.deleteInKeyring(ctx, key), s.files.remove(key))
}

func (s *Store) deleteInKeyring(ctx context.Context, key string) error {
	_, err := inKeyring(ctx, s, func() (string, error) { return "", s.ring.Delete(Service, key) })
	if err == nil || errors.Is(err, keyring.ErrNotFound) || s.missing() != nil {
		return nil
	}
	return fmt.Errorf("the system's keyring did not delete an entry: %w", err)
}

// Where says where tokens are kept, for people. It asks the keyring whether it
// is there.
func (s *Store) Where() string {
	_, _ = inKeyring(context.Background(), s, func() (string, error) { return s.ring.Get(Service, "") })
	if absent := s.missing(); absent != nil {
		return fmt.Sprintf("in files in %s that only you can read (%v)", s.files.dir, absent)
	}
	return "in the system's keyring, under the name " + Service
}

func (s *Store) missing() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.absent
}

// inKeyring asks the keyring, and never again after it could not be asked: it
// takes no context, so that a question that hangs is left behind.
func inKeyring(ctx context.Context, s *Store, ask func() (string, error)) (string, error) {
	if absent := s.missing(); absent != nil {
		return "", absent
	}
	type answer struct {
		text string
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		text, err := ask()
		answers <- answer{text, err}
	}()
	late := time.NewTimer(answerLimit)
	defer late.Stop()
	var got answer
	select {
	case got = <-answers:
	case <-late.C:
		got.err = fmt.Errorf("the system's keyring did not answer within %s", answerLimit)
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
	if got.err == nil || errors.Is(got.err, keyring.ErrNotFound) || errors.Is(got.err, keyring.ErrSetDataTooBig) {
		return got.text, got.err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.absent == nil {
		s.absent = fmt.Errorf("the system's keyring can not be used: %w", got.err)
	}
	return "", s.absent
}
