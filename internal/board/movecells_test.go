package board_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ludex/internal/board"
)

// A presentation says what the cells of moves are, and what moves are called.
func TestPresentedMoves(t *testing.T) {
	pres, err := board.ReadPresentation("moves.toml", []byte("[moves]\n2 = { cells = [\"effect\", \"target\"] }\n4 = { name = \"castle\" }\n"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := board.New(context.Background(), read(t, "chess"), pres)
	if err != nil {
		t.Fatal(err)
	}
	m := b.MoveCells("e2e4", nil)
	if !slices.Equal(m.Parts, []board.Part{board.Effect, board.Target}) {
		t.Errorf("the parts are %v", m.Parts)
	}
	if name := b.MoveName("e1g1h1f1", b.MoveCells("e1g1h1f1", nil), nil, false); name != "castle" {
		t.Errorf("castling is called %q", name)
	}
	for _, text := range []string{"[moves]\n2 = { cells = [\"origin\"] }", "rotated = 45", "[edges]\nwhite = [\"north\"]"} {
		if _, err := board.ReadPresentation("wrong.toml", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), "wrong.toml:") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A board of hexagons that stands on a corner becomes a rhombus with coloured sides.
func TestRotated(t *testing.T) {
	b := presented(t, "hex")
	text := image(t, b, play(t, read(t, "hex"), 0)[0].Position, board.Options{NoCaptions: true})
	if n := strings.Count(text, `class="eg `); n != 4 {
		t.Errorf("%d sides have colours", n)
	}
	for _, label := range []string{"<title>a1: ", "<title>k11: "} {
		if strings.Count(text, label) != 1 {
			t.Errorf("%s is there %d times", label, strings.Count(text, label))
		}
	}
	if name := b.MoveName("a1", b.MoveCells("a1", nil), nil, false); name != "k11" {
		t.Errorf("the lowest cell is called %q", name)
	}
}

// Two positions are compared cell by cell.
func TestChanges(t *testing.T) {
	b := presented(t, "breakthrough")
	changes := b.Changes([]string{"(control white)", "(pawn 1 2 white)", "(pawn 2 3 black)"}, []string{"(control black)", "(pawn 2 3 white)"})
	var found []string
	for _, c := range changes {
		found = append(found, c.Cell+" -"+strings.Join(c.Lost, ",")+" +"+strings.Join(c.Gained, ","))
	}
	if want := []string{"1,2 -white +", "2,3 -black +white"}; !slices.Equal(found, want) {
		t.Errorf("the changes are %q, want %q", found, want)
	}
	if same := b.Changes([]string{"(pawn 1 2 white)"}, []string{"(control black)", "(pawn 1 2 white)"}); len(same) != 0 {
		t.Errorf("nothing on the board has changed: %v", same)
	}
}

// Captured pieces are counted, turned ones are not.
func TestLost(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for _, tt := range []struct {
		game    string
		changes []board.Change
		want    []int
	}{
		{"chess", []board.Change{{Cell: "e4", Lost: []string{"whitePawn"}}, {Cell: "d5", Lost: []string{"blackPawn"}, Gained: []string{"whitePawn"}}}, []int{0, 1}},
		{"chess", []board.Change{{Cell: "e7", Lost: []string{"whitePawn"}}, {Cell: "e8", Gained: []string{"whiteQueen"}}}, []int{0, 0}},
		{"go", []board.Change{{Cell: "a1", Gained: []string{"blackStone"}}, {Cell: "a2", Lost: []string{"whiteStone"}}, {Cell: "a3", Lost: []string{"whiteStone"}}}, []int{0, 2}},
		{"reversi", []board.Change{{Cell: "c4", Gained: []string{"blackDisc"}}, {Cell: "d4", Lost: []string{"whiteDisc"}, Gained: []string{"blackDisc"}}}, []int{0, 0}},
	} {
		if got := presented(t, tt.game).Lost(tt.changes); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.game, got, tt.want)
		}
	}
	capture := []board.Change{{Cell: "e4", Lost: []string{"whitePawn"}}, {Cell: "d5", Lost: []string{"blackPawn"}, Gained: []string{"whitePawn"}}}
	if got := presented(t, "chess").Taken(capture); len(got[0]) > 0 || !slices.Equal(got[1], []string{"black pawn"}) {
		t.Errorf("taken are %v", got)
	}
	if got := presented(t, "chess").Pieces(play(t, read(t, "chess"), 0)[0].Facts); !slices.Equal(got, []int{16, 16}) {
		t.Errorf("chess begins with %v pieces", got)
	}
}
