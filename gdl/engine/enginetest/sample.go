package enginetest

// sample lists games that an interpreter plays in a moment. Together they have
// the peculiarities of the corpus: nested terms, recursion, negated goals,
// whole-fact variables, variables as goal values, legal in bodies, a role random
// without percepts, many roles, odd symbols and bytes.
var sample = map[string]bool{
	"3pConnectFour/3pConnectFour.kif":                     true,
	"alexChess/alexChess.kif":                             true,
	"beatMania/v1/beatMania.kif":                          true,
	"blockerSerial/blockerSerial.kif":                     true,
	"blocksWorldSerial/blocksWorldSerial.kif":             true,
	"switches/switches.kif":                               true,
	"chess/chess.kif":                                     true,
	"cittaceot/cittaceot.kif":                             true,
	"connectFour/connectFour.kif":                         true,
	"eightPuzzle/eightPuzzle.kif":                         true,
	"futoshiki4/futoshiki.kif":                            true,
	"hanoi7_bugfix/hanoi7_bugfix.kif":                     true,
	"hexPie/hex.kif":                                      true,
	"knightsTour/knightsTour.kif":                         true,
	"laikLee_hex/laikLee_hex.kif":                         true,
	"merrills/merrills.kif":                               true,
	"minichess-evilconjuncts/minichess-evilconjuncts.kif": true,
	"nineBoardTicTacToe/nineBoardTicTacToe.kif":           true,
	"numbertictactoe/numbertictactoe.kif":                 true,
	"pentago/pentago.kif":                                 true,
	"queens08lg/queens.kif":                               true,
	"sheepAndWolf/sheepAndWolf.kif":                       true,
	"sudoku/sudoku.kif":                                   true,
	"ticTacToe/ticTacToe.kif":                             true,
	"tpeg/tpeg.kif":                                       true,
	"wargame02/wargame02.kif":                             true,
}

// InSample reports whether a row belongs to the fixed sample that is compared
// when there is no time for all.
func InSample(r Row) bool { return sample[r.File()] }
