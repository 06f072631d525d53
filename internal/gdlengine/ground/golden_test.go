package ground

import (
	"errors"
	"os"
	"testing"
	"time"

	"ludex/gdl"
	"ludex/internal/budget"
	"ludex/internal/gdlengine/gdlenginetest"
)

// sample are small games that together show most peculiarities of the corpus.
var sample = map[string]bool{
	"2pffa/2pffa.kif":                                     true,
	"3pConnectFour/3pConnectFour.kif":                     true,
	"aipsrovers01/aipsrovers01.kif":                       true,
	"asteroidsParallel/asteroidsParallel.kif":             true,
	"atariGoVariant_7x7/atariGoVariant_7x7.kif":           true,
	"beatMania/v1/beatMania.kif":                          true,
	"biddingTicTacToe/biddingTicTacToe.kif":               true,
	"blocker/blocker.kif":                                 true,
	"blockerSerial/blockerSerial.kif":                     true,
	"blocksWorld/blocksWorld.kif":                         true,
	"blocksWorldParallel/blocksWorldParallel.kif":         true,
	"blocksWorldSerial/blocksWorldSerial.kif":             true,
	"breakthroughSmall/breakthroughSmall.kif":             true,
	"cittaceot/cittaceot.kif":                             true,
	"connectFour/connectFour.kif":                         true,
	"eightPuzzle/eightPuzzle.kif":                         true,
	"futoshiki4/futoshiki.kif":                            true,
	"golden_rectangle/golden_rectangle.kif":               true,
	"knightsTour/knightsTour.kif":                         true,
	"nim1/nim1.kif":                                       true,
	"minichess-evilconjuncts/minichess-evilconjuncts.kif": true,
	"queens08lg/queens.kif":                               true,
	"pentago/v1/pentago.kif":                              true,
	"sudokuGrade1/sudoku.kif":                             true,
	"ticTacToe/ticTacToe.kif":                             true,
	"ticTacToeParallel/ticTacToeParallel.kif":             true,
}

// TestGolden compares what the ground rules say with the facts that an
// independent reasoner found: for a sample, with LUDEX_FULL for all games, with
// LUDEX_GAME for one of them.
func TestGolden(t *testing.T) {
	compared, skipped, differing := 0, 0, 0
	only := os.Getenv("LUDEX_GAME")
	for _, row := range gdlenginetest.Golden(t) {
		if only != "" && only != row.File() || only == "" && !gdlenginetest.Full() && !sample[row.File()] {
			continue
		}
		allowed := gdlenginetest.Budget{Time: 500 * time.Millisecond, Leaves: 300}
		if gdlenginetest.Full() {
			allowed = gdlenginetest.Budget{Time: 20 * time.Second, Leaves: 20_000}
		}
		if only != "" {
			allowed.Time = 20 * time.Minute
		}
		res, err := ground(t, row.Program(t))
		var limit *LimitError
		if errors.As(err, &limit) {
			t.Logf("%s: %v", row.File(), err)
			skipped++
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", row.File(), err)
			differing++
			continue
		}
		g, err := newSpecGame(res.Spec)
		if err != nil {
			t.Error(err)
			differing++
			continue
		}
		report := gdlenginetest.CheckRow(g, row, allowed)
		for _, d := range report.Differences {
			t.Errorf("%s: %s", row.File(), d)
		}
		if len(report.Differences) > 0 {
			differing++
		}
		compared++
		if testing.Verbose() {
			t.Logf("%s: %d facts, skipped %v, %.1f s", row.File(), report.Compared, report.Skipped, report.Elapsed.Seconds())
		}
	}
	t.Logf("ground: compared %d, skipped %d, differing %d", compared, skipped, differing)
}

// ground grounds a description in the time that engines have.
func ground(t *testing.T, p *gdl.Program) (*Result, error) {
	ctx, cancel := budget.WithSetup(t.Context(), "grounding", 30*time.Second)
	defer cancel()
	return Ground(ctx, p, Options{})
}
