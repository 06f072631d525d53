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
	tree     searchTree
	open     openStates
	target   int            // the goal that is looked for
	estimate game.Estimator // of the distance to it
	distance []int32        // by state: the estimate, unknownDistance or unreachable
	started  bool           // from this root
	done     bool           // there is no goal left to look for
}

// Values of distance that are not estimates.
const (
	unknownDistance = -1
	unreachable     = math.MaxInt32
)

// newBestFirstSearch returns a search, or nil if the game has no estimates.
func newBestFirstSearch(p *puzzleSearch) *bestFirstSearch {
	if game.CapabilitiesOf(p.game).Distance == nil {
		return nil
	}
	return &bestFirstSearch{puzzleSearch: p}
}

func (f *bestFirstSearch) bytes() int64 {
	return f.tree.bytes() + int64(cap(f.open))*12 + int64(cap(f.distance))*4
}

// reset begins anew from the present root.
func (f *bestFirstSearch) reset() {
	f.open, f.started, f.done = f.open[:0], false, false
	f.target, f.estimate, f.distance = 0, nil, f.distance[:0]
}

// run visits states until a number of them was estimated, nothing better can be found, or the
// budget ends.
func (f *bestFirstSearch) run(states int) error {
	for states > 0 && !f.done && !f.solved && !f.stopped() {
		if !f.started || f.best >= f.target || len(f.open) == 0 {
			if err := f.nextTarget(); err != nil {
				return err
			}
			states--
			continue
		}
		o := heap.Pop(&f.open).(openState)
		if o.depth != f.tree.depth[o.state] {
			continue // a shorter way was found
		}
		visited, err := f.visit(o)
		if err != nil {
			return err
		}
		if visited {
			states--
		}
	}
	return nil
}

// nextTarget looks for the next lower goal, and proves that higher ones cannot be reached.
func (f *bestFirstSearch) nextTarget() error {
	root, err := f.graph.add(f.root, f.step)
	if err != nil {
		return err
	}
	from := maxGoal
	if f.started {
		if f.best < f.target && f.complete(f.target) {
			f.lowerHigh()
		}
		from = f.target - 1
	}
	f.started = true
	for f.target = from; f.target > f.best; f.target-- {
		if f.estimate = game.CapabilitiesOf(f.game).Distance.NewEstimator(f.target); f.estimate == nil {
			f.lowerHigh()
			continue
		}
		f.distance = f.distance[:0]
		f.tree.reset(root)
		f.open = f.open[:0]
		if d := f.distanceOf(root); d != unreachable {
			f.open.add(openState{root, 0, d})
			break
		}
		f.lowerHigh()
	}
	f.done = f.target <= f.best
	return f.settle(f.high)
}

// lowerHigh records that the target is impossible, if so are all higher goals.
func (f *bestFirstSearch) lowerHigh() {
	if f.high == f.target {
		f.high--
	}
}

// distanceOf returns the estimate of a state.
func (f *bestFirstSearch) distanceOf(n uint32) int32 {
	for len(f.distance) <= int(n) {
		f.distance = append(f.distance, unknownDistance)
	}
	if f.distance[n] == unknownDistance {
		f.distance[n] = unreachable
		if d, ok := f.estimate.Estimate(f.graph.store.At(n)); ok {
			f.distance[n] = int32(d)
		}
	}
	return f.distance[n]
}

// visit estimates a state and reaches its successors. It returns false if the state had an
// estimate.
func (f *bestFirstSearch) visit(o openState) (bool, error) {
	step := f.step + o.depth
	goal, err := f.graph.goalAt(o.state, step)
	if err != nil || goal != notOver {
		return false, err
	}
	d := f.distanceOf(o.state)
	if d == unreachable {
		return true, nil
	}
	next, err := f.graph.successors(o.state, step)
	if err != nil || next == nil {
		f.open.add(o)
		return true, err
	}
	for _, n := range next {
		if f.tree.has(n) {
			f.again(o.depth+1, f.tree.depth[n])
			if f.tree.depth[n] <= o.depth+1 {
				continue
			}
		}
		f.tree.reach(n, o.state, o.depth+1)
		goal, err := f.graph.goalAt(n, step+1)
		if err == nil {
			err = f.improve(&f.tree, n, goal, BestFirst)
		}
		if err != nil {
			return true, err
		}
		if goal == notOver {
			f.open.add(openState{n, o.depth + 1, d})
		}
	}
	if f.puzzleSearch.bytes() > f.memory {
		f.full()
	}
	return true, nil
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
