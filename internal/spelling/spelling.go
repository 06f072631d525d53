// Package spelling has what messages need about words: the nearest spelling of a name,
// and plurals.
package spelling

import "strconv"

// Count returns a number with a noun in a message: "1 row", "2 rows".
func Count(n int, noun string) string { return CountText(strconv.Itoa(n), noun) }

// CountText is [Count] for a number that is written already.
func CountText(n, noun string) string {
	if n == "1" {
		return n + " " + noun
	}
	return n + " " + noun + "s"
}

// maxSpelling is how long a name may be for its spelling to be compared with
// that of others, which takes time in proportion to both.
const maxSpelling = 60

// Nearest returns the candidate that is spelled most like a name, the first one
// if there are several, or "" if none is close. Diagnostics
// suggest it.
func Nearest(name string, candidates []string) string {
	if len(name) > maxSpelling {
		return ""
	}
	best, bestDistance := "", len(name)/3+1
	for _, c := range candidates {
		if c == name || len(c) > len(name)+bestDistance || len(name) > len(c)+bestDistance {
			continue
		}
		if d := distance(name, c); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// distance is the Levenshtein distance of two words.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
