package kitchen

import (
	"encoding/base64"
	"encoding/json"
	"image/png"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
)

func post(t *testing.T, h http.Handler, path, body string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "POST", path, strings.NewReader(body)))
	return w
}

func TestActionsAnswerAsGenkitsDo(t *testing.T) {
	for _, c := range []struct{ body, answer string }{
		{`{"key":"/tool.v2/convert","input":{"amount":2,"from":"cup","to":"milliliter"}}`, `{"result":{"output":{"amount":473.18,"unit":"milliliter"}},"telemetry":{"traceId":"0{31}1"}}`},
		{`{"key":"/tool.v2/convert","input":{"amount":2,"from":"cup","to":"gram","ingredient":"flour"}}`, `"amount":250.78`},
		{`{"key":"/tool.v2/convert","input":{"amount":100,"from":"gram","to":"tablespoon","ingredient":"honey"}}`, `"amount":4.76`},
		{`{"key":"/tool.v2/convert","input":{"amount":2,"from":"cup","to":"gram"}}`, `{"error":{"code":13,.*none is given; butter, flour`},
		{`{"key":"/tool.v2/convert","input":{"amount":2,"from":"cup","to":"gram","ingredient":"flower"}}`, `"code":13,.*did you mean flour\?`},
		{`{"key":"/tool.v2/convert","input":{"amount":-2,"from":"cup","to":"gram"}}`, `"code":3,.*amount`},
		{`{"key":"/tool.v2/convert"}`, `"code":3`},
		{`{"key":"/tool.v2/shop","input":{"name":"flour","grams":500}}`, `"code":13,"details":{"traceId":"0{31}1"},"message":"tool execution interrupted: \\n\\n{\\"price\\":0.55,\\"question\\":\\"Buy 500 g of flour\?\\"}"`},
		{`{"key":"/tool.v2/bake"}`, `"code":5,.*no action /tool.v2/bake`},
	} {
		w := post(t, Handler(), "/api/runAction", c.body)
		if w.Code != http.StatusOK || !regexp.MustCompile(c.answer).MatchString(w.Body.String()) {
			t.Errorf("%s was answered with %d: %s", c.body, w.Code, w.Body)
		}
	}
	if w := post(t, Handler(), "/api/runAction", `{`); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), `"code":3`) {
		t.Errorf("a request that is no JSON was answered with %d: %s", w.Code, w.Body)
	}
}

func TestEveryActionOfTheListRuns(t *testing.T) {
	w := httptest.NewRecorder()
	Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/api/actions", nil))
	var listed map[string]struct{ Key string }
	if err := json.Unmarshal(w.Body.Bytes(), &listed); err != nil || w.Header().Get("X-Genkit-Version") != version {
		t.Fatalf("%v, %v", err, w.Header())
	}
	for key, one := range listed {
		if known[key] == nil || one.Key != key {
			t.Errorf("%s is listed and can not be run", key)
		}
	}
	if len(listed) != len(known) {
		t.Errorf("%d actions are listed, %d can be run", len(listed), len(known))
	}
}

func TestNutritionIsAddedUpAndDrawn(t *testing.T) {
	w := post(t, Handler(), "/api/runAction", `{"key":"/tool.v2/nutrition","input":{"ingredients":[{"name":"oats","grams":50},{"name":"milk","grams":200}]}}`)
	var answer struct {
		Result struct {
			Output  map[string]float64
			Content []struct {
				Media struct{ ContentType, URL string }
			}
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || len(answer.Result.Content) != 1 {
		t.Fatalf("%v: %.200s", err, w.Body)
	}
	if got := answer.Result.Output; got["energy"] != 316.5 || got["protein"] != 14.9 || got["fat"] != 10.1 || got["carbohydrate"] != 42.6 {
		t.Errorf("the sums are %v", got)
	}
	data, _ := strings.CutPrefix(answer.Result.Content[0].Media.URL, "data:image/png;base64,")
	if _, err := png.Decode(base64.NewDecoder(base64.StdEncoding, strings.NewReader(data))); err != nil {
		t.Errorf("the picture can not be read: %v", err)
	}
}

const porridge = `{"key":"/flow/cook","input":{"dish":"porridge","portions":3}}`

func TestAFlowStreamsItsSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lines := strings.Split(post(t, Handler(), "/api/runAction?stream=true", porridge).Body.String(), "\n")
		if len(lines) != 6 || lines[0] != `"1. Bring 750 ml of milk to the boil.\n"` || !strings.HasPrefix(lines[4], `{"result":"porridge for 3, in 4 steps."`) {
			t.Errorf("the lines are %q", lines)
		}
		if got := post(t, Handler(), "/api/runAction", porridge).Body.String(); !strings.HasPrefix(got, `{"result":`) {
			t.Errorf("without a stream it answered %s", got)
		}
	})
}

func TestAnActionIsCancelledByItsTrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := Handler()
		ended := make(chan string)
		go func() { ended <- post(t, h, "/api/runAction?stream=true", porridge).Body.String() }()
		synctest.Wait()
		trace := `{"traceId":"00000000000000000000000000000001"}`
		if w := post(t, h, "/api/cancelAction", trace); w.Code != http.StatusOK {
			t.Errorf("it was answered with %d: %s", w.Code, w.Body)
		}
		if got := <-ended; !strings.Contains(got, `"code":1,`) || !strings.Contains(got, "Action was cancelled") {
			t.Errorf("the action ended with %s", got)
		}
		if w := post(t, h, "/api/cancelAction", trace); w.Code != http.StatusNotFound {
			t.Errorf("what has ended was cancelled with %d: %s", w.Code, w.Body)
		}
	})
}
