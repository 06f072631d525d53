package bitslice

import "slices"

// An Evaluator computes with up to 512 states of one phase at once, one in each
// lane: their legal moves, goals, and next states. It belongs to one goroutine.
//
// States are words of state bits, bit i being bit i%64 of word i/64. Load or
// Broadcast states, call Legal, read the results, set a move of each role in each
// lane, and call Next.
type Evaluator struct {
	kernel             kernel
	program            *Program
	phase              *Phase
	legal, goals, next script
	percepts           script
	signals            []Vec
	words              int
	moved              []Vec // scratch
	spent              bool  // Next has used up what Legal computed
}

// NewEvaluator returns an evaluator for a phase of a program, on the best
// interpreting kernel.
func NewEvaluator(p *Program, phase int) (*Evaluator, error) {
	e, err := New(p, interpreter())
	if err != nil {
		return nil, err
	}
	return e.NewEvaluator(phase), nil
}

// interpreter returns the fastest kernel that generates no code.
func interpreter() Kernel {
	k := Kernels()
	return k[slices.IndexFunc(k, func(k Kernel) bool { return k != Native })]
}

// NewEvaluator returns an evaluator for a phase.
func (e *Engine) NewEvaluator(phase int) *Evaluator {
	src := &e.program.Phases[phase]
	return &Evaluator{
		kernel: e.kernel, program: e.program, phase: src,
		legal: scriptOf(codeOf(src.Legal)), goals: scriptOf(codeOf(src.Goals)), next: scriptOf(codeOf(src.Next)),
		percepts: scriptOf(codeOf(src.Percepts)),
		signals:  newSignals(e.program.Signals),
		words:    e.words(),
	}
}

// words returns how many words a state has.
func (e *Engine) words() int { return max(1, (len(e.program.State)+63)/64) }

// Words returns how many words a state has.
func (v *Evaluator) Words() int { return v.words }

// Load puts consecutive states into the lanes, starting with the first. Of the
// other lanes, only those in later groups of 64 keep their states.
func (v *Evaluator) Load(states []uint64) {
	v.spent = false
	n := len(states) / v.words
	var m [64]uint64
	for first := 0; first < n; first += 64 {
		for k := range v.words {
			for lane := range m {
				m[lane] = 0
				if first+lane < n {
					m[lane] = states[(first+lane)*v.words+k]
				}
			}
			transpose(&m)
			for i, s := range wordSignals(v.program.State, k) {
				v.signals[s][first/64] = m[i]
			}
		}
	}
}

// wordSignals returns the signals of a word of the state.
func wordSignals(signals []uint32, word int) []uint32 {
	return signals[min(64*word, len(signals)):min(64*word+64, len(signals))]
}

// Broadcast puts a state into all lanes.
func (v *Evaluator) Broadcast(state []uint64) {
	v.spent = false
	for i, s := range v.program.State {
		v.signals[s] = Vec{}
		if state[i/64]>>(i%64)&1 == 1 {
			v.signals[s] = allLanes
		}
	}
}

// Follow puts the next states that an evaluator of the same program has computed
// into the lanes. It may be this one.
func (v *Evaluator) Follow(before *Evaluator) {
	v.spent = false
	v.moved = v.moved[:0]
	for _, s := range before.phase.NextOf {
		v.moved = append(v.moved, before.signals[s])
	}
	for i, s := range v.program.State {
		v.signals[s] = v.moved[i]
	}
}

// Legal computes legal moves and whether states are terminal.
func (v *Evaluator) Legal() {
	v.legal.eval(v.kernel, v.signals)
	v.spent = false
}

// Terminal returns, after Legal, the lanes whose states are terminal.
func (v *Evaluator) Terminal() *Vec { return &v.signals[v.phase.Terminal] }

// LegalMoves appends, after Legal, the legal moves of a role in a lane, as
// positions in the list of moves that the role has in this phase.
func (v *Evaluator) LegalMoves(lane, role int, dst []int32) []int32 {
	w, shift := lane/64, lane%64
	for i, s := range v.phase.Roles[role].Legal {
		if v.signals[s][w]>>shift&1 == 1 {
			dst = append(dst, int32(i))
		}
	}
	return dst
}

// LegalLanes returns, after Legal, the lanes in which a role may make the move
// at a position.
func (v *Evaluator) LegalLanes(role, position int) *Vec {
	return &v.signals[v.phase.Roles[role].Legal[position]]
}

// Stuck returns, after Legal, the lanes in which a role has no legal move.
func (v *Evaluator) Stuck(role int) Vec {
	stuck := allLanes
	for _, s := range v.phase.Roles[role].Legal {
		for w := range stuck {
			stuck[w] &^= v.signals[s][w]
		}
	}
	return stuck
}

// Goals computes the goals, after Legal and before Next.
func (v *Evaluator) Goals() { v.goals.eval(v.kernel, v.signals) }

// Goal returns, after Goals, the lanes in which a goal of the program is reached.
func (v *Evaluator) Goal(i int) *Vec { return &v.signals[v.phase.GoalsOf[i]] }

// ClearMoves clears the moves of all lanes, so that others can be set.
func (v *Evaluator) ClearMoves() {
	for i := range v.phase.Roles {
		if r := &v.phase.Roles[i]; r.Classes != nil {
			clear(v.signals[r.Inputs[0]:r.Inputs[1]])
		}
	}
}

// SetMove sets the move of a role in a lane, by its position in the list of moves
// that the role has in this phase. Call it once for each role and lane after
// ClearMoves, even for a role with a single move if it has classes.
func (v *Evaluator) SetMove(lane, role, position int) {
	r := &v.phase.Roles[role]
	w, bit := lane/64, uint64(1)<<(lane%64)
	for k, s := range r.Planes {
		if position>>k&1 == 1 {
			v.signals[s][w] |= bit
		} else {
			v.signals[s][w] &^= bit
		}
	}
	if r.Planes == nil && r.Classes != nil {
		for _, s := range r.Classes[position] {
			v.signals[s][w] |= bit
		}
	}
}

// Next computes the next states. The states remain loaded, so that other moves
// can be set and Next called again.
func (v *Evaluator) Next() {
	if v.spent { // Next may use signals of Legal for other purposes
		v.Legal()
	}
	v.next.eval(v.kernel, v.signals)
	v.spent = true
}

// Store copies, after Next, the next states of the first lanes to dst, one after
// the other, as many as fit.
func (v *Evaluator) Store(dst []uint64) { storeWords(v.signals, v.phase.NextOf, v.words, dst) }

// storeWords copies the values of some signals to dst, as words for each lane.
func storeWords(all []Vec, signals []uint32, words int, dst []uint64) {
	n := min(len(dst)/words, Count)
	var m [64]uint64
	for first := 0; first < n; first += 64 {
		for k := range words {
			clear(m[:])
			any := uint64(0)
			for i, s := range wordSignals(signals, k) {
				m[i] = all[s][first/64]
				any |= m[i]
			}
			if any != 0 { // zero transposes to zero
				transpose(&m)
			}
			for lane := first; lane < min(first+64, n); lane++ {
				dst[lane*words+k] = m[lane-first]
			}
		}
	}
}

// Signals returns the signals of the moves of a role, in an order of the caller's: entry
// i is the signal of the legality of move order[i], or [False] if the move is never
// legal in this phase. It is for StoreSignals.
func (v *Evaluator) Signals(role int, order []int32) []uint32 {
	r := &v.phase.Roles[role]
	of := make(map[int32]uint32, len(r.Moves))
	for i, m := range r.Moves {
		of[m] = r.Legal[i]
	}
	signals := make([]uint32, len(order))
	for i, m := range order {
		signals[i] = of[m]
	}
	return signals
}
