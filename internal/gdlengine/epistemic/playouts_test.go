package epistemic_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine"
	"ludex/library"
)

// TestPlayouts checks that playouts are those that a machine makes: with the same seeds
// they have the same steps, ends and goals, on games of the library and on random ones, of
// which many get stuck, have no goal values or are cut off.
func TestPlayouts(t *testing.T) {
	var texts []string
	for _, g := range library.Games() {
		if g.Dialect == "gdl-iii" {
			texts = append(texts, string(g.Rules()))
		}
	}
	if len(texts) == 0 {
		t.Fatal("the library has no game of GDL-III")
	}
	for seed := range uint64(40) {
		texts = append(texts, randomGame(seed))
	}
	var stuck, cut, bad uint64
	for i, text := range texts {
		want, err := samePlayouts(t.Context(), parse(t, text))
		if err != nil {
			t.Errorf("game %d: %v\n%s", i, err, text)
		}
		stuck, cut, bad = stuck+want.Stuck, cut+want.Cut, bad+want.BadGoals
	}
	if stuck == 0 || cut == 0 || bad == 0 {
		t.Errorf("%d plays were stuck, %d cut off and %d without goals: some kind was not compared", stuck, cut, bad)
	}
}

// samePlayouts compares the playouts of a game with those of a machine, from the initial
// state and from the one after the first step. It returns the latter.
func samePlayouts(ctx context.Context, p *gdl.Program) (sum game.PlayoutResult, err error) {
	o, err := gdlengine.Open(ctx, p, gdlengine.Options{Opening: game.Opening{Engine: gdlengine.Circuit}})
	if err != nil {
		return sum, err
	}
	first := game.NewPlayout(o.Game, o.Game.NewMachine())
	first.Reset(nil, 1)
	if err := first.Run(ctx, 1); err != nil && !errors.Is(err, game.ErrStuck) {
		return sum, err
	}
	starts := []game.State{nil, first.State}
	for _, from := range starts {
		for _, opt := range []game.PlayoutOptions{
			{From: from, Count: 50, Seed: 7, MaxSteps: 5},
			{From: from, Count: 9, Seed: 1, MaxSteps: 1, Threads: 2},
		} {
			got, err := game.Playouts(ctx, o.Game, opt)
			if err != nil {
				return sum, err
			}
			want, err := game.ScalarPlayouts(ctx, o.Game, opt)
			if err != nil {
				return sum, err
			}
			got.Elapsed, got.First, want.Elapsed, want.First = 0, 0, 0, 0
			if !reflect.DeepEqual(got, want) {
				return sum, fmt.Errorf("%+v, but by a machine %+v", got, want)
			}
			sum.Add(&want)
		}
	}
	return sum, nil
}

// TestPlayoutsInterrupted checks that playouts end with their context, without an error.
func TestPlayoutsInterrupted(t *testing.T) {
	o, err := gdlengine.Open(t.Context(), parse(t, muddyChildren(3)), gdlengine.Options{Opening: game.Opening{Engine: gdlengine.Circuit}})
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	res, err := game.Playouts(ended, o.Game, game.PlayoutOptions{Count: 1000})
	if err != nil || res.Playouts != 0 {
		t.Errorf("%d playouts, %v", res.Playouts, err)
	}
	if res, err = game.Playouts(t.Context(), o.Game, game.PlayoutOptions{Time: time.Millisecond}); err != nil {
		t.Errorf("%d playouts, %v", res.Playouts, err)
	}
	if _, err := game.Playouts(t.Context(), o.Game, game.PlayoutOptions{Count: 1, From: game.State{12345, 0}}); err == nil {
		t.Error("playouts from a position that nobody has reached")
	}
}
