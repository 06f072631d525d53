package circuit_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/circuit"
	"ludex/internal/gdlengine/gdlenginetest"
	"ludex/internal/gdlengine/ground"
	"ludex/internal/gdlrewrite"
)

// quick lists public games that are grounded in a moment and are unlike each
// other: clocks of several lengths, simultaneous moves, many moves, loops,
// hidden information, goals that are hard to compute.
var quick = map[string]bool{
	"3pConnectFour/3pConnectFour.kif":             true,
	"atariGoVariant_7x7/atariGoVariant_7x7.kif":   true,
	"beatMania/v1/beatMania.kif":                  true,
	"blocker/blocker.kif":                         true,
	"blocksWorldParallel/blocksWorldParallel.kif": true,
	"breakthrough/breakthrough.kif":               true,
	"checkers/v1/checkers.kif":                    true,
	"chineseCheckers4/v1/chineseCheckers4.kif":    true,
	"connectFour/connectFour.kif":                 true,
	"cubicup_3player/cubicup_3player.kif":         true,
	"eightPuzzle/eightPuzzle.kif":                 true,
	"futoshiki4/futoshiki.kif":                    true,
	"hex/hex.kif":                                 true,
	"knightThrough/knightThrough.kif":             true,
	"nineBoardTicTacToe/nineBoardTicTacToe.kif":   true,
	"numbertictactoe/numbertictactoe.kif":         true,
	"pancakes6/pancakes6.kif":                     true,
	"pentago/v1/pentago.kif":                      true,
	"queens08lg/queens.kif":                       true,
	"reversi/reversi.kif":                         true,
	"sheepAndWolf/sheepAndWolf.kif":               true,
	"speedChess/v1/speedChess.kif":                true,
	"switches/switches.kif":                       true,
	"ticTacToe/ticTacToe.kif":                     true,
	"tpeg/tpeg.kif":                               true,
	"wargame02/wargame02.kif":                     true,
}

func inQuick(r gdlenginetest.Row) bool {
	return quick[r.File()] && (!testing.Short() || gdlenginetest.InSample(r))
}

// short leaves a game of the library out of a short run if its rules are long.
func short(t *testing.T, rules []byte) {
	t.Helper()
	if testing.Short() && len(rules) > 2400 {
		t.Skip("a short run takes the smallest games")
	}
}

// openGame makes a circuit game of a description.
func openGame(p *gdl.Program) (*circuit.Game, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r, err := ground.Ground(ctx, p, ground.Options{})
	if err != nil {
		return nil, err
	}
	return circuit.New(ctx, r.Spec, circuit.Options{})
}

// mustOpen is openGame for games that must have a circuit. Only where all public
// games are tried may one be too large for it, and then the test is skipped.
func mustOpen(t *testing.T, p *gdl.Program) *circuit.Game {
	t.Helper()
	g, err := openGame(p)
	var rules *ground.LimitError
	var gates *circuit.LimitError
	if gdlenginetest.Full() && (errors.As(err, &rules) || errors.As(err, &gates)) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestGolden compares the circuits of public games with what independent
// reasoners found out about them: a sample, or all of them with LUDEX_FULL=1.
func TestGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	filter, budget := inQuick, gdlenginetest.Budget{Leaves: 100_000}
	if gdlenginetest.Full() {
		filter, budget = nil, gdlenginetest.Budget{Time: 30 * time.Second, Leaves: 20_000_000}
	}
	s := gdlenginetest.Run(t, func(p *gdl.Program) (game.Game, error) { return openGame(p) }, filter, budget)
	for _, r := range s.Refused {
		t.Logf("refused: %s", r)
	}
	if len(s.Refused) > 0 && !gdlenginetest.Full() {
		t.Error("a game of the sample has no circuit")
	}
	t.Logf("circuit golden: compared %d, skipped %d, differing %d", s.Compared, s.Skipped, s.Differing)
}

// TestScrambled checks that a game with other words has the same circuits: one in three of the
// public games that other tests take, or with LUDEX_FULL=1 all.
func TestScrambled(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	n := 0
	for _, row := range gdlenginetest.Golden(t) {
		if inQuick(row) {
			n++
		}
		if !gdlenginetest.Full() && (!inQuick(row) || n%3 != 0) {
			continue
		}
		t.Run(row.File(), func(t *testing.T) {
			p := row.Program(t)
			scrambled, _ := gdlrewrite.Scramble(p, 1)
			if a, b := sizes(t, p), sizes(t, scrambled); a != b {
				t.Errorf("gates %s, with other words %s", a, b)
			}
		})
	}
}

// sizes returns the numbers of gates of a game.
func sizes(t *testing.T, p *gdl.Program) string {
	t.Helper()
	g := mustOpen(t, p)
	text := fmt.Sprint(g.Stats().GoalNetGates)
	for _, p := range g.Stats().Phases {
		text += fmt.Sprint("; ", p.Legal, " ", p.Next, " ", p.Goal, " ", p.Signals, " ", p.Runs)
	}
	return text
}
