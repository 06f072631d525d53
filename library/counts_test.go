package library_test

import (
	"testing"

	"ludex/game"
	"ludex/internal/rbgengine"
)

// knownCounts are perft counts from depth 1 on, as tables of the games have them,
// or as they follow from the rules.
var knownCounts = []struct {
	game   string
	quick  int // the depth that is counted by default, on the reference engine
	leaves []uint64
}{
	{"tictactoe-rbg", 6, []uint64{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}},
	{"connectfour-rbg", 5, []uint64{7, 49, 343, 2401, 16807, 117649, 823536, 5673234}},
	{"breakthrough-rbg", 3, []uint64{22, 484, 11132, 256036}},
	{"hex", 2, []uint64{121, 121 * 120, 121 * 120 * 119}},
	{"hex-9x9", 2, []uint64{81, 81 * 80, 81 * 80 * 79}},
	{"amazons", 1, []uint64{2176, 4307152}},
	{"reversi", 6, []uint64{4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288}},
	{"draughts", 5, []uint64{7, 49, 302, 1469, 7361, 36768, 179740, 845931}},
	{"go", 2, []uint64{82, 81*81 + 82}}, // a pass leaves all 82 moves, a stone all but one
	{"go-19x19", 1, []uint64{362, 361*361 + 362}},
	{"chess", 2, []uint64{20, 400, 8902, 197281, 4865609}},
	{"gomoku", 2, []uint64{225, 225 * 224, 225 * 224 * 223}},
	// A third man closes a mill on one of 16 lines, with one of two men to take.
	{"morris", 3, []uint64{24, 24 * 23, 24 * 23 * 22, 24 * 23 * 22 * 21, 24*23*22*21*20 + 16*6*21*20}},
	// From here on the counts come from other programs that play these games.
	{"ataxx", 3, []uint64{16, 256, 6460, 155888}},
	{"losalamos", 3, []uint64{10, 100, 1212, 14332, 191846, 2549164}},
	{"makruk", 2, []uint64{23, 529, 12012, 273026, 6223994}},
	{"knightmate", 2, []uint64{18, 324, 6765, 139774, 3249033}},
	{"kingofthehill", 2, []uint64{20, 400, 8902, 197281}},
	{"losingchess", 3, []uint64{20, 400, 8067, 153299, 2732672}},
	{"racingkings", 2, []uint64{21, 421, 11264, 296242, 9472927}},
	{"xiangqi", 2, []uint64{44, 1920, 79666, 3290240}},
	{"minishogi", 3, []uint64{14, 181, 2512, 35401, 533203}},
	{"chess-kingcapture", 2, []uint64{20, 400, 8902, 197742, 4897256}},
	{"doublechess", 1, []uint64{72, 5184, 389450, 29159276}},
	{"arimaa", 2, []uint64{96, 8160, 608160}},
	{"draughts-international", 4, []uint64{9, 81, 658, 4265, 27117, 167140, 1049442}},
	{"draughts-russian", 4, []uint64{7, 49, 302, 1469, 7482, 37986, 190146}},
	{"draughts-brazilian", 4, []uint64{7, 49, 302, 1469, 7473, 37628, 187302}},
}

func TestKnownCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	for _, tt := range knownCounts {
		t.Run(tt.game, func(t *testing.T) {
			rules, want, quick := rulesOf(t, tt.game), tt.leaves, tt.leaves[:tt.quick]
			if full() {
				quick = want
			}
			for !full() && want[len(want)-1] > 1_000_000 {
				want = want[:len(want)-1]
			}
			checkPerft(t, openEngine(t, rules, rbgengine.Sets), nil, want)
			checkPerft(t, openEngine(t, rules, rbgengine.Reference), nil, quick)
		})
	}
}

// checkPerft counts below a state, or the initial one if it is nil, to as many
// depths as there are numbers.
func checkPerft(t *testing.T, g game.Game, from game.State, want []uint64) {
	t.Helper()
	counts, err := countLeaves(t, g, from, len(want))
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range want {
		if got := counts[i+1].Leaves; got != n {
			t.Errorf("depth %d has %d leaves, want %d", i+1, got, n)
		}
	}
}

// countLeaves uses the engine's own way to count, if it has one.
func countLeaves(t *testing.T, g game.Game, from game.State, depth int) ([]game.PerftCount, error) {
	if c := game.CapabilitiesOf(g).Perft; c != nil {
		return c.Perft(t.Context(), from, depth, false)
	}
	return game.Perft(t.Context(), g, from, depth, true)
}

// countPlays returns how many different plays end within so many moves.
func countPlays(t *testing.T, g game.Game, depth int) uint64 {
	t.Helper()
	counts, err := game.Perft(t.Context(), g, nil, depth, true)
	if err != nil {
		t.Fatal(err)
	}
	n := uint64(0)
	for _, c := range counts {
		n += c.Terminal
	}
	return n
}

// TestTicTacToe counts plays and positions.
func TestTicTacToe(t *testing.T) {
	g := openGame(t, "tictactoe-rbg")
	if n := countPlays(t, g, 9); n != 255168 {
		t.Errorf("%d complete plays, want 255168", n)
	}
	seen := map[string]bool{}
	m := g.NewMachine()
	var visit func(s game.State)
	visit = func(s game.State) {
		key := stateKey(s)
		if seen[key] {
			return
		}
		seen[key] = true
		joint, texts := legalTexts(g, m, s)
		for i := range texts {
			visit(m.Next(s, joint(i), nil))
		}
	}
	visit(m.Initial(nil))
	if len(seen) != 5478 {
		t.Errorf("%d positions, want 5478", len(seen))
	}
}
