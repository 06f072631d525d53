//go:build !js

package timedengine_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/timedengine"
	"ludex/library"
)

// compareLanes plays the same plays one by one and many at once. It returns how many plays
// have ended regularly.
func compareLanes(t *testing.T, p *timedengine.Program, plays int) int {
	t.Helper()
	limits := timedengine.PlayLimits{MaxTime: 20 * second, MaxUpdates: 200, AtOnce: 50}
	mean := uint64(second / 2)
	l := timedengine.NewLanes(p, mean, limits)
	if l == nil {
		t.Fatal("no lanes")
	}
	got := make([]string, plays)
	id := 0
	next := func() (timedengine.LanePlay, bool) {
		if id == plays {
			return timedengine.LanePlay{}, false
		}
		id++
		return timedengine.LanePlay{ID: uint64(id - 1), Chance: uint64(id), Roles: uint64(id) << 8}, true
	}
	l.Play(next, func(r *timedengine.LaneResult) {
		got[r.ID] = describe(r.Ending, r.Err, r.Updates, r.Now, len(p.Roles()), func(role int) []int { return r.Goals[role] })
	})
	regular := 0
	player := timedengine.NewPlayer(timedengine.New(p, 1<<20), mean)
	for i := range plays {
		end, err := player.Play(uint64(i+1), uint64(i+1)<<8, limits)
		if err == nil {
			regular++
		}
		if want := describe(end, err, player.Updates(), player.Now(), len(p.Roles()), player.Goals); got[i] != want {
			t.Fatalf("play %d: got %s, want %s", i, got[i], want)
		}
	}
	return regular
}

func describe(end timedengine.Ending, err error, updates int, now gdl.Lifetime, roles int, goals func(int) []int) string {
	if err != nil {
		return err.Error()
	}
	text := fmt.Sprint(end, updates, now)
	for r := range roles {
		if end == timedengine.Terminal {
			text += fmt.Sprint(slices.Clone(goals(r)))
		}
	}
	return text
}

// Lanes play the same plays as players do.
func TestLanes(t *testing.T) {
	for _, g := range library.Games() {
		if !strings.HasPrefix(g.Dialect, "rtgdl") {
			continue
		}
		t.Run(g.Name, func(t *testing.T) {
			p, err := compile(t, string(g.Rules()))
			if err != nil {
				t.Fatal(err)
			}
			if compareLanes(t, p, 600) == 0 {
				t.Error("no play ended")
			}
		})
	}
}

func TestLanesOfRandomGames(t *testing.T) {
	games := 150
	if os.Getenv("LUDEX_FULL") != "" {
		games = 2000
	}
	regular := 0
	for i := range games {
		text := randomGame(game.NewRand(uint64(i)))
		p, err := compile(t, text)
		if err != nil {
			t.Fatal(err)
		}
		if !t.Run(fmt.Sprint(i), func(t *testing.T) { regular += compareLanes(t, p, 300) }) {
			t.Fatal(text)
		}
	}
	if regular < 100*games {
		t.Errorf("of %d plays %d ended", 300*games, regular)
	}
}

func BenchmarkLanes(b *testing.B) {
	for _, name := range []string{"shooter", "breakthrough-race", "chess-race", "tictactoe-race"} {
		b.Run(name, func(b *testing.B) {
			g, _ := library.Lookup(name)
			p, err := compile(b, string(g.Rules()))
			if err != nil {
				b.Fatal(err)
			}
			l := timedengine.NewLanes(p, uint64(second), timedengine.PlayLimits{MaxTime: 1000 * second, MaxUpdates: 1000, AtOnce: 1000})
			updates, id := 0, uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				left := 2000
				l.Play(func() (timedengine.LanePlay, bool) {
					left--
					id++
					return timedengine.LanePlay{ID: id, Chance: id, Roles: id << 8}, left >= 0
				}, func(r *timedengine.LaneResult) { updates += r.Updates })
			}
			b.ReportMetric(float64(updates)/b.Elapsed().Seconds(), "updates/s")
		})
	}
}
