package gdldraw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ludex/internal/picture"
)

// hexRules has a board of four by four cells with the given neighbours, which
// mean nothing but how the board looks.
func hexRules(adjacent string) string {
	var b strings.Builder
	b.WriteString("(role red) (role blue) (init (turn red))\n")
	for i := 1; i < 4; i++ {
		fmt.Fprintf(&b, "(succ %d %d)\n", i, i+1)
	}
	for i := 1; i < 5; i++ {
		fmt.Fprintf(&b, "(number %d)\n", i)
	}
	b.WriteString("(even 1) (odd 2) (even 3) (odd 4)\n" + adjacent + `
(<= (init (cell ?x ?y free)) (number ?x) (number ?y))
(<= (legal ?r (put ?x ?y)) (true (turn ?r)) (true (cell ?x ?y free)))
(<= (legal red pass) (true (turn blue)))
(<= (legal blue pass) (true (turn red)))
(<= (next (cell ?x ?y ?r)) (does ?r (put ?x ?y)))
(<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (not (touched ?x ?y)))
(<= (touched ?x ?y) (does ?r (put ?x ?y)))
(<= (next (turn red)) (true (turn blue)))
(<= (next (turn blue)) (true (turn red)))
(<= terminal (true (cell 1 1 red)) (next_to 1 1 ?x ?y) (true (cell ?x ?y red)))
(<= (goal ?r 50) (role ?r))`)
	return b.String()
}

const (
	straight = `(<= (next_to ?x ?y ?u ?y) (succ ?x ?u) (number ?y)) (<= (next_to ?x ?y ?x ?v) (number ?x) (succ ?y ?v))`
	leaning  = straight + ` (<= (next_to ?x ?y ?u ?v) (succ ?u ?x) (succ ?y ?v))`
	other    = straight + ` (<= (next_to ?x ?y ?u ?v) (succ ?x ?u) (succ ?y ?v))`
	staggers = straight + ` (<= (next_to ?x ?y ?u ?v) (succ ?u ?x) (even ?y) (succ ?y ?v))
		(<= (next_to ?x ?y ?u ?v) (succ ?x ?u) (odd ?y) (succ ?y ?v))`
	king = leaning + ` (<= (next_to ?x ?y ?u ?v) (succ ?x ?u) (succ ?y ?v))`
)

func TestHexagons(t *testing.T) {
	for _, c := range []struct {
		name, adjacent string
		want           []float64 // how far rows are to the right
	}{
		{"four neighbours", straight, nil},
		{"eight neighbours", king, nil},
		{"leaning to the right", leaning, []float64{0, 0.5, 1, 1.5}},
		{"leaning to the left", other, []float64{1.5, 1, 0.5, 0}},
		{"staggered", staggers, []float64{0, 0.5, 0, 0.5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := readText(t, hexRules(c.adjacent))
			b := newBoard(t, p)
			if len(b.grids) != 1 || !slices.Equal(b.grids[0].shifts, c.want) {
				t.Fatalf("the boards are %v, want rows shifted by %v", b.grids, c.want)
			}
			tile := picture.Square
			if c.want != nil {
				tile = picture.Hexagon
			}
			if sh := b.Scene(positions(t, p, 0)[0], Options{}).Sheets[0]; sh.Tile != tile || len(sh.Cells) != 16 {
				t.Errorf("the board has %d cells of kind %d", len(sh.Cells), sh.Tile)
			}
			checkScrambled(t, p)
		})
	}
}
