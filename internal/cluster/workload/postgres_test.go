//go:build unix

package workload_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"ludex/internal/store/pgtest"
	"ludex/internal/tournament"
)

// postgres returns a store in PostgreSQL, which can be killed, paused and shut down.
func postgres(t *testing.T) *database {
	t.Helper()
	server := pgtest.Start(t)
	return &database{path: server.Database(t), kinds: func(s *stage) map[string]func() {
		return map[string]func(){
			"PostgreSQL killed": func() {
				server.Kill()
				s.yield()
				server.Restart(t)
			},
			"PostgreSQL paused": func() {
				server.Pause(t)
				s.yield()
				server.Resume()
			},
			"PostgreSQL shut down": func() { server.Disconnect(t) },
		}
	}}
}

// TestChaosKills kills the manager, workers, NATS and PostgreSQL 200 times at least in
// one tournament of 360 matches.
func TestChaosKills(t *testing.T) {
	if os.Getenv("LUDEX_FULL") == "" {
		t.Skip("it takes long; set LUDEX_FULL=1")
	}
	matches, counts := chaos(t, 4242, tournament.RoundRobin, "repeats = 6", postgres(t), stage{
		every: 1, only: func(what string) bool { return strings.HasSuffix(what, " killed") },
	})
	kills := 0
	for _, n := range counts {
		kills += n
	}
	if matches != 360 || kills < 200 || len(counts) != 4 {
		t.Error("there were too few")
	}
	t.Logf("%d matches; %d kills: %v", matches, kills, counts)
}

// TestChaosPostgres is [TestChaos] with results in PostgreSQL, which is killed and
// paused as well.
func TestChaosPostgres(t *testing.T) {
	t.Parallel()
	seeds := 1
	if os.Getenv("LUDEX_FULL") != "" {
		seeds = 20
	}
	played, sum := 0, map[string]int{}
	for seed := range seeds {
		of := kindsOfCups[seed%len(kindsOfCups)]
		t.Run(fmt.Sprintf("%d-%s", seed, of.kind), func(t *testing.T) {
			_, disturbances := chaos(t, 1000+uint64(seed), of.kind, of.more, postgres(t), stage{})
			for what, n := range disturbances {
				sum[what] += n
			}
			played++
		})
	}
	t.Logf("%d tournaments; disturbances: %v", played, sum)
}
