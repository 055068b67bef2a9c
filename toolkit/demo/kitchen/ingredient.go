package kitchen

import (
	"context"
	"encoding/base64"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"toolbench/toolkit/demo/plot"
	"toolbench/toolkit/tool"
)

// An ingredient is what is known of one.
type ingredient struct {
	density float64 // in grams per milliliter
	price   float64 // of a kilogram

	energy, protein, fat, carbohydrate float64 // in 100 grams; kilocalories and grams
}

var pantry = map[string]ingredient{
	"butter": {0.96, 9.80, 717, 0.9, 81, 0.1},
	"flour":  {0.53, 1.10, 364, 10, 1, 76},
	"honey":  {1.42, 12.50, 304, 0.3, 0, 82},
	"milk":   {1.03, 1.20, 61, 3.2, 3.3, 4.8},
	"oats":   {0.41, 2.40, 389, 17, 7, 66},
	"rice":   {0.85, 2.10, 365, 7, 0.7, 80},
	"sugar":  {0.85, 1.30, 387, 0, 0, 100},
}

// A unit is so many grams, or so many milliliters.
type unit struct {
	volume bool
	size   float64
}

var units = map[string]unit{
	"gram": {false, 1}, "ounce": {false, 28.349523125}, "pound": {false, 453.59237},
	"milliliter": {true, 1}, "teaspoon": {true, 4.92892159375}, "tablespoon": {true, 14.78676478125}, "cup": {true, 236.5882365},
}

type conversion struct {
	Amount               float64
	From, To, Ingredient string
}

func convert(_ context.Context, in conversion, _ func(any)) (any, error) {
	from, to := units[in.From], units[in.To]
	amount := in.Amount * from.size / to.size
	if from.volume != to.volume {
		of, ok := pantry[in.Ingredient]
		if !ok {
			return nil, unknown(in)
		}
		if from.volume {
			amount *= of.density
		} else {
			amount /= of.density
		}
	}
	return map[string]any{"output": map[string]any{"amount": rounded(amount), "unit": in.To}}, nil
}

func unknown(in conversion) error {
	names := slices.Sorted(maps.Keys(pantry))
	why := fmt.Sprintf("from %s to %s it depends on the ingredient", in.From, in.To)
	if in.Ingredient == "" {
		return fmt.Errorf("%s, and none is given; %s are known", why, strings.Join(names, ", "))
	}
	if near := tool.Nearest(in.Ingredient, names); near != "" {
		return fmt.Errorf("%s, and %q is not known; did you mean %s?", why, in.Ingredient, near)
	}
	return fmt.Errorf("%s, and %q is not known; %s are", why, in.Ingredient, strings.Join(names, ", "))
}

func rounded(f float64) float64 { return math.Round(f*100) / 100 }

type amount struct {
	Name  string
	Grams float64
}

type basket struct{ Ingredients []amount }

// nutrition adds up, and draws.
func nutrition(_ context.Context, in basket, _ func(any)) (any, error) {
	chart := plot.Chart{Title: "Energy", Unit: "kcal", Kind: plot.Bars, Series: []plot.Series{{Name: "energy"}}}
	var sum ingredient
	for _, a := range in.Ingredients {
		of, share := pantry[a.Name], a.Grams/100
		sum.energy += share * of.energy
		sum.protein += share * of.protein
		sum.fat += share * of.fat
		sum.carbohydrate += share * of.carbohydrate
		chart.Labels = append(chart.Labels, a.Name)
		chart.Series[0].Values = append(chart.Series[0].Values, rounded(share*of.energy))
	}
	picture, err := chart.PNG()
	if err != nil {
		return nil, err
	}
	media := map[string]string{"contentType": "image/png", "url": "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture)}
	return map[string]any{
		"output": map[string]float64{"energy": rounded(sum.energy), "protein": rounded(sum.protein),
			"fat": rounded(sum.fat), "carbohydrate": rounded(sum.carbohydrate)},
		"content": []any{map[string]any{"media": media}},
	}, nil
}

// shop interrupts, always.
func shop(_ context.Context, in amount, _ func(any)) (any, error) {
	return nil, interrupt(map[string]any{
		"question": fmt.Sprintf("Buy %g g of %s?", in.Grams, in.Name),
		"price":    rounded(in.Grams / 1000 * pantry[in.Name].price),
	})
}
