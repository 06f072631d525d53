package check

import "fmt"

// count returns a number with a noun: "no argument", "1 argument", "2 arguments".
func count(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun
	case 1:
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// nearest returns the candidate that is spelled most like a name, the first one
// if there are several, or "" if none is close.
func nearest(name string, candidates []string) string {
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
