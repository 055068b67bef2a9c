package demo

import (
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"time"

	"toolbench/toolkit/source/httptool"
	"toolbench/toolkit/tool"
)

// deskAddress is the server's that answers the declared requests.
const deskAddress = "https://desk.example"

// requests are declared one by one, as a configuration does it.
var requests = []httptool.Endpoint{
	{
		Name: "time", Description: "What time it is, on this machine's clock, so many hours off UTC.",
		URL: deskAddress + "/time", Query: []string{"offset"}, Result: "json",
		InputSchema: json.RawMessage(`{
			"type": "object",
			"properties": {"offset": {"type": "integer", "minimum": -12, "maximum": 14, "default": 0, "description": "Hours east of UTC"}}
		}`),
		OutputSchema: json.RawMessage(`{
			"type": "object",
			"properties": {"time": {"type": "string", "format": "date-time"}, "weekday": {"type": "string"}, "week": {"type": "integer"}},
			"required": ["time", "weekday", "week"]
		}`),
	},
	{
		Name: "echo", Description: "Gives back what it was sent: the method, the path, the query, the headers and the body, and a status of choice.",
		Method: http.MethodPost, URL: deskAddress + "/echo/{status}", Query: []string{"tag"}, Body: "json", Result: "status+text",
		Headers: map[string]string{"X-From": "toolbench demo"},
		InputSchema: json.RawMessage(`{
			"type": "object",
			"properties": {
				"status": {"type": "integer", "enum": [200, 202, 400, 403, 404, 418, 500], "default": 200, "description": "Goes into the path"},
				"tag": {"type": "array", "items": {"type": "string"}, "description": "Goes into the query"},
				"message": {"type": "string", "description": "Goes into the body", "examples": ["hello"]},
				"number": {"type": "number", "description": "Goes into the body, with all of its digits"}
			},
			"required": ["status"]
		}`),
		Annotations: tool.Annotations{ReadOnly: new(true)},
	},
}

// maxEcho is how much of a body is given back, in bytes.
const maxEcho = 1 << 20

func deskHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /time", func(w http.ResponseWriter, r *http.Request) {
		hours, err := strconv.Atoi(cmp.Or(r.URL.Query().Get("offset"), "0"))
		if err != nil || hours < -12 || hours > 14 {
			writeDesk(w, http.StatusBadRequest, map[string]string{"error": "offset: a whole number from -12 to 14 would do"})
			return
		}
		now := time.Now().In(time.FixedZone("", hours*3600))
		_, week := now.ISOWeek()
		writeDesk(w, http.StatusOK, map[string]any{"time": now.Format(time.RFC3339), "weekday": now.Weekday().String(), "week": week})
	})
	mux.HandleFunc("POST /echo/{status}", func(w http.ResponseWriter, r *http.Request) {
		status, err := strconv.Atoi(r.PathValue("status"))
		if err != nil || status < 200 || status > 599 {
			status = http.StatusBadRequest
		}
		body, err := io.ReadAll(io.LimitReader(r.Body, maxEcho))
		if err != nil {
			return // whoever sent it is gone
		}
		writeDesk(w, status, map[string]any{
			"method": r.Method, "path": r.URL.Path, "query": r.URL.Query(), "headers": r.Header, "body": string(body),
		})
	})
	return mux
}

func writeDesk(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	_ = e.Encode(v) // who is gone misses nothing
}
