package gpu

import (
	"math/bits"

	"ludex/internal/circuit/bitslice"
)

// EnvironmentOptions say what an environment is like.
type EnvironmentOptions struct {
	MaxSteps int
	Actions  [][]int32 // by role and action: the number of the move in the program
	Idle     [][]bool  // by role and action: whether it is made by a role that is not to move
	First    [][]bool  // by role and action: whether it is legal in the beginning
	Memory   Choice    // whether signals are kept in memory instead of registers
	Final    bool      // plays that have ended stay as they are, and are not replaced
}

// An Environment is code for plays that are stepped from outside: a launch makes a step in
// every play, by moves that are given or drawn, and leaves the legal moves and what ended in
// the memory of the threads. A play that has ended is replaced by a new one in the same step, if the options do not say otherwise.
// The layout says in which words what is.
type Environment struct {
	*Kernel
	Layout EnvironmentLayout
	opt    EnvironmentOptions
}

// An EnvironmentLayout says in which words of a thread's memory what is: one bit for each of
// 32 plays in each word.
type EnvironmentLayout struct {
	Words     int `json:"words"`
	State     int `json:"state"`
	States    int `json:"states"` // how many words the state has
	Phase     int `json:"phase"`  // one word a phase, if there are several
	Phases    int `json:"phases"`
	Steps     int `json:"steps"` // the number of steps, by planes
	StepBits  int `json:"step_bits"`
	Done      int `json:"done"`
	Truncated int `json:"truncated"`
	// Mask has a word for each action: whether it is legal for the only role that has to
	// decide something.
	Mask     int          `json:"mask"`
	Percept  int          `json:"percept"` // of the last step, of all roles
	Percepts int          `json:"percepts"`
	Masks    int          `json:"masks"`
	Roles    []RoleLayout `json:"roles"`
}

// A RoleLayout says where what belongs to a role is.
type RoleLayout struct {
	Given        int   `json:"given"`    // whether its move is given
	Position     int   `json:"position"` // the position of that move in the phase, by planes
	PositionBits int   `json:"position_bits"`
	Made         int   `json:"made"`  // the position of the move that was made, by planes
	Legal        int   `json:"legal"` // a word for each action
	Actions      int   `json:"actions"`
	Decides      int   `json:"decides"` // whether it has to decide something
	Goal         int   `json:"goal"`    // its goal in plays that have ended, by planes
	GoalBits     int   `json:"goal_bits"`
	Positions    []int `json:"-"` // by phase and action: the position in the phase, or -1
	Chance       bool  `json:"chance"`
}

// Tallies of an environment.
const (
	TallyIllegal  = iota // moves that were given and are not legal; others were drawn instead
	TallyStuck           // plays in which a role had no legal move
	TallyBadGoals        // plays that ended without exactly one goal value for a role
	NumEnvironmentTallies
)

// The parameter of a launch: 0 looks at the state without a step.
const paramStepping = 0

// NewEnvironment translates a program.
func NewEnvironment(p *bitslice.Program, opt EnvironmentOptions) (*Environment, error) {
	steps, err := bitslice.Lower(p, bitslice.Lowering{Given: true})
	if err != nil {
		return nil, err
	}
	e := &Environment{Kernel: &Kernel{program: p, steps: steps, maxSteps: opt.MaxSteps}, opt: opt}
	memory, err := e.inMemory(opt.Memory)
	if err != nil {
		return nil, err
	}
	e.lay()
	e.build(memory)
	return e, nil
}

// Limits for signals in registers.
const (
	environmentGates = 6000 // of a phase
	environmentState = 200  // bits of the state
)

// inMemory says whether signals are kept in memory.
func (e *Environment) inMemory(choice Choice) (bool, error) {
	only, err := e.measure()
	if err != nil || only || choice != Auto {
		return only || choice == Yes, err
	}
	memory := e.gates > environmentGates || len(e.program.State) > environmentState
	for i := range e.steps.Phases {
		memory = memory || len(e.steps.Phases[i].Legal)+len(e.steps.Phases[i].Next) > 2
	}
	return memory, nil
}

// lay lays out the memory of a thread. The generator of random numbers comes first.
func (e *Environment) lay() {
	l := &e.Layout
	next := wordRandom1 + 1
	take := func(n int) int {
		next += n
		return next - n
	}
	l.Phases, l.States, l.StepBits = len(e.steps.Phases), len(e.steps.State), bits.Len(uint(e.maxSteps))
	l.State = take(l.States)
	l.Phase = take(l.Phases)
	l.Steps = take(l.StepBits)
	for role, actions := range e.opt.Actions {
		r := RoleLayout{Actions: len(actions), Chance: role < len(e.program.Chance) && e.program.Chance[role]}
		r.Positions = e.positions(role)
		for _, k := range r.Positions {
			r.PositionBits = max(r.PositionBits, bits.Len(uint(max(k, 0))))
		}
		for _, g := range e.program.Goals {
			if g.Role == role {
				r.GoalBits = max(r.GoalBits, bits.Len(uint(g.Value)))
			}
		}
		r.Given, r.Position, r.Made = take(1), take(r.PositionBits), take(r.PositionBits)
		r.Legal, r.Decides, r.Goal = take(r.Actions), take(1), take(r.GoalBits)
		if !r.Chance {
			l.Masks = max(l.Masks, r.Actions)
		}
		l.Roles = append(l.Roles, r)
	}
	l.Mask, l.Done, l.Truncated = take(l.Masks), take(1), take(1)
	l.Percepts = e.program.Percepts
	l.Percept = take(l.Percepts)
	l.Words = next
	e.words, e.tallies = next, NumEnvironmentTallies
}

// positions returns, by phase and action, the position of the action in the phase, or -1.
func (e *Environment) positions(role int) []int {
	var out []int
	for p := range e.program.Phases {
		at := make(map[int32]int)
		for i, m := range e.program.Phases[p].Roles[role].Moves {
			at[m] = i
		}
		for _, m := range e.opt.Actions[role] {
			k, ok := at[m]
			if !ok {
				k = -1
			}
			out = append(out, k)
		}
	}
	return out
}

// Initial returns the words of a thread in which all plays begin, but for the generator of random
// numbers, which each thread has to have for itself.
func (e *Environment) Initial() []uint32 {
	mem := e.newMemory(1)
	for i, first := range e.steps.Init {
		if first {
			mem.words[e.Layout.State+i] = ^uint32(0)
		}
	}
	mem.words[e.Layout.Phase] = ^uint32(0)
	e.interpret(mem, []uint32{0}, nil)
	return mem.words
}
