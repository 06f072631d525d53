package solve

import (
	"slices"

	"ludex/game"
	"ludex/solve/internal/memory"
)

const (
	// maxPly is the maximum length of a line in a search.
	maxPly = 20_000
	// repetitionInterval is the number of plies beyond the longest random play after
	// which a line is checked for repetitions.
	repetitionInterval = 64
)

// An alphaBetaSearch proves claims by null-window alpha-beta search: can one side,
// the attacker, get at least the target?
//
// A search may have a horizon. Everything beyond it counts as a failure of the
// attacker, so that proofs hold on every path. A claim that is not proved may still
// be refuted, if the horizon had no part in it.
type alphaBetaSearch struct {
	*walker
	session  *session
	order    *goalOrder // nil for a single player
	first    game.Role
	table    *memory.Table
	orbits   *orbits
	length   int // of the longest known play
	levels   []*plyState
	moveBits moveIndex

	sampler    *playSampler
	sums       [64]float32 // scratch
	priorNodes uint64      // states of random plays
	startNodes uint64      // nodes at the start of the search
	sliceNodes uint64      // states of the current slice
	horizon    int32
	side       side  // the attacker
	target     uint8 // from the point of view of the attacker
}

// newAlphaBetaSearch returns a search with a table of the given bytes. Without a
// goal order it is for a single player.
func (s *session) newAlphaBetaSearch(bytes int64) *alphaBetaSearch {
	return &alphaBetaSearch{
		walker: s.walker, session: s, order: s.survey.order, first: s.players[0],
		table: s.table(entryWords, bytes), orbits: s.orbits, length: s.survey.length, horizon: noHorizon,
		moveBits: newMoveIndex(s.game), sampler: newPlaySampler(s), startNodes: s.nodes,
	}
}

// A plyState is the memory of one ply.
type plyState struct {
	position
	entry          entry
	options        []option
	endingMove     game.Move // the last move that ended the play with a cutoff, or noMove
	endState       game.State
	proofMoves     moveSet          // moves of the proof, here and below
	ending         []bool           // by choice: it ends the play
	refutations    refutationCounts // of choices
	manyChoices    bool             // here or at an earlier ply
	candidates     moveSet          // moves that occur in all refutations of choices
	round          uint32           // number of the round
	killer         game.Move        // the last move that caused a cutoff at this ply
	prior          *prior           // by which options are sorted
	ownPrior       *prior           // memory for a prior of the state itself
	expectedLength float32          // of plays from here
}

// An option is a choice of a turn and what is known of the state after it.
type option struct {
	index      int32
	score      float32  // the highest is searched first
	bounds     interval // from the point of view of the attacker
	failed     bool     // a search from there is known to fail
	done       bool     // nothing is left to search
	computed   bool     // the state after it is computed
	round      uint32   // the last round in which it was searched
	proofMoves moveSet  // moves of the proof, if it is decided
}

// search searches a state up to the horizon and returns its bounds for the first
// player. The claim is that the attacker gets at least the target, as the attacker
// counts. The play must not be over.
func (a *alphaBetaSearch) search(s game.State, by side, target uint8) interval {
	a.side, a.target = by, target
	l := a.level(0)
	l.state = append(l.state[:0], s...)
	return a.toggled(a.visit(0, a.horizon))
}

// toggled converts bounds between the points of view of the first player and the
// attacker.
func (a *alphaBetaSearch) toggled(s interval) interval {
	if a.side == bySecond {
		return s.mirrored()
	}
	return s
}

// level returns the memory of a ply.
func (a *alphaBetaSearch) level(ply int) *plyState {
	for len(a.levels) <= ply {
		a.levels = append(a.levels, &plyState{endingMove: noMove, killer: noMove})
	}
	return a.levels[ply]
}

// decided reports whether bounds prove or refute the claim.
func (a *alphaBetaSearch) decided(s interval) bool { return s.low >= a.target || s.high < a.target }

// attackerMoves reports whether the attacker decides in a position.
func (a *alphaBetaSearch) attackerMoves(p *position) bool {
	return (p.mover == a.first) == (a.side == byFirst)
}

// lookup returns the bounds of a state in the table, and whether a search from there
// to the depth is known to fail.
func (a *alphaBetaSearch) lookup(s game.State, depth int32, e *entry) (known interval, failed, found bool) {
	image, by := a.orbits.image(s)
	words := a.table.Find(image)
	if words == nil {
		*e = entry{bounds: unknown, best: noMove, by: by}
		return unknown, false, false
	}
	e.load(words, a.horizon < noHorizon)
	e.by, e.proofMoves = by, a.orbits.setBack(by, &a.moveBits, e.proofMoves)
	return a.toggled(e.bounds), e.failed[a.side].subsumes(a.target, depth), true
}

// store writes the bounds of a state into the table.
func (a *alphaBetaSearch) store(l *plyState, depth int32, known interval, nodes uint64) {
	image, by := a.orbits.image(l.state)
	words := a.table.FindOrAdd(image)
	if words == nil {
		return
	}
	l.entry.bounds, l.entry.proofMoves = a.toggled(known), a.orbits.set(by, &a.moveBits, l.proofMoves)
	l.entry.best = a.orbits.move(by, l.mover, l.entry.best)
	if !a.decided(known) {
		l.entry.failed[a.side] = failedSearch{a.target, depth}
	}
	l.entry.save(words, nodes, a.horizon < noHorizon)
}

// visit searches the state of a ply, in which the play is not over. The bounds are
// from the attacker's point of view.
func (a *alphaBetaSearch) visit(ply int, depth int32) interval {
	l := a.level(ply)
	known, failed, _ := a.lookup(l.state, depth, &l.entry)
	l.proofMoves = l.entry.proofMoves
	if failed || depth == 0 || a.decided(known) || a.stopped() {
		return known
	}
	if err := a.list(&l.position, a.quick); err != nil {
		a.fail(err)
		return known
	}
	l.entry.best = a.orbits.moveBack(l.entry.by, l.mover, l.entry.best)
	switch {
	case l.kind != turn:
		a.fail(unsuited(l.kind))
		return known
	case a.repeats(ply):
		a.fail(errLoop)
		return known
	}
	if end := a.retryEnding(l); a.decided(end) {
		return known.intersect(end)
	}
	start := a.nodes
	known = known.intersect(a.searchTurn(ply, depth-1))
	if a.decided(known) || !a.stopped() {
		a.store(l, depth, known, a.nodes-start)
	}
	return known
}

// retryEnding makes the move again that last ended the play at this ply with a
// cutoff. After most moves of the opponent it does so again, and no other choice has
// to be searched.
func (a *alphaBetaSearch) retryEnding(l *plyState) interval {
	if l.endingMove == noMove || l.mover == game.NoRole {
		return unknown
	}
	i := slices.Index(l.moves[l.mover], l.endingMove)
	l.endingMove = noMove
	if i < 0 {
		return unknown
	}
	l.endState = a.machine.Next(l.state, l.choose(i), l.endState[:0])
	if a.spend(1) || !a.machine.Terminal(l.endState) {
		return unknown
	}
	known := a.endBounds(l.endState)
	if a.cutsOff(l, known) {
		l.endingMove = l.moves[l.mover][i]
		l.proofMoves = a.moveBits.of(l.mover, l.endingMove)
		return known
	}
	return unknown
}

// cutsOff reports whether a choice with these bounds causes a cutoff: it proves the
// claim for the attacker, or refutes it for the defender.
func (a *alphaBetaSearch) cutsOff(l *plyState, known interval) bool {
	if a.attackerMoves(&l.position) {
		return known.low >= a.target
	}
	return known.high < a.target
}

// repeats reports whether a line without a horizon has repeated a state, or is so
// long that it must. It checks at intervals.
func (a *alphaBetaSearch) repeats(ply int) bool {
	if a.horizon < noHorizon || ply < a.length+repetitionInterval || ply%repetitionInterval != 0 {
		return false
	}
	return ply >= maxPly || repeated(a.levels[:ply+1])
}

// endBounds returns the bounds of a terminal state.
func (a *alphaBetaSearch) endBounds(s game.State) interval {
	goal, err := a.goal(s, a.first)
	if err == nil && a.order != nil {
		var other int
		other, err = a.goal(s, a.order.second)
		if err == nil && !a.order.add(goal, other) {
			err = errNotCompetitive
		}
	}
	if err != nil {
		a.fail(err)
		return unknown
	}
	return a.toggled(exactly(goal))
}

// iterativeDeepening looks for a better line of a single player than the known one,
// with a horizon that grows by one, so that the first line with a goal is a shortest
// one. The table stores dead ends, from which no such line ends before the horizon.
func (s *session) iterativeDeepening() error {
	s.result.Method = IterativeDeepening
	if len(s.players) > 1 {
		return errNotSinglePlayer
	}
	a := s.newAlphaBetaSearch(s.opt.Memory)
	for depth := int32(1); depth < maxPly && !s.stopped(); depth++ {
		if done, err := s.searchDepth(a, depth); done || err != nil {
			return err
		}
	}
	return s.err
}

// searchDepth looks for the highest goal up to a horizon. It reports whether nothing
// better lies beyond.
func (s *session) searchDepth(a *alphaBetaSearch, depth int32) (done bool, err error) {
	for !s.stopped() {
		low := uint8(s.result.Goals[a.first].Low.Num().Int64())
		a.horizon = depth
		known := unknown
		if low < maxGoal {
			known = a.search(s.root, byFirst, low+1)
		}
		if known.high <= low || low == maxGoal {
			s.result.Outcome = Solved
			s.narrow(a.first, int64(low), int64(low))
			return true, s.err
		}
		if known.low <= low {
			break // not before this horizon
		}
		s.narrow(a.first, int64(known.low), maxGoal)
		s.clearLine()
		if err := s.line(a, known.low); err != nil {
			return false, err
		}
		s.result.Shortest = s.result.Complete
	}
	return false, s.err
}
