package library_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"ludex/game"
)

// Well-known positions for testing programs that generate moves, with their
// counts.
var chessPositions = []struct {
	fen    string
	quick  int
	leaves []uint64
}{
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3, []uint64{20, 400, 8902, 197281}},
	{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, []uint64{48, 2039, 97862, 4085603}},
	{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, []uint64{14, 191, 2812, 43238, 674624}},
	{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, []uint64{6, 264, 9467, 422333}},
	{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 2, []uint64{44, 1486, 62379, 2103487}},
	{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 2, []uint64{46, 2079, 89890, 3894594}},
}

func TestChessPositions(t *testing.T) {
	g := openGame(t, "chess")
	for _, tt := range chessPositions {
		t.Run(tt.fen, func(t *testing.T) {
			want := tt.leaves
			if !full() {
				want = want[:tt.quick]
			}
			checkPerft(t, g, chessState(t, g, tt.fen), want)
		})
	}
}

// chessState makes a state of a position in Forsyth-Edwards notation.
func chessState(t *testing.T, g game.Game, fen string) game.State {
	t.Helper()
	words := strings.Fields(fen)
	board := chessBoard(words[0])
	for _, right := range words[2] {
		chessFresh(board, right)
	}
	if words[3] != "-" { // behind the pawn that has just advanced by two
		file, rank := words[3][:1], map[string]string{"3": "4", "6": "5"}[words[3][1:]]
		board[file+rank] = strings.Replace(board[file+rank], "Pawn", "Runner", 1)
	}
	m := g.NewMachine()
	state := m.Initial(nil)
	if words[1] == "b" { // any move leads to where black is to move
		joint, _ := legalTexts(g, m, state)
		state = m.Next(state, joint(0), nil)
	}
	return setUp(t, g, state, board, "empty", map[string]string{"quiet": words[4]})
}

// chessBoard returns the pieces by cells.
func chessBoard(rows string) map[string]string {
	names := map[rune]string{'p': "Pawn", 'n': "Knight", 'b': "Bishop", 'r': "Rook", 'q': "Queen", 'k': "King"}
	board := map[string]string{}
	for i, row := range strings.Split(rows, "/") {
		x := 0
		for _, c := range row {
			cell := func() string { x++; return square{x - 1, 7 - i}.String() }
			switch {
			case unicode.IsDigit(c):
				for range int(c - '0') {
					board[cell()] = "empty"
				}
			case unicode.IsUpper(c):
				board[cell()] = "white" + names[unicode.ToLower(c)]
			default:
				board[cell()] = "black" + names[c]
			}
		}
	}
	return board
}

// chessFresh marks the king and the rook of a right to castle as unmoved.
func chessFresh(board map[string]string, right rune) {
	cells := map[rune][]string{'K': {"e1", "h1"}, 'Q': {"e1", "a1"}, 'k': {"e8", "h8"}, 'q': {"e8", "a8"}}
	for _, cell := range cells[right] {
		piece := board[cell]
		if colour := piece[:5]; !strings.Contains(piece, "Fresh") {
			board[cell] = colour + "Fresh" + piece[5:]
		}
	}
}

// TestChessInPassing covers counts of single moves: a pawn may be captured in passing
// only at once, and only if no check is uncovered.
func TestChessInPassing(t *testing.T) {
	g := openGame(t, "chess")
	tests := []struct {
		fen  string
		want bool
	}{
		{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", true},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", false},
		{"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", false},
	}
	m := g.NewMachine()
	for _, tt := range tests {
		_, texts := legalTexts(g, m, chessState(t, g, tt.fen))
		if got := strings.Contains(fmt.Sprint(texts), "d4e4e3"); got != tt.want {
			t.Errorf("%s: the moves are %v", tt.fen, texts)
		}
	}
}

// TestChessEndings plays one move and looks at how the play stands.
func TestChessEndings(t *testing.T) {
	g := openGame(t, "chess")
	tests := []struct {
		name, fen, move string
		over            bool
		winner          int
	}{
		{"mate", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", true, 0},
		{"mate by black", "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1", true, 1},
		{"stalemate", "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7", true, draw},
		{"check", "4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", false, 0},
		{"the hundredth quiet move", "4k3/8/8/8/8/8/8/R5K1 w - - 99 80", "a1b1", true, draw},
		{"with check", "4k3/8/8/8/8/8/8/R5K1 w - - 99 80", "a1a8", true, draw},
		{"with mate", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80", "a1a8", true, 0},
		{"with stalemate", "k7/8/1K6/8/8/8/8/2Q5 w - - 99 80", "c1c7", true, draw},
		{"with a capture", "4k3/8/8/8/8/8/8/Rr4K1 w - - 99 80", "a1b1", false, draw},
		{"with a pawn", "4k3/8/8/8/8/P7/8/R5K1 w - - 99 80", "a3a4", false, draw},
		{"only the ninety-ninth", "4k3/8/8/8/8/8/8/R5K1 w - - 98 80", "a1b1", false, draw},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := g.NewMachine()
			s := chessState(t, g, tt.fen)
			s = m.Next(s, jointOf(t, g, m, s, tt.move), nil)
			if m.Terminal(s) != tt.over {
				t.Errorf("terminal is %v", !tt.over)
			}
			if got := m.(game.Scorer).Scores(s, nil); formatInts(got) != formatInts(result(tt.winner)) {
				t.Errorf("the scores are %v", got)
			}
		})
	}
}

// jointOf returns the joint move with the given text.
func jointOf(t *testing.T, g game.Game, m game.Machine, s game.State, text string) []game.Move {
	t.Helper()
	joint, texts := legalTexts(g, m, s)
	for i := range texts {
		if texts[i] == text {
			return joint(i)
		}
	}
	t.Fatalf("there is no move %s among %v", text, texts)
	return nil
}

// TestChessMates counts how many of the plays end with the fourth move: eight, by
// fool's mate.
func TestChessMates(t *testing.T) {
	if !full() {
		t.Skip("takes long; LUDEX_FULL=1 runs it")
	}
	counts, err := game.Perft(t.Context(), openGame(t, "chess"), nil, 4, true)
	if err != nil {
		t.Fatal(err)
	}
	if counts[4].Terminal != 8 {
		t.Errorf("%d mates, want 8", counts[4].Terminal)
	}
}
