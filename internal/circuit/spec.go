package circuit

// A Spec is a game given by ground rules over numbered atoms. An atom that neither
// a rule nor an input defines is false.
//
// Circuits depend on the order of Rules and of the literals in them, and on no other
// order. If that order does not depend on names, neither do the circuits.
//
// Rules may be recursive, but no atom may depend on its own negation.
type Spec struct {
	Name   string
	Source string // a hash of the description that the circuit was made from, or ""
	Atoms  int    // atoms are numbered from 0 to Atoms-1

	// Rules holds the rules one after the other, each as its head, the number
	// of its literals, and the literals: 2·atom, plus 1 for a negated one.
	// A rule without literals is a fact.
	Rules []int32

	// Recursion gives, by atom, a number that it shares with the atoms it may depend on
	// mutually by its relation, or -1. It may be nil.
	Recursion []int32

	// State lists what a state consists of: bit i of a state says whether
	// State[i] holds. No rule has a state atom for its head.
	State []StateBit

	Roles  []string
	Random int  // the role that moves by chance, or -1
	Hidden bool // roles see percepts only, not the joint move
	// StuckEnds says that a play ends, with goals, where a role has no legal move,
	// as well as where Terminal holds.
	StuckEnds bool
	// Uncounted is a state bit, plus 1, or 0: a step that leads to a state where it is
	// set is no move, but a failed try or a pause. Playouts do not count such steps.
	Uncounted int

	// Moves lists each role's moves in the order of their canonical texts.
	Moves [][]MoveAtoms

	Terminal int32 // the atom, or -1 if the game never ends
	Goals    []GoalAtom
	Percepts []PerceptAtom // by role, then in the order of the texts
	Texts    PerceptTexts
}

// PerceptTexts are the canonical texts of percepts, by number.
type PerceptTexts []string

// A StateBit is a fact of the state.
type StateBit struct {
	Text string // canonical
	Atom int32  // what rules read: true(f)
	Next int32  // what rules define: next(f), or -1 if it never holds again
	Init bool
}

// MoveAtoms are the atoms that belong to a move.
type MoveAtoms struct {
	Text  string // canonical
	Legal int32  // what rules define
	Does  int32  // what rules read, or -1 if none does
}

// A GoalAtom says that a role has a goal value.
type GoalAtom struct {
	Role, Value int
	Atom        int32
}

// A PerceptAtom says that a role perceives something.
type PerceptAtom struct {
	Role    int
	Percept int // index into Texts
	Atom    int32
}
