package demo

import (
	"fmt"
	"strconv"
	"strings"

	"toolbench/toolkit/schema"
)

// A place is somewhere on the demo's earth.
type place struct {
	Name      string  `json:"name"`
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// places are the cities that are known by name.
var places = []place{
	{"Auckland", -36.85, 174.76}, {"Bergen", 60.39, 5.32}, {"Bogotá", 4.71, -74.07},
	{"Cairo", 30.04, 31.24}, {"Lima", -12.05, -77.04}, {"Lisbon", 38.72, -9.14},
	{"London", 51.51, -0.13}, {"Longyearbyen", 78.22, 15.65}, {"Mumbai", 19.08, 72.88},
	{"Nairobi", -1.29, 36.82}, {"New York", 40.71, -74.01}, {"Oslo", 59.91, 10.75},
	{"Reykjavík", 64.15, -21.94}, {"Rome", 41.90, 12.50}, {"San Francisco", 37.77, -122.42},
	{"Singapore", 1.35, 103.82}, {"Sydney", -33.87, 151.21}, {"Tokyo", 35.68, 139.69},
	{"Ushuaia", -54.80, -68.30},
}

// findPlace is the place that a text names: a known city, or "lat,lon".
func findPlace(text string) (place, error) {
	text = strings.TrimSpace(text)
	var names []string
	for _, p := range places {
		if strings.EqualFold(p.Name, text) {
			return p, nil
		}
		names = append(names, p.Name)
	}
	if latitude, longitude, ok := strings.Cut(text, ","); ok {
		return pointOnEarth(text, latitude, longitude)
	}
	if near := schema.Nearest(text, names); near != "" {
		return place{}, fmt.Errorf("no place called %q is known; did you mean %s?", text, near)
	}
	return place{}, fmt.Errorf("no place called %q is known; %s or two numbers such as 59.9,10.7 would do", text, strings.Join(names, ", "))
}

func pointOnEarth(text, latitude, longitude string) (place, error) {
	lat, latErr := strconv.ParseFloat(strings.TrimSpace(latitude), 64)
	lon, lonErr := strconv.ParseFloat(strings.TrimSpace(longitude), 64)
	if latErr != nil || lonErr != nil || !(lat >= -90 && lat <= 90 && lon >= -180 && lon <= 180) {
		return place{}, fmt.Errorf("%q is no point on earth; a latitude of -90 to 90 and a longitude of -180 to 180, such as 59.9,10.7, would do", text)
	}
	return place{fmt.Sprintf("%g, %g", lat, lon), lat, lon}, nil
}
