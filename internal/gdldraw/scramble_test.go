package gdldraw

import (
	"fmt"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine/gdlenginetest"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/internal/gdlrewrite"
	"ludex/library"
	"ludex/source"
)

// readGame reads a game of the library.
func readGame(t testing.TB, name string) *gdl.Program {
	t.Helper()
	g, ok := library.Lookup(name)
	if !ok {
		t.Fatalf("there is no game %s", name)
	}
	p, list := gdlparse.File(source.NewFile(g.File, g.Rules()), gdlparse.Options{})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	return p
}

func readText(t testing.TB, text string) *gdl.Program {
	t.Helper()
	p, list := gdlparse.File(source.NewFile("text", []byte(text)), gdlparse.Options{})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	return p
}

// positions returns the facts of the positions of a random play.
func positions(t testing.TB, p *gdl.Program, steps int) [][]string {
	t.Helper()
	if p.Dialect.Timed() {
		return timedPositions(t, p)
	}
	g, err := gdlref.New(p)
	if err != nil {
		t.Fatal(err)
	}
	m := g.NewMachine()
	s := m.Initial(nil)
	list := [][]string{g.Facts(s)}
	r := game.NewRand(7)
	for range steps {
		if m.Terminal(s) {
			break
		}
		joint := make([]game.Move, len(g.Roles()))
		for role := range joint {
			legal := m.Legal(s, game.Role(role), nil)
			if len(legal) == 0 {
				return list
			}
			joint[role] = legal[r.Choose(len(legal))]
		}
		s = m.Next(s, joint, nil)
		list = append(list, g.Facts(s))
	}
	return list
}

// places returns where each fact is drawn. Where only the names say which column
// or row is the first one, that does not count.
func places(b *Board, facts []string) []string {
	var list []string
	for _, f := range readFacts(facts) {
		list = append(list, b.placeOf(f))
	}
	return list
}

func (b *Board) placeOf(f *fact) string {
	for i, g := range b.grids {
		for _, l := range g.layers {
			if l.relation.symbol != f.symbol {
				continue
			}
			sh := &sheet{grid: g}
			if p, row, col, ok := sh.place(l, f); ok {
				if g.axes[0].order < byChain { // names decide the order
					col = 0
				}
				if len(g.axes) > 1 && g.axes[1].order < byChain {
					row = 0
				}
				return fmt.Sprintf("board %d panel %d row %d column %d blank %v", i, p, row, col, l.isBlank(f))
			}
		}
	}
	return "list"
}

// renamed returns the texts of facts in a scrambled game.
func renamed(t testing.TB, m *gdlrewrite.Map, facts []string) []string {
	t.Helper()
	var list []string
	for _, f := range facts {
		term, err := readTerm(f)
		if err != nil {
			t.Fatal(err)
		}
		term = m.Term(term)
		list = append(list, gdlformat.Term(&term, gdl.Prefix))
	}
	return list
}

// checkScrambled compares where facts are drawn in a game and in its scrambled version.
func checkScrambled(t *testing.T, p *gdl.Program) {
	t.Helper()
	twin, m := gdlrewrite.Scramble(p, 5)
	b, c := newBoard(t, p), newBoard(t, twin)
	for _, facts := range positions(t, p, 8) {
		want, got := places(b, facts), places(c, renamed(t, m, facts))
		for i := range want {
			if want[i] != got[i] {
				t.Fatalf("%s is on %s, but with other names on %s", facts[i], want[i], got[i])
			}
		}
	}
}

func TestScrambledGamesKeepTheirBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	for _, g := range library.GDLGames() {
		if g.Dialect == "gdl-iii" {
			continue // its positions are more than facts
		}
		t.Run(g.Name, func(t *testing.T) { checkScrambled(t, readGame(t, g.Name)) })
	}
}

func TestScrambledCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for _, row := range gdlenginetest.Golden(t) {
		if gdlenginetest.InSample(row) || gdlenginetest.Full() {
			t.Run(row.File(), func(t *testing.T) { checkScrambled(t, row.Program(t)) })
		}
	}
}
