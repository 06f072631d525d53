// Code generated from package w1 by internal/widths; DO NOT EDIT.

package wn

import (
	"context"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgengine/sets/lower"
	"ludex/rbg"
)

// texts returns small games.
func texts(t *testing.T) map[string]string {
	all := rbgenginetest.SmallGames(t, "../../lower/testdata/games")
	all["longer"] = rbgenginetest.Jumps{Flying: true}.Text("ewbe", "bwee", "ebwe")
	return all
}

// newLoaded returns a machine with the initial position.
func newLoaded(t *testing.T, g *rbg.Game, opt lower.Options) *Machine {
	t.Helper()
	p, err := lower.Program(context.Background(), g, opt)
	if err != nil {
		t.Fatal(err)
	}
	m := New(p, 0)
	m.SetStop(func() error { return nil })
	var at rbgplay.Position
	at.Reset(g)
	if err := m.Load(&at); err != nil {
		t.Fatal(err)
	}
	if err := m.Keep(); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestPerft compares the positions below the initial one with the reference, for
// programs of all forms.
func TestPerft(t *testing.T) {
	const depth = 3
	for name, text := range texts(t) {
		g := rbgenginetest.Parse(t, text)
		ref, err := rbgref.New(g)
		if err != nil {
			t.Fatal(err)
		}
		want, err := game.Perft(context.Background(), ref, nil, depth, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, opt := range []lower.Options{{}, {Budget: -1}, {Avoid: lower.Tables | lower.Decisions}, {Avoid: lower.Decisions | lower.CellSets}} {
			got, err := newLoaded(t, g, opt).Perft(context.Background(), depth, false)
			if err != nil {
				t.Fatal(err)
			}
			for d := range want {
				if got[d].Leaves != want[d].Leaves {
					t.Errorf("%s with %+v: %d positions at depth %d, want %d", name, opt, got[d].Leaves, d, want[d].Leaves)
				}
			}
		}
	}
}

// TestPlays plays at random. The recorded moves are the listed ones, and lead to
// the same position whether they are picked or made.
func TestPlays(t *testing.T) {
	for name, text := range texts(t) {
		g := rbgenginetest.Parse(t, text)
		m, other := newLoaded(t, g, lower.Options{}), newLoaded(t, g, lower.Options{})
		rand := game.NewRand(1)
		for ply := range 30 {
			n := m.Count()
			if other.HasMove() != (n > 0) || other.CountOnly() != n {
				t.Fatalf("%s: there are %d moves after %d, or not", name, n, ply)
			}
			if n == 0 {
				break
			}
			var moves rbgplay.Moves
			m.List(&moves)
			if len(moves.Ends) != n {
				t.Fatalf("%s: %d moves are listed, %d counted", name, len(moves.Ends), n)
			}
			k := rand.Choose(n)
			start := int32(0)
			if k > 0 {
				start = moves.Ends[k-1]
			}
			move := moves.Actions[start:moves.Ends[k]]
			ends, err := other.Ending([][]rbgplay.Action{move}, nil)
			if err != nil {
				t.Fatal(err)
			}
			m.Pick(k)
			if err := other.Make(move); err != nil {
				t.Fatal(err)
			}
			if m.Keep() != nil || other.Keep() != nil {
				t.Fatal(m.Err(), other.Err())
			}
			var a, b rbgplay.Position
			m.Store(&a)
			other.Store(&b)
			if !slices.Equal(a.Pieces, b.Pieces) || !slices.Equal(a.Values, b.Values) || a.Cell != b.Cell || a.Switch != b.Switch {
				t.Fatalf("%s: after %d moves the positions are\n%+v\n%+v", name, ply+1, a, b)
			}
			if ends[0] == m.HasMove() {
				t.Errorf("%s: a move is said to end the play, or not, and does the contrary", name)
			}
		}
	}
}

// TestPlayouts compares the lengths and goals of playouts with the same seed, also
// when they are recorded.
func TestPlayouts(t *testing.T) {
	for name, text := range texts(t) {
		g := rbgenginetest.Parse(t, text)
		m := newLoaded(t, g, lower.Options{})
		var from rbgplay.Position
		m.Store(&from)
		var plain, traced game.PlayoutResult
		opt := game.PlayoutOptions{Count: 20, Threads: 1, MaxSteps: 40, Seed: 7}
		if err := m.Playouts(context.Background(), &from, opt, 0, &plain); err != nil {
			t.Fatal(err)
		}
		opt.Trail = 1000
		if err := m.Playouts(context.Background(), &from, opt, 0, &traced); err != nil {
			t.Fatal(err)
		}
		if plain.Playouts != 20 || plain.Steps != traced.Steps || !slices.Equal(plain.Goals, traced.Goals) {
			t.Errorf("%s: %+v and %+v", name, plain, traced)
		}
	}
}

// TestRefused refuses positions and moves that the game does not have.
func TestRefused(t *testing.T) {
	g := rbgenginetest.Parse(t, rbgenginetest.Turning("exye", "yxxe"))
	m := newLoaded(t, g, lower.Options{})
	if err := m.Load(&rbgplay.Position{}); err == nil {
		t.Error("an empty position is loaded")
	}
	var at rbgplay.Position
	at.Reset(g)
	at.Pieces[0] = 9
	if err := m.Load(&at); err == nil {
		t.Error("a position with an unknown piece is loaded")
	}
	for _, a := range []rbgplay.Action{{Cell: 99, Index: 1}, {Cell: 0, Index: 99}} {
		if err := m.Make([]rbgplay.Action{a}); err == nil {
			t.Errorf("the action %+v is made", a)
		}
	}
}
