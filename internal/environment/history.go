package environment

import (
	"ludex/game"
	"ludex/internal/circuit"
)

// A history records for each role what it did and perceived in its last steps, in games
// with hidden information: what the role knows about the play, and nothing else. The oldest
// step comes first. Each step has the role's move and then its percepts, as bits.
type history struct {
	steps    int
	moves    []int // by role: words of the moves of a step
	words    []int // by role: words of a step
	from, to []int // by role: its bits of a row of percepts
	memory   [][]uint64
}

// newHistory returns a history without memory.
func newHistory(v *Vector, stepper *circuit.Stepper) history {
	h := history{steps: v.opt.History}
	for r := range v.roles {
		from, to := stepper.PerceptRange(game.Role(r))
		moves := stepper.LegalWords(game.Role(r))
		h.from, h.to = append(h.from, from), append(h.to, to)
		h.moves, h.words = append(h.moves, moves), append(h.words, moves+(to-from+63)/64)
	}
	return h
}

// size returns how many words a row of a role has.
func (h *history) size(r int) int { return h.steps * h.words[r] }

// row returns what is recorded for a role in a row.
func (h *history) row(i, r int) []uint64 { return h.memory[r][i*h.size(r) : (i+1)*h.size(r)] }

// clear forgets everything about a row.
func (h *history) clear(i int) {
	if h.steps == 0 {
		return
	}
	for r := range h.words {
		clear(h.row(i, r))
	}
}

// record adds the last step of a row. When there is no room, the oldest step is forgotten.
func (h *history) record(l *laneRows, i int) {
	v, seen := l.v, l.stepper.PerceptWords()
	for r, words := range h.words {
		row, at := h.row(i, r), int(v.memory.steps[i])-1
		if at >= h.steps {
			copy(row, row[words:])
			at = h.steps - 1
		}
		step := row[at*words : (at+1)*words]
		clear(step)
		set(step, int(v.drawn[i*v.roles+r]))
		percepts := l.rows.Percepts[i*seen : (i+1)*seen]
		for k := h.from[r]; k < h.to[r]; k++ {
			if percepts[k>>6]>>(k&63)&1 == 1 {
				set(step, 64*h.moves[r]+k-h.from[r])
			}
		}
	}
}

// set sets a bit.
func set(words []uint64, bit int) { words[bit>>6] |= 1 << (bit & 63) }
