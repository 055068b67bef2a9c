package demo

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"toolbench/toolkit/demo/plot"
	"toolbench/toolkit/source/native"
	"toolbench/toolkit/tool"
)

type forecastInput struct {
	Place  string   `json:"place" jsonschema:"minLength=1,example=Oslo" jsonschema_description:"City, or \"lat,lon\""`
	Days   int      `json:"days,omitempty" jsonschema:"minimum=1,maximum=14,default=3" jsonschema_description:"How many days to look ahead"`
	Units  string   `json:"units,omitempty" jsonschema:"enum=metric,enum=imperial,default=metric" jsonschema_description:"°C, mm and m/s, or °F, inches and mph"`
	Alerts []alert  `json:"alerts,omitempty" jsonschema:"maxItems=8" jsonschema_description:"What to warn of"`
	From   string   `json:"from,omitempty" jsonschema:"format=date" jsonschema_description:"The first day; 2026-06-01 when left out"`
	Show   []string `json:"show,omitempty" jsonschema:"enum=temperature,enum=rain,enum=wind,uniqueItems=true" jsonschema_description:"What the chart shows; temperature when left out"`
	Title  string   `json:"title,omitempty" jsonschema:"maxLength=60" jsonschema_description:"A title for the chart"`
}

type alert struct {
	Of    string  `json:"of" jsonschema:"enum=frost,enum=heat,enum=rain,enum=wind" jsonschema_description:"What to watch"`
	Limit float64 `json:"limit" jsonschema_description:"Warn when it is reached, in the units of the forecast"`
	Note  string  `json:"note,omitempty" jsonschema:"maxLength=200" jsonschema_description:"What to do then"`
}

type forecast struct {
	Place  place         `json:"place"`
	Units  string        `json:"units" jsonschema:"enum=metric,enum=imperial"`
	Days   []forecastDay `json:"days"`
	Alerts []alarm       `json:"alerts" jsonschema_description:"The alerts that are due"`
}

type forecastDay struct {
	Date string `json:"date" jsonschema:"format=date"`
	weather
}

type alarm struct {
	Date  string  `json:"date" jsonschema:"format=date"`
	Of    string  `json:"of"`
	Value float64 `json:"value"`
	Note  string  `json:"note,omitempty"`
}

func forecastTool() tool.Tool {
	return native.DefineTool("forecast", "Forecast for a place, as text and a chart. Watches for frost, heat, rain and wind where alerts ask for it.",
		runForecast, native.WithReadOnly(), native.WithTitle("Weather forecast"), native.WithStructured[forecast]())
}

func runForecast(ctx *tool.ToolContext, in forecastInput) (tool.ToolResult, error) {
	f, err := in.forecast()
	if err != nil {
		return tool.ToolResult{}, tool.Fail(ctx, err)
	}
	picture, err := in.chart(f).PNG()
	if err != nil {
		return tool.ToolResult{}, err
	}
	ctx.AttachParts(tool.Bytes(picture, "image/png"))
	return native.Structured(f.markdown(), f)
}

// forecast is what is asked for.
func (in forecastInput) forecast() (forecast, error) {
	at, err := findPlace(in.Place)
	if err != nil {
		return forecast{}, err
	}
	first := time.Date(2026, time.June, 1, 0, 0, 0, 0, time.UTC)
	if in.From != "" {
		if first, err = time.Parse(time.DateOnly, in.From); err != nil {
			return forecast{}, fmt.Errorf("from: %q is no date; one such as 2026-06-01 would do", in.From)
		}
	}
	f := forecast{Place: at, Units: "metric", Days: []forecastDay{}, Alerts: []alarm{}}
	if in.Units != "" {
		f.Units = in.Units
	}
	if in.Days == 0 {
		in.Days = 3
	}
	for i := range in.Days {
		day := first.AddDate(0, 0, i)
		d := forecastDay{day.Format(time.DateOnly), weatherAt(at, day)}
		if f.Units == "imperial" {
			d.weather = imperial(d.weather)
		}
		f.Days = append(f.Days, d)
		f.Alerts = append(f.Alerts, due(in.Alerts, d)...)
	}
	return f, nil
}

func imperial(w weather) weather {
	w.High, w.Low = tenth(w.High*9/5+32), tenth(w.Low*9/5+32)
	w.Rain, w.Wind = tenth(w.Rain/25.4), tenth(w.Wind*2.237)
	return w
}

// due are the alerts of a day.
func due(alerts []alert, d forecastDay) []alarm {
	var alarms []alarm
	for _, a := range alerts {
		value := map[string]float64{"frost": d.Low, "heat": d.High, "rain": d.Rain, "wind": d.Wind}[a.Of]
		if (a.Of == "frost" && value <= a.Limit) || (a.Of != "frost" && value >= a.Limit) {
			alarms = append(alarms, alarm{d.Date, a.Of, value, a.Note})
		}
	}
	return alarms
}

func (in forecastInput) chart(f forecast) plot.Chart {
	c := plot.Chart{Title: fmt.Sprintf("%s, next %s", f.Place.Name, days(len(f.Days)))}
	if in.Title != "" {
		c.Title = in.Title
	}
	show := in.Show
	if len(show) == 0 {
		show = []string{"temperature"}
	}
	high, low := plot.Series{Name: "high"}, plot.Series{Name: "low"}
	rain, wind := plot.Series{Name: "rain, " + f.unit("rain")}, plot.Series{Name: "wind, " + f.unit("wind")}
	for _, d := range f.Days {
		c.Labels = append(c.Labels, d.weekday().String()[:3])
		high.Values, low.Values = append(high.Values, d.High), append(low.Values, d.Low)
		rain.Values, wind.Values = append(rain.Values, d.Rain), append(wind.Values, d.Wind)
	}
	if slices.Contains(show, "temperature") {
		c.Series, c.Unit = append(c.Series, high, low), f.unit("temperature")
	}
	if slices.Contains(show, "rain") {
		c.Series = append(c.Series, rain)
	}
	if slices.Contains(show, "wind") {
		c.Series = append(c.Series, wind)
	}
	return c
}

func (f forecast) unit(of string) string {
	if f.Units == "imperial" {
		return map[string]string{"temperature": "°F", "rain": "in", "wind": "mph"}[of]
	}
	return map[string]string{"temperature": "°C", "rain": "mm", "wind": "m/s"}[of]
}

func (d forecastDay) weekday() time.Weekday {
	day, _ := time.Parse(time.DateOnly, d.Date) // written by us
	return day.Weekday()
}

// markdown is the forecast in words.
func (f forecast) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s, next %s\n\n%s\n\n", f.Place.Name, days(len(f.Days)), f.summary())
	fmt.Fprintf(&b, "| day | sky | high %[1]s | low %[1]s | rain %[2]s | wind %[3]s |\n| --- | --- | ---: | ---: | ---: | ---: |\n",
		f.unit("temperature"), f.unit("rain"), f.unit("wind"))
	for _, d := range f.Days {
		fmt.Fprintf(&b, "| %s | %s | %.1f | %.1f | %.1f | %.1f |\n", d.weekday(), d.Sky, d.High, d.Low, d.Rain, d.Wind)
	}
	for i, a := range f.Alerts {
		if i == 0 {
			b.WriteString("\n### Alerts\n\n")
		}
		fmt.Fprintf(&b, "- **%s** on %s: %.1f", a.Of, a.Date, a.Value)
		if a.Note != "" {
			b.WriteString(". " + a.Note)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// summary is the forecast in one sentence.
func (f forecast) summary() string {
	total := 0.0
	wet := -1
	for i, d := range f.Days {
		total += d.High
		if wet < 0 && d.Rain >= 0.1 {
			wet = i
		}
	}
	word := warmth(total/float64(len(f.Days)), f.Units)
	switch wet {
	case -1:
		return word + " and dry throughout."
	case 0:
		return word + ", with rain from the first day on."
	}
	return fmt.Sprintf("%s and dry until %s.", word, f.Days[wet].weekday())
}

func warmth(high float64, units string) string {
	if units == "imperial" {
		high = (high - 32) * 5 / 9
	}
	for _, step := range []struct {
		below float64
		word  string
	}{{0, "Freezing"}, {8, "Cold"}, {15, "Cool"}, {22, "Mild"}, {29, "Warm"}} {
		if high < step.below {
			return step.word
		}
	}
	return "Hot"
}

func days(n int) string {
	if n == 1 {
		return "day"
	}
	return fmt.Sprintf("%d days", n)
}
