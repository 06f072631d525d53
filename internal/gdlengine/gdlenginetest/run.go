package gdlenginetest

import (
	"testing"

	"ludex/game"
	"ludex/gdl"
)

// An Open opens a description as a game with the engine under test.
type Open func(p *gdl.Program) (game.Game, error)

// A Summary counts the golden facts of all games.
type Summary struct {
	Games, Compared, Skipped, Differing int
	Refused                             []string // games that the engine could not open, and why
}

// Run compares an engine with the rows that a filter accepts and logs one line for
// all of them. Facts that differ fail the test; the caller decides about games
// that the engine refuses.
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

// sample lists games that an interpreter plays in a moment. Together they have
// the peculiarities of the corpus: nested terms, recursion, negated goals,
// whole-fact variables, variables as goal values, legal in bodies, a role random
// without percepts, many roles, odd symbols and bytes. Those with true are small
// enough for a short run too.
var sample = map[string]bool{
	"3pConnectFour/3pConnectFour.kif":                     false,
	"alexChess/alexChess.kif":                             false,
	"beatMania/v1/beatMania.kif":                          true,
	"blockerSerial/blockerSerial.kif":                     false,
	"blocksWorldSerial/blocksWorldSerial.kif":             true,
	"switches/switches.kif":                               true,
	"chess/chess.kif":                                     false,
	"cittaceot/cittaceot.kif":                             false,
	"connectFour/connectFour.kif":                         true,
	"eightPuzzle/eightPuzzle.kif":                         true,
	"futoshiki4/futoshiki.kif":                            false,
	"hanoi7_bugfix/hanoi7_bugfix.kif":                     true,
	"hexPie/hex.kif":                                      false,
	"knightsTour/knightsTour.kif":                         false,
	"laikLee_hex/laikLee_hex.kif":                         false,
	"merrills/merrills.kif":                               false,
	"minichess-evilconjuncts/minichess-evilconjuncts.kif": false,
	"nineBoardTicTacToe/nineBoardTicTacToe.kif":           true,
	"numbertictactoe/numbertictactoe.kif":                 false,
	"pentago/pentago.kif":                                 false,
	"queens08lg/queens.kif":                               false,
	"sheepAndWolf/sheepAndWolf.kif":                       false,
	"sudoku/sudoku.kif":                                   false,
	"ticTacToe/ticTacToe.kif":                             true,
	"tpeg/tpeg.kif":                                       false,
	"wargame02/wargame02.kif":                             false,
}

// InSample reports whether a row belongs to the fixed sample that is compared
// when there is no time for all.
func InSample(r Row) bool {
	small, ok := sample[r.File()]
	return ok && (small || !testing.Short())
}
