package mcts

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/players/basic"
	"ludex/internal/playertest"
	"ludex/internal/statehash"
	"ludex/match"
	"ludex/player"
)

// TestTactics plays moves that win at once, or without which the other does.
func TestTactics(t *testing.T) {
	tests := []struct{ name, game, moves, want string }{
		{"win", "tictactoe", "(mark 1 1);(mark 2 1);(mark 1 2);(mark 2 2)", "(mark 1 3)"},
		{"block", "tictactoe", "(mark 1 1);(mark 2 2);(mark 1 2)", "(mark 1 3)"},
		{"win", "tictactoe-rbg", "a1;a2;b1;b2", "c1"},
		{"win", "connectfour", "(drop 1);(drop 1);(drop 2);(drop 2);(drop 3);(drop 3)", "(drop 4)"},
		{"win upwards", "connectfour", "(drop 1);(drop 2);(drop 1);(drop 2);(drop 1);(drop 2)", "(drop 1)"},
		{"block", "connectfour", "(drop 1);(drop 7);(drop 2);(drop 7);(drop 3)", "(drop 4)"},
		{"block upwards", "connectfour", "(drop 4);(drop 1);(drop 4);(drop 2);(drop 4)", "(drop 4)"},
		{"two steps", "connectfour", "(drop 4);(drop 4);(drop 3);(drop 3)", "(drop 5)|(drop 2)"},
	}
	for _, test := range tests {
		t.Run(test.game+"/"+test.name, func(t *testing.T) {
			g := playertest.Open(t, test.game)
			from := playertest.Replay(t, g, test.moves)
			s := newSearch(t, g, from, cheap(), 1)
			grow(t, s, 300)
			got := best(t, s, playertest.Mover(t, g, from))
			if !slices.Contains(strings.Split(test.want, "|"), got) {
				t.Errorf("the move is %s, want %s", got, test.want)
			}
		})
	}
}

// A referee knows what one or two steps ahead show of a game of turns.
type referee struct {
	game    game.Game
	machine game.Machine
}

// mover returns who has a choice, and the moves of all roles.
func (f *referee) mover(s game.State) (game.Role, [][]game.Move) {
	mover, moves := game.Role(0), make([][]game.Move, len(f.game.Roles()))
	for r := range moves {
		if moves[r] = f.machine.Legal(s, game.Role(r), nil); len(moves[r]) > 1 {
			mover = game.Role(r)
		}
	}
	return mover, moves
}

// wins returns the moves by which the mover wins at once.
func (f *referee) wins(s game.State) map[game.Move]bool {
	wins := map[game.Move]bool{}
	mover, moves := f.mover(s)
	for joint := range game.JointMoves(moves) {
		if next := f.machine.Next(s, joint, nil); f.machine.Terminal(next) && f.machine.Goals(next, mover, nil)[0] == 100 {
			wins[joint[mover]] = true
		}
	}
	return wins
}

// safe returns the moves after which the other does not win at once.
func (f *referee) safe(s game.State) map[game.Move]bool {
	safe := map[game.Move]bool{}
	mover, moves := f.mover(s)
	for joint := range game.JointMoves(moves) {
		if next := f.machine.Next(s, joint, nil); f.machine.Terminal(next) || len(f.wins(next)) == 0 {
			safe[joint[mover]] = true
		}
	}
	return safe
}

// obvious says which moves a player has to make: those that win at once, or if
// there are none, those after which the other does not. It is nil if nothing is
// obvious.
func (f *referee) obvious(s game.State) (moves map[game.Move]bool, win bool) {
	if wins := f.wins(s); len(wins) > 0 {
		return wins, true
	}
	safe := f.safe(s)
	if mover, moves := f.mover(s); len(safe) == 0 || len(safe) == len(moves[mover]) {
		return nil, false
	}
	return safe, false
}

// TestObviousMoves checks in random positions that a win is not missed, and that
// what the other threatens is met if it can be.
func TestObviousMoves(t *testing.T) {
	for _, name := range []string{"connectfour", "breakthrough", "connectfour-rbg"} {
		t.Run(name, func(t *testing.T) {
			g := playertest.Open(t, name)
			f := &referee{g, g.NewMachine()}
			count := map[bool]int{} // of wins and of threats
			for seed := uint64(0); seed < 30 && (count[true] < 2 || count[false] < 2); seed++ {
				p := game.NewPlayout(g, g.NewMachine())
				for p.Reset(nil, seed); !p.Over(); {
					want, win := f.obvious(p.State)
					if want != nil && count[win] < 2 {
						count[win]++
						checkObvious(t, f, p.State, want)
						break
					}
					if err := p.Step(); err != nil {
						t.Fatal(err)
					}
				}
			}
			if count[true] == 0 || count[false] == 0 {
				t.Errorf("not enough came up: %v", count)
			}
		})
	}
}

// checkObvious checks that a search finds one of the moves that have to be made.
func checkObvious(t *testing.T, f *referee, from game.State, want map[game.Move]bool) {
	t.Helper()
	s := newSearch(t, f.game, from, cheap(), 1)
	grow(t, s, 150)
	mover, _ := f.mover(from)
	move, err := s.best(mover)
	if err != nil || !want[move] {
		t.Errorf("%s in %v (%v)", f.game.MoveText(mover, move), f.game.Facts(from), err)
	}
}

// TestNeverLosesTicTacToe plays against everything that the other can do.
func TestNeverLosesTicTacToe(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	for role := range game.Role(2) {
		m, seen := g.NewMachine(), map[uint64]bool{}
		var visit func(s game.State)
		visit = func(s game.State) {
			if seen[statehash.Of(s)] {
				return
			}
			seen[statehash.Of(s)] = true
			if m.Terminal(s) {
				if goal := m.Goals(s, role, nil)[0]; goal == 0 {
					t.Errorf("%s lost in %v", g.Roles()[role], g.Facts(s))
				}
				return
			}
			moves := [][]game.Move{m.Legal(s, 0, nil), m.Legal(s, 1, nil)}
			if len(moves[role]) > 1 {
				search := newSearch(t, g, s, Defaults(), uint64(len(seen)))
				grow(t, search, 400)
				move, err := search.best(role)
				if err != nil {
					t.Fatal(err)
				}
				moves[role] = []game.Move{move}
			}
			for joint := range game.JointMoves(moves) {
				visit(m.Next(s, joint, nil))
			}
		}
		visit(m.Initial(nil))
		if len(seen) < 50 {
			t.Errorf("only %d positions came up", len(seen))
		}
	}
}

func TestSolves(t *testing.T) {
	for name, want := range map[string]float64{"tictactoe": 50, "connectthree": 100, "nim": 100, "tictactoe-rbg": 50} {
		g := playertest.Open(t, name)
		s := newSearch(t, g, nil, cheap(), 3)
		grow(t, s, 20_000)
		a := s.Analysis(0)
		if !a.Exact[0] || !a.Exact[1] || a.Values[0] != want || a.Values[1] != 100-want {
			t.Errorf("%s: values %v, exact %v after %d nodes, want %g", name, a.Values, a.Exact, a.Nodes, want)
		}
	}
}

// TestWinIsMade checks that a won game is won, against any play of the other.
func TestWinIsMade(t *testing.T) {
	g := playertest.Open(t, "connectthree")
	for seed := range uint64(10) {
		res, err := player.Play(context.Background(), player.Match{
			Game: g, Players: []player.Player{NewPlayer(cheap()), new(basic.Random)}, Nodes: 1000, Seed: seed,
		})
		if err != nil || res.Goals[0] != 100 {
			t.Errorf("seed %d: %v, %v", seed, err, res.Goals)
		}
	}
}

func TestBeatsRandom(t *testing.T) {
	g := playertest.Open(t, "connectfour")
	rows, err := match.Series{
		Config: match.Config{Game: g, Nodes: 40, Seed: 1},
		Entrants: []match.Entrant{
			{Name: "mcts", New: func() match.Player { return NewPlayer(cheap()) }},
			{Name: "random", New: func() match.Player { return new(basic.Random) }},
		},
		Games: 20,
	}.Run(context.Background())
	if err != nil || rows[0].Score < 0.9 {
		t.Errorf("%v, %+v", err, rows)
	}
}
