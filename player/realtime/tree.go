package realtime

import "math"

// A tree holds what a search has learnt about the decisions of one role: for
// everything the role may have been told, the results of its plans.
type tree struct {
	nodes map[uint64]*node
}

// maxNodes is how many nodes a tree keeps before it is cleared.
const maxNodes = 50_000

// A node is a decision of a role.
type node struct {
	arms   []arm
	first  int // how many arms are considered from the start
	visits int
}

// An arm is a plan and its results.
type arm struct {
	plan
	visits int
	sum    float64 // of values between 0 and 1
	square float64 // of their squares
}

func (a *arm) mean() float64 {
	if a.visits == 0 {
		return 0
	}
	return a.sum / float64(a.visits)
}

// doubt returns the estimated variance of the mean, which is not 0 even if a few
// values happen to be equal.
func (a *arm) doubt() float64 {
	const some = 0.05
	n := float64(a.visits)
	if n == 0 {
		return 1
	}
	mean := a.sum / n
	return (max(a.square/n-mean*mean, 0) + some/n) / n
}

func newTree() *tree { return &tree{nodes: map[uint64]*node{}} }

// find returns the node for what a role was told, or a new one.
func (t *tree) find(key uint64) (n *node, isNew bool) {
	if n = t.nodes[key]; n != nil {
		return n, false
	}
	n = &node{}
	t.nodes[key] = n
	return n, true
}

// trim clears the tree if it is too large.
func (t *tree) trim() {
	if len(t.nodes) > maxNodes {
		clear(t.nodes)
	}
}

// explore is the exploration constant.
const explore = 0.5

// active returns how many arms are considered: few at first, and more with more
// visits (progressive widening), so that many plans do not keep a search from
// trying the promising ones.
func (n *node) active() int {
	return min(len(n.arms), n.first+int(math.Cbrt(float64(n.visits))))
}

// choose returns the arm to try next, by its upper confidence bound.
func (n *node) choose() int {
	best, bound := 0, math.Inf(-1)
	logs := math.Log(float64(n.visits) + 1)
	for i := range n.active() {
		a := &n.arms[i]
		if a.visits == 0 {
			return i
		}
		count := float64(a.visits)
		if b := a.sum/count + explore*math.Sqrt(logs/count); b > bound {
			best, bound = i, b
		}
	}
	return best
}

// learn records the result of a plan.
func (n *node) learn(a *arm, value float64) {
	n.visits++
	a.visits++
	a.sum += value
	a.square += value * value
}

// top returns the arm tried most.
func (n *node) top() *arm {
	top := &n.arms[0]
	for i := range n.arms {
		if a := &n.arms[i]; a.visits > top.visits || a.visits == top.visits && a.mean() > top.mean() {
			top = a
		}
	}
	return top
}

// newArms returns arms for plans.
func newArms(list []plan) []arm {
	out := make([]arm, len(list))
	for i, p := range list {
		out[i].plan = p
	}
	return out
}

// firstArms returns how many arms there are up to the plan to wait: the immediate
// moves.
func firstArms(arms []arm) int {
	for i := range arms {
		if arms[i].plan == waits {
			return i + 1
		}
	}
	return len(arms)
}
