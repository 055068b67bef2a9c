package demo

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"

	"toolbench/toolkit/demo/plot"
)

// distance says how far a way is, in pieces.
func (t *turn) distance(wanted trip) error {
	w, err := wanted.way()
	if err != nil {
		return err
	}
	degrees, direction := w.bearing()
	half := w.at(0.5)
	data, err := dataPart(map[string]any{
		"from": w.from, "to": w.to, "kilometers": w.kilometers(), "bearing": degrees, "half": half,
	})
	if err != nil {
		return err
	}
	t.say(protocol.TaskStateWorking, "measuring the way from "+w.from.Name+" to "+w.to.Name)
	t.hand("answer", false, protocol.NewTextPart(fmt.Sprintf("From %s to %s it is %.0f km as the crow flies. ", w.from.Name, w.to.Name, w.kilometers())))
	t.hand("answer", true, protocol.NewTextPart(fmt.Sprintf("The way begins to the %s, at %.0f°. ", direction, degrees)))
	t.hand("answer", true, protocol.NewTextPart(fmt.Sprintf("Half of it is done at %s.", half.Name)))
	t.hand("way", false, data)
	t.send(protocol.NewStatusUpdateEvent(t.e, protocol.TaskStateCompleted, nil))
	return nil
}

// dataPart is v as JSON has it: the library can not copy other values.
func dataPart(v any) (*protocol.Part, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var plain any
	if err := json.Unmarshal(raw, &plain); err != nil {
		return nil, err
	}
	part := protocol.NewDataPart(plain)
	part.MediaType = "application/json"
	return part, nil
}

// ask stops to ask for data of a schema.
func (t *turn) ask(words string, schema json.RawMessage) error {
	part, err := dataPart(schema)
	if err == nil {
		t.say(protocol.TaskStateInputRequired, words, part)
	}
	return err
}

// follow says where a traveller is, a second apart.
func (t *turn) follow(wanted trip) error {
	w, err := wanted.way()
	if err != nil {
		return err
	}
	const steps = 20
	for step := range steps {
		if step > 0 {
			if err := pause(t.ctx, time.Second); err != nil {
				return err
			}
		}
		share := float64(step) / steps
		t.say(protocol.TaskStateWorking, fmt.Sprintf("%.0f of %.0f km, at %s", share*w.kilometers(), w.kilometers(), w.at(share).Name))
	}
	t.hand("arrival", false, protocol.NewTextPart(fmt.Sprintf("%s is reached, %.0f km from %s.", w.to.Name, w.kilometers(), w.from.Name)))
	t.send(protocol.NewStatusUpdateEvent(t.e, protocol.TaskStateCompleted, nil))
	return nil
}

// speeds are how many kilometers a day each way to travel makes.
var speeds = map[string]float64{"bicycle": 120, "ship": 800, "train": 1500}

const mostDays = 30

const bySchema = `{"type":"object","properties":{"by":{"type":"string","title":"How to travel","enum":["train","ship","bicycle"],"default":"train"}},"required":["by"]}`

// placesSchema asks for the two ends of a way, of which some are known.
func placesSchema(known trip) json.RawMessage {
	var names []string
	for _, p := range places {
		names = append(names, p.Name)
	}
	end := func(title, chosen string) map[string]any {
		field := map[string]any{"type": "string", "title": title, "enum": names}
		if chosen != "" {
			field["default"] = chosen
		}
		return field
	}
	from, _ := json.Marshal(end("From", known.From))
	to, _ := json.Marshal(end("To", known.To)) // of texts only: they can be written
	return fmt.Appendf(nil, `{"type":"object","properties":{"from":%s,"to":%s},"required":["from","to"]}`, from, to)
}

// plan asks for what is not known yet, or plans the trip.
func (t *turn) plan(wanted trip) error {
	if wanted.From == "" || wanted.To == "" {
		return t.ask("Where does the trip begin, and where does it lead?", placesSchema(wanted))
	}
	w, err := wanted.way()
	if err != nil {
		return err
	}
	speed, known := speeds[wanted.By]
	if !known {
		return t.ask(fmt.Sprintf("How do you want to travel the %.0f km from %s to %s?", w.kilometers(), w.from.Name, w.to.Name),
			json.RawMessage(bySchema))
	}
	days := int(math.Ceil(w.kilometers() / speed))
	if days > mostDays {
		return fmt.Errorf("by %s the %.0f km take %d days; up to %d are planned, so a faster way would do", wanted.By, w.kilometers(), days, mostDays)
	}
	return t.itinerary(w, wanted.By, max(1, days))
}

// A leg is one day of a trip.
type leg struct {
	Date       string  `json:"date"`
	Where      place   `json:"where"`
	Kilometers float64 `json:"kilometers"`
	weather
}

// itinerary hands over the trip's days as words, picture and data.
func (t *turn) itinerary(w way, by string, days int) error {
	t.say(protocol.TaskStateWorking, fmt.Sprintf("planning %d days by %s", days, by))
	chart := plot.Chart{Title: w.from.Name + " to " + w.to.Name, Unit: "°C", Series: []plot.Series{{Name: "high"}, {Name: "low"}}}
	var table strings.Builder
	fmt.Fprintf(&table, "## %s to %s by %s\n\n| day | where | km | sky | high °C |\n| --- | --- | ---: | --- | ---: |\n", w.from.Name, w.to.Name, by)
	var legs []leg
	first := time.Date(2026, time.June, 1, 0, 0, 0, 0, time.UTC)
	for i := range days {
		day, share := first.AddDate(0, 0, i), float64(i+1)/float64(days)
		where := w.at(share)
		if i == days-1 {
			where = w.to
		}
		l := leg{day.Format(time.DateOnly), where, math.Round(share * w.kilometers()), weatherAt(where, day)}
		legs = append(legs, l)
		fmt.Fprintf(&table, "| %d | %s | %.0f | %s | %.1f |\n", i+1, where.Name, l.Kilometers, l.Sky, l.High)
		chart.Labels = append(chart.Labels, fmt.Sprint(i+1))
		chart.Series[0].Values = append(chart.Series[0].Values, l.High)
		chart.Series[1].Values = append(chart.Series[1].Values, l.Low)
	}
	drawn, err := chart.PNG()
	if err != nil {
		return err
	}
	picture := protocol.NewRawPart(drawn)
	picture.MediaType, picture.Filename = "image/png", "weather.png"
	data, err := dataPart(map[string]any{"by": by, "legs": legs})
	if err != nil {
		return err
	}
	t.hand("itinerary", false, protocol.NewTextPart(table.String()), picture, data)
	t.send(protocol.NewStatusUpdateEvent(t.e, protocol.TaskStateCompleted, nil))
	return nil
}
