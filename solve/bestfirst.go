package solve

import (
	"container/heap"
	"math"

	"ludex/game"
)

// estimateWeight is how much an estimated move counts against a move made. The more, the
// sooner a line is found and the longer it may be.
const estimateWeight = 5

// A bestFirstSearch visits the states of a puzzle in the order of estimates by the relaxed
// rules: weighted A* search. A state is estimated when it is visited, not when it is
// reached, since estimates are slow; until then it has the estimate of its parent. States
// from which the relaxed rules do not lead to the goal are left out.
type bestFirstSearch struct {
	*puzzleSearch
	tree    searchTree
	open    openStates
	guides  []guide // the highest goal first
	target  int     // the guide that is followed
	started bool    // from this root
	done    bool    // there is no goal left to look for
}

// A guide has the estimates of the distance to a goal. They do not depend on the root.
type guide struct {
	goal     int
	estimate game.Estimator
	distance []int32 // by state: the estimate, unknownDistance or unreachable
}

// Values of distance that are not estimates.
const (
	unknownDistance = -1
	unreachable     = math.MaxInt32
)

// newBestFirstSearch returns a search, or nil if the game has no estimates.
func newBestFirstSearch(p *puzzleSearch) *bestFirstSearch {
	relaxer := game.CapabilitiesOf(p.game).Distance
	if relaxer == nil {
		return nil
	}
	f := &bestFirstSearch{puzzleSearch: p}
	for _, goal := range relaxer.GoalValues() {
		f.guides = append(f.guides, guide{goal: goal})
	}
	if len(f.guides) == 0 {
		return nil
	}
	return f
}

func (f *bestFirstSearch) bytes() int64 {
	n := f.tree.bytes() + int64(cap(f.open))*12
	for i := range f.guides {
		n += int64(cap(f.guides[i].distance)) * 4
	}
	return n
}

// reset begins anew from the present root.
func (f *bestFirstSearch) reset() {
	f.open, f.started, f.done = f.open[:0], false, false
}

// run visits states until a number of them was estimated, nothing better can be found, or the
// budget ends.
func (f *bestFirstSearch) run(states int) error {
	for ; states > 0 && !f.done && !f.solved && !f.late(); states-- {
		if !f.started || f.best >= f.guides[f.target].goal || len(f.open) == 0 {
			if err := f.nextTarget(); err != nil {
				return err
			}
			continue
		}
		o := heap.Pop(&f.open).(openState)
		if o.depth != f.tree.depth[o.state] {
			continue // a shorter way was found
		}
		if err := f.visit(o); err != nil {
			return err
		}
	}
	return nil
}

// nextTarget goes on to the next lower goal, after what is known about the last one. It may
// turn out that the goal cannot be reached.
func (f *bestFirstSearch) nextTarget() error {
	root, err := f.graph.add(f.root, f.step)
	if err != nil {
		return err
	}
	if !f.started {
		f.started, f.target = true, 0
		f.high = min(f.high, f.guides[0].goal)
	} else {
		if goal := f.guides[f.target].goal; f.best < goal && f.complete(goal) {
			f.exclude()
		}
		f.target++
	}
	if f.target == len(f.guides) || f.guides[f.target].goal <= f.best {
		f.done = true
		f.target = 0
		return f.settle(f.high)
	}
	f.tree.reset(root)
	f.open = f.open[:0]
	if d := f.distanceOf(root); d != unreachable {
		f.open.add(openState{root, 0, d})
	} else {
		f.exclude()
	}
	return f.settle(f.high)
}

// exclude records that the target is impossible, if so are all higher goals.
func (f *bestFirstSearch) exclude() {
	if f.high != f.guides[f.target].goal {
		return
	}
	f.high = 0
	if f.target+1 < len(f.guides) {
		f.high = f.guides[f.target+1].goal
	}
}

// distanceOf returns the estimate of a state.
func (f *bestFirstSearch) distanceOf(n uint32) int32 {
	g := &f.guides[f.target]
	if g.estimate == nil {
		g.estimate = game.CapabilitiesOf(f.game).Distance.NewEstimator(g.goal)
	}
	for len(g.distance) <= int(n) {
		g.distance = append(g.distance, unknownDistance)
	}
	if g.distance[n] == unknownDistance {
		g.distance[n] = unreachable
		if d, ok := g.estimate.Estimate(f.graph.store.At(n)); ok {
			g.distance[n] = int32(d)
		}
	}
	return g.distance[n]
}

// visit estimates a state and reaches its successors.
func (f *bestFirstSearch) visit(o openState) error {
	step := f.step + o.depth
	goal, err := f.graph.goalAt(o.state, step)
	if err != nil || goal != notOver {
		return err
	}
	d := f.distanceOf(o.state)
	if d == unreachable {
		return nil
	}
	next, err := f.graph.successors(o.state, step)
	if err != nil || next == nil {
		f.open.add(o)
		return err
	}
	for _, n := range next {
		if err := f.reach(n, o, d); err != nil {
			return err
		}
	}
	if f.puzzleSearch.bytes() > f.memory {
		f.full()
	}
	return nil
}

// reach reaches a successor of a state, unless it is known to be as near.
func (f *bestFirstSearch) reach(n uint32, from openState, distance int32) error {
	depth := from.depth + 1
	if f.tree.has(n) {
		f.again(depth, f.tree.depth[n])
		if f.tree.depth[n] <= depth {
			return nil
		}
	}
	f.tree.reach(n, from.state, depth)
	goal, err := f.graph.goalAt(n, f.step+depth)
	if err != nil {
		return err
	}
	if goal == notOver {
		f.open.add(openState{n, depth, distance})
		return nil
	}
	return f.improve(&f.tree, n, goal, BestFirst)
}

// An openState is a state to be visited.
type openState struct {
	state, depth uint32
	distance     int32 // estimated, of its parent
}

// priority is lower for a state that is visited sooner.
func (o *openState) priority() int64 { return int64(o.depth) + estimateWeight*int64(o.distance) }

// openStates is a heap of states to be visited.
type openStates []openState

func (h openStates) Len() int { return len(h) }
func (h openStates) Less(i, j int) bool {
	if a, b := h[i].priority(), h[j].priority(); a != b {
		return a < b
	}
	return h[i].depth > h[j].depth
}
func (h openStates) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *openStates) Push(x any)   { *h = append(*h, x.(openState)) }
func (h *openStates) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

// add adds a state.
func (h *openStates) add(o openState) { heap.Push(h, o) }
