package timedmatch_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/timedmatch"
	"ludex/internal/timedtest"
	"ludex/library"
	"ludex/source"
	"ludex/timed"
)

// Plays without policies are those with policies, on either engine.
func TestRandomPlaysAreMatches(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs on one goroutine, so the race detector would find nothing")
	}
	for seed := range 60 {
		comparePlays(t, timedtest.Program(timedtest.Options{Chance: true, Percepts: true, Apart: true}).Example(seed), 5)
	}
	for _, name := range []string{"shooter", "resourcerace", "hotpotato", "duel", "musicalchairs", "snap", "chess-race"} {
		lib, ok := library.Lookup(name)
		if !ok {
			t.Fatal(name)
		}
		p, list := gdlparse.File(source.NewFile(lib.File, lib.Rules()), gdlparse.Options{})
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		comparePlays(t, p, 40)
	}
}

func comparePlays(t *testing.T, p *gdl.Program, plays int) {
	t.Helper()
	opt := timedmatch.RandomOptions{Rate: 2 * timed.PerUnit, MaxTime: 20 * timed.Unit, MaxEvents: 300}
	var all [2]*timedmatch.RandomPlays
	for i, engine := range []string{timed.EngineReference, timed.EngineAuto} {
		g, err := timed.New(p, timed.Options{Engine: engine})
		if err != nil {
			t.Fatal(err)
		}
		all[i] = timedmatch.NewRandomPlays(g, opt)
	}
	failed := false
	for seed := range uint64(plays) {
		want, wantErr := all[0].Play(context.Background(), seed, seed<<8)
		got, err := all[1].Play(context.Background(), seed, seed<<8)
		if (err == nil) != (wantErr == nil) || err == nil && (got.Events != want.Events || got.Ending.Reason != want.Ending.Reason ||
			got.Ending.Time != want.Ending.Time || !sameGoals(got.Ending.Goals, want.Ending.Goals)) {
			t.Fatalf("seed %d: got %+v, %v, want %+v, %v", seed, got, err, want, wantErr)
		}
		failed = failed || err != nil
	}
	if all[1].CanPlayMany() && !failed {
		compareMany(t, all[1], uint64(plays))
	}
}

// compareMany compares plays many at once with the same plays one by one.
func compareMany(t *testing.T, p *timedmatch.RandomPlays, plays uint64) {
	t.Helper()
	seed, seen := uint64(0), 0
	next := func() (uint64, uint64, bool) {
		seed++
		return seed - 1, (seed - 1) << 8, seed <= plays
	}
	got := map[uint64]string{}
	err := p.PlayMany(context.Background(), next, func(seed uint64, r timedmatch.RandomResult) {
		got[seed] = fmt.Sprint(r)
		seen++
	})
	if err != nil || seen != int(plays) {
		t.Fatalf("%d of %d plays, %v", seen, plays, err)
	}
	for seed := range plays {
		want, err := p.Play(context.Background(), seed, seed<<8)
		if err != nil || got[seed] != fmt.Sprint(want) {
			t.Fatalf("seed %d: got %s, want %+v, %v", seed, got[seed], want, err)
		}
	}
}

func sameGoals(a, b [][]int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if len(a[i])+len(b[i]) > 0 && !reflect.DeepEqual(a[i], b[i]) {
			return false
		}
	}
	return true
}

// Random plays allocate nothing where they have been before.
func TestRandomPlaysAllocateNothing(t *testing.T) {
	lib, _ := library.Lookup("shooter")
	p, _ := gdlparse.File(source.NewFile(lib.File, lib.Rules()), gdlparse.Options{})
	g, err := timed.New(p)
	if err != nil {
		t.Fatal(err)
	}
	plays := timedmatch.NewRandomPlays(g, timedmatch.RandomOptions{Rate: timed.PerUnit})
	play := func() {
		if _, err := plays.Play(context.Background(), 1, 2); err != nil {
			t.Fatal(err)
		}
	}
	play()
	if n := testing.AllocsPerRun(10, play); n > 0 {
		t.Errorf("%v allocations in a play", n)
	}
}

// BenchmarkRandomPlays measures updates per second of whole plays.
func BenchmarkRandomPlays(b *testing.B) {
	for _, name := range []string{"hotpotato", "snap", "shooter", "resourcerace", "chess-race"} {
		for _, engine := range []string{timed.EngineReference, timed.EngineCircuit} {
			b.Run(name+"/"+engine, func(b *testing.B) {
				lib, _ := library.Lookup(name)
				p, _ := gdlparse.File(source.NewFile(lib.File, lib.Rules()), gdlparse.Options{})
				g, err := timed.New(p, timed.Options{Engine: engine})
				if err != nil {
					b.Fatal(err)
				}
				plays := timedmatch.NewRandomPlays(g, timedmatch.RandomOptions{Rate: timed.PerUnit, MaxEvents: game.DefaultMaxSteps})
				events, seed := 0, uint64(0)
				for b.Loop() {
					r, err := plays.Play(context.Background(), seed, seed<<8)
					if err != nil {
						b.Fatal(err)
					}
					events += r.Events
					seed++
				}
				b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "updates/s")
			})
		}
	}
}
