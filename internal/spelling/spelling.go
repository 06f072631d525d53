// Package spelling has what messages need about words: the nearest spelling of a name,
// and plurals.
package spelling

import (
	"strconv"
	"strings"
)

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

// minBeginning is how long a word must be to be taken for the beginning of another one.
const minBeginning = 3

// Nearest returns the candidate that is spelled most like a name, the first one
// if there are several, or else the shortest one that begins with it, or "" if none is
// close. Case does not matter. Diagnostics suggest it.
func Nearest(name string, candidates []string) string {
	if len(name) > maxSpelling {
		return ""
	}
	if near := similar(name, candidates); near != "" {
		return near
	}
	return beginning(name, candidates)
}

// beginning returns the shortest candidate that begins with a name.
func beginning(name string, candidates []string) string {
	best := ""
	for _, c := range candidates {
		if len(name) < minBeginning || len(c) <= len(name) || !strings.EqualFold(c[:len(name)], name) {
			continue
		}
		if best == "" || len(c) < len(best) {
			best = c
		}
	}
	return best
}

// similar returns the candidate with the fewest wrong letters, if there are few.
func similar(name string, candidates []string) string {
	best, bestDistance := "", len(name)/3+1
	for _, c := range candidates {
		if c == name || len(c) > len(name)+bestDistance || len(name) > len(c)+bestDistance {
			continue
		}
		if strings.EqualFold(name, c) {
			return c
		}
		if d := distance(strings.ToLower(name), strings.ToLower(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// distance is the number of letters that are wrong, missing, too many or swapped with the
// next one: the Levenshtein distance with transpositions.
func distance(a, b string) int {
	older, old, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range old {
		old[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			cost := old[j]
			if a[i] != b[j] {
				cost++
			}
			row[j+1] = min(cost, row[j]+1, old[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], older[j-1]+1)
			}
		}
		older, old, row = old, row, older
	}
	return old[len(b)]
}
