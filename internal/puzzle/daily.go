package puzzle

import (
	_ "embed"
	"sync"
	"time"

	"ludex/internal/gcd"
)

//go:embed daily.toml
var dailyText string

var daily = sync.OnceValue(func() *Suite {
	s, err := Read("daily.toml", dailyText)
	if err != nil {
		panic("puzzle: " + err.Error())
	}
	for _, name := range ownDaily {
		p, ok := Own().Lookup(name)
		if !ok {
			panic("puzzle: there is no " + name)
		}
		s.Puzzles = append(s.Puzzles, p)
	}
	return s
})

// ownDaily are the puzzles of [Own] that are puzzles of the day, too.
var ownDaily = []string{
	"chess-1", "chess-2", "chess-3", "chess-4", "chess-5", "chess-6", "draughts-1", "draughts-2", "draughts-3",
	"morris-3", "connectfour-1", "connectfour-4", "connectfour-5", "breakthrough-3", "breakthrough-4", "breakthrough-5",
}

// Daily returns the puzzles of the day. All of them are claims of the kind wins that little
// work proves. The caller must not change it.
func Daily() *Suite { return daily() }

// Lookup returns the puzzle of a suite with a name, and whether there is one.
func (s *Suite) Lookup(name string) (Puzzle, bool) {
	for _, p := range s.Puzzles {
		if p.Name == name {
			return p, true
		}
	}
	return Puzzle{}, false
}

// OfDay returns the puzzle of the suite for a day. All puzzles have their turn before one
// comes back.
func (s *Suite) OfDay(day time.Time) Puzzle {
	n := int(day.UTC().Unix()/(24*60*60)) % len(s.Puzzles)
	return s.Puzzles[n*stride(len(s.Puzzles))%len(s.Puzzles)]
}

// stride returns a number without a common divisor with n, so that neighbours in the suite,
// which are of the same game, are days apart.
func stride(n int) int {
	for k := n*5/13 + 1; ; k++ {
		if gcd.Of(k, n) == 1 {
			return k
		}
	}
}
