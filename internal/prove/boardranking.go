package prove

import (
	"context"

	"ludex/internal/prove/boardrank"
	"ludex/internal/scc"
	"ludex/rbg"
	"ludex/rbg/rbgcheck"
)

// rankBoard returns a proof that every play of a boardgame ends, by potentials that its rules show to fall one after the other.
// It is nil if they do not show it, or not in time. [boardrank.Check] has accepted it.
func rankBoard(ctx context.Context, g *rbg.Game, list []*rbgcheck.Potential) *boardrank.Proof {
	graph, err := closedGraph(ctx, g)
	if err != nil {
		return nil
	}
	r := &boardRanker{Graph: graph, left: graph.Actions, proof: &boardrank.Proof{}}
	for _, set := range graph.Held {
		r.proof.Held = append(r.proof.Held, set.Names(g))
	}
	r.order()
	for again := true; again && len(r.left) > 0; {
		again = false
		for _, m := range list {
			if ctx.Err() != nil {
				return nil
			}
			again = r.lower(numberOf(g, m)) || again
		}
	}
	if len(r.left) > 0 || boardrank.Check(ctx, g, r.proof) != nil {
		return nil
	}
	return r.proof
}

// closedGraph returns the graph of a game with all pieces that cells can hold.
func closedGraph(ctx context.Context, g *rbg.Game) (*boardrank.Graph, error) {
	held := make([]boardrank.Set, len(g.Board.Cells))
	for {
		graph, err := boardrank.NewGraph(ctx, g, held)
		if err != nil || !graph.Grown {
			return graph, err
		}
		held = graph.Held
	}
}

// numberOf returns a potential as the number of a step.
func numberOf(g *rbg.Game, m *rbgcheck.Potential) *boardrank.Number {
	sign := int64(1)
	if m.Negative {
		sign = -1
	}
	if m.Pieces == 0 {
		return &boardrank.Number{Variable: g.Variables[m.Variable].Name, Factor: sign}
	}
	n := &boardrank.Number{Pieces: boardrank.Set(m.Pieces).Names(g)}
	for c := range g.Board.Cells {
		weight := sign
		if m.Ahead != nil {
			weight *= m.Ahead[c]
		}
		n.Weights = append(n.Weights, weight)
	}
	return n
}

// A boardRanker makes the steps of a proof.
type boardRanker struct {
	*boardrank.Graph
	proof     *boardrank.Proof
	left      []boardrank.Action // in the order of the situations they lead from
	ends      []int32            // by situation: where its actions end in left
	component []int32            // by situation
	weights   []int64            // by action that is left: how much a number rises
	rises     []int64            // by situation: how much a number may have risen on the way there
	failed    []bool             // by component: some way round raises the number
	waiting   []int32
	queued    []bool
}

// take adds a step if it leaves fewer actions, and reports that.
func (r *boardRanker) take(step boardrank.Step) bool {
	left, err := r.Apply(r.left, &step)
	if err != nil || len(left) == len(r.left) {
		return false
	}
	r.proof.Steps = append(r.proof.Steps, step)
	r.left = left
	return true
}

// index notes where the actions of each situation end.
func (r *boardRanker) index() {
	r.ends = make([]int32, r.Situations())
	for i := range r.left {
		r.ends[r.left[i].From] = int32(i + 1)
	}
	for s := 1; s < len(r.ends); s++ {
		r.ends[s] = max(r.ends[s], r.ends[s-1])
	}
}

// order adds a step that orders the situations, by how many components a way can still come to.
func (r *boardRanker) order() {
	r.index()
	g := &scc.Graph{Ends: r.ends, Edges: make([]int32, len(r.left))}
	for i := range r.left {
		g.Edges[i] = r.left[i].To
	}
	component, count := g.Components()
	across := make([][]int32, count) // by component: those that it leads to, which have smaller numbers
	for i := range r.left {
		if from, to := component[r.left[i].From], component[r.left[i].To]; from != to {
			across[from] = append(across[from], to)
		}
	}
	class := make([]uint32, count)
	for c, list := range across {
		for _, to := range list {
			class[c] = max(class[c], class[to]+1)
		}
	}
	of := make([]uint32, r.Situations())
	for s, c := range component {
		of[s] = class[c]
	}
	r.take(boardrank.Step{Values: of})
	r.index()
	r.component, r.failed = component, make([]bool, count)
}

// Limits of how much a number may rise for a time.
const (
	maxRises  = 3 // as often as one action raises it
	maxRaised = 1 << 30
)

// lower adds a step with a number, if that shows something.
func (r *boardRanker) lower(n *boardrank.Number) bool {
	w, err := r.Weigher(n)
	if err != nil {
		return false
	}
	falls, most := false, int64(0)
	r.weights = r.weights[:0]
	for i := range r.left {
		x := w.Rise(&r.left[i])
		r.weights = append(r.weights, x)
		falls = falls || x < 0
		most = max(most, x)
	}
	if !falls {
		return false
	}
	limit := min(maxRises*most, maxRaised)
	r.rise(limit)
	of := make([]uint32, r.Situations())
	for s, c := range r.component {
		if !r.failed[c] {
			of[s] = uint32(1 + limit - r.rises[s])
		}
	}
	if !r.take(boardrank.Step{Number: n, Values: of}) {
		return false
	}
	r.order()
	return true
}

// rise computes how much a number may have risen in each situation, by Bellman and Ford's algorithm. A component fails
// where that is more than a limit.
func (r *boardRanker) rise(limit int64) {
	r.rises, r.queued = make([]int64, r.Situations()), make([]bool, r.Situations())
	clear(r.failed)
	for i, x := range r.weights {
		if x > 0 {
			r.push(r.left[i].From)
		}
	}
	for len(r.waiting) > 0 {
		s := r.waiting[len(r.waiting)-1]
		r.waiting = r.waiting[:len(r.waiting)-1]
		r.queued[s] = false
		r.raise(s, limit)
	}
}

// raise passes on how much a number may have risen in a situation.
func (r *boardRanker) raise(s int32, limit int64) {
	failed := &r.failed[r.component[s]]
	first := int32(0)
	if s > 0 {
		first = r.ends[s-1]
	}
	for i := first; i < r.ends[s] && !*failed; i++ {
		to := r.left[i].To
		if x := r.rises[s] + r.weights[i]; x > limit {
			*failed = true
		} else if x > r.rises[to] {
			r.rises[to] = x
			r.push(to)
		}
	}
}

func (r *boardRanker) push(s int32) {
	if !r.queued[s] {
		r.queued[s] = true
		r.waiting = append(r.waiting, s)
	}
}
