package kitchen

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// recipes are the steps of each dish, with amounts in brackets for one portion.
var recipes = map[string][]string{
	"pancakes": {
		"Mix [60] g of flour with [5] g of sugar.",
		"Stir in [100] ml of milk until it is smooth.",
		"Melt [10] g of butter in a pan.",
		"Bake [2] pancakes, two minutes on each side.",
	},
	"porridge": {
		"Bring [250] ml of milk to the boil.",
		"Stir in [50] g of oats.",
		"Let it simmer for five minutes, stirring now and then.",
		"Serve it with [15] g of honey.",
	},
	"rice pudding": {
		"Bring [300] ml of milk to the boil.",
		"Add [45] g of rice and [12] g of sugar.",
		"Let it swell on a low heat for half an hour.",
		"Stir in [8] g of butter.",
	},
}

type meal struct {
	Dish     string
	Portions int
}

var inBrackets = regexp.MustCompile(`\[(\d+)\]`)

// cook tells the steps, one a second.
func cook(ctx context.Context, in meal, send func(any)) (any, error) {
	if in.Portions == 0 {
		in.Portions = 2
	}
	steps := recipes[in.Dish]
	for i, step := range steps {
		timer := time.NewTimer(time.Second)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		}
		send(fmt.Sprintf("%d. %s\n", i+1, inBrackets.ReplaceAllStringFunc(step, func(found string) string {
			n, _ := strconv.Atoi(found[1 : len(found)-1]) // written above
			return strconv.Itoa(n * in.Portions)
		})))
	}
	return fmt.Sprintf("%s for %d, in %d steps.", in.Dish, in.Portions, len(steps)), nil
}
