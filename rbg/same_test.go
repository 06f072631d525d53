package rbg_test

import (
	"testing"

	"ludex/internal/rbgparse"
	"ludex/rbg"
	"ludex/source"
)

// variants are descriptions of different games, the first of which the others
// change in one place.
var variants = []string{
	"#players = a(1) #pieces = e, x #variables = v(1) #board = p[e]{u: q} q[e]{u: p} #rules = u {e} [x] [$ v = v + 1] {$ v < 1} {? u} ->a .",
	"#players = b(1) #pieces = e, x #variables = v(1) #board = p[e]{u: q} q[e]{u: p} #rules = u {e} [x] [$ v = v + 1] {$ v < 1} {? u} ->b .",
	"#players = a(2) #pieces = e, x #variables = v(1) #board = p[e]{u: q} q[e]{u: p} #rules = u {e} [x] [$ v = v + 1] {$ v < 1} {? u} ->a .",
	"#players = a(1) #pieces = e, x #variables = v(2) #board = p[e]{u: q} q[e]{u: p} #rules = u {e} [x] [$ v = v + 1] {$ v < 1} {? u} ->a .",
	"#players = a(1) #pieces = e, x, y #variables = v(1) #board = p[e]{u: q} q[e]{u: p} #rules = u {e} [x] [$ v = v + 1] {$ v < 1} {? u} ->a .",
	"#players = a(1) #pieces = e, x #variables = v(1) #board = p[x]{u: q} q[e]{u: p} #rules = u {e} [x] [$ v = v + 1] {$ v < 1} {? u} ->a .",
	"#players = a(1) #pieces = e, x #variables = v(1) #board = p[e]{u: p} q[e]{u: p} #rules = u {e} [x] [$ v = v + 1] {$ v < 1} {? u} ->a .",
	"#players = a(1) #pieces = e, x #variables = v(1) #board = p[e]{u: q, w: p} q[e]{u: p} #rules = u {e} [x] [$ v = v + 1] {$ v < 1} {? u} ->a .",
	"#players = a(1) #pieces = e, x #variables = v(1) #board = p[e]{u: q} q[e]{u: p} r[e]{u: p} #rules = u {e} [x] [$ v = v + 1] {$ v < 1} {? u} ->a .",
	"#players = a(1) #pieces = e, x #variables = v(1) #board = p[e]{u: q} q[e]{u: p} #rules = u {x} [x] [$ v = v + 1] {$ v < 1} {? u} ->a .",
	"#players = a(1) #pieces = e, x #variables = v(1) #board = p[e]{u: q} q[e]{u: p} #rules = u {e} [e] [$ v = v + 1] {$ v < 1} {? u} ->a .",
	"#players = a(1) #pieces = e, x #variables = v(1) #board = p[e]{u: q} q[e]{u: p} #rules = u {e} [x] [$ a = v + 1] {$ v < 1} {? u} ->a .",
	"#players = a(1) #pieces = e, x #variables = v(1) #board = p[e]{u: q} q[e]{u: p} #rules = u {e} [x] [$ v = v + 2] {$ v < 1} {? u} ->a .",
	"#players = a(1) #pieces = e, x #variables = v(1) #board = p[e]{u: q} q[e]{u: p} #rules = u {e} [x] [$ v = v - 1] {$ v < 1} {? u} ->a .",
	"#players = a(1) #pieces = e, x #variables = v(1) #board = p[e]{u: q} q[e]{u: p} #rules = u {e} [x] [$ v = v + 1] {$ v > 1} {? u} ->a .",
	"#players = a(1) #pieces = e, x #variables = v(1) #board = p[e]{u: q} q[e]{u: p} #rules = u {e} [x] [$ v = v + 1] {$ e < 1} {? u} ->a .",
	"#players = a(1) #pieces = e, x #variables = v(1) #board = p[e]{u: q} q[e]{u: p} #rules = u {e} [x] [$ v = v + 1] {$ v < 1} {! u} ->a .",
	"#players = a(1) #pieces = e, x #variables = v(1) #board = p[e]{u: q} q[e]{u: p} #rules = u {e} [x] [$ v = v + 1] {$ v < 1} {? u*} ->a .",
	"#players = a(1) #pieces = e, x #variables = v(1) #board = p[e]{u: q} q[e]{u: p} #rules = u {e} [x] [$ v = v + 1] {$ v < 1} {? u} ->> .",
	"#players = a(1) #pieces = e, x #variables = v(1) #board = p[e]{u: q} q[e]{u: p} #rules = u {e} [x] [$ v = v + 1] {$ v < 1} {? u} ->a",
}

func TestSameGame(t *testing.T) {
	games := make([]*rbg.Game, len(variants))
	for i, text := range variants {
		var list *source.List
		if games[i], list = rbgparse.File(source.NewFile("variant.rbg", []byte(text))); games[i] == nil {
			t.Fatal(list.Err())
		}
	}
	for i, a := range games {
		for j, b := range games {
			if err := rbg.SameGame(a, b); (err == nil) != (i == j) {
				t.Errorf("variants %d and %d: %v", i, j, err)
			}
		}
	}
}

// TestSameGameIgnoresGenerators compares a generated board with the graph that it
// is.
func TestSameGameIgnoresGenerators(t *testing.T) {
	const rest = " #players = a(1) #pieces = e #variables = #rules = r"
	a, _ := rbgparse.File(source.NewFile("a", []byte("#board = rectangle(u,d,l,r,[e,e][e,e])"+rest)))
	b, _ := rbgparse.File(source.NewFile("b", []byte(`#board = rx0y0[e]{d: rx0y1, r: rx1y0} rx1y0[e]{d: rx1y1, l: rx0y0}
		rx0y1[e]{u: rx0y0, r: rx1y1} rx1y1[e]{u: rx1y0, l: rx0y1} // the same`+"\n"+rest)))
	if err := rbg.SameGame(a, b); err != nil {
		t.Error(err)
	}
}
