package solve

const (
	// infinite is the number of what cannot be proved or disproved.
	infinite = 1 << 30
	// huge is the largest number of what is not decided yet.
	huge = infinite - 1
)

// numbers say how many states must at least be decided to prove a claim, and how
// many to disprove it.
type numbers struct{ proof, disproof uint32 }

var (
	proved    = numbers{0, infinite}
	disproved = numbers{infinite, 0}
)

// decided reports whether the claim is proved or disproved.
func (n numbers) decided() bool { return n.proof == 0 || n.disproof == 0 }

// reaches reports whether one of the numbers has reached a limit.
func (n numbers) reaches(limit numbers) bool {
	return n.proof >= limit.proof || n.disproof >= limit.disproof
}

// swapped returns the numbers as the other side sees them.
func (n numbers) swapped(swap bool) numbers {
	if swap {
		return numbers{n.disproof, n.proof}
	}
	return n
}

// A sum is what the choices of a turn say together.
type sum struct {
	numbers
	best   int    // where the least has to be done
	second uint32 // how much has to be done elsewhere, at least
}

// sum adds up the numbers of the choices: whoever decides needs one of them, and
// has to fear all of them.
func (l *proofLevel) sum(proves bool) sum {
	out := sum{second: infinite}
	total := numbers{infinite, 0}
	for i := range l.known {
		n := l.known[i].swapped(!proves)
		if n.proof < total.proof {
			out.best, out.second, total.proof = i, total.proof, n.proof
		} else {
			out.second = min(out.second, n.proof)
		}
		if n.disproof == infinite {
			total.disproof = infinite // and this choice is proved
		} else if total.disproof < infinite {
			total.disproof = min(total.disproof+n.disproof, huge)
		}
	}
	out.numbers = total.swapped(!proves)
	return out
}

// limit returns up to which numbers the best choice is searched: until another
// choice is clearly better, or the turn itself reaches its limit. Staying a
// little longer than necessary saves coming back all the time.
func (s sum) limit(proves bool, limit, child numbers) numbers {
	whole, outer, inner := s.numbers.swapped(!proves), limit.swapped(!proves), child.swapped(!proves)
	out := numbers{min(outer.proof, s.second+s.second/2+1), infinite}
	if outer.disproof < infinite {
		out.disproof = outer.disproof - whole.disproof + inner.disproof
	}
	return out.swapped(!proves)
}

// fold returns the span of the first role's goal that the choices leave.
func (l *proofLevel) fold(first bool) span {
	out := l.known[0].span
	for _, k := range l.known[1:] {
		if first {
			out = span{max(out.low, k.span.low), max(out.high, k.span.high)}
		} else {
			out = span{min(out.low, k.span.low), min(out.high, k.span.high)}
		}
	}
	return out
}
