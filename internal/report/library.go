package report

import (
	_ "embed"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// libraryText has the values of the games of the library, a line each, as the script
// library-measures writes it: the name, and a number or a dash for each measure that the
// first line names.
//
//go:embed library.tsv
var libraryText string

// The budget with which the games of the library were measured.
const libraryGames, libraryNodes = 12, 40

// libraryValues returns the values of the games of the library, by measure.
var libraryValues = sync.OnceValue(func() map[string][]float64 {
	return parseLibrary(libraryText)
})

// parseLibrary reads a table of values.
func parseLibrary(text string) map[string][]float64 {
	values := map[string][]float64{}
	var head []string
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if head == nil {
			head = fields
			continue
		}
		for i, field := range fields {
			if x, err := strconv.ParseFloat(field, 64); err == nil && i > 0 && i < len(head) {
				values[head[i]] = append(values[head[i]], x)
			}
		}
	}
	return values
}

// leastGames is the number of games of the library from which on a percentile is given.
const leastGames = 10

// A Rank says where a value lies among those of the games of the library.
type Rank struct {
	Percentile int `json:"percentile"` // the games with a smaller value, in per cent; equal ones count half
	Games      int `json:"games"`      // that have the measure
}

// RankOf returns where a value of a measure lies among those of the games of the library, or
// nil if these have too few.
func RankOf(measure string, x float64) *Rank {
	values := libraryValues()[measure]
	if len(values) < leastGames {
		return nil
	}
	below := 0.0
	for _, v := range values {
		switch {
		case v < x:
			below++
		case v == x:
			below += 0.5
		}
	}
	return &Rank{int(math.Round(100 * below / float64(len(values)))), len(values)}
}

// RankedMeasures returns the measures of which enough games of the library have values,
// sorted.
func RankedMeasures() []string {
	var list []string
	for name, values := range libraryValues() {
		if len(values) >= leastGames {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}
