package player_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"ludex/player"
)

func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		w, turns := player.NewDeadline(ctx), 0
		for w.Allows() {
			time.Sleep(60 * time.Millisecond)
			turns++
		}
		if ctx.Err() != nil || turns != 16 {
			t.Errorf("%d turns of 60 ms in a second, and the context says %v", turns, ctx.Err())
		}
		cancel()
		if player.NewDeadline(ctx).Allows() {
			t.Error("the context has ended")
		}
		if !player.NewDeadline(context.Background()).Allows() {
			t.Error("there is no end")
		}
	})
}

func TestTracker(t *testing.T) {
	tr := player.NewTracker(player.Setup{Game: coins(3)})
	if err := tr.Observe(player.Event{Joint: nil}); err != player.ErrHidden {
		t.Errorf("the error is %v", err)
	}
	joint := tr.Machine.Legal(tr.State, 0, nil)
	if err := tr.Observe(player.Event{Joint: joint}); err != nil || tr.Steps != 1 {
		t.Errorf("%v after %d steps", err, tr.Steps)
	}
}
