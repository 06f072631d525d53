package environment

import (
	"fmt"

	"ludex/game"
	"ludex/internal/circuit"
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
	rows    rows
	roles   int
	random  int
	Layout  Layout
	memory  shared
	over    []uint8     // by row: 1 if its play is over
	goals   []int32     // by row and role, where a play is over
	drawn   []int32     // joint moves
	rands   []game.Rand // by row
	drawing []game.Rand // the same while moves are drawn
	plays   []uint64    // by row: the number of its play
	ahead   *Vector     // for rollouts, or nil
}

// rows make the moves of the plays of a vector: in lanes where moves have fixed numbers, on
// a machine where they have none.
type rows interface {
	// layout adds the arrays that say what is true and legal.
	layout(l *Layout)
	// open takes these arrays.
	open(m *shared)
	// begin computes the initial state.
	begin() error
	// restart makes the state of a row the initial one.
	restart(i int)
	// look says what is legal in all rows, and who decides something.
	look() error
	// draw checks the moves of a role, and draws those that are not given. It draws a
	// number for every row, as all plays with a seed do.
	draw(r int) error
	// step makes the joint moves that were drawn, and says which plays are over. If it
	// fails, the plays are what they were.
	step() error
	// record remembers the last step of a row.
	record(i int)
	// follow makes the states those of other rows of the same game.
	follow(other rows)
}

// NewVector returns plays that are all at the beginning. The memory is made by a function
// that is given the number of bytes.
func NewVector(g *Game, opt VectorOptions, alloc func(bytes int) ([]byte, error)) (*Vector, error) {
	switch {
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
	v.over, v.goals = make([]uint8, opt.Count), make([]int32, opt.Count*v.roles)
	v.drawn = make([]int32, opt.Count*v.roles)
	v.rands, v.plays = make([]game.Rand, opt.Count), make([]uint64, opt.Count)
	var err error
	if g.reason == nil {
		v.rows, err = newLaneRows(v)
	} else {
		v.rows = newMachineRows(v)
	}
	if err != nil {
		return nil, err
	}
	if err := v.rows.begin(); err != nil {
		return nil, err
	}
	v.Layout = newLayout(v)
	bytes, err := alloc(v.Layout.Bytes)
	if err != nil {
		return nil, err
	}
	v.memory = v.Layout.open(bytes)
	v.rows.open(&v.memory)
	return v, v.Reset(opt.Seed)
}

// errOverAtOnce is the error for games without a first move.
var errOverAtOnce = fmt.Errorf("the play is over before it begins: %w", game.ErrOver)

// Reset begins all plays anew.
func (v *Vector) Reset(seed uint64) error {
	v.opt.Seed = seed
	m := &v.memory
	clear(m.rewards)
	clear(m.done)
	clear(m.truncated)
	for i := range v.plays {
		v.plays[i] = uint64(i)
		v.restart(i)
	}
	return v.rows.look()
}

// restart makes a row the beginning of its play.
func (v *Vector) restart(i int) {
	v.rands[i] = *game.NewRand(v.opt.Seed + v.plays[i])
	v.rows.restart(i)
	v.over[i] = 0
	v.memory.steps[i] = 0
	v.memory.plays[i] = int64(v.plays[i])
}

// The movers of rows in which not just one role has to decide something.
const (
	nobody  = -1
	several = -2
)

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
		if err := v.rows.draw(r); err != nil {
			return err
		}
	}
	if err := v.rows.step(); err != nil {
		return err
	}
	v.rands, v.drawing = v.drawing, v.rands
	copy(v.memory.made, v.drawn)
	if err := v.settle(); err != nil {
		return err
	}
	return v.rows.look()
}

// stuck returns the error about a role without a legal move.
func (v *Vector) stuck(i, r int) error {
	return fmt.Errorf("row %d: role %s: %w", i, v.game.Roles()[r], game.ErrStuck)
}

// byChance returns the error about a move that was given for chance.
func (v *Vector) byChance(i, r int) error {
	return fmt.Errorf("row %d: %s moves by chance", i, v.game.Roles()[r])
}

// settle pays plays that have ended, and replaces them.
func (v *Vector) settle() error {
	m := &v.memory
	clear(m.rewards)
	words := v.stateWords()
	for i, over := range v.over {
		m.steps[i]++
		v.rows.record(i)
		cut := over == 0 && int(m.steps[i]) >= v.opt.MaxSteps
		m.done[i], m.truncated[i] = over, 0
		if over == 0 && !cut {
			continue
		}
		if over == 1 {
			if err := v.pay(i); err != nil {
				return err
			}
		} else {
			m.truncated[i] = 1
		}
		copy(m.final[i*words:(i+1)*words], m.states[i*words:])
		m.length[i] = m.steps[i]
		v.plays[i] += uint64(v.opt.Count)
		v.restart(i)
	}
	return nil
}

// stateWords returns how many words the facts of a row have.
func (v *Vector) stateWords() int { return len(v.memory.states) / v.opt.Count }

// pay stores the goals of a play that is over.
func (v *Vector) pay(i int) error {
	for r := range v.roles {
		goal := v.goals[i*v.roles+r]
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
