package a2a

import "testing"

func TestWhatAnAgentSaysBesideItsErrorIsShown(t *testing.T) {
	for given, want := range map[string]string{
		`{"code":-32001,"message":"gone","data":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"TASK_NOT_FOUND","domain":"a2a-protocol.org"}]}`: `gone (JSON-RPC error -32001, TASK_NOT_FOUND)`,
		`{"code":-32602,"message":"bad","data":[{"@type":"x","fieldViolations":[{"field":"city"}]}]}`:                                                          `bad {"@type":"x","fieldViolations":[{"field":"city"}]} (JSON-RPC error -32602)`,
		`{"code":-32602,"message":"bad","data":["no city"]}`:                                                                                                   `bad "no city" (JSON-RPC error -32602)`,
		`{"code":-32602,"message":"bad","data":{"a":1}}`:                                                                                                       `bad {"a":1} (JSON-RPC error -32602)`,
		`{"code":-32602,"message":"bad","data":[]}`:                                                                                                            `bad (JSON-RPC error -32602)`,
		`{"code":-32602,"message":"bad","data":null}`:                                                                                                          `bad (JSON-RPC error -32602)`,
	} {
		if got := refusalIn([]byte(given)).Error(); got != want {
			t.Errorf("%s is %q, want %q", given, got, want)
		}
	}
}
