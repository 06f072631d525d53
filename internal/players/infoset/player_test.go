package infoset_test

import (
	"context"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/corpustest"
	"ludex/internal/players/infoset"
	"ludex/internal/playertest"
	"ludex/player"
)

// TestPromises plays games of several kinds. Battleships, which has many states and moves, is left
// to LUDEX_FULL=1.
func TestPromises(t *testing.T) {
	games := []string{"montyhall", "kuhnpoker", "kriegspiel-tictactoe", "mastermind-small", "tictactoe", "rockpaperscissors"}
	if corpustest.Full() {
		games = append(games, "battleships")
	}
	for _, spec := range []string{"ismcts", "hyperplay", "pimc"} {
		for _, name := range games {
			t.Run(spec+"/"+name, func(t *testing.T) { playertest.Run(t, playertest.Open(t, name), maker(t, spec)) })
		}
	}
}

// TestClocks plays with clocks.
func TestClocks(t *testing.T) {
	for _, spec := range []string{"ismcts", "hyperplay", "pimc"} {
		g := playertest.Open(t, "kriegspiel-tictactoe")
		players := []player.Player{maker(t, spec)(), maker(t, spec)()}
		res, err := player.Play(t.Context(), player.Match{Game: g, Players: players, StartClock: time.Second, PlayClock: time.Second, MaxSteps: 1, Seed: 1})
		if err != nil || len(playertest.BadFaults(res.Faults)) > 0 {
			t.Errorf("%s: %v, faults %v", spec, err, res.Faults)
		}
	}
}

// TestMontyHall checks that the candidate always switches.
func TestMontyHall(t *testing.T) {
	g := playertest.Open(t, "montyhall")
	for _, spec := range []string{"ismcts", "hyperplay"} {
		for seed := range uint64(20) {
			match := player.Match{Game: g, Players: []player.Player{maker(t, spec)(), nil}, Nodes: 500, Seed: seed}
			res, err := player.Play(t.Context(), match)
			if err != nil {
				t.Fatal(err)
			}
			if last := g.MoveText(0, res.Moves[3][0]); last != "switch" {
				t.Errorf("%s, seed %d: the candidate's last move is %s", spec, seed, last)
			}
		}
	}
}

func TestLostPlayersGoOn(t *testing.T) {
	g := playertest.Open(t, "montyhall")
	for _, spec := range []string{"ismcts", "hyperplay", "pimc"} {
		p := maker(t, spec)()
		ctx := context.Background()
		if err := p.Start(ctx, player.Setup{Game: g, Nodes: 10}); err != nil {
			t.Fatal(err)
		}
		if err := p.Observe(ctx, player.Event{Own: 99}); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Choose(ctx, []game.Move{1, 2}); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
		if player.NoteOf(p) == "" {
			t.Errorf("%s does not say that it is lost", spec)
		}
		p.Stop()
	}
}

func TestOptionsAreChecked(t *testing.T) {
	opt := infoset.Defaults()
	opt.Memory = 0
	g := playertest.Open(t, "montyhall")
	for _, p := range []player.Player{infoset.NewPlayer(opt), infoset.NewHyperPlayer(opt)} {
		if err := p.Start(t.Context(), player.Setup{Game: g}); err == nil {
			t.Errorf("%T starts without memory", p)
		}
	}
	if _, err := player.Roster(infoset.Kinds()).New("ismcts:select=best"); err == nil {
		t.Error("there is a selection called best")
	}
}
