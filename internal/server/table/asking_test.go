package table

import (
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/server/humanplay"
)

// coin is a game in which ann has a choice or not, which ben does not know.
const coin = `(role ann) (role ben) (role random)
(init (stage toss))
(<= (legal random (toss heads)) (true (stage toss)))
(<= (legal random (toss tails)) (true (stage toss)))
(<= (legal random wait) (true (stage choose)))
(legal ben wait)
(<= (legal ann wait) (true (stage toss)))
(<= (legal ann left) (true (stage choose)))
(<= (legal ann right) (true (stage choose)) (true (side heads)))
(<= (sees ann ?s) (does random (toss ?s)))
(<= (next (stage choose)) (true (stage toss)))
(<= (next (side ?s)) (does random (toss ?s)))
(<= (next (stage end)) (true (stage choose)))
(<= terminal (true (stage end)))
(goal ann 50) (goal ben 50)`

// Whether somebody had a choice does not follow from when a step is made: a person who might
// have one is asked.
func TestAskedWithoutChoice(t *testing.T) {
	h := newHouse(t, nil)
	e := h.cfg.Games.Text("coin", coin)
	seen := map[int]bool{} // by number of moves
	for range 40 {
		s := h.hiddenTable(t, e)
		v := mine(t, s, "ann")
		seen[len(v.Moves)] = true
		waiting := false
		if err := s.call(t.Context(), true, func() error {
			waiting = s.fold.play.Waiting()
			return nil
		}); err != nil || waiting || v.Phase != humanplay.Yours {
			t.Fatalf("ann is not waited for, with the moves %v (%v)", v.Moves, err)
		}
		if v = do(t, s, "ann", move(1)); v.Phase != humanplay.Over {
			t.Fatalf("the phase after the move is %s", v.Phase)
		}
		s.drop()
		if seen[1] && seen[2] {
			return
		}
	}
	t.Errorf("the coin fell on one side only: %v", seen)
}

// Nobody is asked for nothing where everybody knows whose turn it is, and everybody who has a
// choice is asked.
func TestAsking(t *testing.T) {
	h := newHouse(t, nil)
	for _, x := range []struct {
		game string
		most int // people who are asked though they have no choice, of a hundred steps
	}{{"kuhnpoker", 0}, {"montyhall", 0}, {"battleships", 3}, {"leducpoker", 15}, {"liarsdice", 15}} {
		open, err := humanplay.Prepare(t.Context(), h.entry(x.game), true)
		if err != nil {
			t.Fatal(err)
		}
		g := open.Game.(game.Game)
		a := newAsking(t.Context(), g)
		m, rand := g.NewMachine(), game.NewRand(7)
		steps, idle := 0, 0
		for range 20 {
			p := watch(g, m, rand)
			var past [][]string
			for i, chose := range p.chose {
				asked := a.asked(past, len(g.Roles()))
				for r := range asked {
					had := slices.Contains(chose, game.Role(r))
					if had && !asked[r] {
						t.Errorf("%s: %s has a choice in step %d that nobody expects", x.game, g.Roles()[r], i)
					}
					if asked[r] && !had && game.Role(r) != g.Random() {
						idle++
					}
				}
				steps++
				past = append(past, p.percepts[i][0])
			}
		}
		if 100*idle > x.most*steps {
			t.Errorf("%s: in %d steps people are asked %d times though they have no choice: %+v", x.game, steps, idle, a)
		}
	}
}

// Without a single random play everybody is asked.
func TestAskingKnowsNothing(t *testing.T) {
	if asked := new(asking).asked(nil, 2); slices.Contains(asked, false) {
		t.Errorf("asked are %v", asked)
	}
}
