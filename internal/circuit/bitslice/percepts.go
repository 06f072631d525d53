package bitslice

// Percepts computes what the roles perceive, after Next.
func (v *Evaluator) Percepts() { v.percepts.eval(v.kernel, v.signals) }

// PerceptWords returns how many words the percepts of a lane have.
func (v *Evaluator) PerceptWords() int { return (v.program.Percepts + 63) / 64 }

// StorePercepts copies, after Percepts, the percepts of the first lanes to dst,
// one lane after the other, as many as fit. Percept i of a lane is bit i%64 of its
// word i/64.
func (v *Evaluator) StorePercepts(dst []uint64) {
	if words := v.PerceptWords(); words > 0 {
		storeWords(v.signals, v.phase.PerceptsOf, words, dst)
	}
}
