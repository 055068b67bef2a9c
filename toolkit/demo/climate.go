package demo

import (
	"math"
	"time"
)

// A weather is the weather of one day. The demo's weather follows from the
// place's latitude, the season and a noise that is always the same.
type weather struct {
	High float64 `json:"high" jsonschema_description:"The highest temperature."`
	Low  float64 `json:"low" jsonschema_description:"The lowest temperature."`
	Rain float64 `json:"rain" jsonschema_description:"Rain or melted snow over the day."`
	Wind float64 `json:"wind" jsonschema_description:"Mean wind speed."`
	Sky  string  `json:"sky" jsonschema:"enum=clear,enum=fair,enum=cloudy,enum=rain,enum=snow"`
}

// weatherAt is the weather at a place on a day, in °C, mm and m/s.
func weatherAt(p place, day time.Time) weather {
	latitude := math.Abs(p.Latitude)
	summer := math.Cos(2 * math.Pi * float64(day.YearDay()-200) / 365.25)
	if p.Latitude < 0 {
		summer = -summer
	}
	mean := 28 - 0.0052*latitude*latitude + 0.19*latitude*summer
	high := mean + 3 + 4*wander(p, day, "warmth")
	low := high - 5 - 2*wander(p, day, "span")
	rain := max(0, 9*wander(p, day, "rain")-2.5)
	w := weather{High: tenth(high), Low: tenth(low), Rain: tenth(rain), Wind: tenth(5 + 4*wander(p, day, "wind"))}
	w.Sky = sky(w)
	return w
}

func sky(w weather) string {
	switch {
	case w.Rain >= 1 && w.High < 2:
		return "snow"
	case w.Rain >= 1:
		return "rain"
	case w.Rain > 0:
		return "cloudy"
	case w.Wind > 6:
		return "fair"
	}
	return "clear"
}

// wander is a noise from -1 to 1 that changes slowly from day to day.
func wander(p place, day time.Time, what string) float64 {
	n := day.Unix() / 86400
	return (noise(p, n-1, what) + 2*noise(p, n, what) + noise(p, n+1, what)) / 4
}

// noise is a number from -1 to 1 that a place, a number and a word always give.
func noise(p place, n int64, what string) float64 {
	h := mix(math.Float64bits(p.Latitude)) ^ mix(math.Float64bits(p.Longitude)+1)
	for _, b := range []byte(what) {
		h = mix(h ^ uint64(b))
	}
	h = mix(h ^ uint64(n))
	return float64(h>>11)/(1<<52) - 1
}

// mix spreads every bit of h over all of it: the finishing step of SplitMix64.
func mix(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

func tenth(f float64) float64 { return math.Round(f*10)/10 + 0 }
