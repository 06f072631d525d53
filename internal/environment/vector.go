package environment

import (
	"fmt"
	"math/bits"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/circuit/bitslice"
)

// VectorOptions say what plays a [Vector] has.
type VectorOptions struct {
	Count    int    // how many plays
	Seed     uint64 // of the first play; play k has the seed Seed + k
	MaxSteps int    // after which a play is cut off; 0 is the game's own limit
	History  int    // how many steps roles remember in a game with hidden information
}

// maxCount bounds the plays of a vector.
const maxCount = 1 << 20

// A Vector is many plays of a game that are stepped together. A play that has ended is
// replaced by a new one in the same step. The plays are in row i the plays number i,
// i + n, i + 2n and so on of n rows.
type Vector struct {
	game    *Game
	opt     VectorOptions
	stepper *circuit.Stepper
	roles   int
	random  int
	Layout  Layout
	memory  shared
	rows    circuit.Rows
	drawn   []int32 // joint moves
	rands   []game.Rand
	plays   []uint64 // by row: the number of its play
	start   circuit.Rows
	idle    [][]uint64 // by role: the moves of a role that is not to move
	waits   []int32    // by role: the only one of these, or -1
	drawing []game.Rand
	first   int8 // who has to decide something in the initial state
	history history
}

// NewVector returns plays that are all at the beginning. The memory is made by a function
// that is given the number of bytes.
func NewVector(g *Game, opt VectorOptions, alloc func(bytes int) ([]byte, error)) (*Vector, error) {
	switch {
	case g.reason != nil:
		return nil, g.reason
	case opt.Count < 1 || opt.Count > maxCount:
		return nil, fmt.Errorf("the number of plays must be between 1 and %d", maxCount)
	case opt.History < 0 || opt.History > 1<<12:
		return nil, fmt.Errorf("the number of remembered steps must be between 0 and %d", 1<<12)
	}
	if opt.MaxSteps <= 0 {
		opt.MaxSteps = game.MaxSteps(g.Game)
	}
	if !g.Hidden() {
		opt.History = 0
	}
	v := &Vector{game: g, opt: opt, roles: len(g.Roles()), random: int(g.Random())}
	var err error
	if v.stepper, err = g.numbers.circuit.NewStepper(g.numbers.order, g.Hidden()); err != nil {
		return nil, err
	}
	for r := range v.roles {
		idle, list := make([]uint64, v.stepper.LegalWords(game.Role(r))), []int32{}
		for k, text := range g.numbers.actions[r] {
			if isIdle(text) {
				set(idle, k)
				list = append(list, int32(k))
			}
		}
		v.idle, v.waits = append(v.idle, idle), append(v.waits, -1)
		if len(list) == 1 {
			v.waits[r] = list[0]
		}
	}
	v.history = newHistory(v)
	v.Layout = newLayout(v)
	bytes, err := alloc(v.Layout.Bytes)
	if err != nil {
		return nil, err
	}
	v.memory = v.Layout.open(bytes)
	v.rows, v.history.memory = v.memory.rows, v.memory.history
	v.rows.Over, v.rows.Goals = make([]uint8, opt.Count), make([]int32, opt.Count*v.roles)
	v.rows.Percepts = make([]uint64, opt.Count*v.stepper.PerceptWords())
	v.drawn = make([]int32, opt.Count*v.roles)
	v.rands, v.plays = make([]game.Rand, opt.Count), make([]uint64, opt.Count)
	if err := v.begin(); err != nil {
		return nil, err
	}
	v.Reset(opt.Seed)
	v.first = v.mover(0)
	v.Reset(opt.Seed)
	return v, nil
}

// begin computes the row of the initial state.
func (v *Vector) begin() error {
	c := v.game.numbers.circuit
	v.start = circuit.Rows{
		States: c.NewMachine().Initial(nil), Over: make([]uint8, 1), Goals: make([]int32, v.roles),
		Percepts: make([]uint64, v.stepper.PerceptWords()),
	}
	for r := range v.roles {
		v.start.Legal = append(v.start.Legal, make([]uint64, v.stepper.LegalWords(game.Role(r))))
	}
	if err := v.stepper.Look(&v.start); err != nil {
		return err
	}
	if v.start.Over[0] == 1 {
		return fmt.Errorf("the play is over before it begins: %w", game.ErrOver)
	}
	return nil
}

// Reset begins all plays anew.
func (v *Vector) Reset(seed uint64) {
	v.opt.Seed = seed
	m := &v.memory
	clear(m.rewards)
	clear(m.done)
	clear(m.truncated)
	for i := range v.plays {
		v.plays[i] = uint64(i)
		v.restart(i)
	}
}

// restart makes a row the beginning of its play.
func (v *Vector) restart(i int) {
	v.rands[i] = *game.NewRand(v.opt.Seed + v.plays[i])
	words := v.stepper.Words()
	copy(v.rows.States[i*words:], v.start.States)
	for r, legal := range v.start.Legal {
		copy(v.rows.Legal[r][i*len(legal):], legal)
	}
	v.rows.Over[i] = 0
	v.memory.steps[i] = 0
	v.memory.plays[i] = int64(v.plays[i])
	v.history.clear(i)
	v.memory.mover[i] = v.first
}

// The movers of rows in which not just one role has to decide something.
const (
	nobody  = -1
	several = -2
)

// mover returns the role that has to decide something, or nobody, or several.
func (v *Vector) mover(i int) int8 {
	mover := int8(nobody)
	for r := range v.roles {
		if r == v.random || !v.decides(i, r) {
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
func (v *Vector) decides(i, r int) bool {
	idle, count := v.idle[r], 0
	for k, w := range v.legal(i, r) {
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
func (v *Vector) legal(i, r int) []uint64 {
	words := len(v.start.Legal[r])
	return v.rows.Legal[r][i*words : (i+1)*words]
}

// Drawn is the action of a role whose move is drawn at random.
const Drawn = -1

// StepJoint makes the joint moves that the client has stored, row by row and in each of
// them role by role.
func (v *Vector) StepJoint() error {
	copy(v.drawn, v.memory.joint)
	return v.step()
}

// StepChoice makes the moves that the client has stored, one a row, for the role that has
// to decide something. The other roles have only one move, or move by chance.
func (v *Vector) StepChoice() error {
	v.drawAll()
	for i, mover := range v.memory.mover {
		if mover == several {
			return fmt.Errorf("row %d: several roles move at once; give the moves of all roles", i)
		}
		if mover != nobody {
			v.drawn[i*v.roles+int(mover)] = v.memory.choice[i]
		}
	}
	return v.step()
}

// StepRandom makes random moves, a number of times.
func (v *Vector) StepRandom(times int) error {
	for range times {
		v.drawAll()
		if err := v.step(); err != nil {
			return err
		}
	}
	return nil
}

// drawAll has all moves drawn.
func (v *Vector) drawAll() {
	for i := range v.drawn {
		v.drawn[i] = Drawn
	}
}

// step makes a step in every row.
func (v *Vector) step() error {
	v.drawing = append(v.drawing[:0], v.rands...)
	for r := range v.roles {
		if err := v.draw(r); err != nil {
			return err
		}
	}
	v.rands, v.drawing = v.drawing, v.rands // nothing can fail any more
	copy(v.memory.made, v.drawn)
	if err := v.stepper.Step(&v.rows, v.drawn); err != nil {
		return err
	}
	return v.settle()
}

// draw checks the moves of a role, and draws those that are not given. It draws a number
// for every row, as all plays with a seed do.
func (v *Vector) draw(r int) error {
	words, waits, roles := len(v.start.Legal[r]), v.waits[r], v.roles
	all, movers, drawn := v.rows.Legal[r], v.memory.mover, v.drawn[r:]
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
				return fmt.Errorf("row %d: role %s: %w", i, v.game.Roles()[r], game.ErrStuck)
			}
		case r == v.random:
			return fmt.Errorf("row %d: %s moves by chance", i, v.game.Roles()[r])
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

// settle pays plays that have ended, and replaces them.
func (v *Vector) settle() error {
	m := &v.memory
	clear(m.rewards)
	words := v.stepper.Words()
	for i, over := range v.rows.Over {
		m.steps[i]++
		v.history.record(v, i)
		cut := over == 0 && int(m.steps[i]) >= v.opt.MaxSteps
		m.done[i], m.truncated[i] = over, 0
		if over == 0 && !cut {
			m.mover[i] = v.mover(i)
			continue
		}
		if over == 1 {
			if err := v.pay(i); err != nil {
				return err
			}
		} else {
			m.truncated[i] = 1
		}
		copy(m.final[i*words:(i+1)*words], v.rows.States[i*words:])
		m.length[i] = m.steps[i]
		v.plays[i] += uint64(v.opt.Count)
		v.restart(i)
	}
	return nil
}

// pay stores the goals of a play that is over.
func (v *Vector) pay(i int) error {
	for r := range v.roles {
		goal := v.rows.Goals[i*v.roles+r]
		if goal == circuit.NoGoal {
			if r == v.random {
				continue
			}
			return fmt.Errorf("row %d: %s has no goal value at the end, or several", i, v.game.Roles()[r])
		}
		v.memory.rewards[i*v.roles+r] = float32(goal) / 100
	}
	return nil
}
