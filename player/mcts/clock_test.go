package mcts_test

import (
	"context"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"ludex/game"
	"ludex/internal/playertest"
	"ludex/player"
	"ludex/player/mcts"
)

// A punctual player notes how long its answers take.
type punctual struct {
	player.Player
	note func(time.Duration)
}

func (p *punctual) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	began := time.Now()
	defer func() { p.note(time.Since(began)) }()
	return p.Player.Choose(ctx, legal)
}

// TestLateness plays 10,000 moves with a clock of 100 ms and reports how late the
// answers are and how much memory is in use. How punctual a machine is says more
// about the machine than about the player, so nothing but the end of all
// goroutines and the bound of the memory is asserted.
func TestLateness(t *testing.T) {
	if os.Getenv("LUDEX_FULL") == "" {
		t.Skip("takes minutes; LUDEX_FULL=1 runs it")
	}
	const clock, moves = 100 * time.Millisecond, 10_000
	names := []string{"connectfour", "breakthrough-rbg", "chess", "go", "amazons"}
	before := runtime.NumGoroutine()
	var mu sync.Mutex
	took := map[string][]time.Duration{}
	late := map[string]int{}
	var group sync.WaitGroup
	work := make(chan string, len(names))
	for _, name := range names {
		work <- name
	}
	close(work)
	for range 2 {
		group.Go(func() {
			for name := range work {
				g := playertest.Open(t, name)
				note := func(d time.Duration) {
					mu.Lock()
					defer mu.Unlock()
					took[name] = append(took[name], d)
				}
				asked := func() int {
					mu.Lock()
					defer mu.Unlock()
					return len(took[name])
				}
				for seed := uint64(1); asked() < moves/len(names); seed++ {
					opt := mcts.Defaults()
					opt.Memory = 64
					m := player.Match{Game: g, PlayClock: clock, Seed: seed}
					for range g.Roles() {
						m.Players = append(m.Players, &punctual{mcts.NewPlayer(opt), note})
					}
					res, err := player.Play(context.Background(), m)
					if err != nil {
						t.Errorf("%s: %v", name, err)
						return
					}
					mu.Lock()
					late[name] += len(res.Faults)
					mu.Unlock()
				}
			}
		})
	}
	group.Wait()
	for _, name := range names {
		list := took[name]
		slices.Sort(list)
		t.Logf("%s: %d moves, median %v, 99th percentile %v, longest %v; late %d", name, len(list),
			list[len(list)/2], list[len(list)*99/100], list[len(list)-1], late[name])
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	t.Logf("memory taken from the system: %d MB", memory.Sys>>20)
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}
