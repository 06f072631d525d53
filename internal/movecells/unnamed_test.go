package movecells_test

import (
	"slices"
	"testing"

	"ludex/internal/board"
	"ludex/internal/movecells"
	"ludex/rules"
	"ludex/source"
)

// row is a game on a row of cells in which moves name no cells, and a cloud drifts by itself.
const row = `(role you)
(init (cell 1 1 king)) (init (cell 4 1 rook)) (init (cell 1 2 cloud))
(<= (init (cell ?x 1 blank)) (free ?x)) (free 2) (free 3)
(<= (init (cell ?x 2 blank)) (other ?x)) (other 2) (other 3) (other 4)
(legal you castle) (legal you (step rook)) (legal you rest)
(<= (next (cell 1 1 blank)) (does you castle))
(<= (next (cell 2 1 king)) (does you castle))
(<= (next (cell 1 1 king)) (not (does you castle)))
(<= (next (cell 2 1 blank)) (not (does you castle)))
(<= (next (cell 3 1 rook)) (not (does you rest)))
(<= (next (cell 4 1 blank)) (not (does you rest)))
(<= (next (cell 3 1 blank)) (does you rest))
(<= (next (cell 4 1 rook)) (does you rest))
(next (cell 1 2 blank)) (next (cell 2 2 cloud)) (next (cell 3 2 blank)) (next (cell 4 2 blank))
(next over)
(<= terminal (true over))
(goal you 100)`

// Moves that name no cells are made by the piece that moves and where it goes, and what happens
// with every move is no part of any.
func TestUnnamed(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	r := rules.Read(source.NewFile("row.kif", []byte(row)), rules.Options{})
	g, _, err := r.Open(t.Context(), rules.Opening{Engine: "reference"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := board.New(t.Context(), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	finder, err := movecells.New(t.Context(), b, g)
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{g, r, finder, g.NewMachine()}
	texts, found := f.find(t, "")
	for move, want := range map[string]string{
		"castle": "from 1,1 1,2 (1,3 1,4)", "(step rook)": "from 1,4 1,3", "rest": "",
	} {
		if got := describe(found[slices.Index(texts, move)]); got != want {
			t.Errorf("%s is %q, want %q", move, got, want)
		}
	}
}
