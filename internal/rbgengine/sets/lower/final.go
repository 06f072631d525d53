package lower

import (
	"maps"

	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// markFinal marks the changes of keepers that never have to be undone: those from
// which no path leads to a failure before the next switch. The analysis is on the
// finished code, where it is easier to see than in the rules that one of several
// branches always succeeds. It tracks the intervals of variables: a counter below
// its bound can be increased.
func markFinal(p *ir.Program) {
	s := &boundsAnalysis{p: p, at: map[int32]bounds{}}
	for _, at := range p.Keep {
		if at >= 0 {
			s.join(at, bounds{})
		}
	}
	for len(s.queue) > 0 {
		at := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		s.transfer(at, s.at[at], s.join)
		if i := &p.Code[at]; i.Op == ir.Try { // after a failure, nothing is known
			s.join(i.J, bounds{})
		} else if i.Op == ir.Choose {
			s.join(at, bounds{})
		}
	}
	for at, known := range s.at {
		i := &p.Code[at]
		switch i.Op {
		case ir.Put, ir.SetVar, ir.AddVar, ir.Assign:
			if i.Flag == 0 {
				s.stepsLeft = maxFinalSteps
				if s.reachesSwitchAfter(at, known) {
					i.Flag = 1
				}
			}
		}
	}
}

// maxFinalSteps bounds the instructions visited behind a change.
const maxFinalSteps = 200

// An interval is the range of values that a variable can have.
type interval struct{ low, high int64 }

// bounds are the known intervals of variables. A missing variable can have any
// value.
type bounds map[uint16]interval

// A boundsAnalysis is an abstract interpretation of keepers with intervals.
type boundsAnalysis struct {
	p         *ir.Program
	at        map[int32]bounds
	queue     []int32
	stepsLeft int
}

// join merges what is known at an instruction with what was known before.
// Intervals that grow are dropped, so that the fixpoint is reached quickly.
func (s *boundsAnalysis) join(at int32, known bounds) {
	old, ok := s.at[at]
	if !ok {
		s.at[at] = maps.Clone(known)
		s.queue = append(s.queue, at)
		return
	}
	less := false
	for v, x := range old {
		if y, ok := known[v]; !ok || y.low < x.low || y.high > x.high {
			delete(old, v)
			less = true
		}
	}
	if less {
		s.queue = append(s.queue, at)
	}
}

// interval returns the range of a variable.
func (s *boundsAnalysis) interval(known bounds, v uint16) interval {
	if x, ok := known[v]; ok {
		return x
	}
	return interval{0, int64(s.p.Bounds[v])}
}

// transfer visits the successors of an instruction with what is known there. It
// returns false if the instruction can fail.
func (s *boundsAnalysis) transfer(at int32, known bounds, visit func(int32, bounds)) bool {
	i := &s.p.Code[at]
	with := func(v uint16, x interval) bounds {
		out := maps.Clone(known)
		out[v] = x
		return out
	}
	switch i.Op {
	case ir.Enter:
		return true
	case ir.Jump:
		visit(i.J, known)
		return true
	case ir.SetVar:
		visit(at+1, with(i.A, interval{int64(i.X), int64(i.X)}))
		return true
	case ir.AddVar:
		x := s.interval(known, i.B)
		x.low, x.high = x.low+int64(i.X), x.high+int64(i.X)
		bound := int64(s.p.Bounds[i.A])
		visit(at+1, with(i.A, interval{max(x.low, 0), min(x.high, bound)}))
		return x.low >= 0 && x.high <= bound
	case ir.Assign:
		visit(at+1, with(i.A, interval{0, int64(s.p.Bounds[i.A])}))
		return false
	case ir.TestVar:
		x, r := s.interval(known, i.A), rbg.Relation(i.Flag)
		if yes := x.restrict(r, int64(i.X)); yes.low <= yes.high {
			visit(at+1, with(i.A, yes))
		}
		if no := x.restrict(negation(r), int64(i.X)); no.low <= no.high {
			visit(i.J, with(i.A, no))
		}
		return true
	case ir.Put, ir.Flip, ir.Try: // a choice point only matters after a failure
		visit(at+1, known)
		return true
	case ir.Choose, ir.Mark:
		visit(at+1, known)
		return false
	case ir.Fail:
		return false
	}
	sure := i.Op <= ir.ReadHolds // it only computes
	if !sure {
		known = bounds{}
	}
	if i.Op.Jumps() {
		visit(i.J, known)
	}
	visit(at+1, known)
	return sure
}

// reachesSwitch reports whether every path from an instruction leads to a switch,
// as far as a limited number of steps shows.
func (s *boundsAnalysis) reachesSwitch(at int32, known bounds) bool {
	if s.stepsLeft--; s.stepsLeft < 0 {
		return false
	}
	yes := true
	return s.transfer(at, known, func(to int32, known bounds) { yes = yes && s.reachesSwitch(to, known) }) && yes
}

// reachesSwitchAfter is reachesSwitch for what follows a change.
func (s *boundsAnalysis) reachesSwitchAfter(at int32, known bounds) bool {
	yes := true
	s.transfer(at, known, func(to int32, known bounds) { yes = yes && s.reachesSwitch(to, known) })
	return yes
}

// restrict returns the values of an interval that have a relation to a number. It
// may return more than these.
func (x interval) restrict(r rbg.Relation, n int64) interval {
	switch r {
	case rbg.Equal:
		return interval{max(x.low, n), min(x.high, n)}
	case rbg.Less:
		return interval{x.low, min(x.high, n-1)}
	case rbg.LessEqual:
		return interval{x.low, min(x.high, n)}
	case rbg.Greater:
		return interval{max(x.low, n+1), x.high}
	case rbg.GreaterEqual:
		return interval{max(x.low, n), x.high}
	}
	return x
}

// negation returns the relation that holds where another does not.
func negation(r rbg.Relation) rbg.Relation {
	switch r {
	case rbg.Equal:
		return rbg.NotEqual
	case rbg.NotEqual:
		return rbg.Equal
	case rbg.Less:
		return rbg.GreaterEqual
	case rbg.LessEqual:
		return rbg.Greater
	case rbg.Greater:
		return rbg.LessEqual
	default:
		return rbg.Less
	}
}
