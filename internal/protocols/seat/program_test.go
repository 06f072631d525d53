package seat

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ludex/internal/rulestest"
	"ludex/player"
	"ludex/rules"
)

// startUp is how long a program of these tests takes to start.
const startUp = 3 * time.Second

// starts is a program that takes a while to say that it is ready, and fails if it is not waited for.
func starts(ctx context.Context) error {
	select {
	case <-time.After(startUp):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// programSeat takes a seat for programs in a series of plays.
func programSeat(t *testing.T, make func() player.Player) *Seat {
	r := rulestest.Read(t, "tictactoe")
	return New(context.Background(), Match{
		Rules: func(context.Context) (*rules.Rules, error) { return r, nil },
		Role:  "white", Received: time.Now(), StartClock: startClock, Guess: "noop",
	}, Options{Margin: margin, NewFor: func(*rules.Rules) player.Player { return make() }})
}

// TestQuestionWhileProgramStarts checks that a question does not interrupt the start of a program in
// the plays after the first: it waits for the program, if there is time, and is answered
// without it otherwise. No second program is started.
func TestQuestionWhileProgramStarts(t *testing.T) {
	for name, test := range map[string]struct {
		clock time.Duration
		first string // the answer while the program starts
	}{
		"waits":         {2 * startUp, "(mark 3 3)"},
		"does not wait": {startUp / 2, "(mark 1 1)"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var programs []*stub
				s := programSeat(t, func() player.Player {
					programs = append(programs, &stub{start: starts})
					return programs[len(programs)-1]
				})
				s.Await(context.Background())
				const plays = 5
				for play := range plays {
					want := test.first
					if play == 0 {
						want = "(mark 3 3)" // it had the start clock
					}
					if got := s.Choose(context.Background(), time.Now(), test.clock, nil); got != want {
						t.Errorf("the first answer of play %d is %s, and not %s", play, got, want)
					}
					s.Observe(Step{Joint: []string{want, "noop"}})
					s.Observe(Step{Joint: []string{"noop", "(mark 2 2)"}})
					want = map[string]string{"(mark 3 3)": "(mark 3 2)", "(mark 1 1)": "(mark 3 3)"}[want]
					if got := s.Choose(context.Background(), time.Now(), 2*startUp, nil); got != want {
						t.Errorf("the second answer of play %d is %s, and not %s", play, got, want)
					}
					s.Again()
				}
				synctest.Wait()
				s.Stop()
				if len(programs) != plays+1 {
					t.Errorf("%d starts", len(programs))
				}
			})
		})
	}
}

// TestProgramFails checks that moves stay legal though a program cannot be started.
func TestProgramFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := programSeat(t, func() player.Player {
			return &stub{start: func(context.Context) error { return errors.New("no such program") }}
		})
		s.Await(context.Background())
		for _, move := range []string{"(mark 1 1)", "(mark 1 2)", "(mark 1 3)"} {
			if got := s.Choose(context.Background(), time.Now(), playClock, nil); got != move {
				t.Errorf("the answer is %s, and not %s", got, move)
			}
			s.Observe(Step{Joint: []string{move, "noop"}})
			s.Observe(Step{Joint: []string{"noop", strings.Replace(move, "mark 1", "mark 2", 1)}})
		}
		s.Stop()
	})
}
