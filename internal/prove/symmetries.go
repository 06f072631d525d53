package prove

import (
	"context"
	"errors"
	"time"

	"ludex/internal/budget"
	"ludex/internal/prove/correspondence"
)

// Symmetries are a group of symmetries of a game: ways in which its moves correspond to
// others such that the game is the same. All of them are proved.
type Symmetries struct {
	Order      int // how many there are, the identity included
	Generators []*correspondence.Names
	// Complete says that there are no others that change a first move and keep the roles.
	Complete bool
	Unproved int // symmetries of all plays that were tried, without a proof
}

// FindSymmetries looks for symmetries for some time of the processor, and proves each of
// them. The time for a proof is that of the options.
func FindSymmetries(ctx context.Context, l *Loaded, limit time.Duration, opt Options) (*Symmetries, error) {
	if l.Game.Hidden() {
		return nil, &PerceptsError{"for a symmetry percepts would have to correspond as well"}
	}
	found := new(Symmetries)
	slice, cancel := budget.WithSetup(ctx, "looking for symmetries", limit)
	defer cancel()
	judge := func(c *correspondence.Correspondence) (bool, [][]string, error) {
		both, err := compareUnder(l, l, c)
		if err != nil {
			return false, nil, err
		}
		if play := firstDifference(slice, both.System, opt.Seed); play != nil {
			return false, play, nil
		}
		answers, err := New(both, opt).Decide(slice, []Question{SameQuestion})
		if err != nil {
			return false, nil, err
		}
		a := &answers[0]
		switch a.Verdict {
		case Open:
			found.Unproved++
		case Refuted:
			return false, a.Play.Moves, nil
		}
		return a.Verdict == Proved, nil, nil
	}
	group, err := correspondence.Symmetries(slice, l.System, opt.Seed, judge)
	if ctx.Err() != nil || err != nil && !ended(err) && !errors.Is(err, slice.Err()) {
		return nil, errors.Join(ctx.Err(), err)
	}
	found.Order, found.Complete = group.Order, group.Complete && err == nil
	for _, c := range group.Generators {
		found.Generators = append(found.Generators, c.Names(l.System, l.System))
	}
	return found, nil
}
