package circuit

import (
	"errors"
	"math/bits"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
)

// Rows are plays of a game in flat memory, which may be shared with another process.
// Row i has the state of play i, and what is known about it. All bits are packed: bit k
// of a row is bit k%64 of its word k/64.
type Rows struct {
	States   []uint64   // [Stepper.Words] words a row
	Legal    [][]uint64 // by role: the legal moves, [Stepper.LegalWords] words a row
	Percepts []uint64   // of the last step, [Stepper.PerceptWords] words a row
	Over     []uint8    // 1 if the play is over
	// Goals are the goal values of the roles, row by row, where a play is over. The goal
	// is [NoGoal] for a role that has no goal value, or several.
	Goals []int32
}

// NoGoal is the goal of a role that has no goal value, or several.
const NoGoal = -1

// ErrUnreachable is the error for a state that no play leads to.
var ErrUnreachable = errors.New("no play leads to the state")

// A Stepper makes moves in many plays at once, in lanes, and says what is legal
// afterwards. It belongs to one goroutine.
type Stepper struct {
	game     *Game
	perceive bool
	phases   []stepPhase
	words    int
	legal    []int // by role: words of a row
	goals    []bitslice.Goal
	lists    [][]int32 // by phase: rows
	moves    []int32   // scratch
}

// A stepPhase computes with the rows that are in one phase.
type stepPhase struct {
	lanes     *bitslice.Evaluator
	positions [][]int32  // by role and number of a move: its position in the phase, or none
	signals   [][]uint32 // by role and number of a move: the signal of its legality
}

// NewStepper returns a stepper. The order says for each role which move of the game each
// number means; nil is the order of the game. Percepts are computed only if they are
// wanted.
func (g *Game) NewStepper(order [][]int32, perceive bool) (*Stepper, error) {
	s := &Stepper{game: g, perceive: perceive, words: len(g.initial), goals: g.program.Goals, lists: make([][]int32, len(g.phases))}
	p, e := g.program, (*bitslice.Engine)(nil)
	var err error
	if perceive {
		p, e, err = g.perceiver()
	} else {
		e, err = g.interpreter()
	}
	if err != nil {
		return nil, err
	}
	if order == nil {
		order = g.order()
	}
	for r := range order {
		s.legal = append(s.legal, (len(order[r])+63)/64)
	}
	for phase := range g.phases {
		s.phases = append(s.phases, newStepPhase(p, e, phase, order))
	}
	return s, nil
}

// order returns the moves of each role in their own order.
func (g *Game) order() [][]int32 {
	order := make([][]int32, len(g.spec.Moves))
	for r, moves := range g.spec.Moves {
		for m := range moves {
			order[r] = append(order[r], int32(m))
		}
	}
	return order
}

func newStepPhase(p *bitslice.Program, e *bitslice.Engine, phase int, order [][]int32) stepPhase {
	x := stepPhase{lanes: e.NewEvaluator(phase)}
	for r, moves := range order {
		at := map[int32]int32{}
		for i, m := range p.Phases[phase].Roles[r].Moves {
			at[m] = int32(i)
		}
		positions := make([]int32, len(moves))
		for i, m := range moves {
			k, ok := at[m]
			if positions[i] = k; !ok {
				positions[i] = none
			}
		}
		x.positions = append(x.positions, positions)
		x.signals = append(x.signals, x.lanes.Signals(r, moves))
	}
	return x
}

// Words returns how many words a state has.
func (s *Stepper) Words() int { return s.words }

// LegalWords returns how many words the legal moves of a role have.
func (s *Stepper) LegalWords(r game.Role) int { return s.legal[r] }

// PerceptWords returns how many words the percepts of all roles have, or 0 if they are
// not computed.
func (s *Stepper) PerceptWords() int {
	if !s.perceive {
		return 0
	}
	return s.phases[0].lanes.PerceptWords()
}

// PerceptRange returns which bits of a row of percepts belong to a role: from, up to but
// not including.
func (s *Stepper) PerceptRange(r game.Role) (from, to int) {
	if !s.perceive || !s.game.spec.Hidden {
		return 0, 0
	}
	return int(s.game.perception.first[r]), int(s.game.perception.first[r+1])
}

// Percept returns the percept of a bit in the range of a role.
func (s *Stepper) Percept(r game.Role, bit int) game.Percept {
	return s.game.hidden[r][bit-int(s.game.perception.first[r])].percept
}

// Look computes what is known about all rows from their states.
func (s *Stepper) Look(rows *Rows) error {
	return s.each(rows, func(phase int, list []int32) {
		s.phases[phase].lanes.LoadRows(rows.States, list)
		s.look(phase, rows, list)
	})
}

// Step makes a joint move in every row. The numbers of the moves stand row by row in
// joints, and in each of them role by role. They must be legal.
func (s *Stepper) Step(rows *Rows, joints []int32) error {
	return s.each(rows, func(phase int, list []int32) {
		x := &s.phases[phase]
		x.lanes.LoadRows(rows.States, list)
		x.lanes.Legal()
		s.enter(x, list, joints)
		x.lanes.Next()
		if s.perceive {
			x.lanes.Percepts()
			x.lanes.StorePerceptRows(rows.Percepts, list)
		}
		next := (phase + 1) % len(s.phases)
		s.phases[next].lanes.Follow(x.lanes)
		s.phases[next].lanes.StoreStates(rows.States, list)
		s.look(next, rows, list)
	})
}

// each calls a function with the rows of each phase, as many at a time as there are
// lanes.
func (s *Stepper) each(rows *Rows, do func(phase int, list []int32)) error {
	for p := range s.lists {
		s.lists[p] = s.lists[p][:0]
	}
	for i := range rows.Over {
		p := s.game.PhaseOf(rows.States[i*s.words : (i+1)*s.words])
		if p < 0 {
			return ErrUnreachable
		}
		s.lists[p] = append(s.lists[p], int32(i))
	}
	for p, list := range s.lists {
		for len(list) > 0 {
			n := min(len(list), bitslice.Count)
			do(p, list[:n])
			list = list[n:]
		}
	}
	return nil
}

// enter sets the moves of the lanes.
func (s *Stepper) enter(x *stepPhase, list, joints []int32) {
	x.lanes.ClearMoves()
	roles := len(x.positions)
	for r, positions := range x.positions {
		s.moves = s.moves[:0]
		for _, i := range list {
			s.moves = append(s.moves, positions[joints[int(i)*roles+r]])
		}
		x.lanes.SetMoves(r, s.moves)
	}
}

// look stores the legal moves of the rows whose states are in the lanes, whether they
// are over, and the goals of those that are.
func (s *Stepper) look(phase int, rows *Rows, list []int32) {
	x := &s.phases[phase]
	over := s.game.ended(x.lanes)
	for r, words := range s.legal {
		x.lanes.StoreSignals(x.signals[r], words, rows.Legal[r], list)
	}
	any := false
	for lane, i := range list {
		rows.Over[i] = uint8(over[lane/64] >> (lane % 64) & 1)
		any = any || rows.Over[i] == 1
	}
	if any {
		x.lanes.Goals()
		s.score(x.lanes, &over, rows, list)
	}
}

// score stores the goals of the plays that are over.
func (s *Stepper) score(lanes *bitslice.Evaluator, over *bitslice.Vec, rows *Rows, list []int32) {
	roles := len(s.legal)
	each := func(set *bitslice.Vec, do func(row int)) {
		for w, x := range set {
			for x &= over[w]; x != 0; x &= x - 1 {
				if lane := 64*w + bits.TrailingZeros64(x); lane < len(list) {
					do(int(list[lane]))
				}
			}
		}
	}
	const unset = -2
	each(over, func(row int) {
		for r := range roles {
			rows.Goals[row*roles+r] = unset
		}
	})
	for k, g := range s.goals {
		each(lanes.Goal(k), func(row int) {
			if at := &rows.Goals[row*roles+g.Role]; *at == unset {
				*at = int32(g.Value)
			} else {
				*at = NoGoal
			}
		})
	}
	each(over, func(row int) {
		for r := range roles {
			rows.Goals[row*roles+r] = max(rows.Goals[row*roles+r], NoGoal)
		}
	})
}
