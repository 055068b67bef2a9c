package tool

import (
	"strings"
	"unicode/utf8"
)

// Nearest is the entry of names that was probably meant by name: the one with
// the fewest letters changed, added, left out or swapped, capitals aside. It is
// empty when none is near enough to be a slip of the hand.
func Nearest(name string, names []string) string {
	nearest, fewest := "", max(1, utf8.RuneCountInString(name)/3)+1
	for _, candidate := range names {
		if apart := utf8.RuneCountInString(name) - utf8.RuneCountInString(candidate); max(apart, -apart) >= fewest {
			continue // so that a long text given by mistake costs nothing
		}
		if d := slips(strings.ToLower(name), strings.ToLower(candidate)); d < fewest {
			nearest, fewest = candidate, d
		}
	}
	return nearest
}

// slips is the optimal string alignment distance of a and b.
func slips(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			changed := rows[i-1][j-1]
			if x[i-1] != y[j-1] {
				changed++
			}
			rows[i][j] = min(changed, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(x)][len(y)]
}
