package seat

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ludex/internal/rulestest"
	"ludex/player"
)

// A ponderer measures how long it ponders.
type ponderer struct {
	stub
	pondered atomic.Int64 // nanoseconds
}

func (p *ponderer) Ponder(ctx context.Context) error {
	began := time.Now()
	<-ctx.Done()
	p.pondered.Add(int64(time.Since(began)))
	return nil
}

// TestPonder checks that a player thinks while the manager waits for others, and that its
// answers are in time.
func TestPonder(t *testing.T) {
	r := rulestest.Read(t, "tictactoe")
	synctest.Test(t, func(t *testing.T) {
		p := new(ponderer)
		m := tictactoe(t, r, slow(0), func() player.Player { return p })
		m.ask("(mark 3 3)")
		time.Sleep(playClock)
		m.tell("(mark 3 3)", "noop")
		m.ask("noop")
		time.Sleep(playClock)
		m.tell("noop", "(mark 3 2)")
		m.ask("(mark 3 1)")
		m.end()
		if d := time.Duration(p.pondered.Load()); p.events != 2 || d < 2*playClock {
			t.Errorf("%d steps, %v of pondering", p.events, d)
		}
	})
}

// TestPonderEnds checks that a player does not ponder forever if the manager is gone.
func TestPonderEnds(t *testing.T) {
	r := rulestest.Read(t, "tictactoe")
	synctest.Test(t, func(t *testing.T) {
		p := new(ponderer)
		m := tictactoe(t, r, slow(0), func() player.Player { return p })
		m.ask("(mark 3 3)")
		before := p.pondered.Load()
		time.Sleep(time.Hour)
		if d := time.Duration(p.pondered.Load() - before); d > longestPonder*playClock+time.Minute {
			t.Errorf("it pondered for %v", d)
		}
		m.end()
	})
}
