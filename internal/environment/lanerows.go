package environment

import (
	"fmt"
	"math/bits"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/circuit/bitslice"
)

// laneRows are plays in lanes. What is true and legal are bits.
type laneRows struct {
	v       *Vector
	stepper *circuit.Stepper
	rows    circuit.Rows
	start   circuit.Rows // the initial state
	idle    [][]uint64   // by role: the moves of a role that is not to move
	waits   []int32      // by role: the only one of these, or -1
	history history
}

func newLaneRows(v *Vector) (*laneRows, error) {
	g := v.game
	stepper, err := g.numbers.circuit.NewStepper(g.numbers.order, g.Hidden())
	if err != nil {
		return nil, err
	}
	l := &laneRows{v: v, stepper: stepper, history: newHistory(v, stepper)}
	for r := range v.roles {
		idle, list := make([]uint64, stepper.LegalWords(game.Role(r))), []int32{}
		for k, text := range g.numbers.actions[r] {
			if isIdle(text) {
				set(idle, k)
				list = append(list, int32(k))
			}
		}
		l.idle, l.waits = append(l.idle, idle), append(l.waits, -1)
		if len(list) == 1 {
			l.waits[r] = list[0]
		}
	}
	return l, nil
}

func (l *laneRows) layout(a *Layout) {
	n := l.v.opt.Count
	a.add("states", "u8", n, l.stepper.Words())
	a.add("final", "u8", n, l.stepper.Words())
	for r := range l.v.roles {
		a.add(fmt.Sprintf("legal%d", r), "u8", n, l.stepper.LegalWords(game.Role(r)))
	}
	for r := range l.v.roles {
		if l.history.steps > 0 {
			a.add(fmt.Sprintf("history%d", r), "u8", n, l.history.steps, l.history.words[r])
		}
	}
}

func (l *laneRows) open(m *shared) {
	l.rows = circuit.Rows{
		States: m.states, Legal: m.legal, Over: l.v.over, Goals: l.v.goals,
		Percepts: make([]uint64, l.v.opt.Count*l.stepper.PerceptWords()),
	}
	l.history.memory = m.history
}

func (l *laneRows) begin() error {
	l.start = circuit.Rows{
		States: l.v.game.numbers.circuit.NewMachine().Initial(nil), Over: make([]uint8, 1), Goals: make([]int32, l.v.roles),
		Percepts: make([]uint64, l.stepper.PerceptWords()),
	}
	for r := range l.v.roles {
		l.start.Legal = append(l.start.Legal, make([]uint64, l.stepper.LegalWords(game.Role(r))))
	}
	if err := l.stepper.Look(&l.start); err != nil {
		return err
	}
	if l.start.Over[0] == 1 {
		return errOverAtOnce
	}
	return nil
}

func (l *laneRows) restart(i int) {
	copy(l.rows.States[i*l.stepper.Words():], l.start.States)
	for r, legal := range l.start.Legal {
		copy(l.rows.Legal[r][i*len(legal):], legal)
	}
	l.history.clear(i)
}

func (l *laneRows) look() error {
	for i := range l.v.memory.mover {
		l.v.memory.mover[i] = l.mover(i)
	}
	return nil
}

// mover returns the role that has to decide something, or nobody, or several.
func (l *laneRows) mover(i int) int8 {
	mover := int8(nobody)
	for r := range l.v.roles {
		if r == l.v.random || !l.decides(i, r) {
			continue
		}
		if mover != nobody {
			return several
		}
		mover = int8(r)
	}
	return mover
}

// decides reports whether a role has more than its idle move.
func (l *laneRows) decides(i, r int) bool {
	idle, count := l.idle[r], 0
	for k, w := range l.legal(i, r) {
		if w&^idle[k] != 0 {
			return true
		}
		if w != 0 {
			count += bits.OnesCount64(w)
		}
	}
	return count > 1
}

// legal returns the legal moves of a role in a row.
func (l *laneRows) legal(i, r int) []uint64 {
	words := len(l.start.Legal[r])
	return l.rows.Legal[r][i*words : (i+1)*words]
}

func (l *laneRows) draw(r int) error {
	v := l.v
	words, waits, roles := len(l.start.Legal[r]), l.waits[r], v.roles
	all, movers, drawn := l.rows.Legal[r], v.memory.mover, v.drawn[r:]
	for i := range v.drawing {
		draw := v.drawing[i].Uint64()
		at := &drawn[i*roles]
		if m := int(movers[i]); *at == Drawn && m >= 0 && m != r && waits >= 0 && all[i*words+int(waits>>6)]>>(waits&63)&1 == 1 {
			*at = waits // another role decides something, so this one can only wait
			continue
		}
		legal := all[i*words : (i+1)*words]
		switch action := *at; {
		case action == Drawn:
			if *at = choose(legal, draw); *at < 0 {
				return v.stuck(i, r)
			}
		case r == v.random:
			return v.byChance(i, r)
		case action < 0 || int(action)>>6 >= words || legal[action>>6]>>(action&63)&1 == 0:
			return fmt.Errorf("row %d: %w", i, v.game.illegal(game.Role(r), action))
		}
	}
	return nil
}

// choose returns the legal move that a draw means, or -1 if there is none.
func choose(legal []uint64, draw uint64) int32 {
	n := 0
	for _, w := range legal {
		n += bits.OnesCount64(w)
	}
	if n == 0 {
		return -1
	}
	hi, _ := bits.Mul64(draw, uint64(n))
	k := int(hi)
	for i, w := range legal {
		c := bits.OnesCount64(w)
		if k < c {
			return int32(i<<6 | bitslice.Select(w, k))
		}
		k -= c
	}
	return -1
}

func (l *laneRows) step() error { return l.stepper.Step(&l.rows, l.v.drawn) }

func (l *laneRows) record(i int) {
	if l.history.steps > 0 {
		l.history.record(l, i)
	}
}
