package infoset

import (
	"context"
	"math"
	"slices"

	"ludex/game"
	"ludex/internal/infotracker"
	"ludex/internal/sleep"
	"ludex/internal/statehash"
	"ludex/player"
)

const (
	// rolloutDiscount multiplies the distance of a result from a draw for every
	// step, since random opponents leave more time than real ones.
	rolloutDiscount = 0.9
	// maxRounds bounds the number of rounds.
	maxRounds = 64
	// minRoots is the number of states that subsampling keeps at least.
	minRoots = 16
	// rootStates is the number of states computed per root to make a plan, and
	// planSteps the length of a plan, about.
	rootStates, planSteps = 128, 10
)

// A rollout values the moves of a role by playing on from every state of its belief
// to the end of the play. The plays that the role cannot distinguish form a group,
// and the role makes the same move in all of them: the one on which the plans for
// its states agree most. So information is worth what can be made of it. In a round,
// the others make the same moves in all states as far as possible, so that only the
// role's own moves distinguish states.
//
// This suits roles that learn by their own moves without interference, as in a hunt
// or a race. Elsewhere tree search is better.
type rollout struct {
	ctx     context.Context
	game    game.Game
	machine game.Machine
	role    game.Role
	rng     rng
	limit   int // of states computed; 0 is none
	states  int // how many were computed

	roots []root
	moves []game.Move
	plays *playBatch
	votes []float64
}

// A root is a state of the role's belief.
type root struct {
	state  game.State
	weight float64
	plan   []game.Move // of the role, to end well
}

// newRollout returns a rollout from the belief of a tracker.
func newRollout(ctx context.Context, g game.Game, r game.Role, t *infotracker.Tracker, legal []game.Move, d rng, limit int) *rollout {
	m := g.NewMachine()
	m.Bind(ctx)
	q := &rollout{ctx: ctx, game: g, machine: m, role: r, rng: d, limit: limit, moves: legal, plays: newPlayBatch(g, m, r)}
	for i := range t.Len() {
		q.roots = append(q.roots, root{state: t.State(i), weight: t.Weight(i)})
	}
	q.subsample()
	return q
}

// rankByRollout ranks the moves of a role by rollouts, and returns the number of
// states computed. It returns no moves where rollouts are not applicable. The result
// depends on the view and the seed only.
func rankByRollout(ctx context.Context, s player.Setup, t *infotracker.Tracker, legal []game.Move, nodes int) ([]player.Candidate, int, error) {
	ctx, cancel := portion(ctx, 0.5)
	defer cancel()
	d := rng{game.NewRand(statehash.Mix(s.Seed, uint64(t.View())))}
	q := newRollout(ctx, s.Game, s.Role, t, legal, d, statesPerNode*nodes)
	r := q.rank()
	return r.list, q.states, failure(ctx, q.machine)
}

// subsample draws some of the roots if the budget is too small for all, and
// normalizes their weights.
func (q *rollout) subsample() {
	if most := max(minRoots, q.limit/(rootStates+planSteps*len(q.moves))); q.limit > 0 && len(q.roots) > most {
		for i := range most {
			k := i + q.rng.Choose(len(q.roots)-i)
			q.roots[i], q.roots[k] = q.roots[k], q.roots[i]
		}
		q.roots = q.roots[:most]
	}
	total := 0.0
	for i := range q.roots {
		total += q.roots[i].weight
	}
	for i := range q.roots {
		q.roots[i].weight /= total
	}
}

// exhausted reports whether the rollout has to end.
func (q *rollout) exhausted() bool {
	sleep.Turn()
	return q.ctx.Err() != nil || q.limit > 0 && q.states >= q.limit
}

// rank values the moves. The result is empty where rollouts are not applicable, or
// the budget is too small.
func (q *rollout) rank() ranking {
	if len(q.roots) < 2 || !q.applicable() || !q.makePlans() {
		return ranking{}
	}
	sums := make([]float64, len(q.moves))
	rounds, before := 0, q.states
	for rounds < maxRounds && !q.exhausted() && q.round(sums) {
		rounds++
		if cost := (q.states - before) / rounds; q.limit > 0 && q.states+cost > q.limit {
			break
		}
	}
	if rounds == 0 || q.machine.Err() != nil {
		return ranking{}
	}
	r := ranking{depth: rounds}
	for k, m := range q.moves {
		r.list = append(r.list, player.Candidate{Move: m, Visits: uint64(rounds), Value: 100 * sums[k] / float64(rounds)})
	}
	sortCandidates(r.list)
	return r
}

// makePlans makes a plan for every root, and reports whether it could.
func (q *rollout) makePlans() bool {
	p := &planner{machine: q.machine, role: q.role, rng: q.rng, others: scriptedOpponents{machine: q.machine, role: q.role, roles: len(q.game.Roles())}}
	before := q.states
	for i := range q.roots {
		if q.exhausted() {
			return false
		}
		q.roots[i].plan = p.find(q.roots[i].state)
		q.states = before + p.states
	}
	return true
}

// round plays on from every move to the end, against others that choose by the same
// seed, and adds up the results. It reports whether it finished.
func (q *rollout) round(sums []float64) bool {
	s := q.plays
	s.reset(q.rng.Uint64())
	for k, m := range q.moves {
		s.start(k, m, q.roots)
	}
	gained := make([]float64, len(sums))
	for s.step < s.maxSteps && len(s.plays) > 0 {
		if q.ctx.Err() != nil || q.limit > 0 && q.states > 2*q.limit {
			return false
		}
		if s.step > 0 {
			q.chooseMoves()
		}
		q.states += len(s.plays)
		if !s.advance(q.roots, gained) {
			return false
		}
	}
	for k := range sums {
		sums[k] += gained[k]
	}
	return true
}

// chooseMoves chooses a move for every group of plays: the one that occurs in most
// of the plans that are still possible.
func (q *rollout) chooseMoves() {
	for _, g := range q.plays.groups {
		alike := q.plays.plays[g.from:g.to]
		legal := q.plays.commonMoves(alike)
		if len(legal) == 0 {
			continue // not well-formed
		}
		q.votes = append(q.votes[:0], make([]float64, len(legal))...)
		for i := range alike {
			q.vote(&alike[i], legal)
		}
		best := 0
		for n := range legal {
			if q.votes[n] > q.votes[best] {
				best = n
			}
		}
		for i := range alike {
			alike[i].move = legal[best]
		}
	}
}

// vote counts the remaining moves of the plan of a play.
func (q *rollout) vote(p *play, legal []game.Move) {
	for k, m := range q.roots[p.root].plan {
		if p.made&(1<<k) != 0 {
			continue
		}
		if n := slices.Index(legal, m); n >= 0 {
			q.votes[n] += p.weight
		}
	}
}

// discounted returns the value of a goal after some steps.
func discounted(goal float64, steps int) float64 {
	return 0.5 + (goal-0.5)*math.Pow(rolloutDiscount, float64(steps))
}
