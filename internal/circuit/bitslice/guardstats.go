package bitslice

// guardStats counts how often a guard was checked and how often it was set.
type guardStats struct{ checks, set int }

// patience is the number of checks after which a guard is kept or dropped.
const patience = 256

// checkGuard checks the guard of a phase. A guard that is mostly set costs more than it
// saves, since values around it are kept in memory; code without it is used then.
func (p *player) checkGuard(phase int) {
	w, next := &p.guardStats[phase], p.next[phase]
	if w.checks++; p.signals[next.guard] != (Vec{}) {
		w.set++
	}
	if w.checks < patience {
		return
	}
	if 2*w.set > w.checks {
		p.next[phase] = next.plain()
		p.commits[phase] = p.commitOf(phase)
		if n := p.next[phase].signals; n > len(p.signals) {
			signals := newSignals(n)
			copy(signals, p.signals)
			p.signals = signals
		}
	}
	*w = guardStats{}
}
