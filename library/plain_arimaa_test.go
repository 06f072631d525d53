package library_test

import (
	"maps"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/rbgengine"
)

// arimaaKinds are the kinds of pieces from the weakest on. Capital letters are gold.
const arimaaKinds = "rcdhme"

var arimaaNames = map[byte]string{'r': "Rabbit", 'c': "Cat", 'd': "Dog", 'h': "Horse", 'm': "Camel", 'e': "Elephant"}

// arimaaSide tells whose a piece is: 1 is gold, -1 silver, and 0 nobody.
func arimaaSide(piece byte) int {
	switch {
	case piece == '.' || piece == 0:
		return 0
	case piece < 'a':
		return 1
	}
	return -1
}

func arimaaStrength(piece byte) int { return strings.IndexByte(arimaaKinds, piece|0x20) }

// arimaaBeside reports whether a piece beside a square fits.
func arimaaBeside(f field, s square, fits func(piece byte) bool) bool {
	for _, d := range straightWays {
		if fits(f.at(s.plus(d))) {
			return true
		}
	}
	return false
}

// arimaaTurns returns all positions to which a turn of one to four steps can lead, with
// the number of ways.
func arimaaTurns(start field, side int) map[string]int {
	found := map[string]int{}
	var act func(now field, left int)
	act = func(now field, left int) {
		arimaaActs(now, side, func(after field, steps int) {
			if steps > left {
				return
			}
			after = arimaaTraps(after)
			if after != start {
				found[after.squares]++
			}
			act(after, left-steps)
		})
	}
	act(start, 4)
	return found
}

// arimaaActs yields the positions after a step, a push or a pull, and how many steps it
// takes.
func arimaaActs(f field, side int, yield func(after field, steps int)) {
	for i := range f.squares {
		mine := f.squares[i]
		s := square{i % 8, i / 8}
		friend := func(p byte) bool { return arimaaSide(p) == side }
		threat := func(p byte) bool { return arimaaSide(p) == -side && arimaaStrength(p) > arimaaStrength(mine) }
		if !friend(mine) || arimaaBeside(f, s, threat) && !arimaaBeside(f, s, friend) {
			continue
		}
		weaker := func(p byte) bool { return arimaaSide(p) == -side && arimaaStrength(p) < arimaaStrength(mine) }
		for _, d := range straightWays {
			to := s.plus(d)
			if f.at(to) == '.' {
				if mine|0x20 != 'r' || d.y != -side {
					yield(f.with('.', s).with(mine, to), 1)
				}
				for _, e := range straightWays {
					if from := s.plus(e); weaker(f.at(from)) {
						yield(f.with(mine, to).with(f.at(from), s).with('.', from), 2)
					}
				}
			}
			if !weaker(f.at(to)) {
				continue
			}
			for _, e := range straightWays {
				if away := to.plus(e); f.at(away) == '.' {
					yield(f.with(f.at(to), away).with(mine, to).with('.', s), 2)
				}
			}
		}
	}
}

// arimaaTraps takes pieces without a friend off the traps.
func arimaaTraps(f field) field {
	for _, s := range []square{{2, 2}, {2, 5}, {5, 2}, {5, 5}} {
		side := arimaaSide(f.at(s))
		if side != 0 && !arimaaBeside(f, s, func(p byte) bool { return arimaaSide(p) == side }) {
			f = f.with('.', s)
		}
	}
	return f
}

// arimaaState returns the state with a position on both layers, gold to move.
func arimaaState(t *testing.T, g game.Game, f field) game.State {
	board := map[string]string{}
	for i := range f.squares {
		name := "empty"
		switch piece := f.squares[i]; arimaaSide(piece) {
		case 1:
			name = "gold" + arimaaNames[piece|0x20]
		case -1:
			name = "silver" + arimaaNames[piece]
		}
		cell := square{i % 8, i / 8}.String()
		board[cell+"A"], board[cell+"B"] = name, name
	}
	return setUp(t, g, g.NewMachine().Initial(nil), board, "empty", nil)
}

// arimaaField reads the first layer of a state.
func arimaaField(g game.Game, s game.State) string {
	f := newField(8, 8)
	for _, fact := range g.Facts(s) {
		words := strings.Fields(strings.Trim(fact, "()"))
		if words[0] != "cell" || words[1][2] != 'A' {
			continue
		}
		cell, piece := words[1], words[2]
		at := square{int(cell[0] - 'a'), int(cell[1] - '1')}
		for letter, name := range arimaaNames {
			switch piece {
			case "gold" + name:
				f = f.with(letter&^0x20, at)
			case "silver" + name:
				f = f.with(letter, at)
			}
		}
	}
	return f.squares
}

// TestArimaaTurns compares all turns of both sides in random small positions: where they
// lead, and in how many ways.
func TestArimaaTurns(t *testing.T) {
	if testing.Short() {
		t.Skip("the model runs on one goroutine, so the race detector would find nothing")
	}
	g := openEngine(t, rulesOf(t, "arimaa-fixed"), rbgengine.Sets)
	m := g.NewMachine()
	for seed := range uint64(few(2)) {
		rand := game.NewRand(seed)
		f := newField(8, 8).with('R', square{0, 1}).with('r', square{7, 6})
		for _, piece := range []byte{'C', 'm', 'D', 'e', 'r'} {
			at := square{1 + rand.Choose(5), 2 + rand.Choose(4)}
			if f.at(at) == '.' {
				f = f.with(piece, at)
			}
		}
		f = arimaaTraps(f)
		state := arimaaState(t, g, f)
		next := compareArimaa(t, g, m, state, f, 0)
		if t.Failed() {
			t.Fatalf("play %d, gold: %s", seed, f.squares)
		}
		if next != nil && !m.Terminal(next) {
			compareArimaa(t, g, m, next, field{8, 8, arimaaField(g, next)}, 1)
		}
		if t.Failed() {
			t.Fatalf("play %d, silver", seed)
		}
	}
}

// compareArimaa compares the turns of a role with those of the model, and returns the state
// after one of them.
func compareArimaa(t *testing.T, g game.Game, m game.Machine, s game.State, f field, role game.Role) (next game.State) {
	t.Helper()
	want := arimaaTurns(f, 1-2*int(role))
	got := map[string]int{}
	joint := []game.Move{m.Legal(s, 0, nil)[0], m.Legal(s, 1, nil)[0]}
	legal := m.Legal(s, role, nil)
	for i, move := range legal {
		joint[role] = move
		after := m.Next(s, joint, nil)
		got[arimaaField(g, after)]++
		if i == len(legal)/2 {
			next = after
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("%d turns to %d positions, want %d positions", len(legal), len(got), len(want))
	}
	return next
}
