package forms

import (
	"encoding/json"
	"testing"
	"time"
)

// TestNumbersBeyondReasonTakeNoTime bounds a hang; nothing finer is measured.
func TestNumbersBeyondReasonTakeNoTime(t *testing.T) {
	for _, schema := range []string{
		`{"type":"object","properties":{"n":{"type":"integer","minimum":1e99999}},"required":["n"]}`,
		`{"type":"object","properties":{"n":{"type":"number","minimum":-1e99999,"maximum":1e-99999,"multipleOf":1e-99999}},"required":["n"]}`,
		`{"type":"object","properties":{"n":{"enum":[1e99999,2]}},"required":["n"]}`,
		`{"type":"object","properties":{"n":{"const":1e999999999}},"required":["n"]}`,
	} {
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = Sample(json.RawMessage(schema)) // which may well find none
			f := New(json.RawMessage(schema))
			_ = f.SetJSON([]byte(`{"n":1e99999}`))
			f.Problems()
		}()
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			t.Fatalf("%s takes more than 20 s", schema)
		}
	}
}
