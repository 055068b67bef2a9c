package genkit

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"toolbench/toolkit/source"
	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

func TestClosingEndsACallThatAsks(t *testing.T) {
	app := newScriptedApp(t, `{"/tool/ask":{}}`)
	app.run["/tool/ask"] = says(200, `{"error":{"code":13,"message":"tool execution interrupted: {}"}}`)
	s, tools := app.opened(t)
	host := &tooltest.CallHost{Answer: func(ctx context.Context, _ tool.Request) (tool.Answer, error) {
		go s.Close()
		<-ctx.Done()
		return tool.Answer{}, context.Cause(ctx)
	}}
	_, err := host.Call(t.Context(), tools["app_ask"], `{}`)
	if _, lost := errors.AsType[*source.LostError](err); !lost {
		t.Errorf("the call ended with %v", err)
	}
}

func TestClosingEndsACallThatAsksWhetherTheAppLives(t *testing.T) {
	app := newScriptedApp(t, `{"/tool/drop":{}}`)
	inner, asked := app.Config.Handler, make(chan struct{})
	app.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/__health":
			close(asked)
			<-r.Context().Done()
		case "/api/runAction":
			w.Header().Set("Content-Length", "100")
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		default:
			inner.ServeHTTP(w, r)
		}
	})
	s, tools := app.opened(t)
	ended := make(chan error, 1)
	go func() {
		_, err := new(tooltest.CallHost).Call(t.Context(), tools["app_drop"], `{}`)
		ended <- err
	}()
	<-asked
	_ = s.Close()
	err := <-ended
	if _, lost := errors.AsType[*source.LostError](err); !lost {
		t.Errorf("the call ended with %v", err)
	}
}

func TestAFileCanNotMakeAnAppOfAnotherMachine(t *testing.T) {
	folder := filepath.Join(t.TempDir(), ".genkit", "runtimes")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, address := range map[string]string{
		"far": "http://192.0.2.1:3100", "far6": "http://[2001:db8::1]:3100", "named": "http://localhost.example.com:3100",
		"user": "http://127.0.0.1@example.com", "other": "ftp://127.0.0.1:3100", "decimal": "http://2130706433:3100",
		"here": "http://127.0.0.1:3100", "here6": "http://[::1]:3100", "local": "http://localhost:3100",
	} {
		file, err := json.Marshal(map[string]any{"pid": os.Getpid(), "name": name, "reflectionServerUrl": address, "timestamp": name})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name+".json"), file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	running, err := Runtimes(filepath.Dir(filepath.Dir(folder)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range running {
		names = append(names, r.Name)
	}
	if len(names) != 3 || names[0] != "here" || names[1] != "here6" || names[2] != "local" {
		t.Errorf("running are %q", names)
	}
}
