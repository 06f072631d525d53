package levels_test

import (
	"context"
	"testing"

	"ludex/game"
	"ludex/internal/players/levels"
	"ludex/internal/playertest"
	"ludex/internal/rulestest"
	"ludex/player"
	"ludex/rules"
)

// choose returns the move of a level after some moves.
func choose(t *testing.T, g game.Game, l levels.Level, moves string, seed uint64) string {
	t.Helper()
	from := playertest.Replay(t, g, moves)
	r := playertest.Mover(t, g, from)
	p := &levels.Player{Fixed: &l}
	if err := p.Start(context.Background(), player.Setup{Game: g, Role: r, From: from, Seed: seed}); err != nil {
		t.Fatal(err)
	}
	defer p.Stop()
	m, err := p.Choose(context.Background(), g.NewMachine().Legal(from, r, nil))
	if err != nil {
		t.Fatal(err)
	}
	return g.MoveText(r, m)
}

// A player that looks takes a win, and averts a loss, however high its temperature is. One
// that does not look misses some of them.
func TestSight(t *testing.T) {
	tests := []struct{ game, moves, want string }{
		{"tictactoe", "(mark 1 1);(mark 2 1);(mark 1 2);(mark 2 2)", "(mark 1 3)"}, // wins
		{"tictactoe", "(mark 1 1);(mark 2 2);(mark 1 2)", "(mark 1 3)"},            // averts a loss
		{"connectthree", "(drop 1);(drop 2);(drop 1);(drop 2)", "(drop 1)"},        // wins
	}
	for _, test := range tests {
		g := playertest.Open(t, test.game)
		blind := 0
		for seed := range uint64(30) {
			if got := choose(t, g, levels.Level{Nodes: 30, Temperature: 1000, Sight: 1}, test.moves, seed); got != test.want {
				t.Errorf("%s after %q: the move is %s, want %s", test.game, test.moves, got, test.want)
			}
			if choose(t, g, levels.Level{Nodes: 30, Temperature: 1000}, test.moves, seed) == test.want {
				blind++
			}
		}
		if blind > 20 {
			t.Errorf("%s after %q: a player that does not look finds the move %d times of 30", test.game, test.moves, blind)
		}
	}
}

// The lower the temperature, the more often the best move is made.
func TestTemperature(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	const moves, best = "(mark 1 1)", "(mark 2 2)" // every other answer loses
	last := -1
	for _, temperature := range []float64{1000, 10, 0} {
		n := 0
		for seed := range uint64(40) {
			if choose(t, g, levels.Level{Nodes: 1500, Temperature: temperature, Sight: 1}, moves, seed) == best {
				n++
			}
		}
		if n <= last {
			t.Errorf("at temperature %g the best move is made %d times of 40, no more often than before", temperature, n)
		}
		last = n
	}
	if last < 38 {
		t.Errorf("at temperature 0 the best move is made %d times of 40", last)
	}
}

// A level that searches by a network takes only the one that it was measured with. At a low
// temperature it makes other moves than at a high one, at which all moves are likely.
func TestNetwork(t *testing.T) {
	g := playertest.Open(t, "breakthrough")
	m, err := levels.Network(g)
	if err != nil || m == nil {
		t.Fatalf("there is no network: %v", err)
	}
	moves := map[float64]map[string]bool{0: {}, 1000: {}}
	for temperature, seen := range moves {
		for seed := range uint64(20) {
			seen[choose(t, g, levels.Level{Nodes: 100, Temperature: temperature, Network: m.ID()}, "", seed)] = true
		}
	}
	if len(moves[0]) != 1 || len(moves[1000]) < 10 {
		t.Errorf("20 seeds lead to %d moves at the temperature 0, and %d at 1000", len(moves[0]), len(moves[1000]))
	}
	other := &levels.Player{Fixed: &levels.Level{Nodes: 100, Network: "another one"}}
	if err := other.Start(t.Context(), player.Setup{Game: g}); err == nil {
		t.Error("a level plays with a network that it was not measured with")
	}
	if m, err := levels.Network(playertest.Open(t, "tictactoe")); m != nil || err != nil {
		t.Errorf("a game without a network has %v, %v", m, err)
	}
}

// The same seed gives the same moves, in GDL on every engine.
func TestReproducible(t *testing.T) {
	for name, engines := range map[string][]string{"connectfour-5x4": {"reference", "circuit"}, "breakthrough-rbg": {"sets", "sets"}} {
		rs := rulestest.Read(t, name)
		var first []string
		for _, engine := range engines {
			g, _, err := rs.Open(t.Context(), rules.Opening{Engine: engine})
			if err != nil {
				t.Fatal(err)
			}
			players := make([]player.Player, 2)
			for r := range players {
				players[r] = &levels.Player{Fixed: &levels.Level{Nodes: 40, Temperature: 5, Sight: 0.5}}
			}
			res, err := player.Play(t.Context(), player.Match{Game: g, Players: players, Seed: 7, MaxSteps: 20})
			if err != nil || len(res.Faults) > 0 {
				t.Fatalf("%s: %v, %v", name, err, res.Faults)
			}
			var texts []string
			for _, joint := range res.Moves {
				for r, m := range joint {
					texts = append(texts, g.MoveText(game.Role(r), m))
				}
			}
			if first == nil {
				first = texts
			}
			for i := range texts {
				if texts[i] != first[i] {
					t.Errorf("%s: move %d is %s on %s, and %s on %s", name, i, texts[i], engine, first[i], engines[0])
					break
				}
			}
		}
	}
}

// Levels play all kinds of games.
func TestAllKinds(t *testing.T) {
	for _, name := range []string{"tictactoe", "minority", "kuhnpoker", "eightpuzzle", "rockpaperscissors", "tictactoe-rbg", "montyhall"} {
		for _, number := range []int{1, 5} {
			g := playertest.Open(t, name)
			players := make([]player.Player, len(g.Roles()))
			for r := range players {
				if game.Role(r) != g.Random() {
					players[r] = &levels.Player{Number: number}
				}
			}
			res, err := player.Play(t.Context(), player.Match{Game: g, Players: players, Seed: 1, MaxSteps: 30})
			if err != nil || len(res.Faults) > 0 {
				t.Errorf("%s: %v, %v", name, err, res.Faults)
			}
			for r, p := range players {
				if p != nil && player.NoteOf(p) == "" {
					t.Errorf("%s: player %d says nothing about its level", name, r)
				}
			}
		}
	}
}

// TestContract checks what every player promises.
func TestContract(t *testing.T) {
	for _, name := range []string{"tictactoe", "tictactoe-rbg", "rockpaperscissors"} {
		t.Run(name, func(t *testing.T) {
			playertest.Run(t, playertest.Open(t, name), func() player.Player { return &levels.Player{Number: 4} })
		})
	}
}

func TestCount(t *testing.T) {
	g := playertest.Open(t, "tictactoe")
	tests := []struct {
		moves, made string
		want        levels.Tactics
	}{
		{"", "(mark 2 2)", levels.Tactics{}},
		{"(mark 1 1);(mark 2 1);(mark 1 2);(mark 2 2)", "(mark 1 3)", levels.Tactics{Wins: 1}},
		{"(mark 1 1);(mark 2 1);(mark 1 2);(mark 2 2)", "(mark 3 3)", levels.Tactics{Wins: 1, Missed: 1}},
		{"(mark 1 1);(mark 2 2);(mark 1 2)", "(mark 1 3)", levels.Tactics{Threats: 1}},
		{"(mark 1 1);(mark 2 2);(mark 1 2)", "(mark 3 3)", levels.Tactics{Threats: 1, Allowed: 1}},
	}
	sight := levels.NewSight(g)
	for _, test := range tests {
		s := playertest.Replay(t, g, test.moves)
		m := g.NewMachine()
		joint := make([]game.Move, 2)
		mover := playertest.Mover(t, g, s)
		for r := range joint {
			for _, move := range m.Legal(s, game.Role(r), nil) {
				if text := g.MoveText(game.Role(r), move); game.Role(r) != mover || text == test.made {
					joint[r] = move
				}
			}
		}
		if r, got := sight.Count(s, joint); r != mover || got != test.want {
			t.Errorf("%s after %q: %+v of role %d", test.made, test.moves, got, r)
		}
	}
}
