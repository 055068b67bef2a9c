package mcp

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// through is a handler in the place of a network, so that time can be made up.
type through http.HandlerFunc

func (t through) RoundTrip(r *http.Request) (*http.Response, error) {
	served, answer := make(chan struct{}), httptest.NewRecorder()
	if r.Body == nil {
		r.Body = http.NoBody
	}
	go func() {
		defer close(served)
		t(answer, r)
	}()
	select {
	case <-served:
		return answer.Result(), nil
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

func TestAServerThatIsSlowToBeginWithIsGivenTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var warm atomic.Bool
		config := Config{Name: "s", URL: "https://example.com/mcp", Through: through(func(w http.ResponseWriter, r *http.Request) {
			var m heard
			raw, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(bytes.NewReader(raw))
			_ = json.Unmarshal(raw, &m)
			if m.Method == methodDiscover && !warm.Load() {
				select {
				case <-time.After(5 * time.Second):
					warm.Store(true)
				case <-r.Context().Done():
					return
				}
			}
			overHTTP(func(s *speaker, m heard) {
				switch m.Method {
				case methodDiscover:
					s.result(m, `{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"cold","version":"1"}}}`)
				case "tools/list":
					s.result(m, oneTool)
				default:
					s.refuse(m, -32601, "Method not found")
				}
			})(w, r)
		})}
		begun := time.Now()
		s, listing, _ := open(t, config)
		named(t, listing, "do")
		if took := time.Since(begun); took != discoverLimit+5*time.Second || listing.Facts.Protocol != "MCP 2026-07-28" {
			t.Errorf("it took %s and came to %s", took, listing.Facts.Protocol)
		}
		_ = s.Close()
	})
}
