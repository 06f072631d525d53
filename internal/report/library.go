package report

import (
	_ "embed"
	"math"
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

// rankOf returns where a value lies, or nil if the library has too few values.
func rankOf(measure string, x float64) *Rank {
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
