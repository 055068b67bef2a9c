package tool_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"toolbench/toolkit/tool"
)

func TestATextOnlyResultHasNoPartsKey(t *testing.T) {
	for name, c := range map[string]struct {
		in   tool.ToolResult
		want string
	}{
		"text":    {tool.ToolResult{Output: "hi"}, `{"output":"hi","isError":false}`},
		"error":   {tool.ErrorResult("no"), `{"output":"no","isError":true}`},
		"a part":  {tool.ToolResult{Parts: []tool.ContentPart{tool.Bytes([]byte("x"), "image/png")}}, `{"output":"","isError":false,"parts":[{"type":"image","mimeType":"image/png","data":"eA=="}]}`},
		"pending": {tool.Pending(tool.Request{ID: "1", Kind: "input", Prompt: "p"}), `{"output":"p","isError":true,"metadata":{"pending":{"id":"1","kind":"input","prompt":"p"}}}`},
	} {
		got, err := json.Marshal(c.in)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s (%v), want %s", name, got, err, c.want)
		}
	}
}

func TestAToolsJSONHasTheFiveFieldsButNotItsCodeAndDetails(t *testing.T) {
	got, err := json.Marshal(tool.Tool{Name: "n", Source: tool.SourceCustom, InputSchema: tool.JSONSchema{"type": "object"},
		Execute: func(map[string]any, *tool.ToolContext) (tool.ToolResult, error) { return tool.ToolResult{}, nil },
		Details: &tool.Details{Title: "T"}})
	if want := `{"name":"n","description":"","inputSchema":{"type":"object"},"source":"custom"}`; err != nil || string(got) != want {
		t.Errorf("%s (%v), want %s", got, err, want)
	}
}

func TestASuspensionIsRecognisedInEveryForm(t *testing.T) {
	req := tool.Request{ID: "7", Kind: "approval", Prompt: "Sure?", URL: "https://example.com", Data: map[string]any{"a": 1.0},
		ExpiresAt: time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)}
	asJSON, err := json.Marshal(tool.Pending(req))
	if err != nil {
		t.Fatal(err)
	}
	var decoded tool.ToolResult
	if err := json.Unmarshal(asJSON, &decoded); err != nil {
		t.Fatal(err)
	}
	raw, _ := json.Marshal(req)
	for name, r := range map[string]tool.ToolResult{
		"a struct":     {Metadata: map[string]any{"pending": req}},
		"a pointer":    {Metadata: map[string]any{"pending": &req}},
		"decoded JSON": decoded,
		"raw JSON":     {Metadata: map[string]any{"pending": json.RawMessage(raw)}},
	} {
		got := tool.PendingOf(r)
		if got == nil || got.ID != req.ID || got.Prompt != req.Prompt || !got.ExpiresAt.Equal(req.ExpiresAt) || got.Data["a"] != 1.0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
	for name, v := range map[string]any{"nothing": nil, "a text": "pending", "a map without kind": map[string]any{"prompt": "x"}, "a nil pointer": (*tool.Request)(nil)} {
		if got := tool.PendingOf(tool.ToolResult{Metadata: map[string]any{"pending": v}}); got != nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestPendingMakesAnIDAndNamesTheURL(t *testing.T) {
	a, b := tool.AuthRequired("https://example.com/in", ""), tool.AuthRequired("https://example.com/in", "Sign in")
	ra, rb := tool.PendingOf(a), tool.PendingOf(b)
	if ra.ID == "" || ra.ID == rb.ID || !strings.HasPrefix(ra.ID, "pnd-") {
		t.Errorf("ids %q and %q", ra.ID, rb.ID)
	}
	if a.Output != "Authorization required to continue\nhttps://example.com/in" || rb.Prompt != "Sign in" {
		t.Errorf("output %q, prompt %q", a.Output, rb.Prompt)
	}
}

func TestPartsSayWhatIsWrongWithThem(t *testing.T) {
	files := fstest.MapFS{"a.png": {Data: []byte("png")}, "b.pdf": {Data: []byte("pdf")}, "c.txt": {}}
	for name, c := range map[string]struct {
		part tool.ContentPart
		kind string
	}{
		"a picture":        {tool.FSFile(files, "a.png"), ""},
		"a text":           {tool.Text("x"), ""},
		"an extension":     {tool.FSFile(files, "c.txt"), "extension"},
		"a missing file":   {tool.FSFile(files, "z.png"), "read"},
		"no mime type":     {tool.ContentPart{Type: "image", Data: "eA=="}, "mime"},
		"nothing in it":    {tool.ContentPart{Type: "image", MimeType: "image/png"}, "neither"},
		"data and url":     {tool.ContentPart{Type: "image", MimeType: "image/png", Data: "eA==", URL: "https://x"}, "both"},
		"too big":          {tool.Bytes(make([]byte, 2000), "image/png"), "size"},
		"a plain data url": {tool.URLPart("data:,x", "image/png"), "dataurl"},
		"a base64 one":     {tool.URLPart("data:image/gif;base64,eA==", ""), ""},
	} {
		err := c.part.Validate(1000)
		var pe *tool.PartError
		if c.kind == "" && err != nil || c.kind != "" && (!errors.As(err, &pe) || pe.Kind != c.kind) {
			t.Errorf("%s: %v, want kind %q", name, err, c.kind)
		}
	}
	if p := tool.FSFile(files, "b.pdf"); p.Type != tool.PartFile || p.Name != "b.pdf" || p.MimeType != "application/pdf" {
		t.Errorf("a PDF became %+v", p)
	}
}

func TestBytesCountsDecodedBytes(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 82, 5000, 5001, 5002} {
		p := tool.Bytes(make([]byte, n), "image/png")
		if p.Bytes() != n {
			t.Errorf("%d bytes count as %d", n, p.Bytes())
		}
	}
	if n := (tool.ContentPart{Type: "image", Data: "not base64!"}).Bytes(); n != 0 {
		t.Errorf("data that is not base64 counts as %d", n)
	}
	p := tool.Bytes(make([]byte, 82), "image/png")
	if p.String() != "{type:image, mimeType:image/png, bytes:82}" || p.Label() != "image (image/png, 82 bytes)" {
		t.Errorf("%s, %s", p, p.Label())
	}
	if strings.Contains(p.String(), p.Data[:8]) {
		t.Error("the name of a part carries its data")
	}
}

func TestArgumentsKeepIntegersThatFloat64CanNotHold(t *testing.T) {
	got, err := tool.DecodeArguments(json.RawMessage(`{"a":9007199254740993,"b":9007199254740992,"c":1.5,"d":[123456789012345678901],"e":1e400,"f":-3}`))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"a": json.Number("9007199254740993"), "b": 9007199254740992.0, "c": 1.5, "e": json.Number("1e400"), "f": -3.0}
	for k, v := range want {
		if got[k] != v {
			t.Errorf("%s: %#v, want %#v", k, got[k], v)
		}
	}
	if got["d"].([]any)[0] != json.Number("123456789012345678901") {
		t.Errorf("d: %#v", got["d"])
	}
	for _, empty := range []string{"", " ", "null", "{}"} {
		if m, err := tool.DecodeArguments(json.RawMessage(empty)); err != nil || len(m) != 0 || m == nil {
			t.Errorf("%q: %v %v", empty, m, err)
		}
	}
	for _, bad := range []string{"{", "[]", "1", `{} {}`, `"x"`} {
		if _, err := tool.DecodeArguments(json.RawMessage(bad)); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

type key struct{}

func TestAContextIsSafeWhenNilAndFoundBehindDerivedOnes(t *testing.T) {
	var none *tool.ToolContext
	var ctx context.Context = none
	if ctx.Err() != nil || ctx.Done() != nil || ctx.Value(key{}) != nil {
		t.Error("a nil ToolContext is not an empty context")
	}
	if _, ok := ctx.Deadline(); ok {
		t.Error("a nil ToolContext has a deadline")
	}
	derived, cancel := context.WithCancel(ctx)
	cancel()
	if derived.Err() == nil {
		t.Error("a context derived from nil can not be cancelled")
	}
	none.Progress(tool.Progress{})
	none.SendChunk("x")
	none.AttachParts(tool.Text("x"))
	none.Log("info", "x")
	if _, err := none.WaitFor(tool.Request{}); !errors.Is(err, tool.ErrNobodyToAsk) {
		t.Errorf("asking nobody: %v", err)
	}
	if _, err := tool.WaitFor(context.Background(), tool.Request{}); !errors.Is(err, tool.ErrNobodyToAsk) {
		t.Errorf("asking without a ToolContext: %v", err)
	}
	own := &tool.ToolContext{Ctx: context.WithValue(context.Background(), key{}, "v")}
	deep, cancel2 := context.WithTimeout(context.WithValue(own, struct{ n int }{1}, 1), time.Hour)
	defer cancel2()
	if tool.FromContext(deep) != own || deep.Value(key{}) != "v" {
		t.Error("the ToolContext is not found behind a derived context")
	}
}

func TestNamesAreSanitized(t *testing.T) {
	for in, want := range map[string]string{"get user": "get_user", "a.b/c": "a_b_c", "ok-1_X": "ok-1_X", "naïve": "na_ve", "日本": "__", "": ""} {
		if got := tool.Sanitize(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestFailMarksAnErrorForTheModel(t *testing.T) {
	cause := errors.New("no station")
	err := tool.Fail(t.Context(), cause)
	if !tool.IsFail(err) || !errors.Is(err, cause) || err.Error() != "no station" {
		t.Errorf("%v", err)
	}
	if tool.Fail(t.Context(), nil) != nil || tool.IsFail(cause) {
		t.Error("an ordinary error counts as one for the model")
	}
}

func TestTheSchemaIsTheSourcesBytesWhenItKeptThem(t *testing.T) {
	raw := json.RawMessage(`{"type":"object","properties":{"b":{},"a":{}}}`)
	if got := (tool.Tool{InputSchema: tool.JSONSchema{"type": "object"}, Details: &tool.Details{InputSchema: raw}}).Schema(); string(got) != string(raw) {
		t.Errorf("schema %s", got)
	}
	if got := (tool.Tool{}).Schema(); string(got) != "{}" {
		t.Errorf("no schema reads as %s", got)
	}
}

func FuzzDecodeArguments(f *testing.F) {
	for _, seed := range []string{`{}`, `{"a":1e999}`, `{"a":{"b":[1,2,{"c":null}]}}`, "\xff", `{"a":` + strings.Repeat("9", 400) + `}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := tool.DecodeArguments(raw)
		if err == nil && m == nil {
			t.Error("no error and no map")
		}
	})
}

func FuzzPartBytes(f *testing.F) {
	f.Add("eA==")
	f.Add("eA")
	f.Fuzz(func(t *testing.T, data string) {
		p := tool.ContentPart{Type: tool.PartImage, MimeType: "image/png", Data: data}
		b, err := base64.StdEncoding.DecodeString(data)
		if err == nil && p.Bytes() != len(b) && !strings.ContainsAny(data, "\r\n") {
			t.Errorf("%q counts as %d bytes, has %d", data, p.Bytes(), len(b))
		}
	})
}
