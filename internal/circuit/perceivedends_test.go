package circuit

import (
	"context"
	"errors"
	"slices"
	"testing"

	"ludex/game"
)

// TestPerceivedEnds looks at all the ways in which playouts end.
func TestPerceivedEnds(t *testing.T) {
	g := mustNew(t, guessing())
	from := slices.Repeat([]game.State{g.NewMachine().Initial(nil)}, 300)
	opt := game.PerceivedOptions{From: from, Roles: []game.Role{1}, Seed: 1, MaxSteps: 3}
	type player func(context.Context, game.Game, game.PerceivedOptions, func(*game.PerceivedStep) error) (game.PerceivedResult, error)
	for name, play := range map[string]player{"lanes": game.PerceivedPlayouts, "scalar": game.ScalarPerceivedPlayouts} {
		t.Run(name, func(t *testing.T) {
			was := make([]bool, len(from))
			res, err := play(t.Context(), g, opt, func(s *game.PerceivedStep) error {
				for i, k := range s.Playouts {
					s.Drop[i] = k%10 == 0 && s.Number == 1
					was[k] = was[k] || s.Drop[i]
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			count := make(map[game.PlayoutEnd]int)
			for k, end := range res.Ends {
				count[end]++
				if (end == game.Dropped) != was[k] || (end == game.Finished) != (res.Goals[2*k+1] == 100) ||
					res.Goals[2*k] != game.NoGoal || end == game.CutOff && res.Steps[k] != 3 || end == game.Dropped && res.Steps[k] != 2 {
					t.Fatalf("playout %d: end %d after %d steps with goals %v", k, end, res.Steps[k], res.Goals[2*k:2*k+2])
				}
			}
			if count[game.Finished] < 150 || count[game.CutOff] < 40 || count[game.Dropped] < 5 || len(count) != 3 {
				t.Errorf("ends %v", count)
			}
			stop := errors.New("enough")
			res, err = play(t.Context(), g, opt, func(*game.PerceivedStep) error { return stop })
			if !errors.Is(err, stop) || res.Ends[0] != game.Abandoned || res.Steps[0] != 1 {
				t.Errorf("after an error: %v, end %d after %d steps", err, res.Ends[0], res.Steps[0])
			}
			ctx, cancel := context.WithCancel(t.Context())
			res, err = play(ctx, g, opt, func(*game.PerceivedStep) error { cancel(); return nil })
			if err != nil || res.Ends[299] != game.Abandoned || res.Steps[0] != 1 {
				t.Errorf("after a cancellation: %v, end %d after %d steps", err, res.Ends[299], res.Steps[0])
			}
		})
	}
}

// TestPerceivedFromNowhere plays from a state that no play leads to, and from one
// in which a role has no legal move.
func TestPerceivedFromNowhere(t *testing.T) {
	s := guessing()
	s.Terminal = -1 // it is over, but nobody says so
	g := mustNew(t, s)
	over, err := g.ParseState([]string{"over"})
	if err != nil {
		t.Fatal(err)
	}
	res, err := game.PerceivedPlayouts(t.Context(), g, game.PerceivedOptions{From: []game.State{over}}, nil)
	if err != nil || res.Ends[0] != game.Stuck {
		t.Errorf("end %d, %v", res.Ends[0], err)
	}
	g = mustNew(t, ticTacToe())
	nowhere, err := g.ParseState([]string{"(control white)", "(control black)", "(cell 1 1 b)"})
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	opt := game.PerceivedOptions{From: []game.State{nowhere, g.NewMachine().Initial(nil)}, Roles: []game.Role{0}}
	res, err = game.PerceivedPlayouts(t.Context(), g, opt, func(s *game.PerceivedStep) error { steps += len(s.Playouts); return nil })
	if err != nil || res.Ends[0] != game.Finished || res.Ends[1] != game.Finished || steps != res.Steps[0]+res.Steps[1] {
		t.Errorf("%+v after %d steps, %v", res, steps, err)
	}
}

// TestPerceivedAllocations checks that a step allocates nothing once warm.
func TestPerceivedAllocations(t *testing.T) {
	g := mustNew(t, guessing())
	program, engine, err := g.perceiver()
	if err != nil {
		t.Fatal(err)
	}
	p := newPerceiver(g, program, engine)
	from := slices.Repeat([]game.State{g.NewMachine().Initial(nil)}, 512)
	opt := game.PerceivedOptions{From: from, Roles: []game.Role{0, 1}}
	visit := func(*game.PerceivedStep) error { return nil }
	if _, err := p.play(t.Context(), opt, make([]int, len(from)), visit); err != nil {
		t.Fatal(err)
	}
	all := p.playouts[:len(from)]
	ctx := context.Background()
	if n := testing.AllocsPerRun(10, func() {
		p.playouts = all
		for k := range all {
			all[k] = k
		}
		if err := p.run(ctx, 0); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
