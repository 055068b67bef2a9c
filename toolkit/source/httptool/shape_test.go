package httptool

import (
	"strings"
	"testing"

	"toolbench/toolkit/tool"
	"toolbench/toolkit/tooltest"
)

// only opens a document of one operation in the given version and gives its tool.
func only(t *testing.T, version, rest string) tool.Tool {
	t.Helper()
	key := "openapi"
	if version == "2.0" {
		key = "swagger"
	}
	document := key + ": '" + version + "'\ninfo: {title: Tea, version: '1'}\n" + rest
	tools := toolsOf(t, OpenAPI(Document{Name: "d", Data: []byte(document), Server: "http://127.0.0.1:1", Lookup: nothingSet}), &tooltest.Host{})
	if len(tools) != 1 {
		t.Fatalf("%d tools are listed", len(tools))
	}
	for _, one := range tools {
		return one
	}
	return tool.Tool{}
}

func TestParametersAndBodyAreOneObjectInTheDocumentsOrder(t *testing.T) {
	for name, c := range map[string]struct{ version, document, want string }{
		"the path's parameters come first, an override takes their place": {"3.0.0", `
paths:
  /t/{id}:
    parameters:
    - {name: id, in: path, required: true, schema: {type: string}}
    - {name: lang, in: query, schema: {type: string}}
    - {$ref: '#/components/parameters/page'}
    get:
      parameters:
      - {name: z, in: header, schema: {type: integer}}
      - {name: lang, in: query, required: true, description: which, schema: {type: string, enum: [de]}}
components: {parameters: {page: {name: page, in: query, schema: {type: integer, default: 1}, example: 3}}}
`, `{"type":"object","properties":{"id":{"type":"string"},"lang":{"type":"string","enum":["de"],"description":"which"},"page":{"type":"integer","default":1,"examples":[3]},"z":{"type":"integer"}},"required":["id","lang"],"additionalProperties":false}`},
		"names that two parameters have": {"3.1.0", `
paths:
  /t/{id}:
    get:
      parameters:
      - {name: id, in: path, required: true, schema: {type: string}}
      - {name: id, in: query, schema: {type: string}}
      - {name: id, in: header, schema: {type: string}}
      - {name: id, in: cookie, schema: {type: string}}
      - {name: query_id, in: query, schema: {type: string}}
      - {name: Accept, in: header, schema: {type: string}}
`, `{"type":"object","properties":{"id":{"type":"string"},"query_id":{"type":"string"},"header_id":{"type":"string"},"cookie_id":{"type":"string"},"query_query_id":{"type":"string"}},"required":["id"],"additionalProperties":false}`},
		"a body beside parameters": {"3.1.0", `
paths:
  /t/{id}:
    put:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [b], additionalProperties: {type: integer}, properties: {b: {type: string}, a: {type: string}}}}}}
`, `{"type":"object","properties":{"id":{"type":"string"},"b":{"type":"string"},"a":{"type":"string"}},"required":["id","b"],"additionalProperties":{"type":"integer"}}`},
		"a body with a parameter's name stays whole": {"3.1.0", `
paths:
  /t/{id}:
    put:
      parameters: [{name: id, in: path, required: true, schema: {type: string}}, {name: body, in: query, schema: {type: string}}]
      requestBody: {required: true, description: The tea., content: {application/json: {schema: {$ref: '#/components/schemas/Tea'}}}}
components: {schemas: {Tea: {type: object, properties: {id: {type: string}}}}}
`, `{"type":"object","properties":{"id":{"type":"string"},"body":{"type":"string"},"request_body":{"$ref":"#/$defs/Tea","description":"The tea."}},"required":["id","request_body"],"additionalProperties":false,"$defs":{"Tea":{"type":"object","properties":{"id":{"type":"string"}}}}}`},
		"an optional body that needs something stays whole": {"3.1.0", `
paths: {/t: {delete: {requestBody: {content: {application/json: {schema: {type: object, required: [a], properties: {a: {type: string}}}}}}}}}
`, `{"type":"object","properties":{"body":{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}},"additionalProperties":false}`},
		"but not where the method wants a body": {"3.1.0", `
paths: {/t: {put: {requestBody: {content: {application/json: {schema: {type: object, required: [a], properties: {a: {type: string}}}}}}}}}
`, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`},
		"a body of nothing is no argument": {"3.1.0", `
paths: {/t: {get: {requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {}, additionalProperties: false}}}}}}}
`, `{"type":"object","properties":{},"additionalProperties":false}`},
		"a body that is put together": {"3.1.0", `
paths: {/t: {post: {requestBody: {required: true, content: {multipart/form-data: {schema: {$ref: '#/components/schemas/All'}}}}}}}
components: {schemas: {All: {description: All., allOf: [{$ref: '#/components/schemas/A'}, {properties: {b: {$ref: '#/components/schemas/A'}}, required: [b, a]}], properties: {c: {}}}, A: {type: object, required: [a], properties: {a: {type: string, format: binary}}}}}
`, `{"type":"object","properties":{"a":{"type":"string","description":"The path of a file, whose content is sent."},"b":{"$ref":"#/$defs/A"},"c":{}},"required":["a","b"],"$defs":{"A":{"type":"object","required":["a"],"properties":{"a":{"type":"string","format":"binary"}}}}}`},
		"but not where a property occurs twice": {"3.1.0", `
paths: {/t: {post: {requestBody: {content: {application/json: {schema: {allOf: [{properties: {a: {type: string}}}, {properties: {a: {maxLength: 3}}}]}}}}}}}
`, `{"type":"object","properties":{"body":{"allOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"a":{"maxLength":3}}}]}},"additionalProperties":false}`},
		"a body of alternatives stays whole": {"3.1.0", `
paths: {/t: {put: {requestBody: {required: true, content: {application/json: {schema: {oneOf: [{type: string}, {type: object}]}}}}}}}
`, `{"type":"object","properties":{"body":{"oneOf":[{"type":"string"},{"type":"object"}]}},"required":["body"],"additionalProperties":false}`},
		"a placeholder that nothing describes": {"3.1.0", `
paths: {'/t/{id}': {get: {}}}
`, `{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":false}`},
		"files are given by their paths": {"3.1.0", `
paths: {/t: {post: {requestBody: {required: true, content: {multipart/form-data: {schema: {type: object, properties: {note: {type: string}, leaf: {type: string, format: binary, description: A leaf.}, all: {type: array, items: {type: string, format: binary}}}}}}}}}}
`, `{"type":"object","properties":{"note":{"type":"string"},"leaf":{"type":"string","description":"A leaf.\nThe path of a file, whose content is sent."},"all":{"type":"array","items":{"type":"string","description":"The path of a file, whose content is sent."}}}}`},
		"a form of 2.0": {"2.0", `
consumes: [multipart/form-data]
paths: {'/t/{id}': {post: {parameters: [{name: leaf, in: formData, type: file, required: true}, {name: id, in: path, type: integer, required: true}, {name: tags, in: formData, type: array, items: {type: string}, collectionFormat: multi}]}}}
`, `{"type":"object","properties":{"id":{"type":"integer"},"leaf":{"type":"string","description":"The path of a file, whose content is sent."},"tags":{"type":"array","items":{"type":"string"}}},"required":["id","leaf"]}`},
		"a body of 2.0": {"2.0", `
paths: {/t: {post: {parameters: [{name: tea, in: body, required: true, schema: {$ref: '#/definitions/Tea'}}, {name: q, in: query, type: string, x-nullable: true}]}}}
definitions: {Tea: {type: object, properties: {next: {$ref: '#/definitions/Tea'}}}}
`, `{"type":"object","properties":{"q":{"type":["string","null"]},"next":{"$ref":"#/$defs/Tea"}},"$defs":{"Tea":{"type":"object","properties":{"next":{"$ref":"#/$defs/Tea"}}}}}`},
	} {
		if got := string(only(t, c.version, c.document).Details.InputSchema); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

func TestSchemasBecomeJSONSchema(t *testing.T) {
	for name, c := range map[string]struct{ version, schema, request, answer string }{
		"nullable":                         {"3.0.0", `{type: string, nullable: true, example: x}`, `{"type":["string","null"],"examples":["x"]}`, ""},
		"nullable with alternatives":       {"3.0.0", `{description: D, nullable: true, allOf: [{type: object}]}`, `{"description":"D","anyOf":[{"allOf":[{"type":"object"}]},{"type":"null"}]}`, ""},
		"nullable of a few":                {"3.0.0", `{type: string, nullable: true, enum: [a]}`, `{"type":["string","null"],"enum":["a",null]}`, ""},
		"nullable of anything":             {"3.0.0", `{description: D, nullable: true}`, `{"description":"D"}`, ""},
		"exclusive bounds":                 {"3.0.0", `{type: number, minimum: 1, exclusiveMinimum: true, maximum: 9.50, exclusiveMaximum: false}`, `{"type":"number","exclusiveMinimum":1,"maximum":9.50}`, ""},
		"a list of items is of a tuple":    {"3.0.0", `{type: array, items: [{type: string, nullable: true}]}`, `{"type":"array","prefixItems":[{"type":["string","null"]}]}`, ""},
		"3.1 has them already":             {"3.1.0", `{type: [number, 'null'], exclusiveMinimum: 1, const: 12345678901234567890}`, `{"type":["number","null"],"exclusiveMinimum":1,"const":12345678901234567890}`, ""},
		"what only OpenAPI knows":          {"3.1.0", `{type: object, x-hidden: 1, xml: {name: t}, externalDocs: {url: u}, discriminator: {propertyName: kind}, properties: {xml: {type: string}, nullable: {type: boolean}, example: {type: string}}}`, `{"type":"object","properties":{"xml":{"type":"string"},"nullable":{"type":"boolean"},"example":{"type":"string"}}}`, ""},
		"examples that are a list":         {"3.1.0", `{type: string, examples: [a, b], example: c}`, `{"type":"string","examples":["a","b"]}`, ""},
		"what is read or written only":     {"3.0.0", `{type: object, required: [id, secret], properties: {id: {type: string, readOnly: true}, secret: {type: string, writeOnly: true}}}`, `{"type":"object","required":["secret"],"properties":{"secret":{"type":"string","writeOnly":true}}}`, `{"type":"object","required":["id"],"properties":{"id":{"type":"string","readOnly":true}}}`},
		"nothing counts beside 3.0's $ref": {"3.0.0", `{$ref: '#/components/schemas/A', description: D, minLength: 4}`, `{"$ref":"#/$defs/A","description":"D","$defs":{"A":{"type":"string"}}}`, ""},
		"3.1's $ref has company":           {"3.1.0", `{$ref: '#/components/schemas/A', minLength: 4}`, `{"$ref":"#/$defs/A","minLength":4,"$defs":{"A":{"type":"string"}}}`, ""},
		"names that would need escaping":   {"3.1.0", `{items: {$ref: '#/components/schemas/a~1b%20c'}}`, `{"items":{"$ref":"#/$defs/a_b_c"},"$defs":{"a_b_c":{"type":"integer"}}}`, ""},
		"two of one name":                  {"3.1.0", `{prefixItems: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/x-other/A'}]}`, `{"prefixItems":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/A_2"}],"$defs":{"A":{"type":"string"},"A_2":{"type":"boolean"}}}`, ""},
		"a boolean":                        {"3.1.0", `{type: object, additionalProperties: false, properties: {a: true}}`, `{"type":"object","additionalProperties":false,"properties":{"a":true}}`, ""},
	} {
		one := only(t, c.version, `
paths: {/t: {put: {parameters: [{name: of, in: query, content: {application/json: {schema: `+c.schema+`}}}], responses: {'201': {content: {application/json: {schema: `+c.schema+`}}}}}}}
components: {schemas: {A: {type: string}, a/b c: {type: integer}}, x-other: {A: {type: boolean}}}
`)
		whole := string(one.Details.InputSchema)
		got := strings.TrimPrefix(whole, `{"type":"object","properties":{"of":`)
		want := c.request + `},"additionalProperties":false}`
		if defs := strings.Index(c.request, `,"$defs"`); defs >= 0 {
			want = c.request[:defs] + `}},"additionalProperties":false` + c.request[defs:]
		}
		if got != want {
			t.Errorf("%s: the request's is\n%s\nwant\n%s", name, got, want)
		}
		if answer := c.answer; answer == "" && string(one.OutputSchema()) != c.request || answer != "" && string(one.OutputSchema()) != answer {
			t.Errorf("%s: the answer's is\n%s\nwant\n%s%s", name, one.OutputSchema(), answer, c.request)
		}
	}
}

func TestAToolIsCalledWhatTheDocumentCallsItsOperation(t *testing.T) {
	tools := toolsOf(t, OpenAPI(Document{Name: "my tea", Data: operations("https://example.com", `
  /tea/{kind}/leaves: {get: {summary: Leaves, description: All of them., deprecated: true}, post: {operationId: tea/brew}, put: {operationId: tea.brew}, delete: {operationId: '**'}}
  /: {head: {}}
`)}), &tooltest.Host{})
	for name, want := range map[string]string{
		"my_tea_get_tea_kind_leaves": "get_tea_kind_leaves", "my_tea_tea_brew": "tea/brew", "my_tea_tea_brew_2": "tea.brew_2",
		"my_tea_delete_tea_kind_leaves": "delete_tea_kind_leaves", "my_tea_head": "head",
	} {
		if got := tools[name]; got.ShortName() != want || got.Server() != "my tea" {
			t.Errorf("%s has the short name %q, want %q", name, got.ShortName(), want)
		}
	}
	one := tools["my_tea_get_tea_kind_leaves"]
	if one.Title() != "Leaves" || one.Description != "Leaves\n\nAll of them.\n\nDeprecated: the document advises against this operation." {
		t.Errorf("%q: %q", one.Title(), one.Description)
	}
	if !tools["my_tea_delete_tea_kind_leaves"].Destructive() || !one.ReadOnly() {
		t.Error("the hints do not follow from the methods")
	}
	if got := string(tools["my_tea_tea_brew"].Details.Definition); got != `{"operationId":"tea/brew"}` {
		t.Errorf("the definition is %s", got)
	}
}

func TestKeysThatOccurTwiceLoseNoOperation(t *testing.T) {
	listing := open(t, Document{Name: "d", Data: []byte(`{"openapi":"3.0.0","openapi":"3.0.0","servers":[{"url":"https://example.com"}],
	"paths":{"/a":{"get":{"operationId":"a"}},"/a":{"get":{"operationId":"a"},"get":{}}}}`)})
	var names []string
	for _, one := range listing.Tools {
		names = append(names, one.Name)
	}
	if got := strings.Join(names, " "); got != "d_a d_a_2 d_get_a" {
		t.Errorf("listed are %s", got)
	}
}

func TestASchemaHasItsNearestDefinitionsWhereNotAllFit(t *testing.T) {
	long := strings.Repeat("x", maxSchema/3)
	one := only(t, "3.1.0", `
paths: {/t: {get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}}
components: {schemas: {
  A: {description: '`+long+`', properties: {b: {$ref: '#/components/schemas/B'}, c: {$ref: '#/components/schemas/C'}}},
  B: {description: '`+long+`', properties: {d: {$ref: '#/components/schemas/D'}}},
  C: {description: '`+long+`', properties: {e: {$ref: '#/components/schemas/E'}}},
  D: {type: string}, E: {type: string}}}
`)
	got := strings.ReplaceAll(string(one.OutputSchema()), long, "…")
	const want = `{"$ref":"#/$defs/A","$defs":{"A":{"description":"…","properties":{"b":{"$ref":"#/$defs/B"},"c":{"$ref":"#/$defs/C"}}},"B":{"description":"…","properties":{"d":{"$ref":"#/$defs/D"}}},"C":{"description":"Left out: with it the schema would be too large."},"D":{"type":"string"}}}`
	if got != want {
		t.Errorf("the schema is\n%s\nwant\n%s", got, want)
	}
}
