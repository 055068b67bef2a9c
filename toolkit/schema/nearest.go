package schema

import "strings"

// Nearest is the candidate that is spelled most like name, or "" when none is
// close enough to be what was meant.
func Nearest(name string, candidates []string) string {
	best, distance := "", max(2, len(name)/3)+1
	for _, candidate := range candidates {
		if strings.EqualFold(candidate, name) {
			return candidate
		}
		if d := editDistance(strings.ToLower(name), strings.ToLower(candidate), distance); d < distance {
			best, distance = candidate, d
		}
	}
	return best
}

// editDistance is the Levenshtein distance, or limit when it is not below it.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return min(row[len(b)], limit)
}
