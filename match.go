package ludex

import (
	"context"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/review"
	"ludex/internal/roster"
	"ludex/match"
	"ludex/player"
)

// Thinking bounds what a player may spend on one move. With a number of nodes and a
// seed, results are reproducible.
type Thinking struct {
	Nodes int           // 0 is no limit
	Time  time.Duration // 0 is no limit
	Seed  uint64
}

// NewPlayer returns a player by name and options, such as "mcts:threads=2"; see
// [Players].
func NewPlayer(spec string) (player.Player, error) { return roster.New(spec) }

// Players returns the names of the built-in players.
func Players() []string { return roster.All().Names() }

// Match plays a match between players that are given by name, one per role except
// chance, and returns its record.
func (g *Game) Match(ctx context.Context, t Thinking, specs ...string) (*match.Record, error) {
	players := make([]player.Player, len(specs))
	for i, spec := range specs {
		var err error
		if players[i], err = NewPlayer(spec); err != nil {
			return nil, err
		}
	}
	return g.match(ctx, t, specs, players)
}

// MatchPlayers plays a match between players, one per role except chance, and
// returns its record.
func (g *Game) MatchPlayers(ctx context.Context, t Thinking, players ...player.Player) (*match.Record, error) {
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = fmt.Sprintf("%T", p)
	}
	return g.match(ctx, t, names, players)
}

func (g *Game) match(ctx context.Context, t Thinking, names []string, players []player.Player) (*match.Record, error) {
	seats := make([]match.Seat, len(g.Roles()))
	next := 0
	for r := range seats {
		if game.Role(r) == g.Random() {
			continue
		}
		if next < len(players) {
			seats[r] = match.Seat{Name: names[next], Player: players[next]}
		}
		next++
	}
	if next != len(players) {
		return nil, fmt.Errorf("%s needs %d players, not %d", g.Name(), next, len(players))
	}
	return match.Run(ctx, match.Config{ID: match.NewID("match", g.rules.Name(), time.Now()), Rules: g.rules, Game: g, Seats: seats,
		StartClock: t.Time, PlayClock: t.Time, Nodes: t.Nodes, Seed: t.Seed})
}

// Analyse has a player search a state, and returns what it found for each role that
// has a choice there. A nil state is the initial one; player is a name such as "auto"
// or "mcts".
func (g *Game) Analyse(ctx context.Context, state game.State, t Thinking, spec string) ([]player.Analysis, error) {
	maker, err := roster.All().Maker(spec)
	if err != nil {
		return nil, err
	}
	v, err := review.New(g, review.Options{New: maker, Nodes: t.Nodes, Time: t.Time, Seed: t.Seed})
	if err != nil {
		return nil, err
	}
	if state == nil {
		m := g.NewMachine()
		if state = m.Initial(nil); m.Err() != nil {
			return nil, m.Err()
		}
	}
	p, err := v.At(ctx, state)
	if err != nil {
		return nil, err
	}
	return p.Analyses, nil
}
