package bitslice

// A watch counts how often a guard was set when it was looked at.
type watch struct{ looks, set int }

// patience is after how many looks it is decided whether a guard is worth it.
const patience = 256

// watch looks at the guard of a phase. One that is set mostly does not save what it
// costs to keep values in memory around it; then code without it is used.
func (p *player) watch(phase int) {
	w, next := &p.watches[phase], p.next[phase]
	if w.looks++; p.signals[next.guard] != (Vec{}) {
		w.set++
	}
	if w.looks < patience {
		return
	}
	if 2*w.set > w.looks {
		p.next[phase] = next.plain()
		p.commits[phase] = p.commitOf(phase)
		if n := p.next[phase].signals; n > len(p.signals) {
			signals := newSignals(n)
			copy(signals, p.signals)
			p.signals = signals
		}
	}
	*w = watch{}
}
