package httptool

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"toolbench/toolkit/tooltest"
)

// posted is a document with one operation whose body has a schema.
func posted(of, schemas string) []byte {
	return fmt.Appendf(nil, `{"openapi":"3.1.0","servers":[{"url":"http://127.0.0.1:1"}],"paths":{"/t":{"post":{"operationId":"it","requestBody":{"required":true,"content":{"multipart/form-data":{"schema":%s}}}}}},"components":{"schemas":{%s}}}`, of, schemas)
}

// What follows is small to write, and everything that it stands for is not.
func TestADocumentThatStandsForMoreThanItIsReadInTime(t *testing.T) {
	const cycle = `"A":{"allOf":[{"$ref":"#/components/schemas/A"},{"$ref":"#/components/schemas/A"},{"$ref":"#/components/schemas/A"}]}`
	var wide, chain strings.Builder
	for i := range 25 {
		next := fmt.Sprintf(`{"$ref":"#/components/schemas/W%d"}`, i+1)
		fmt.Fprintf(&wide, `"W%d":{"allOf":[%s,%[2]s,%[2]s,%[2]s]},`, i, next)
	}
	wide.WriteString(`"W25":{"type":"object"}`)
	const links = 60_000
	for i := range links {
		fmt.Fprintf(&chain, `"C%d":{"items":{"$ref":"#/components/schemas/C%d"}},`, i, i+1)
	}
	fmt.Fprintf(&chain, `"C%d":{"type":"string"}`, links)
	for name, data := range map[string][]byte{
		"allOf in a circle": posted(`{"$ref":"#/components/schemas/A"}`, cycle),
		"allOf of allOf":    posted(`{"$ref":"#/components/schemas/W0"}`, wide.String()),
		"a long chain":      posted(`{"type":"object","properties":{"c":{"$ref":"#/components/schemas/C0"}}}`, chain.String()),
	} {
		t.Run(name, func(t *testing.T) {
			s := OpenAPI(Document{Name: "d", Data: data})
			t.Cleanup(func() { _ = s.Close() })
			listing, err := s.Open(t.Context(), &tooltest.Host{})
			if err != nil || len(listing.Tools)+len(listing.Problems) != 1 {
				t.Errorf("%d tools, %d problems, %v", len(listing.Tools), len(listing.Problems), err)
			}
		})
	}
}

func TestFilesOfARequestThatIsNotMadeAreClosed(t *testing.T) {
	tools := toolsOf(t, OpenAPI(Document{Name: "d", Data: operations("http://127.0.0.1:1", `
  /t: {post: {operationId: it, parameters: [{name: X-H, in: header, schema: {}}], requestBody: {content: {image/png: {schema: {type: string, format: binary}}}}}}
`)}), &tooltest.Host{})
	path := leaf(t, "a.png", "png")
	arguments, err := json.Marshal(map[string]string{"body": path, "X-H": "a\r\nb"})
	if err != nil {
		t.Fatal(err)
	}
	if result := run(t, tools["d_it"], string(arguments)); !result.IsError {
		t.Errorf("it was sent: %s", result.Output)
	}
	links, err := filepath.Glob("/proc/self/fd/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range links {
		if to, _ := os.Readlink(link); to == path {
			t.Error("the file is open still")
		}
	}
}

func TestAliasesThatStandForTooMuchAreRefused(t *testing.T) {
	var laughs strings.Builder
	laughs.WriteString("openapi: 3.0.0\npaths: {}\nx:\n  - &a0 [tea]\n")
	for i := range 9 {
		fmt.Fprintf(&laughs, "  - &a%d [%s*a%d]\n", i+1, strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), i)
	}
	_, err := OpenAPI(Document{Name: "d", Data: []byte(laughs.String())}).Open(t.Context(), &tooltest.Host{})
	if err == nil || err.Error() != "d can not be read: its aliases stand for more than 1000000 parts" {
		t.Errorf("the error is %v", err)
	}
}

func TestAReservedQuestionMarkDoesNotEndThePath(t *testing.T) {
	server := newEcho(t, nil)
	tools := toolsOf(t, OpenAPI(Document{Name: "d", Data: operations(server.URL, `
  /t/{a}: {get: {operationId: it, parameters: [{name: a, in: path, required: true, allowReserved: true, schema: {}}]}}
`)}), &tooltest.Host{})
	run(t, tools["d_it"], `{"a":"b/c?d=e"}`)
	if got := server.last(t).line; got != "GET /t/b/c%3Fd=e" {
		t.Errorf("sent was %s", got)
	}
}
