package lower

import (
	"maps"

	"ludex/internal/rbgengine/sets/ir"
	"ludex/rbg"
)

// markFinal marks the modifiers of keepers that need not be taken back, now that all
// code is there: those from which no way leads to a failure before the next
// switch. Rules often modify first and then go one way or the other, and the code
// shows that one of them is always open where the rules are hard to read. What a
// test has shown of a variable is known on the way: a counter below its limit can
// be counted up.
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
		if i := &p.Code[at]; i.Op == ir.Try { // nothing is known after a failure
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

// maxFinalSteps is how many places are looked at behind a modifier.
const maxFinalSteps = 200

// An extent is the values that a variable can have.
type interval struct{ low, high int64 }

// bounds are what is known of variables; of those that are missing it is nothing.
type bounds map[uint16]interval

// A settler finds out from which places of keepers nothing can fail.
type boundsAnalysis struct {
	p         *ir.Program
	at        map[int32]bounds
	queue     []int32
	stepsLeft int
}

// reach has a place be reached with some knowledge. Extents that change are dropped,
// so that there is an end to it.
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

// value returns what values a variable can have.
func (s *boundsAnalysis) interval(known bounds, v uint16) interval {
	if x, ok := known[v]; ok {
		return x
	}
	return interval{0, int64(s.p.Bounds[v])}
}

// ways visits the places behind one with what is known there. It returns false if
// the instruction can fail.
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
		if yes := x.limit(r, int64(i.X)); yes.low <= yes.high {
			visit(at+1, with(i.A, yes))
		}
		if no := x.limit(negation(r), int64(i.X)); no.low <= no.high {
			visit(i.J, with(i.A, no))
		}
		return true
	case ir.Put, ir.Flip, ir.Try: // a choice is only looked at after a failure
		visit(at+1, known)
		return true
	case ir.Choose, ir.Mark:
		visit(at+1, known)
		return false
	case ir.Fail:
		return false
	}
	sure := i.Op <= ir.ReadHolds // which only computes
	if !sure {
		known = bounds{}
	}
	if i.Op.Jumps() {
		visit(i.J, known)
	}
	visit(at+1, known)
	return sure
}

// sure reports whether every way from a place leads to a switch, as far as that
// is seen within some steps.
func (s *boundsAnalysis) reachesSwitch(at int32, known bounds) bool {
	if s.stepsLeft--; s.stepsLeft < 0 {
		return false
	}
	yes := true
	return s.transfer(at, known, func(to int32, known bounds) { yes = yes && s.reachesSwitch(to, known) }) && yes
}

// sureBehind is sure for what follows a modifier.
func (s *boundsAnalysis) reachesSwitchAfter(at int32, known bounds) bool {
	yes := true
	s.transfer(at, known, func(to int32, known bounds) { yes = yes && s.reachesSwitch(to, known) })
	return yes
}

// limit returns the values of an extent that have a relation to a number. It may
// return more than these.
func (x interval) limit(r rbg.Relation, n int64) interval {
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
