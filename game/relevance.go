package game

// A Relevance says which facts of a state matter to the only role of a game. The zero value
// says nothing: all facts may matter.
//
// Facts that count steps are a counter: after a number of steps they are the same in all
// plays, and legal moves and all other facts do not depend on them. So from two states that
// agree in Facts, the same moves lead to states that agree in Facts, until a play ends.
type Relevance struct {
	Facts   State // the bits on which a play depends, without the counter
	Counted State // the bits of the counter
	// Counter has the bits of the counter by the number of steps from the initial
	// state. The last element is followed by Counter[Loop].
	Counter []State
	Loop    int
	// Ends has a number for every element of Counter. Where the numbers are equal, plays
	// end under the same condition on Facts.
	Ends []uint32
	// Earlier is the goal from which on fewer steps are never worse: if moves lead from a
	// state to an end with at least this goal, they lead from a state that agrees in Facts
	// after fewer steps to an end with at least the same goal.
	Earlier int
}

// A RelevanceFinder knows which facts of a state matter. It is a capability of games with
// one role and without chance.
type RelevanceFinder interface {
	// Relevance returns which facts matter. It computes them on the first call. The
	// caller must not change them.
	Relevance() Relevance
}

// A Relaxer estimates how far states are from a goal. It is a capability of games with one
// role and without chance.
type Relaxer interface {
	// GoalValues returns all goals that the rules have, the highest first. It is empty if
	// there are no estimates.
	GoalValues() []int
	// NewEstimator returns an estimator of the distance to ends with one of these goals. It
	// belongs to one goroutine.
	NewEstimator(goal int) Estimator
}

// An Estimator estimates distances to a goal.
type Estimator interface {
	// Estimate returns about how many moves a state is away from the goal. It reports
	// false only if no play leads from there to the goal.
	Estimate(s State) (moves int, ok bool)
}
