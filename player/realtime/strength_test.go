package realtime_test

import (
	"context"
	"os"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/realtimematch"
	"ludex/internal/rulestest"
	"ludex/match"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/timed"
)

func init() {
	realtime.PlayMatch = func(ctx context.Context, m realtime.Match) (player.Result, error) {
		return realtimematch.Match{Game: m.Game, Options: m.Options, Players: m.Players, Nodes: m.Nodes, Wall: m.Wall}.Play(ctx)
	}
}

// full reports whether long tests are wanted.
func full() bool { return os.Getenv("LUDEX_FULL") != "" }

// open prepares a game of the library.
func open(t testing.TB, name string) *timed.Game {
	t.Helper()
	g, err := rulestest.Read(t, name).OpenTimed(t.Context(), game.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// series plays matches of the search against others.
func series(t testing.TB, name string, games, nodes int, other match.Maker) player.Standing {
	t.Helper()
	s := match.Series{Games: games, Workers: 2,
		Config: match.Config{Game: open(t, name), Nodes: nodes, Seed: 1, RealTime: match.RealTime{
			Options: timed.MatchOptions{MaxTime: 100 * timed.Unit, MaxEvents: 10_000},
		}},
		Entrants: []match.Entrant{{Name: "realtime", New: search}, {Name: "other", New: other}}}
	rows, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if rows[0].Games != games {
		t.Fatalf("%d games", rows[0].Games)
	}
	return rows[0]
}

func search() match.Player { return realtime.NewSearch() }

func idle() match.Player { return realtime.NewIdle() }

func rate(r timed.Rate) match.Maker {
	return func() match.Player { return realtime.NewRandom(r * timed.PerUnit) }
}

// The targets are for 200 matches with the default budget; a few matches with a
// small one show as much as a quick test can.
func TestSearchWins(t *testing.T) {
	for _, test := range []struct {
		name         string
		games, nodes int
		score        float64
	}{
		{"duel", 10, 1000, 0.95}, {"hotpotato", 10, 1000, 0.85}, {"simonsays", 8, 1000, 0.75},
		{"snap", 8, 1000, 0.5}, {"resourcerace", 8, 800, 0.5}, {"shooter", 8, 1000, 0.5},
	} {
		t.Run(test.name, func(t *testing.T) {
			if testing.Short() && test.name != "snap" && test.name != "duel" {
				t.Skip("takes long with the race detector: left to the complete run")
			}
			t.Parallel()
			if full() {
				test.games, test.nodes = 200, 10_000
				test.score = 0.95
			}
			if row := series(t, test.name, test.games, test.nodes, rate(2)); row.Score < test.score {
				t.Errorf("score %.3f", row.Score)
			} else {
				t.Logf("%+v", row)
			}
		})
	}
}

// lateSwerver moves at the last moment.
type lateSwerver struct{ realtime.Player }

func (lateSwerver) Next(v *timed.View) (timed.Plan, bool) {
	if len(v.Legal) == 0 {
		return timed.Plan{}, false
	}
	return timed.Plan{At: v.Until - timed.Moment, Move: v.Legal[0]}, true
}

// Swerving is worth 80 at least, against any opponent.
func TestChicken(t *testing.T) {
	games := 10
	if full() {
		games = 200
	}
	for name, other := range map[string]match.Maker{
		"random": rate(2), "slow": rate(1), "idle": idle,
		"late": func() match.Player { return lateSwerver{realtime.NewIdle()} }, "itself": search,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if row := series(t, "chicken", games, 1000, other); row.Goal < 80 {
				t.Errorf("mean goal %.1f", row.Goal)
			} else {
				t.Logf("mean goal %.1f", row.Goal)
			}
		})
	}
}

func TestSeries(t *testing.T) {
	var seats [][]int
	s := match.Series{Games: 6, Config: match.Config{Game: open(t, "chicken"), Nodes: 300, Seed: 1},
		Entrants: []match.Entrant{{Name: "a", New: search}, {Name: "b", New: idle}},
		Done:     func(p player.SeriesMatch) { seats = append(seats, p.Seats) }}
	rows, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if rows[0].Goal != 80 || rows[1].Goal != 100 || rows[1].Wins != 6 {
		t.Errorf("%+v", rows)
	}
	for i, seat := range seats {
		if want := []int{i % 2, 1 - i%2}; !slices.Equal(seat, want) {
			t.Errorf("match %d: seats %v, want %v", i, seat, want)
		}
	}
	s.Entrants = s.Entrants[:1]
	if _, err := s.Run(context.Background()); err == nil {
		t.Error("one entrant for two seats")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s.Entrants = append(s.Entrants, match.Entrant{Name: "c", New: idle})
	if rows, err := s.Run(ctx); rows[0].Games != 0 {
		t.Errorf("%+v, %v", rows, err)
	}
}
