package rbgcheck

import "ludex/rbg"

// A moverAnalysis says which players can be to move at a point of the rules, and from
// which points a switch is surely reached.
type moverAnalysis struct {
	*flow
	keeper, player []bool // by node: whether the keeper or a player can be to move here
	sure           bitset // pairs from which a path surely leads to a switch
}

func newMoverAnalysis(f *flow) *moverAnalysis {
	w := &moverAnalysis{flow: f, keeper: make([]bool, len(f.out)), player: make([]bool, len(f.out))}
	w.sure = newBitset(len(f.out) * f.cells)
	w.follow(w.keeper, f.start)
	for i, e := range f.edges {
		if !f.isSwitch(int32(i)) {
			continue
		}
		f.trace(w.sure, e.from, f.surelyPasses)
		if e.expr.Player == rbg.Keeper {
			w.follow(w.keeper, e.to)
		} else {
			w.follow(w.player, e.to)
		}
	}
	return w
}

// isSwitch reports whether an edge is a switch that can be passed.
func (f *flow) isSwitch(i int32) bool {
	e := &f.edges[i]
	return f.passed[i] && e.expr != nil && e.expr.Kind == rbg.Switch && e.scope == outside
}

// follow marks the nodes that can be reached from one without a switch.
func (w *moverAnalysis) follow(marks []bool, node int32) {
	if marks[node] {
		return
	}
	marks[node] = true
	for stack := []int32{node}; len(stack) > 0; {
		node := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, i := range w.out[node] {
			if to := w.edges[i].to; w.passed[i] && !w.isSwitch(i) && !marks[to] {
				marks[to] = true
				stack = append(stack, to)
			}
		}
	}
}

// succeeds reports whether only the keeper reaches a node, and always gets from there to a
// switch, whatever the current cell.
func (w *moverAnalysis) succeeds(node int32) bool {
	if w.player[node] || !w.keeper[node] {
		return false
	}
	return w.alwaysHandsOn(node)
}
