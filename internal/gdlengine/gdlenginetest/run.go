package gdlenginetest

import (
	"testing"

	"ludex/game"
	"ludex/gdl"
)

// An Open makes a game of a description with the engine under test.
type Open func(p *gdl.Program) (game.Game, error)

// A Summary counts the golden facts of all games.
type Summary struct {
	Games, Compared, Skipped, Differing int
	Refused                             []string // games that the engine could not open, and why
}

// Run compares an engine with the rows that a filter lets through and logs one
// line for all of them. Facts that differ fail the test; what to make of games
// that the engine refuses is for the caller to say.
func Run(t *testing.T, open Open, filter func(Row) bool, budget Budget) Summary {
	t.Helper()
	var s Summary
	for _, row := range Golden(t) {
		if filter != nil && !filter(row) {
			continue
		}
		t.Run(row.File(), func(t *testing.T) { s.row(t, open, row, budget) })
	}
	t.Logf("golden: compared %d, skipped %d, differing %d (facts of %d games; %d games refused)",
		s.Compared, s.Skipped, s.Differing, s.Games, len(s.Refused))
	return s
}

func (s *Summary) row(t *testing.T, open Open, row Row, budget Budget) {
	s.Games++
	g, err := open(row.Program(t))
	if err != nil {
		s.Refused = append(s.Refused, row.File()+": "+err.Error())
		t.Skip(err)
	}
	r := CheckRow(g, row, budget)
	s.Compared += r.Compared
	s.Skipped += len(r.Skipped)
	s.Differing += len(r.Differences)
	for _, d := range r.Differences {
		t.Error(d)
	}
	if len(r.Skipped) > 0 {
		t.Logf("skipped after %v: %q", r.Elapsed, r.Skipped)
	}
}
