package sets

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/internal/rbgengine/rbgenginetest"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
	"ludex/internal/rbgtest"
	"ludex/rbg"
)

// TestStatesInAnyOrder asks one reasoner about states of several plays in any order, which
// it loads by what differs from the state before. All answers must be those of the
// reference.
func TestStatesInAnyOrder(t *testing.T) {
	for _, name := range rbgenginetest.Games(t) {
		t.Run(name, func(t *testing.T) {
			if rbgenginetest.ManyMoves(name) {
				t.Skip("positions have too many moves to list")
			}
			compareInAnyOrder(t, rbgenginetest.Read(t, name), game.NewRand(3))
		})
	}
}

func TestStatesOfRandomGames(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing runs concurrently here: left to the complete run")
	}
	rapid.Check(t, func(t *rapid.T) {
		compareInAnyOrder(t, rbgtest.Game(t), game.NewRand(rapid.Uint64().Draw(t, "seed")))
	})
}

func compareInAnyOrder(t interface{ Fatalf(string, ...any) }, g *rbg.Game, rand *game.Rand) {
	s, err := New(context.Background(), g, Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, g.File.Text())
	}
	want, err := rbgref.NewReasoner(g)
	if err != nil {
		t.Fatalf("%v", err)
	}
	states := playedStates(s, want, rand)
	got := s.NewReasoner().(rbgplay.StateReasoner)
	var next game.State
	for range 2 * len(states) {
		state := states[rand.Choose(len(states))]
		if rand.Choose(8) == 0 {
			if _, err := got.HasMoveIn(broken(state, rand)); err == nil {
				t.Fatalf("a broken state is accepted")
			}
		}
		var p rbgplay.Position
		s.Position(state, &p)
		var a, b rbgplay.Moves
		err1, err2 := want.Moves(&p, &a), got.MovesOf(state, &b)
		has, err3 := got.HasMoveIn(state)
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatalf("%v, %v, %v\n%s", err1, err2, err3, g.File.Text())
		}
		if !slices.Equal(sortedMoves(&a), sortedMoves(&b)) || has != (a.Len() > 0) {
			t.Fatalf("in %v the reference has %d moves and the engine %d, some: %v\n%s", s.Facts(state), a.Len(), b.Len(), has, g.File.Text())
		}
		if !has {
			continue
		}
		move := a.At(rand.Choose(a.Len()))
		err1 = want.Apply(&p, move)
		next, err2 = got.Step(state, move, next)
		if err1 != nil || err2 != nil {
			if (err1 == nil) != (err2 == nil) {
				t.Fatalf("a step: %v, %v\n%s", err1, err2, g.File.Text())
			}
			continue
		}
		if !slices.Equal(next, s.State(&p, nil)) {
			t.Fatalf("%v leads to %v, not to %v\n%s", rbgplay.PairsText(move), s.Facts(next), s.Facts(s.State(&p, nil)), g.File.Text())
		}
	}
}

// playedStates returns states of random plays in which the reference does not fail.
func playedStates(s *Game, want rbgplay.Reasoner, rand *game.Rand) []game.State {
	var states []game.State
	for range 3 {
		var p rbgplay.Position
		if want.Start(&p) != nil {
			return nil
		}
		for range 15 {
			var moves rbgplay.Moves
			if want.Moves(&p, &moves) != nil {
				break
			}
			states = append(states, s.State(&p, nil))
			if moves.Len() == 0 || want.Apply(&p, moves.At(rand.Choose(moves.Len()))) != nil {
				break
			}
		}
	}
	return states
}

// broken returns a state with something that no state has.
func broken(s game.State, rand *game.Rand) game.State {
	s = slices.Clone(s)
	switch rand.Choose(3) {
	case 0:
		s[0] |= 0xFFFF // the cell
	case 1:
		s[len(s)-1] |= 0xFF // a piece
	default:
		s = s[:len(s)-1]
	}
	return s
}

func sortedMoves(m *rbgplay.Moves) []string {
	var list []string
	for i := range m.Len() {
		list = append(list, rbgplay.PairsText(m.At(i)))
	}
	slices.Sort(list)
	return list
}
