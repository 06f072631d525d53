package auto_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/players/auto"
	"ludex/internal/players/nested"
	"ludex/internal/players/solver"
	"ludex/internal/playertest"
	"ludex/player"
)

func TestLook(t *testing.T) {
	tests := map[string]struct {
		roles                    int
		together, chance, hidden bool
		fast                     bool
		branching, length        float64 // about
	}{
		"tictactoe":         {2, false, false, false, true, 5.5, 7.6},
		"rockpaperscissors": {2, true, false, false, true, 3, 3},
		"minority":          {3, true, false, false, true, 2, 3},
		"montyhall":         {1, false, true, true, true, 2.3, 3.5},
		"hanoi":             {1, false, false, false, true, 2.7, 20},
		"connectfour-rbg":   {2, false, false, false, true, 7, 21},
	}
	for name, want := range tests {
		p, err := auto.NewProfile(context.Background(), playertest.Open(t, name), nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		if p.Roles != want.roles || p.Simultaneous != want.together || p.Chance != want.chance || p.Hidden != want.hidden || p.Fast != want.fast {
			t.Errorf("%s: %+v", name, p)
		}
		if p.Branching < want.branching*0.6 || p.Branching > want.branching*1.4 || p.Length < want.length*0.6 || p.Length > want.length*1.4 {
			t.Errorf("%s: %s", name, p)
		}
	}
	slow, err := auto.NewProfile(context.Background(), playertest.OpenWith(t, "tictactoe", "reference"), nil, 1)
	if err != nil || slow.Fast {
		t.Errorf("%v, %+v", err, slow)
	}
}

// A clock that is over while the game is looked at is no failure: the player goes on with what it
// has seen.
func TestLookInNoTime(t *testing.T) {
	g := playertest.Open(t, "amazons")
	for clock := time.Microsecond; clock < 20*time.Millisecond; clock *= 3 {
		ctx, cancel := context.WithTimeout(t.Context(), clock)
		p := new(auto.Player)
		if err := p.Start(ctx, player.Setup{Game: g, PlayClock: time.Second}); err != nil {
			t.Errorf("%v: %v", clock, err)
		}
		p.Stop()
		cancel()
	}
}

func TestChoice(t *testing.T) {
	for name, want := range map[string]string{"tictactoe": "tree search", "hanoi": "puzzle", "kuhnpoker": "solved before the match", "leducpoker": "each role can know", "mastermind": "the role can know"} {
		g := playertest.Open(t, name)
		p := new(auto.Player)
		if err := p.Start(context.Background(), player.Setup{Game: g, Nodes: 10}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(p.Note(), want) {
			t.Errorf("%s: %s", name, p.Note())
		}
		p.Stop()
	}
	new(auto.Player).Stop() // before it was started
}

func TestPuzzles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for _, name := range []string{"eightpuzzle", "hanoi", "knightstour", "maze"} {
		res, err := player.Play(context.Background(), player.Match{
			Game: playertest.Open(t, name), Players: []player.Player{new(auto.Player)}, Nodes: 1000, Seed: 2,
		})
		if err != nil || res.Goals[0] != 100 {
			t.Errorf("%s: %v, %v", name, err, res.Goals)
		}
	}
}

// A countingPlanner knows nothing, and counts how often it is asked.
type countingPlanner struct {
	t     *testing.T
	runs  int
	moves int
}

func (p *countingPlanner) Run(_ context.Context, nodes int) error {
	p.runs++
	if nodes != 50 {
		p.t.Errorf("the planner may compute %d states", nodes)
	}
	return nil
}
func (p *countingPlanner) Best() nested.Line       { return nested.Line{Goal: -1} }
func (p *countingPlanner) Solved() bool            { return false }
func (p *countingPlanner) Finished() bool          { return false }
func (p *countingPlanner) Advance(game.Move) error { p.moves++; return nil }

// TestSolver checks that a planner is asked before the match and for every move.
func TestSolver(t *testing.T) {
	planner := &countingPlanner{t: t}
	p := &auto.Player{Solve: func(game.Game, game.State) (nested.Planner, error) { return planner, nil }}
	res, err := player.Play(context.Background(), player.Match{
		Game: playertest.Open(t, "eightpuzzle"), Players: []player.Player{p}, Nodes: 50, Seed: 1,
	})
	if err != nil || planner.moves < len(res.Moves)-1 || planner.runs < 2 {
		t.Errorf("%v: %d runs and %d moves in %d steps", err, planner.runs, planner.moves, len(res.Moves))
	}
}

// TestClocks plays a puzzle by the clock, with a planner on a thread of its own that solves it
// after some moves, if at all.
func TestClocks(t *testing.T) {
	for _, threads := range []int{1, 2} {
		p := &auto.Player{Solve: solver.Puzzle(0), Threads: threads}
		res, err := player.Play(context.Background(), player.Match{
			Game: playertest.Open(t, "eightpuzzle"), Players: []player.Player{p}, StartClock: time.Second, PlayClock: time.Second,
		})
		if err != nil || len(playertest.BadFaults(res.Faults)) > 0 || !res.Over {
			t.Errorf("%d threads: %v, %v", threads, err, res.Faults)
		}
	}
}

// After 1. e4 e6 nobody is advised to play 2. Na3, however long the player thinks.
func TestAdviceAtChess(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // the networks that come with Ludex only
	g := playertest.Open(t, "chess")
	m := g.NewMachine()
	from := m.Initial(nil)
	for i, text := range []string{"e2e4", "e7e6"} {
		joint := []game.Move{m.Legal(from, 0, nil)[0], m.Legal(from, 1, nil)[0]}
		var err error
		if joint[i], err = game.FindMove(g, m, from, game.Role(i), text); err != nil {
			t.Fatal(err)
		}
		from = m.Next(from, joint, nil)
	}
	legal := m.Legal(from, 0, nil)
	for _, nodes := range []int{1, 60, 200, 1000, 5000} {
		p := new(auto.Player)
		if err := p.Start(t.Context(), player.Setup{Game: g, From: from, Nodes: nodes, Seed: uint64(nodes)}); err != nil {
			t.Fatal(err)
		}
		move, err := p.Choose(t.Context(), legal)
		if text := g.MoveText(0, move); err != nil || text == "b1a3" {
			t.Errorf("%d nodes: %s, %v", nodes, text, err)
		}
		p.Stop()
	}
}
