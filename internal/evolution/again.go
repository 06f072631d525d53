package evolution

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"ludex/internal/trial"
)

// Again is how much more is played when a game is tried again: this many times the games, with
// twice the nodes.
const Again = 4

// learnedPlays is from how many plays the player learns before it plays again.
const learnedPlays = 4096

// Confirm tries the best games once more, up to a number, with other random numbers and more
// games: the best of many that were tried with a few games each are, for a part, those that
// were lucky. [Run.Best] then lists those that pass again first. The player that suits a game
// learns it before, and uses what it learned if that helps. Results that the log has are not found
// again; keep is called with each candidate that is tried now.
func (r *Run) Confirm(ctx context.Context, most int, try Trier, keep func(*Candidate) error) error {
	var list []*Candidate
	best := r.Best()
	for _, c := range best[:min(most, len(best))] {
		if res, ok := r.again[c.Number]; ok {
			c.Again = &res
		} else {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var group sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for _, c := range list {
		group.Go(func() {
			res, err := try(ctx, trial.Item{Key: fmt.Sprintf("game %d again", c.Number), Rules: c.rules, Options: r.optionsAgain()})
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				c.Again = &res
				err = keep(c)
			}
			if err != nil && ctx.Err() == nil {
				failed = err
				cancel()
			}
		})
	}
	group.Wait()
	return cmp.Or(failed, ctx.Err())
}

// optionsAgain returns how games are tried again.
func (r *Run) optionsAgain() trial.Options {
	opt := r.Settings.Try
	opt.Seed, opt.Games, opt.Nodes, opt.Player = r.Settings.Seed+1, Again*opt.Games, 2*opt.Nodes, "auto"
	opt.Learn = learnedPlays
	if opt.Demands != nil {
		demands := *opt.Demands
		demands.States = 0 // it has been judged, for fewer games
		opt.Demands = &demands
	}
	return opt
}

// better orders elites: those that were tried again and passed come first, those that failed
// then come last. Of equal games the deeper one comes first.
func better(a, b *Candidate) int {
	return cmp.Or(cmp.Compare(b.standing(), a.standing()), cmp.Compare(b.latest().Quality, a.latest().Quality),
		cmp.Compare(b.latest().mean("depth"), a.latest().mean("depth")), cmp.Compare(a.Number, b.Number))
}

// standing is 1 for a game that passed again, -1 for one that failed then.
func (c *Candidate) standing() int {
	switch {
	case c.Again == nil:
		return 0
	case c.Again.Tier == trial.Passed:
		return 1
	}
	return -1
}

// latest returns the result that counts.
func (c *Candidate) latest() outcome {
	if c.Again != nil {
		return outcome{c.Again}
	}
	return outcome{&c.Result}
}

type outcome struct{ *trial.Result }

// mean returns the mean of a figure, or 0.
func (o outcome) mean(measure string) float64 {
	if f := o.Figure(measure); f != nil {
		return f.Value.Mean
	}
	return 0
}
