package demo

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	protocol "github.com/a2aproject/a2a-go/v2/a2a"
)

// A trip is what a person says of one, in words or as data.
type trip struct {
	From string `json:"from"`
	To   string `json:"to"`
	By   string `json:"by"`
}

// hear adds what a message says: places in the order of their names, and data as
// it is.
func (t *trip) hear(m *protocol.Message) error {
	for _, part := range m.Parts {
		for _, name := range namesIn(part.Text()) {
			if t.From == "" {
				t.From = name
			} else if t.To == "" && name != t.From {
				t.To = name
			}
		}
		if part.Data() == nil {
			continue
		}
		raw, err := json.Marshal(part.Data())
		if err != nil {
			return err
		}
		if err := json.Unmarshal(raw, t); err != nil {
			return fmt.Errorf("%.80s does not say where a trip leads: %w", raw, err)
		}
	}
	return nil
}

var unaccented = strings.NewReplacer("á", "a", "í", "i")

// words is a text as its words in small letters, with a space on either side of
// each.
func words(text string) string {
	apart := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
	return " " + unaccented.Replace(strings.Join(apart, " ")) + " "
}

// namesIn are the places that a text names, in its order.
func namesIn(text string) []string {
	said := words(text)
	at := map[string]int{}
	var names []string
	for _, p := range places {
		if i := strings.Index(said, words(p.Name)); i >= 0 {
			at[p.Name] = i
			names = append(names, p.Name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return at[a] - at[b] })
	return names
}

// A way leads from one place to another on a great circle.
type way struct {
	from, to place
	angle    float64 // between them, seen from the middle of the earth
}

// way is where the trip leads.
func (t trip) way() (way, error) {
	if t.From == "" || t.To == "" {
		return way{}, fmt.Errorf("a way leads from one place to another; name two, as in Oslo to Rome")
	}
	from, err := findPlace(t.From)
	if err != nil {
		return way{}, err
	}
	to, err := findPlace(t.To)
	if err != nil {
		return way{}, err
	}
	return wayBetween(from, to), nil
}

func wayBetween(from, to place) way {
	a, b := vector(from), vector(to)
	dot := a[0]*b[0] + a[1]*b[1] + a[2]*b[2]
	return way{from, to, math.Acos(max(-1, min(1, dot)))}
}

const earthRadius = 6371.0088 // in kilometers, on average

func (w way) kilometers() float64 { return math.Round(w.angle * earthRadius) }

// vector is a place on a sphere of radius 1.
func vector(p place) [3]float64 {
	sinLat, cosLat := math.Sincos(p.Latitude * math.Pi / 180)
	sinLon, cosLon := math.Sincos(p.Longitude * math.Pi / 180)
	return [3]float64{cosLat * cosLon, cosLat * sinLon, sinLat}
}

// at is the place where a share of the way is done.
func (w way) at(share float64) place {
	if sin := math.Sin(w.angle); sin > 1e-9 {
		a, b := vector(w.from), vector(w.to)
		near, far := math.Sin((1-share)*w.angle)/sin, math.Sin(share*w.angle)/sin
		var v [3]float64
		for i := range v {
			v[i] = near*a[i] + far*b[i]
		}
		latitude := tenth(math.Atan2(v[2], math.Hypot(v[0], v[1])) * 180 / math.Pi)
		longitude := tenth(math.Atan2(v[1], v[0]) * 180 / math.Pi)
		return place{fmt.Sprintf("%.1f, %.1f", latitude, longitude), latitude, longitude}
	}
	return w.from
}

var compass = []string{"north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"}

// bearing is the direction in which the way begins, in degrees from the north
// and in words.
func (w way) bearing() (float64, string) {
	sinA, cosA := math.Sincos(w.from.Latitude * math.Pi / 180)
	sinB, cosB := math.Sincos(w.to.Latitude * math.Pi / 180)
	sin, cos := math.Sincos((w.to.Longitude - w.from.Longitude) * math.Pi / 180)
	degrees := math.Mod(math.Atan2(sin*cosB, cosA*sinB-sinA*cosB*cos)*180/math.Pi+360, 360)
	return math.Round(degrees), compass[int(math.Round(degrees/45))%8]
}
