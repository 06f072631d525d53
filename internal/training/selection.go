package training

import (
	"cmp"
	"slices"

	"ludex/internal/learn"
)

// A selection finds the best of several methods by games against the same opponent. All
// play as many games; after each round those with the worse scores are left out.
type selection struct {
	trials []learn.Trial // those that go on come first
	active int           // how many these are
	next   int           // the trial to go on with
}

// newSelection returns a selection. The trials are as the given one, but for their methods.
func newSelection(list []learn.Method, t learn.Trial) *selection {
	s := &selection{active: len(list)}
	for _, m := range list {
		t.Method, t.High = m, 1
		s.trials = append(s.trials, t)
	}
	return s
}

// current returns the trial whose method plays next, or nil if the selection is over.
func (s *selection) current() *learn.Trial {
	if s.active == 0 {
		return nil
	}
	return &s.trials[s.next]
}

// add adds games to the current trial, and goes on to the next one.
func (s *selection) add(t learn.Trial) {
	s.trials[s.next] = join(s.trials[s.next], t)
	if s.next++; s.next < s.active {
		return
	}
	s.sort()
	s.active = (s.active + 1) / 2
	if best := &s.trials[0]; s.active == 1 && best.Games >= leastGames && (best.Low > 0.5 || best.Worse() || best.Games >= aimedGames) {
		s.active = 0
	}
	s.next = 0
}

// sort sorts the trials, the best first.
func (s *selection) sort() {
	slices.SortStableFunc(s.trials, func(a, b learn.Trial) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Games, a.Games))
	})
}

// best returns the trial of the best method that is better than what it played against, or nil if
// none is. Trials that are over early have few games, so that a high score may be chance: of the
// better ones that with the highest lower bound is the best.
func (s *selection) best() *learn.Trial {
	s.sort()
	var best *learn.Trial
	for i := range s.trials {
		if t := &s.trials[i]; t.Better() && (best == nil || t.Low > best.Low) {
			best = t
		}
	}
	return best
}
