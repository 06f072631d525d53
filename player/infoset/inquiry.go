package infoset

import (
	"context"
	"math"
	"slices"

	"ludex/game"
	"ludex/internal/statehash"
	"ludex/knowledge"
	"ludex/player"
)

const (
	// haste is what a result is multiplied with for every step that it takes,
	// counted from a draw. Rivals who move at random give much time, and real ones
	// give less.
	haste = 0.9
	// maxRounds is how many rounds an inquiry makes at most.
	maxRounds = 64
	// fewestRoots is how many states an inquiry is thinned to at least.
	fewestRoots = 16
	// rootStates is how many states an inquiry computes for a root at first, to
	// make a plan, and planSteps is how long a plan is, about.
	rootStates, planSteps = 128, 10
)

// An inquiry values the moves of a role by following all that it thinks possible
// to the end of the play: after each of them, what the role would perceive tells
// some of it apart, and it goes on with what is left, step by step, by plans that
// know no more than the role would. So what a move tells is worth just what can be
// made of it. In a round the others do the same in all states as far as they can,
// so that nothing but the role's own moves tells states apart.
//
// This fits where a role learns by its own moves and the others do not get in the
// way, as in a hunt or a race. Elsewhere trees are better.
type inquiry struct {
	ctx     context.Context
	game    game.Game
	machine game.Machine
	role    game.Role
	dice    dice
	limit   int // of states computed; 0 is none
	states  int // how many were computed

	roots []root
	moves []game.Move
	stage *stage
	votes []float64
}

// A root is a state that the role thinks possible.
type root struct {
	state  game.State
	weight float64
	plan   []game.Move // of the role, to end well
}

// newInquiry returns an inquiry about what a tracker knows.
func newInquiry(ctx context.Context, g game.Game, r game.Role, t *knowledge.Tracker, legal []game.Move, d dice, limit int) *inquiry {
	m := g.NewMachine()
	m.Bind(ctx)
	q := &inquiry{ctx: ctx, game: g, machine: m, role: r, dice: d, limit: limit, moves: legal, stage: newStage(g, m, r)}
	for i := range t.Len() {
		q.roots = append(q.roots, root{state: t.State(i), weight: t.Weight(i)})
	}
	q.thin()
	return q
}

// inquire ranks the moves of a role by an inquiry, and returns how many states were
// computed. It returns no moves where an inquiry does not fit. The result depends
// on the view and the seed alone.
func inquire(ctx context.Context, s player.Setup, t *knowledge.Tracker, legal []game.Move, nodes int) ([]player.Candidate, int, error) {
	ctx, cancel := within(ctx, 0.5)
	defer cancel()
	d := dice{game.NewRand(statehash.Mix(s.Seed, uint64(t.View())))}
	q := newInquiry(ctx, s.Game, s.Role, t, legal, d, statesPerNode*nodes)
	r := q.rank()
	return r.list, q.states, failure(ctx, q.machine)
}

// thin draws some of the roots where a budget is too small to look at all of them,
// and makes their weights add up to one.
func (q *inquiry) thin() {
	if most := max(fewestRoots, q.limit/(rootStates+planSteps*len(q.moves))); q.limit > 0 && len(q.roots) > most {
		for i := range most {
			k := i + q.dice.Choose(len(q.roots)-i)
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

// spent reports whether the inquiry has to end.
func (q *inquiry) spent() bool { return q.ctx.Err() != nil || q.limit > 0 && q.states >= q.limit }

// rank values the moves. It returns nothing where an inquiry does not fit, or too
// little can be computed.
func (q *inquiry) rank() ranking {
	if len(q.roots) < 2 || !q.fits() || !q.prepare() {
		return ranking{}
	}
	sums := make([]float64, len(q.moves))
	rounds, before := 0, q.states
	for rounds < maxRounds && !q.spent() && q.round(sums) {
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

// prepare makes a plan for every root, and reports whether it could.
func (q *inquiry) prepare() bool {
	p := &planner{game: q.game, machine: q.machine, role: q.role, dice: q.dice}
	before := q.states
	for i := range q.roots {
		if q.spent() {
			return false
		}
		q.roots[i].plan = p.find(q.roots[i].state)
		q.states = before + p.states
	}
	return true
}

// round plays on from every move to the end, against others who do the same after
// each of them, and adds up what comes of it. It reports whether it was finished.
func (q *inquiry) round(sums []float64) bool {
	s := q.stage
	s.reset(q.dice.Uint64())
	for k, m := range q.moves {
		s.enter(k, m, q.roots)
	}
	gained := make([]float64, len(sums))
	for s.step < s.maxSteps && len(s.plays) > 0 {
		if q.ctx.Err() != nil || q.limit > 0 && q.states > 2*q.limit {
			return false
		}
		if s.step > 0 {
			q.plan()
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

// plan has the role choose wherever it is: the move that the plans for what is
// still possible there have most in common.
func (q *inquiry) plan() {
	for _, g := range q.stage.groups {
		alike := q.stage.plays[g.from:g.to]
		legal := q.stage.common(alike)
		if len(legal) == 0 {
			continue // the rules are at fault
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

// vote counts the moves that are left of the plan of a play.
func (q *inquiry) vote(p *play, legal []game.Move) {
	for k, m := range q.roots[p.root].plan {
		if p.made&(1<<k) != 0 {
			continue
		}
		if n := slices.Index(legal, m); n >= 0 {
			q.votes[n] += p.weight
		}
	}
}

// hurried returns what a goal value is worth after some steps.
func hurried(goal float64, steps int) float64 {
	return 0.5 + (goal-0.5)*math.Pow(haste, float64(steps))
}
