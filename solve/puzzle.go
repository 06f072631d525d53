package solve

import (
	"cmp"
	"errors"
	"slices"

	"ludex/game"
)

// A puzzleSearch looks for the best line of a game for one player. It can be interrupted,
// and continued after a move. Two searches share its graph of states: breadth-first search,
// which proves that there is nothing better and finds a shortest line, and best-first
// search, which is guided by the relaxed rules.
type puzzleSearch struct {
	*walker
	player game.Role
	memory int64 // bytes for the graph and the searches
	// lenient says that an end without exactly one goal counts 0, as it does for other
	// players. Otherwise it is an error.
	lenient bool

	root    game.State
	step    uint32 // of the root, as the counter counts
	graph   *successorGraph
	orbits  *orbits
	merged  bool // states were taken for equal that differ in their counter
	breadth *breadthFirstSearch
	guided  *bestFirstSearch // nil if there are no estimates

	best   int // the highest goal so far, or -1
	line   [][]game.Move
	final  game.State
	by     Method // that found the line
	high   int    // no goal is higher
	solved bool
}

// newPuzzleSearch returns a search from a state.
func newPuzzleSearch(w *walker, o *orbits, root game.State, memory int64, lenient bool) *puzzleSearch {
	p := &puzzleSearch{
		walker: w, orbits: o, player: w.players[0], memory: memory, lenient: lenient,
		root: slices.Clone(root), best: notOver, high: maxGoal,
	}
	counter := newStepCounter(w.game, root)
	if counter != nil {
		p.step = counter.root
	}
	p.newGraph(counter)
	return p
}

// newGraph begins with an empty graph.
func (p *puzzleSearch) newGraph(c *stepCounter) {
	p.graph, p.merged = newSuccessorGraph(p.walker, c, p.orbits), false
	p.graph.lenient = p.lenient
	p.breadth = &breadthFirstSearch{puzzleSearch: p}
	p.guided = newBestFirstSearch(p)
}

// complete reports whether a search that has visited all states has found every end with a
// goal of at least the given one, or a better end after no more steps. If states were taken
// for equal that differ in their counter, this depends on the goal.
func (p *puzzleSearch) complete(goal int) bool {
	return !p.merged || goal >= p.graph.counter.Earlier
}

// again notes that a state was reached a second time, after other numbers of steps.
func (p *puzzleSearch) again(depth, other uint32) {
	if c := p.graph.counter; c != nil && !p.merged {
		p.merged = !c.same(p.step+depth, p.step+other)
	}
}

// exhausted is called when breadth-first search has visited all states. If they were compared
// without their counter and this proves nothing, the search begins anew with whole states.
func (p *puzzleSearch) exhausted() error {
	if !p.complete(max(p.best, 0) + 1) {
		p.newGraph(nil)
		return nil
	}
	return p.settle(max(p.best, 0))
}

// settle records that no goal is higher than the given one. If that is 0, any line is best.
func (p *puzzleSearch) settle(high int) error {
	p.high = high
	p.solved = max(p.best, 0) >= high
	if !p.solved || p.best >= 0 {
		return nil
	}
	line, err := p.anyLine()
	if err != nil || line == nil {
		return err
	}
	p.line = line
	p.final, p.best, err = p.replay(line)
	return err
}

// anyLine returns some line to an end, or nil if it is too long or time is up.
func (p *puzzleSearch) anyLine() ([][]game.Move, error) {
	var line [][]game.Move
	at := position{state: slices.Clone(p.root)}
	for range game.MaxSteps(p.game) {
		if err := p.classify(&at); err != nil {
			return nil, err
		}
		if at.kind == over {
			return line, nil
		}
		line = append(line, slices.Clone(at.joint))
		at.state = p.machine.Next(at.state, at.joint, nil)
		if p.spend(1) {
			break
		}
	}
	return nil, nil
}

// bytes returns how much memory is in use.
func (p *puzzleSearch) bytes() int64 {
	n := p.graph.bytes() + p.breadth.bytes()
	if p.guided != nil {
		n += p.guided.bytes()
	}
	return n
}

// improve records the line to a state if its goal is higher than the best so far.
func (p *puzzleSearch) improve(t *searchTree, n uint32, goal int, by Method) error {
	if goal <= p.best {
		return nil
	}
	line, err := p.trace(t, n)
	if err != nil {
		return err
	}
	final, reached, err := p.replay(line)
	if err == nil && reached != goal {
		err = errReplay
	}
	if err != nil {
		return err
	}
	p.best, p.line, p.final, p.by = goal, line, final, by
	p.solved = p.best >= p.high
	return nil
}

// errReplay is returned if a line does not lead where the search says, which means that
// states were taken for equal that are not.
var errReplay = errors.New("the line of the search leads elsewhere")

// replay makes the moves of a line to an end, and returns the last state and its goal.
func (p *puzzleSearch) replay(line [][]game.Move) (game.State, int, error) {
	s := p.root
	for _, joint := range line {
		if p.machine.Terminal(s) {
			return nil, 0, cmp.Or(p.machine.Err(), errReplay)
		}
		s = p.machine.Next(s, joint, nil)
	}
	if !p.machine.Terminal(s) {
		return nil, 0, cmp.Or(p.machine.Err(), errReplay)
	}
	goal, err := p.graph.endGoal(s)
	return s, goal, err
}

// trace returns the line from the root to a state.
func (p *puzzleSearch) trace(t *searchTree, n uint32) ([][]game.Move, error) {
	var path []uint32
	for ; t.depth[n] > 0; n = t.parent[n] {
		path = append(path, n)
	}
	var line [][]game.Move
	at := p.root
	for _, n := range slices.Backward(path) {
		joint, next, err := p.graph.joint(at, n)
		if err != nil {
			return nil, err
		}
		line, at = append(line, joint), next
	}
	return line, nil
}

// advance makes a joint move in the root.
func (p *puzzleSearch) advance(joint []game.Move) error {
	p.root = p.machine.Next(p.root, joint, nil)
	p.step++
	if len(p.line) > 0 && slices.Equal(p.line[0], joint) {
		p.line = p.line[1:]
	} else {
		p.best, p.line, p.solved, p.high = notOver, nil, false, maxGoal
	}
	if p.solved {
		return p.machine.Err()
	}
	if p.bytes() > p.memory {
		p.newGraph(p.graph.counter)
	} else {
		p.breadth.reset()
		if p.guided != nil {
			p.guided.reset()
		}
	}
	return p.machine.Err()
}

// A searchTree has the ways from the root to the states that a search reached.
type searchTree struct {
	parent []uint32 // by state: where it was reached from
	depth  []uint32 // by state
	round  []uint32 // by state: when it was reached
	now    uint32   // the present round; others are over
}

func (t *searchTree) bytes() int64 { return int64(cap(t.parent)+cap(t.depth)+cap(t.round)) * 4 }

// reset forgets all states but a root.
func (t *searchTree) reset(root uint32) {
	t.now++
	t.reach(root, 0, 0)
}

// has reports whether a state was reached.
func (t *searchTree) has(n uint32) bool { return int(n) < len(t.round) && t.round[n] == t.now }

// reach records that a state was reached.
func (t *searchTree) reach(n, parent, depth uint32) {
	if grow := int(n) + 1 - len(t.round); grow > 0 {
		t.parent, t.depth = append(t.parent, make([]uint32, grow)...), append(t.depth, make([]uint32, grow)...)
		t.round = append(t.round, make([]uint32, grow)...)
	}
	t.parent[n], t.depth[n], t.round[n] = parent, depth, t.now
}
