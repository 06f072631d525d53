package rbgcheck

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgparse"
	"ludex/internal/rbgtest"
	"ludex/rbg"
	"ludex/source"
)

// games returns the marked files and the public games that do not have too many
// moves.
func games(t *testing.T) map[string]*rbg.Game {
	t.Helper()
	all := map[string]*rbg.Game{}
	names, err := filepath.Glob(filepath.Join("testdata", "*.rbg"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files in testdata: %v", err)
	}
	for _, name := range names {
		if filepath.Base(name) == "stars.rbg" {
			continue // it has endless moves
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = rbgenginetest.Parse(t, string(text))
	}
	if _, err := os.Stat(rbgenginetest.CorpusDir); err != nil {
		return all
	}
	names, counts := rbgenginetest.Counts(t)
	for _, name := range names {
		if counts[name][0].Leaves < 5000 {
			all[name] = rbgenginetest.Read(t, name)
		}
	}
	return all
}

// TestFlowCoversPlays plays at random: whatever happens must be possible by the
// flow.
func TestFlowCoversPlays(t *testing.T) {
	for name, g := range games(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			f := newFlow(g, newAutomaton(g))
			if f == nil {
				t.Fatal("no flow")
			}
			r, err := rbgref.NewReasoner(g)
			if err != nil {
				t.Fatal(err)
			}
			c := cover{flow: f, reasoner: r, modifiers: map[int][]int32{}}
			for i := range f.edges {
				if e := f.edges[i].expr; e != nil && e.Index > 0 {
					c.modifiers[e.Index] = append(c.modifiers[e.Index], int32(i))
				}
			}
			for seed := range uint64(2) {
				c.play(t, game.NewRand(seed), 40)
			}
		})
	}
}

// A cover compares plays with a flow.
type cover struct {
	*flow
	reasoner  *rbgref.Reasoner
	modifiers map[int][]int32 // the edges of each
}

func (c *cover) play(t *testing.T, rand *game.Rand, steps int) {
	var p rbgplay.Position
	var moves rbgplay.Moves
	p.Reset(c.game)
	for range steps {
		c.position(t, &p)
		moves.Clear()
		if err := c.reasoner.Moves(&p, &moves); err != nil {
			t.Fatal(err)
		}
		if moves.Len() == 0 || moves.Len() > 10_000 {
			return
		}
		for i := range min(moves.Len(), 1000) {
			c.move(t, moves.At(i))
		}
		choice := 0
		if c.game.Mover(int(p.Switch)) != rbg.Keeper {
			choice = rand.Choose(moves.Len())
		}
		if err := c.reasoner.Make(&p, moves.At(choice)); err != nil {
			t.Fatal(err)
		}
	}
}

func (c *cover) position(t *testing.T, p *rbgplay.Position) {
	t.Helper()
	for v, value := range p.Values {
		if int64(value) < c.values[v].lo || int64(value) > c.values[v].hi {
			t.Fatalf("%s is %d, not in %v", c.game.Variables[v].Name, value, c.values[v])
		}
	}
	for cell, piece := range p.Pieces {
		if !c.holds(cell, int(piece)) {
			t.Fatalf("%s holds %s", c.game.Board.CellText(cell), c.game.Pieces[piece].Name)
		}
	}
}

func (c *cover) move(t *testing.T, move []rbgplay.Action) {
	t.Helper()
	for _, a := range move {
		possible := false
		for _, i := range c.modifiers[int(a.Index)] {
			possible = possible || c.passed[i] && c.reached.has(c.index(c.edges[i].from, a.Cell))
		}
		if !possible {
			t.Fatalf("the action %d in %s should be impossible", a.Index, c.game.Board.CellText(int(a.Cell)))
		}
	}
}

// TestFlowSimplifies replaces tests that always hold by one that surely does, and
// what never succeeds by dead ends: the games must stay the same.
func TestFlowSimplifies(t *testing.T) {
	for name, g := range games(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			simple, changes := simplified(newFlow(g, newAutomaton(g)))
			if before, after := counts(t, g), counts(t, simple); len(before) == 0 || !slices.Equal(before, after) {
				t.Errorf("%v, and %v after %d changes", before, after, changes)
			}
		})
	}
}

// TestFlowOfRandomRules does the same with random rules.
func TestFlowOfRandomRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text string
		if rapid.Bool().Draw(t, "sensible") {
			text = rbgtest.Source(t)
		} else {
			text = randomGame(t, randomRules(t, 2))
		}
		g := readRandom(t, text)
		a := newAutomaton(g)
		for _, nodes := range []int{len(a.out), maxPairs} { // the board cell by cell, and as if all cells were one
			simple, changes := simplified(newFlowOn(newBoardGraph(g, nodes), g, a))
			before, after := counts(t, g), counts(t, simple)
			if !slices.Equal(before, after) {
				t.Fatalf("%v, and %v after %d changes in\n%s", before, after, changes, text)
			}
		}
	})
}

// TestShadowedAlternatives leaves out the alternatives that the keeper is said
// never to take: the games must stay the same.
func TestShadowedAlternatives(t *testing.T) {
	left := 0
	for tries := 0; left == 0 && (tries == 0 || !testing.Short()); tries++ {
		if tries == 10 {
			t.Fatal("no alternative was left out")
		}
		rapid.Check(t, func(t *rapid.T) {
			var text string
			if rapid.Bool().Draw(t, "sensible") {
				text = rbgtest.Source(t)
			} else {
				text = randomGame(t, randomRules(t, 3))
			}
			g := readRandom(t, text)
			found := findShadowed(newFlow(g, newAutomaton(g)))
			simple := *g
			simple.Rules = without(g.Rules, found)
			left += len(found)
			if before, after := counts(t, g), counts(t, &simple); !slices.Equal(before, after) {
				t.Fatalf("%v, and %v without %d alternatives in\n%s", before, after, len(found), text)
			}
		})
	}
}

// without copies an expression without some alternatives.
func without(e *rbg.Expr, found map[*rbg.Expr]*rbg.Expr) *rbg.Expr {
	c := *e
	c.Kids = nil
	for _, k := range e.Kids {
		if found[k] != nil {
			// A dead end in its place, so that what is left does not become a walk.
			c.Kids = append(c.Kids, &rbg.Expr{Kind: rbg.Concat, Kids: []*rbg.Expr{{Kind: rbg.On}}})
			continue
		}
		c.Kids = append(c.Kids, without(k, found))
	}
	return &c
}

// randomGame writes a game with some rules for the keeper.
func randomGame(t *rapid.T, keeper string) string {
	return `#players = w(2), b(2)
#pieces = e, x, y
#variables = n(3)
#board = rectangle(up,down,left,right, [e,x] [e,e])
#rules = (->w ` + randomRules(t, 3) + ` ->b ` + randomRules(t, 3) + ` ->> ` + keeper + `)*`
}

func readRandom(t *rapid.T, text string) *rbg.Game {
	g, list := rbgparse.File(source.NewFile("random.rbg", []byte(text)))
	if g == nil {
		t.Fatalf("%v\n%s", list.Err(), text)
	}
	return g
}

// randomRules writes an expression without endless stars.
func randomRules(t *rapid.T, depth int) string {
	actions := []string{
		"up", "down", "left", "right", "{e}", "{x,y}", "{e,y}", "[x]", "[e]", "[y,e]",
		"[$ n = n + 1]", "[$ w = n]", "[$ n = x - 1]", "{$ n < 2}", "{$ e > x}", "{$ y == 0}", "{$ w + b <= 3}",
	}
	if depth == 0 {
		return rapid.SampledFrom(actions).Draw(t, "action")
	}
	part := func() string { return randomRules(t, depth-1) }
	switch rapid.IntRange(0, 6).Draw(t, "kind") {
	case 0, 1:
		return "(" + part() + " + " + part() + ")"
	case 2, 3:
		return part() + " " + part()
	case 4:
		return "{? " + part() + "}"
	case 5:
		return "{! " + part() + "}"
	default:
		return rapid.SampledFrom([]string{"(up + right)*", "(left {e})*", "(up* + down*)", "({x} (up + down))*"}).Draw(t, "star")
	}
}

// counts counts positions as deep as it is cheap.
func counts(t rapid.TB, g *rbg.Game) []game.PerftCount {
	t.Helper()
	made, err := rbgref.New(g)
	if err != nil {
		t.Fatal(err)
	}
	var all []game.PerftCount
	leaves, next := uint64(1), uint64(1) // at this depth, and about as many at the next
	for depth := 1; depth <= 4 && next < 2000; depth++ {
		count, err := rbgenginetest.Perft(context.Background(), made, depth)
		if all = append(all, count); err != nil {
			break
		}
		next = count.Leaves * count.Leaves / leaves
		leaves = max(count.Leaves, 1)
	}
	return all
}

// simplified returns the game without what its flow says is superfluous, and how
// much that was.
func simplified(f *flow) (*rbg.Game, int) {
	passes, doubtful := map[*rbg.Expr]bool{}, map[*rbg.Expr]bool{}
	for i := range f.edges {
		e := f.edges[i].expr
		passes[e] = passes[e] || f.passed[i]
		doubtful[e] = doubtful[e] || f.doubt[i] || !f.entered[i]
	}
	s := &simplifier{passes: passes, doubtful: doubtful}
	for p := range f.game.Pieces {
		s.all = append(s.all, p)
	}
	simple := *f.game
	simple.Rules = s.expr(f.game.Rules)
	return &simple, s.changes
}

type simplifier struct {
	passes, doubtful map[*rbg.Expr]bool
	all              []int // pieces
	changes          int
}

func (s *simplifier) expr(e *rbg.Expr) *rbg.Expr {
	c := *e
	switch e.Kind {
	case rbg.Sum, rbg.Concat, rbg.Star:
		c.Kids = nil
		for _, k := range e.Kids {
			c.Kids = append(c.Kids, s.expr(k))
		}
		return &c
	case rbg.On, rbg.Compare, rbg.Pattern:
		if !s.doubtful[e] {
			s.changes++
			return &rbg.Expr{Kind: rbg.On, Pieces: s.all} // nothing would make a walk of what is around
		}
	}
	if !s.passes[e] && e.Kind != rbg.Shift { // which would change the order of a walk
		s.changes++
		return &rbg.Expr{Kind: rbg.On}
	}
	if e.Kind == rbg.Pattern {
		c.Kids = []*rbg.Expr{s.expr(e.Kids[0])}
	}
	return &c
}
