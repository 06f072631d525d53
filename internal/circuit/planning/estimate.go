package planning

import (
	"slices"

	"ludex/game"
)

// maxCost is the highest cost of a condition; what costs more costs that much.
const maxCost = 1<<12 - 1

// impossible is the cost of a condition that is not possible.
const impossible = int32(1 << 30)

// An Estimator estimates distances to a goal by the sum of the costs of its conditions, as
// if these had nothing in common (the additive heuristic of AI planning). It belongs to one
// goroutine.
type Estimator struct {
	*Relaxation
	target []bool // by condition: it suffices

	cost    []int32 // by condition
	missing []int32 // by conjunction: conditions that are not yet possible
	sum     []int32 // by conjunction: what the others cost
	queue   [maxCost + 1][]int32
	highest int // cost in the queue
}

// NewEstimator returns an estimator of the distance to ends with a goal value.
func (r *Relaxation) NewEstimator(goal int) *Estimator {
	e := &Estimator{Relaxation: r, target: make([]bool, r.conditions)}
	for _, t := range r.targets {
		if t.value == goal {
			e.target[t.condition] = true
		}
	}
	e.cost = make([]int32, r.conditions)
	e.missing, e.sum = make([]int32, len(r.size)), make([]int32, len(r.size))
	return e
}

// GoalValues returns the goals of the rules, the highest first.
func (r *Relaxation) GoalValues() []int {
	var values []int
	for _, t := range r.targets {
		values = append(values, t.value)
	}
	slices.Sort(values)
	slices.Reverse(values)
	return slices.Compact(values)
}

// Estimate implements [game.Estimator]. It is Dijkstra's algorithm on conditions.
func (e *Estimator) Estimate(s game.State) (int, bool) {
	e.reset(s)
	for cost := 0; cost <= e.highest; cost++ {
		for i := 0; i < len(e.queue[cost]); i++ {
			c := e.queue[cost][i]
			if e.cost[c] != int32(cost) {
				continue // it became cheaper
			}
			if e.target[c] {
				return cost, true
			}
			e.propagate(c, int32(cost))
		}
	}
	return 0, false
}

// reset begins with the conditions that hold in a state.
func (e *Estimator) reset(s game.State) {
	for cost := range e.highest + 1 {
		e.queue[cost] = e.queue[cost][:0]
	}
	e.highest = 0
	for c := range e.cost {
		e.cost[c] = impossible
	}
	copy(e.missing, e.size)
	clear(e.sum)
	for _, c := range e.free {
		e.offer(c, 0)
	}
	for bit, f := range e.facts {
		if !e.needed[bit] {
			continue
		}
		holds := s[bit>>6]>>(bit&63)&1 == 1
		if holds || e.counted[bit] {
			e.offer(2*f.Atom, 0)
		}
		if !holds || e.counted[bit] {
			e.offer(2*f.Atom+1, 0)
		}
	}
}

// offer makes a condition possible at a cost, unless it is cheaper already.
func (e *Estimator) offer(c, cost int32) {
	if cost = min(cost, maxCost); cost < e.cost[c] {
		e.cost[c] = cost
		e.queue[cost] = append(e.queue[cost], c)
		e.highest = max(e.highest, int(cost))
	}
}

// propagate makes possible what follows from a condition.
func (e *Estimator) propagate(c, cost int32) {
	from := e.single.first[c]
	for i, to := range e.single.of(c) {
		e.offer(to, cost+e.price[from+int32(i)])
	}
	for _, n := range e.joint.of(c) {
		e.sum[n] += cost
		if e.missing[n]--; e.missing[n] == 0 {
			e.offer(e.effect[n], e.sum[n])
		}
	}
}
