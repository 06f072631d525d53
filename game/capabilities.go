package game

import "context"

// Capabilities lists the optional capabilities of a game beyond [Game]. A field is
// nil if the game cannot do it; the functions of this package and all players then
// fall back on machines.
//
//	capability         circuit  sets  compiled  lanes  interpreters
//	Playouts, Runners    yes    yes     yes      yes       no
//	Perft                no     yes     yes      yes      RBG only
//	Percepts             yes    no      no       no        no
//	Steps, MoveParts     no     yes     yes      yes      RBG only
//	Vocabulary           yes    no      no       no       GDL only
//	Features             yes    yes     yes      yes      RBG only
//	Rules                yes    yes     yes      yes       yes
//	Relevance, Distance  yes    no      no       no        no
//	Orbits               yes    yes     yes      yes      RBG only
type Capabilities struct {
	Playouts   Playouter          // random playouts, see [Playouts]
	Runners    RunnerMaker        // repeated playouts from many states, see [NewRunner]
	Perft      PerftCounter       // counting positions, see [Perft]
	Percepts   PerceivedPlayouter // playouts with percepts, see [PerceivedPlayouts]
	Steps      StepLimiter        // a step limit of its own, see [MaxSteps]
	Vocabulary Vocabulary         // moves and percepts by text
	MoveParts  MoveSplitter       // the parts of moves, see [MoveKey]
	Features   Featurer           // what can be true in a state, by number
	Rules      Fingerprinter      // a hash of the rules, see [Fingerprint]
	Tiers      Tiered             // other engines of the same game, see [Fixed]
	Relevance  RelevanceFinder    // which facts matter to the only role
	Distance   Relaxer            // estimates of distances to a goal
	Orbits     OrbitFinder        // proved symmetries of states
}

// CapabilitiesOf returns what a game can do. A game that wraps another one has a
// method Capabilities that returns the capabilities of the wrapped game, except
// those that the wrapper changes; for other games the methods of the game decide.
func CapabilitiesOf(g Game) Capabilities {
	if w, ok := g.(interface{ Capabilities() Capabilities }); ok {
		return w.Capabilities()
	}
	var c Capabilities
	c.Playouts, _ = g.(Playouter)
	c.Runners, _ = g.(RunnerMaker)
	c.Perft, _ = g.(PerftCounter)
	c.Percepts, _ = g.(PerceivedPlayouter)
	c.Steps, _ = g.(StepLimiter)
	c.Vocabulary, _ = g.(Vocabulary)
	c.MoveParts, _ = g.(MoveSplitter)
	c.Features, _ = g.(Featurer)
	c.Rules, _ = g.(Fingerprinter)
	c.Tiers, _ = g.(Tiered)
	c.Relevance, _ = g.(RelevanceFinder)
	c.Distance, _ = g.(Relaxer)
	c.Orbits, _ = g.(OrbitFinder)
	return c
}

// MachineCapabilities lists the optional capabilities of a machine beyond [Machine].
// A field is nil if the machine cannot do it.
//
//	capability             circuit  boardgames  GDL interpreter
//	Scores, Moves, Ending    no        yes            no
//	Expand, Batch            yes       no             no
type MachineCapabilities struct {
	Scores Scorer         // points of the rules
	Moves  MoveLister     // legal moves in any order
	Ending TerminalFinder // which moves end the play
	Expand Expander       // all children of a state
	Batch  Batcher        // many positions at once, see [StepAll]
}

// MachineCapabilitiesOf returns what a machine can do. Machines that wrap another
// one have a method Capabilities, as games do.
func MachineCapabilitiesOf(m Machine) MachineCapabilities {
	if w, ok := m.(interface{ Capabilities() MachineCapabilities }); ok {
		return w.Capabilities()
	}
	var c MachineCapabilities
	c.Scores, _ = m.(Scorer)
	c.Moves, _ = m.(MoveLister)
	c.Ending, _ = m.(TerminalFinder)
	c.Expand, _ = m.(Expander)
	c.Batch, _ = m.(Batcher)
	return c
}

// A Playouter runs random playouts faster than a machine could, for example many
// at once.
type Playouter interface {
	// Playouts runs random playouts until the context or a limit ends them.
	Playouts(ctx context.Context, opt PlayoutOptions) (PlayoutResult, error)
}

// A RunnerMaker makes runners that are faster than repeated calls of [Playouts].
type RunnerMaker interface {
	NewRunner() Runner
}

// A PerftCounter counts positions faster than a machine could.
type PerftCounter interface {
	// Perft counts as the function [Perft] does.
	Perft(ctx context.Context, from State, depth int, terminal bool) ([]PerftCount, error)
}

// A PerceivedPlayouter runs random playouts with percepts faster than a machine
// could, for example many at once.
type PerceivedPlayouter interface {
	// PerceivedPlayouts does what the function of that name does.
	PerceivedPlayouts(ctx context.Context, opt PerceivedOptions, visit func(*PerceivedStep) error) (PerceivedResult, error)
}

// A StepLimiter has plays longer or shorter than most games.
type StepLimiter interface {
	// MaxSteps returns the number of steps after which a playout is cut off, unless
	// an option says otherwise.
	MaxSteps() int
}

// MaxSteps returns the number of steps after which a playout is cut off, unless an
// option says otherwise.
func MaxSteps(g Game) int {
	if l := CapabilitiesOf(g).Steps; l != nil {
		return l.MaxSteps()
	}
	return DefaultMaxSteps
}

// A Vocabulary finds moves and percepts by their canonical texts, whether or not
// they are possible at the moment. A player on a network that does not see the state
// needs one.
type Vocabulary interface {
	// FindMove returns the move of a role with the given text.
	FindMove(r Role, text string) (Move, bool)
	// FindPercept returns the percept with the given text.
	FindPercept(text string) (Percept, bool)
}

// A MoveSplitter splits moves into parts, such as the piece, its target and what
// happens there.
type MoveSplitter interface {
	// Part returns part i of a move, counted from 0 in the order in which parts are
	// decided. It reports false if the move has fewer parts. Equal parts have equal
	// numbers.
	Part(r Role, m Move, i int) (part uint64, ok bool)
}

// A Scorer returns the points of the rules, which goal values map to 0 to 100.
type Scorer interface {
	// Scores returns the points of all roles.
	Scores(s State, dst []int) []int
}

// A MoveLister lists legal moves faster than [Machine.Legal], which sorts them.
type MoveLister interface {
	// Moves returns the legal moves of a role as Legal does, in an order that
	// depends on the state only.
	Moves(s State, r Role, dst []Move) []Move
}

// A TerminalFinder finds the moves that end a play faster than by making each of
// them.
type TerminalFinder interface {
	// Ending appends to dst, for each joint move in joints, whether it leads to a
	// terminal state.
	Ending(s State, joints []Move, dst []bool) []bool
}

// An Expander computes many children of a state at once.
type Expander interface {
	// Expand appends to dst the state after each joint move in joints.
	Expand(s State, joints []Move, dst []State) []State
}

// A Batcher steps many positions at once and computes the percepts, or which of the
// steps end a play.
type Batcher interface {
	// StepAll appends to dst the states after joint move i is made in state i. The
	// joint moves are stored one after the other in joints. It reuses the memory of
	// states that dst has beyond its length; none of them may share memory with the
	// given states.
	//
	// If seen is not nil, its percepts are replaced by what its Roles perceive, as
	// [Machine.Percepts] defines.
	StepAll(states []State, joints []Move, dst []State, seen *Percepts) []State
	// EndingAll appends to dst whether joint move i, made in state i, leads to a
	// terminal state.
	EndingAll(states []State, joints []Move, dst []bool) []bool
}
