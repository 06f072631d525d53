package bitslice

import (
	"context"
	"fmt"
	"testing"

	"ludex/game"
)

// TestStreamDistribution adds states one by one while others are played, with different
// numbers of playouts, and compares the results with what is expected of each state.
func TestStreamDistribution(t *testing.T) {
	for seed := range uint64(20) {
		p := randomProgram(seed, shape{state: 4, roles: 1 + int(seed%2), phases: 1 + int(seed%3), moves: 5, gates: 6, easy: seed%4 > 0})
		if len(p.Phases) == 1 {
			deferGoals(p)
		}
		e, err := New(p, Auto)
		if err != nil {
			t.Fatal(err)
		}
		bits := []uint64{0b1101, 0b0010}
		pair := []Start{{0, bits[:1]}, {len(p.Phases) - 1, bits[1:]}}
		sums := streamed(t, e, pair, seed)
		for i, start := range pair {
			want := expect(p, start.Phase, bitsOf(start.State, 4), 30)
			want.compare(t, fmt.Sprintf("seed %d, state %d", seed, i), &sums[i])
		}
	}
}

// streamed plays two states in turn many times and returns the sums of their counts. It
// checks that each number comes back once, with all of its playouts.
func streamed(t *testing.T, e *Engine, pair []Start, seed uint64) (sums [2]game.PlayoutResult) {
	const playouts = 20_000
	c := e.NewBatchRunner(30)
	counts := []int{1, 1, 7, 64, 100}
	index, count := map[int32]int{}, map[int32]int{}
	c.Begin(Count, seed)
	for added, ended := 0, 0; ended == 0 || len(index) > 0; {
		for ; sums[0].Playouts < playouts && c.Idle() > 0 && c.Room() > 0; added++ {
			n := c.Add(pair[added%2], counts[added%len(counts)])
			if _, playing := index[n]; playing {
				t.Fatalf("number %d was given twice", n)
			}
			index[n], count[n] = added%2, counts[added%len(counts)]
		}
		ok := c.Advance(t.Context(), Count/16, func(n int32, tally *Tally) {
			i, playing := index[n]
			if !playing || tally.Playouts != uint64(count[n]) {
				t.Fatalf("number %d ended with %d playouts instead of %d", n, tally.Playouts, count[n])
			}
			ended++
			delete(index, n)
			one := resultOf(tally)
			sums[i].Add(&one)
		})
		if !ok {
			t.Fatal("the stream stopped")
		}
	}
	return sums
}

// TestStreamInterrupted checks that a stream can begin again after its context has ended.
func TestStreamInterrupted(t *testing.T) {
	e, err := New(randomProgram(1, shape{state: 4, roles: 1, phases: 1, moves: 5, gates: 6}), Auto)
	if err != nil {
		t.Fatal(err)
	}
	c := e.NewBatchRunner(30)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	c.Begin(4, 1)
	for c.Room() > 0 {
		c.Add(Start{0, []uint64{5}}, 1000)
	}
	if c.Advance(ended, 0, func(int32, *Tally) { t.Error("something has ended") }) {
		t.Error("the stream went on")
	}
	c.Begin(4, 1)
	n := c.Add(Start{0, []uint64{5}}, 1000)
	ok := c.Advance(t.Context(), 0, func(number int32, tally *Tally) {
		if number != n || tally.Playouts != 1000 {
			t.Errorf("number %d: %+v", number, *tally)
		}
	})
	if !ok || c.Room() != 4 || c.Idle() != Count {
		t.Errorf("the stream ended: %v, with room for %d and %d idle lanes", ok, c.Room(), c.Idle())
	}
}
