package tooltest

import (
	"os"
	"testing"
)

// Missing skips a test that needs what this machine does not have, and says what
// that is. In CI, which has it, the test fails instead.
func Missing(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}
