package solve

const (
	// infinite is the number of a claim that cannot be proved or disproved.
	infinite = 1 << 30
	// huge is the largest number of an undecided claim.
	huge = infinite - 1
)

// numbers are the proof number and the disproof number of a state.
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

// swapped returns the numbers from the other side's point of view.
func (n numbers) swapped(swap bool) numbers {
	if swap {
		return numbers{n.disproof, n.proof}
	}
	return n
}

// A sum combines the numbers of the choices of a turn.
type sum struct {
	numbers
	best   int    // the choice with the least work
	second uint32 // the least work of any other choice
}

// sum combines the numbers of the choices: the minimum for the side that moves, and
// the sum for the other.
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
			total.disproof = infinite // this choice is proved
		} else if total.disproof < infinite {
			total.disproof = min(total.disproof+n.disproof, huge)
		}
	}
	out.numbers = total.swapped(!proves)
	return out
}

// limit returns the thresholds for the best choice: until another choice is clearly
// better, or the turn itself reaches its threshold. The 1+ε trick avoids switching
// too often.
func (s sum) limit(proves bool, limit, child numbers) numbers {
	whole, outer, inner := s.numbers.swapped(!proves), limit.swapped(!proves), child.swapped(!proves)
	out := numbers{min(outer.proof, s.second+s.second/2+1), infinite}
	if outer.disproof < infinite {
		out.disproof = outer.disproof - whole.disproof + inner.disproof
	}
	return out.swapped(!proves)
}

// fold combines the bounds of the choices for the first player's goal.
func (l *proofLevel) fold(first bool) interval {
	out := l.known[0].bounds
	for _, k := range l.known[1:] {
		out = out.or(k.bounds, first)
	}
	return out
}
