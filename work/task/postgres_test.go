//go:build unix

package task_test

import (
	"fmt"
	"os"
	"testing"

	"ludex/store/pgtest"
)

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
			server := pgtest.Start(t)
			base := &database{path: server.Database(t), kinds: func(s *stage) map[string]func() {
				return map[string]func(){
					"PostgreSQL killed": func() {
						server.Kill()
						s.linger()
						server.Restart(t)
					},
					"PostgreSQL paused": func() {
						server.Pause(t)
						s.linger()
						server.Resume()
					},
					"PostgreSQL shut down": func() { server.Disconnect(t) },
				}
			}}
			for what, n := range chaos(t, 1000+uint64(seed), of.kind, of.more, base) {
				sum[what] += n
			}
			played++
		})
	}
	t.Logf("%d tournaments; disturbances: %v", played, sum)
}
