package formula

import "ludex/knowledge"

// temporal evaluates a temporal operator, in a world with the relevant views only.
func (e *evaluator) temporal(n *node, w *world) truthValue {
	switch n.op {
	case opNext:
		return e.search(n, w, no, n.formula.steps, true).truth(no)
	case opAlways:
		return e.search(n, w, no, n.formula.steps, false).truth(no)
	case opCan:
		return e.search(n, w, yes, n.formula.steps, false).truth(yes)
	}
	return e.newInevitability(n).check(w, n.formula.steps, 0)
}

// A finding is the result of a search.
type finding struct {
	world *world // where the wanted truth was found, or nil
	fold  fold
}

// truth returns the truth value of an operator that the wanted truth value decides.
func (f finding) truth(wanted truthValue) truthValue {
	if f.world != nil {
		return wanted
	}
	return f.fold.rest()
}

// search looks breadth first for the nearest world in which an operator's operand
// has the wanted truth value. It looks up to a number of steps ahead, or exactly
// that far.
func (e *evaluator) search(n *node, w *world, wanted truthValue, steps int, exactly bool) finding {
	found := finding{fold: fold{decides: wanted}}
	level := []*world{w}
	seen := map[string]bool{w.key(): true}
	for k := 0; len(level) > 0; k++ {
		if !exactly || k == steps {
			for _, w := range level {
				if found.fold.add(e.eval(n.args[0], w)) {
					found.world = w
					return found
				}
			}
		}
		if k == steps {
			break
		}
		if exactly {
			clear(seen) // a world may be there again, but at another time
		}
		if level = e.advance(level, seen); len(seen) > e.model.Limits().Developments {
			e.fail(&knowledge.LimitError{What: "developments", Limit: e.model.Limits().Developments})
			level = nil
		}
		if e.err != nil || level == nil {
			found.fold.open = true
			break
		}
	}
	return found
}

// advance returns the unseen successors of some worlds, or nil if a limit is
// reached.
func (e *evaluator) advance(level []*world, seen map[string]bool) []*world {
	next := []*world{}
	for _, w := range level {
		if !e.visit() {
			return nil
		}
		n, err := e.model.Continuations(w.state)
		if err != nil {
			e.fail(err)
			return nil
		}
		for i := range n {
			v, err := e.successor(w, i)
			if err != nil {
				e.fail(err)
				return nil
			}
			if key := v.key(); !seen[key] {
				seen[key] = true
				next = append(next, v)
			}
		}
		if len(seen) > e.model.Limits().Developments {
			return next
		}
	}
	return next
}
