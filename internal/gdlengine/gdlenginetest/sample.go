package gdlenginetest

import "testing"

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
