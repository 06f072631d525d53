package rbgref

import (
	"context"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgplay"
)

// noughts is tic-tac-toe.
const noughts = `
#players = cross(2), nought(2)
#pieces = empty, x, o
#variables =
#board = rectangle(n,s,w,e, [empty,empty,empty] [empty,empty,empty] [empty,empty,empty])
#anywhere = (n* + s*)(e* + w*)
#line(there; back; p) = (there)* {! there} {p} back {p} back {p}
#three(p) = (line(n;s;p) + line(w;e;p) + line(n w;s e;p) + line(n e;s w;p))
#turn(me; p; you) =
	->me anywhere {empty} [p]
	->> ({? three(p)} [$ me = 2, you = 0] ->> {} + {! three(p)})
#rules = [$ cross = 1, nought = 1] (turn(cross;x;nought) turn(nought;o;cross))*
`

// TestNoughts counts all plays of tic-tac-toe: 255,168 of them, of which cross
// wins 131,184 and nought 77,904.
func TestNoughts(t *testing.T) {
	if testing.Short() {
		t.Skip("half a million positions take this engine long")
	}
	g, err := New(rbgenginetest.Parse(t, noughts))
	if err != nil {
		t.Fatal(err)
	}
	counts, err := game.Perft(context.Background(), g, nil, 9, true)
	if err != nil {
		t.Fatal(err)
	}
	plays := uint64(0)
	for _, c := range counts {
		plays += c.Terminal
	}
	if plays != 255_168 || counts[9].States != 549_946 || counts[9].Leaves != 127_872 {
		t.Errorf("%d plays, %+v", plays, counts[9])
	}
}

// TestCountsAgree compares the count of positions on a reasoner with that on a
// machine.
func TestCountsAgree(t *testing.T) {
	g, err := New(rbgenginetest.Parse(t, noughts))
	if err != nil {
		t.Fatal(err)
	}
	a, errA := game.Perft(context.Background(), g, nil, 5, true)
	b, errB := game.MachinePerft(context.Background(), g, nil, 5, true)
	if errA != nil || errB != nil || !slices.Equal(a, b) {
		t.Errorf("%v, %v and %v, %v", a, errA, b, errB)
	}
}

// TestKnownCounts compares with well-known numbers.
func TestKnownCounts(t *testing.T) {
	for name, want := range map[string][]uint64{
		"chess":                 {20, 400, 8_902},
		"reversi":               {4, 12, 56, 244, 1_396},
		"internationalDraughts": {9, 81, 658, 4_265},
		"englishDraughts":       {7, 49, 302, 1_469},
	} {
		t.Run(name, func(t *testing.T) {
			g, err := New(rbgenginetest.Read(t, name))
			if err != nil {
				t.Fatal(err)
			}
			counts, err := game.Perft(context.Background(), g, nil, len(want), true)
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range counts[1:] {
				if c.Leaves != want[i] {
					t.Errorf("depth %d: %d leaves, want %d", c.Depth, c.Leaves, want[i])
				}
			}
		})
	}
}

// TestConforms runs the suite that all engines pass.
func TestConforms(t *testing.T) {
	g, err := New(rbgenginetest.Parse(t, noughts))
	if err != nil {
		t.Fatal(err)
	}
	gametest.Run(t, g, 12)
}

// TestAllocations plays a machine warm and then looks whether it allocates.
func TestAllocations(t *testing.T) {
	g, err := New(rbgenginetest.Parse(t, noughts))
	if err != nil {
		t.Fatal(err)
	}
	p := game.NewPlayout(g, g.NewMachine())
	run := func() {
		for seed := range uint64(5) {
			p.Reset(nil, seed)
			for !p.Over() {
				if err := p.Step(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if n := testing.AllocsPerRun(10, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestPublicGamesConform runs the suite on public games: one in three, or with LUDEX_FULL=1 all.
func TestPublicGamesConform(t *testing.T) {
	steps := 4
	if rbgenginetest.Full() {
		steps = 40
	}
	for i, name := range rbgenginetest.Games(t) {
		t.Run(name, func(t *testing.T) {
			if i%3 != 0 && !rbgenginetest.Full() {
				t.Skip("LUDEX_FULL=1 takes it")
			}
			if rbgenginetest.ManyMoves(name) || name == "breakthru" && !rbgenginetest.Full() {
				t.Skip("there are too many moves to give them all texts and numbers")
			}
			g, err := New(rbgenginetest.Read(t, name))
			if err != nil {
				t.Fatal(err)
			}
			gametest.Run(t, g, steps)
		})
	}
}

// TestMovesDiffer follows random plays of public games and looks for moves that
// are listed twice, and for what a search leaves behind.
func TestMovesDiffer(t *testing.T) {
	for _, name := range rbgenginetest.Games(t) {
		t.Run(name, func(t *testing.T) {
			if rbgenginetest.ManyMoves(name) && !rbgenginetest.Full() {
				t.Skip("there are many moves; LUDEX_FULL=1 lists them")
			}
			r, err := NewReasoner(rbgenginetest.Read(t, name))
			if err != nil {
				t.Fatal(err)
			}
			var p rbgplay.Position
			if err := r.Start(&p); err != nil {
				t.Fatal(err)
			}
			rand := game.NewRand(1)
			for range 12 {
				move := lookForRepeats(t, r, &p, rand)
				if move == nil {
					return
				}
				if err := r.Apply(&p, move); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func lookForRepeats(t *testing.T, r *Reasoner, p *rbgplay.Position, rand *game.Rand) []rbgplay.Action {
	t.Helper()
	var before rbgplay.Position
	before.Copy(p)
	var moves rbgplay.Moves
	if err := r.Moves(p, &moves); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i := range moves.Len() {
		seen[rbgplay.PairsText(moves.At(i))] = true
	}
	if len(seen) != moves.Len() || !equal(p, &before) {
		t.Fatalf("%d moves, of which %d are different; the position is as before: %v", moves.Len(), len(seen), equal(p, &before))
	}
	if moves.Len() == 0 {
		return nil
	}
	return moves.At(rand.Choose(moves.Len()))
}
