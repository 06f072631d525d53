package learn_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/playertest"
)

// A countdown is a context that ends when it was asked so often whether it has ended.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Interruptions of rounds, during plays or training, do not change what is learned.
func TestInterruptedRounds(t *testing.T) {
	for _, name := range []string{"tictactoe", "tictactoe-rbg"} {
		var want, got bytes.Buffer
		if err := learned(t, name, 1, 3).Model.Write(&want); err != nil {
			t.Fatal(err)
		}
		opt := learn.Defaults()
		opt.Threads, opt.Hidden = 1, 16
		l, err := learn.New(t.Context(), game.Fixed(playertest.Open(t, name)), nil, opt)
		if err != nil {
			t.Fatal(err)
		}
		interruptions := 0
		for i := range 3 {
			for l.Interrupted() || l.Model.Plays < (i+1)*opt.Plays {
				err := l.Round(&countdown{t.Context(), 80 + interruptions%17}, float64(i)/3)
				if err != nil && !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
				if err != nil {
					interruptions++
				}
			}
		}
		if err := l.Model.Write(&got); err != nil {
			t.Fatal(err)
		}
		if interruptions < 5 || !bytes.Equal(want.Bytes(), got.Bytes()) {
			t.Errorf("%s: after %d interruptions the network is equal: %v", name, interruptions, bytes.Equal(want.Bytes(), got.Bytes()))
		}
	}
}
