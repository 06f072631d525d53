// Package bitslice is the playout engine of package circuit. It evaluates the Boolean
// gates of a [Program] bit-sliced: a signal is a vector with one bit for each of 512
// positions, called lanes. Kernels for AVX-512, AVX2, NEON and plain Go are chosen at
// run time and give the same answers. The assembly of the vector kernels is generated
// (folder _asm, go generate).
package bitslice

// Count is the number of lanes.
const Count = 512

// A Vec is the value of one signal in all lanes; lane i is bit i%64 of word
// i/64.
type Vec [Count / 64]uint64

// Signals that every program has.
const (
	False = 0
	True  = 1
)

// An Op is a kind of gate. Gates are conjunctions of two or three signals, of
// which the last ones may be inverted; a disjunction is the inverse of one.
type Op uint8

// The gates.
const (
	And2   Op = iota // a ∧ b
	And2N1           // a ∧ ¬b
	And2N2           // ¬a ∧ ¬b
	And3             // a ∧ b ∧ c
	And3N1           // a ∧ b ∧ ¬c
	And3N2           // a ∧ ¬b ∧ ¬c
	And3N3           // ¬a ∧ ¬b ∧ ¬c
	NumOps
)

// Inputs returns how many inputs a gate of the kind has.
func (op Op) Inputs() int {
	if op >= And3 {
		return 3
	}
	return 2
}

// A Segment is a run of gates of one kind, or a fixpoint. Gates are evaluated
// in order; a gate may read what one before it in the same segment wrote.
type Segment struct {
	Op   Op
	Args []uint32 // for each gate its inputs, then its output: signal numbers
	Loop *Loop    // if not nil, a fixpoint instead of gates
	// Guard, if it is not False, is a signal computed before, and not changed later.
	// If it is not set in any lane, the gates may be skipped: their results do not
	// matter then.
	Guard uint32
}

// A Loop is a set of gates that depend on each other. Its feedback signals
// start as False; the gates are evaluated again and again, and each feedback
// signal takes the value of its source, until nothing changes.
type Loop struct {
	Gates    []Gate
	Feedback []Feedback
}

// A Gate is a single gate of a loop.
type Gate struct {
	Op  Op
	In  [3]uint32
	Out uint32
}

// A Feedback closes a loop: Signal takes the value of Source, inverted if
// Invert is set.
type Feedback struct {
	Signal, Source uint32
	Invert         bool
}

// A Program is a game as gate programs, one per phase. If a game has a clock
// (facts that take turns in a fixed cycle, whatever moves are made), each turn is
// a phase with its own program; otherwise there is one phase.
type Program struct {
	Signals int // how many signals all the code needs
	State   []uint32
	Init    []bool // by state bit
	Roles   int
	Goals   []Goal
	// StuckEnds says that a playout ends, with goals, where a role has no legal
	// move; else it counts as stuck.
	StuckEnds bool
	// Uncounted, if it is not False, is a state signal. A step does not count if it is
	// set afterwards.
	Uncounted uint32
	// Percepts is the number of percepts that the phases compute; most programs
	// compute none, since playouts do not need them.
	Percepts int
	Chance   []bool // by role: moves by chance and needs no goal value; nil if none does
	Phases   []Phase
	// GoalNet computes the goals from the state alone, for states that are
	// collected until there are enough of them. It has a signal space of its own.
	GoalNet GoalNet
}

// A Goal is a goal value of a role.
type Goal struct {
	Role, Value int
}

// A Phase is the program of one turn of the clock. In a step, Legal is evaluated
// first, then perhaps Goals, then Next, then perhaps Percepts. Goals must not
// overwrite what Next reads, Legal and Goals must not overwrite the signals of
// legal moves once computed, and Percepts must not overwrite the next state.
type Phase struct {
	Legal    []Segment // from the state: the legal moves, and whether it is terminal
	Next     []Segment // from the state, the signals of Legal and the moves: the next state
	Goals    []Segment // from the state and the signals of Legal: the goals
	Percepts []Segment // from all that Next reads and writes: what the roles perceive
	Terminal uint32
	Roles    []PhaseRole
	NextOf   []uint32 // by state bit: the signal of its next value, never a state signal of another bit
	GoalsOf  []uint32 // by goal: its signal after Goals

	PerceptsOf []uint32 // by percept: its signal after Percepts
}

// A PhaseRole says which moves a role has in a phase and how the choice among
// them enters the program.
type PhaseRole struct {
	Moves []int32  // the role's moves that can be legal in this phase, by their numbers in the game
	Legal []uint32 // by position in Moves: the signal of its legality

	// Planes, if not nil, are the signals that take the bits of the chosen
	// position in Moves, the lowest bit first.
	Planes []uint32
	// Classes, if Planes is nil, are by position in Moves the signals that are
	// set for it; all of them lie in Inputs and are cleared before.
	Classes [][]uint32
	Inputs  [2]uint32 // from, up to but not including
}

// A GoalNet computes goals from states.
type GoalNet struct {
	Signals int
	Code    []Segment
	State   []uint32 // by state bit: its signal, or False where the goals do not read it
	GoalsOf []uint32
}
