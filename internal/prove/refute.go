package prove

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"time"

	"ludex/internal/budget"
	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/sat"
)

// findLoops notices plays that come back to a state.
func (st *state) findLoops(seen []map[string]int) {
	if st.loops != nil {
		return
	}
	key := make([]byte, (len(st.State)+7)/8)
	for lane := range lanes {
		steps := len(st.sample.plays[lane])
		if steps == 0 {
			seen[lane] = map[string]int{}
		}
		clear(key)
		for i, w := range st.sample.state {
			key[i>>3] |= byte(w>>lane&1) << (i & 7)
		}
		if first, ok := seen[lane][string(key)]; ok {
			st.loops = &Play{Moves: st.texts(st.sample.play(lane)), Loop: first}
			return
		}
		seen[lane][string(key)] = steps
	}
}

// texts returns joint moves as texts.
func (s *subject) texts(play [][]int) [][]string {
	var out [][]string
	for _, joint := range play {
		var texts []string
		for r, m := range joint {
			texts = append(texts, s.Roles[r].Moves[m].Text)
		}
		out = append(out, texts)
	}
	return out
}

// refuted has a play replayed.
func (a *attempt) refuted(ctx context.Context, play *Play, how string) (*Answer, error) {
	verify := func() error { return replay(ctx, a.game, a.question.Property, play) }
	if a.question.Property.Kind == claim.Same {
		verify = func() error { return replayBoth(ctx, a.game, a.other, play) }
	}
	err := verify()
	switch {
	case a.question.Property.Kind == claim.Same && a.found:
		return differUnderGuess(play, err), nil
	case err != nil:
		return nil, fmt.Errorf("the play %v, found by %s: %w", play.Moves, how, err)
	}
	return &Answer{Verdict: Refuted, Method: how, Play: play}, nil
}

// differUnderGuess is the answer where two games differ after a play, under a correspondence that may
// be wrong. It has the play if that was replayed; an interpreter need not know the names that were guessed.
func differUnderGuess(play *Play, err error) *Answer {
	const perhaps = "the games differ under the correspondence that was found, but there may be another one"
	if err != nil {
		play = nil
	}
	return &Answer{Verdict: Open, Differ: true, Method: perhaps, Play: play}
}

// walkedBack says how a loop was found.
const walkedBack = "steps away from a state and back"

// refuteByPlays looks at random plays.
func (a *attempt) refuteByPlays(ctx context.Context) (*Answer, error) {
	if a.question.Property.Ranked() {
		if a.loops != nil {
			return a.refuted(ctx, a.loops, "random plays")
		}
		if play := a.walkInLoops(ctx, fewWalks, a.opt.Seed+3); play != nil {
			return a.refuted(ctx, play, walkedBack)
		}
	}
	if a.bad == aig.False {
		return nil, nil
	}
	slice, cancel := a.within(ctx, 5)
	defer cancel()
	if play := a.badPlay(slice, newSample(a.System, a.opt.Seed+1), a.opt.Rounds); play != nil {
		return a.refuted(ctx, play, "random plays")
	}
	return nil, nil
}

// Limits of longer random plays.
const (
	longRounds = 20_000 // so that small games do not wait for a part of the time
	endTries   = 32     // steps that a play tries at a state before it ends
)

// refuteByLongPlays plays at random for a part of the time at most: first as before, and then so that
// plays avoid their end, since some violations are only near the end of long plays.
func (a *attempt) refuteByLongPlays(ctx context.Context, part int) (*Answer, error) {
	for i, tries := range []int{0, endTries} {
		slice, cancel := a.within(ctx, 2*part)
		x := newSample(a.System, a.opt.Seed+5+uint64(i))
		x.again = tries
		play := a.badPlay(slice, x, longRounds)
		cancel()
		if play != nil {
			return a.refuted(ctx, play, "random plays")
		}
	}
	return nil, nil
}

// badPlay returns a play of a sample that violates the property, or nil.
func (a *attempt) badPlay(ctx context.Context, x *sample, rounds int) (found *Play) {
	x.end = a.Graph.Len()
	note := func(hits uint64) {
		if hits != 0 {
			found = &Play{Moves: a.texts(x.play(bits.TrailingZeros64(hits))), Loop: -1}
		}
	}
	look := func() {
		if !a.inStep {
			note(x.sim.Value(a.bad))
		}
	}
	for n := 0; n < rounds && found == nil && ctx.Err() == nil; n++ {
		x.rounds = x.rounds[:0]
		x.run(ctx, 1, maxSteps, look)
		if a.inStep && len(x.rounds) > 0 {
			note(x.sim.Value(a.bad) & x.rounds[0].moved)
		}
	}
	return found
}

// shortPlays is how many steps the plays of bounded model checking have at most.
const shortPlays = 60

// refuteBounded looks for a short play that is bad, from the initial state, for some time of the
// processor.
func (a *attempt) refuteBounded(ctx context.Context, limit time.Duration) (*Answer, error) {
	slice, cancel := budget.WithSetup(ctx, "proving", max(limit, time.Millisecond))
	defer cancel()
	moves, found, depth := a.bounded(slice, a.Initial(), a.bad, a.inStep, shortPlays, sat.Limits{})
	a.depth = max(a.depth, depth)
	if !found {
		return nil, nil
	}
	return a.refuted(ctx, &Play{Moves: a.texts(moves), Loop: -1}, "bounded model checking")
}

// shortLoops is how many steps the loops have that the solver looks for.
const shortLoops = 6

// refuteByLoop looks for a short way back to a state of a random play: by steps that make states
// more alike, and then by the solver.
func (a *attempt) refuteByLoop(ctx context.Context) (*Answer, error) {
	slice, cancel := a.within(ctx, 2)
	defer cancel()
	if play := a.walkInLoops(slice, manyWalks, a.opt.Seed+4); play != nil {
		return a.refuted(ctx, play, walkedBack)
	}
	x := newSample(a.System, a.opt.Seed+2)
	for n := range 40 {
		x.run(slice, 1+n/4, maxSteps, nil)
		if slice.Err() != nil {
			return nil, nil
		}
		lane := n % lanes
		from := make([]bool, len(x.state))
		for i, w := range x.state {
			from[i] = w>>lane&1 == 1
		}
		before := x.play(lane)
		moves, found, none := a.loop(slice, from, shortLoops, sat.Limits{Conflicts: 20_000})
		if found {
			play := &Play{Moves: a.texts(slices.Concat(before, moves)), Loop: len(before)}
			return a.refuted(ctx, play, "a loop that the solver found")
		}
		if none {
			a.unlooped++
		}
	}
	return nil, nil
}
