package sets

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/internal/enginecompare"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgengine/sets/lower"
	"ludex/internal/rbgtest"
	"ludex/rbg"
)

// TestCompareCorpus compares the engine with the reference, state by state, on
// public games. Without LUDEX_FULL=1 it follows a play of breakthru, which has many moves, less far.
func TestCompareCorpus(t *testing.T) {
	for _, name := range rbgenginetest.Games(t) {
		t.Run(name, func(t *testing.T) {
			if rbgenginetest.ManyMoves(name) {
				t.Skip("positions have too many moves to list")
			}
			g := rbgenginetest.Read(t, name)
			a, err := rbgref.New(g)
			if err != nil {
				t.Fatal(err)
			}
			b, err := open(g)
			if err != nil {
				t.Fatal(err)
			}
			plies := 120
			if testing.Short() || name == "breakthru" && !rbgenginetest.Full() {
				plies = 20
			}
			if _, err := (enginecompare.Comparison{Plies: plies, Seed: 7}).Run(context.Background(), a, b); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestRandomGames compares the engine with the reference on random games: the
// moves are the same, without duplicates; their number is what is counted; and
// the n-th counted move is the n-th listed one.
func TestRandomGames(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	rapid.Check(t, func(t *rapid.T) {
		g := rbgtest.Game(t)
		p, err := lower.Program(context.Background(), g, lower.Options{
			Budget: rapid.SampledFrom([]int{0, 0, -1, 20, 100}).Draw(t, "budget"),
			Avoid:  rapid.SampledFrom([]lower.Forms{0, 0, lower.Tables, lower.Decisions, lower.CellSets, lower.Connected, lower.Decisions | lower.CellSets}).Draw(t, "avoid"),
		})
		if err != nil {
			t.Fatalf("%v\n%s", err, g.File.Text())
		}
		s := newGame(g, p, 0)
		want, err := rbgref.NewReasoner(g)
		if err != nil {
			t.Fatal(err)
		}
		c := &comparison{t: t, g: g, want: want, got: s.NewReasoner(), machine: newMachine(s.prog, 0)}
		c.run()
	})
}

type comparison struct {
	t       *rapid.T
	g       *rbg.Game
	want    rbgplay.Reasoner
	got     rbgplay.Reasoner
	machine machine
}

func (c *comparison) run() {
	var p, q rbgplay.Position
	err1, err2 := c.want.Start(&p), c.got.Start(&q)
	if err1 != nil || err2 != nil {
		c.errors("start", err1, err2)
		return
	}
	for step := 0; step < 12; step++ {
		c.same(&p, &q)
		var a, b rbgplay.Moves
		err1, err2 := c.want.Moves(&p, &a), c.got.Moves(&q, &b)
		if err1 != nil || err2 != nil {
			c.errors("moves", err1, err2)
			return
		}
		c.moves(&p, &a, &b)
		if a.Len() == 0 {
			return
		}
		c.picks(&q, &b)
		move := slices.Clone(a.At(rapid.IntRange(0, a.Len()-1).Draw(c.t, "move")))
		err1, err2 = c.want.Apply(&p, move), c.got.Apply(&q, move)
		if err1 != nil || err2 != nil {
			c.errors("apply", err1, err2)
			return
		}
	}
}

// errors has both engines fail or none.
func (c *comparison) errors(what string, a, b error) {
	if (a == nil) != (b == nil) {
		c.t.Fatalf("%s: the reference says %v, the engine %v\n%s", what, a, b, c.g.File.Text())
	}
}

func (c *comparison) same(p, q *rbgplay.Position) {
	if fmt.Sprint(*p) != fmt.Sprint(*q) {
		c.t.Fatalf("the reference is at %v, the engine at %v\n%s", *p, *q, c.g.File.Text())
	}
}

// list returns moves as sorted texts.
func list(m *rbgplay.Moves) []string {
	texts := make([]string, m.Len())
	for i := range texts {
		texts[i] = fmt.Sprint(m.At(i))
	}
	slices.Sort(texts)
	return texts
}

func (c *comparison) moves(p *rbgplay.Position, a, b *rbgplay.Moves) {
	if x, y := list(a), list(b); !slices.Equal(x, y) {
		c.t.Fatalf("at %v the reference has %d moves, the engine %d:\n%v\n%v\n%s", *p, len(x), len(y), x, y, c.g.File.Text())
	}
	if has, err := c.got.HasMove(p); err != nil || has != (a.Len() > 0) {
		c.t.Fatalf("HasMove is %v, %v for %d moves\n%s", has, err, a.Len(), c.g.File.Text())
	}
}

// picks compares what the n-th move leads to with what the n-th listed does.
func (c *comparison) picks(p *rbgplay.Position, b *rbgplay.Moves) {
	m := c.machine.(interface {
		Pick(n int)
		CountOnly() int
	})
	if err := c.machine.Load(p); err != nil {
		c.t.Fatal(err)
	}
	if n := m.CountOnly(); n != b.Len() {
		c.t.Fatalf("%d moves are counted, %d listed", n, b.Len())
	}
	n := rapid.IntRange(0, b.Len()-1).Draw(c.t, "pick")
	c.machine.Count()
	m.Pick(n)
	var x, y rbgplay.Position
	c.machine.Store(&x)
	if err := errors.Join(c.machine.Load(p), c.machine.Make(b.At(n))); err != nil {
		c.t.Fatal(err)
	}
	c.machine.Store(&y)
	c.same(&y, &x)
}
