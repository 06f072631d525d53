package infoset

import (
	"context"

	"ludex/game"
	"ludex/internal/infotracker"
)

const (
	batchSize        = 4096 // positions that are stepped at once
	maxOpponentMoves = 64   // joint moves of the others that are enumerated; beyond it, a sample of this size is drawn
)

// An expander computes the successors of beliefs. The others move uniformly at
// random.
type expander struct {
	ctx     context.Context
	game    game.Game
	machine game.Machine
	role    game.Role
	table   *stateTable
	rng     rng
	states  int // how many were computed
	stopped bool

	opponents [][]game.Move
	at        []int

	from    []game.State
	joints  []game.Move
	targets []target
	next    []game.State
	seen    game.Percepts
}

// A target is the branch that a queued position belongs to.
type target struct {
	branch *branch
	weight float64
}

func newExpander(g game.Game, r game.Role, d rng) *expander {
	m := g.NewMachine()
	n := len(g.Roles())
	return &expander{game: g, machine: m, role: r, table: newStateTable(m, r), rng: d,
		opponents: make([][]game.Move, n), at: make([]int, n), seen: game.Percepts{Roles: []game.Role{r}}}
}

// bind makes all later computations end with a context.
func (x *expander) bind(ctx context.Context) {
	x.ctx = ctx
	x.machine.Bind(ctx)
}

// expand returns the branches of moves in a belief. If the context ends, they are
// incomplete and stopped is set.
func (x *expander) expand(b belief, moves []game.Move) []branch {
	list := make([]branch, len(moves))
	for i, move := range moves {
		list[i].move = move
	}
	for _, m := range b {
		if count := x.opponentMoves(m.state); count > 0 { // else not well-formed
			for i := range list {
				x.enqueueMember(&list[i], m, count)
			}
		}
	}
	x.flush()
	for i := range list {
		for k := range list[i].successors {
			p := &list[i].successors[k]
			p.weight = p.belief.normalize()
		}
	}
	return list
}

// opponentMoves computes the moves of the others in a state, and returns the number
// of their joint moves.
func (x *expander) opponentMoves(state int32) int {
	count := 1
	for r := range x.opponents {
		x.opponents[r] = x.opponents[r][:0]
		if game.Role(r) == x.role {
			x.opponents[r] = append(x.opponents[r], 0)
			continue
		}
		x.opponents[r] = x.machine.Legal(x.table.states[state], game.Role(r), x.opponents[r])
		count = min(count*len(x.opponents[r]), 1<<30)
	}
	return count
}

// enqueueMember queues the successors of one state by a branch's move.
func (x *expander) enqueueMember(to *branch, m member, count int) {
	s := x.table.states[m.state]
	x.opponents[x.role][0] = to.move
	if count > maxOpponentMoves {
		for range maxOpponentMoves {
			for _, moves := range x.opponents {
				x.joints = append(x.joints, moves[x.rng.Choose(len(moves))])
			}
			x.enqueue(s, target{to, m.weight / maxOpponentMoves})
		}
		return
	}
	clear(x.at)
	for range count {
		for r, k := range x.at {
			x.joints = append(x.joints, x.opponents[r][k])
		}
		x.enqueue(s, target{to, m.weight / float64(count)})
		for r := len(x.at) - 1; r >= 0; r-- {
			if x.at[r]++; x.at[r] < len(x.opponents[r]) {
				break
			}
			x.at[r] = 0
		}
	}
}

// enqueue queues a position whose joint move was appended to joints.
func (x *expander) enqueue(s game.State, t target) {
	x.from = append(x.from, s)
	x.targets = append(x.targets, t)
	if len(x.from) >= batchSize {
		x.flush()
	}
}

// flush computes the queued positions.
func (x *expander) flush() {
	if x.stopped = x.stopped || x.ctx.Err() != nil || x.machine.Err() != nil; !x.stopped {
		seen := &x.seen
		if !x.game.Hidden() {
			seen = nil
		}
		x.next = game.StepAll(x.machine, x.from, x.joints, x.next[:0], seen)
		x.states += len(x.from)
		for k, t := range x.targets {
			x.addResult(k, t)
		}
	}
	x.from, x.joints, x.targets = x.from[:0], x.joints[:0], x.targets[:0]
}

// addResult adds a computed position to its branch.
func (x *expander) addResult(k int, t target) {
	id := x.table.add(x.next[k])
	if n := x.table.inspect(id); n.over {
		t.branch.endedValue += t.weight * n.goal
		return
	}
	var seen infotracker.ViewKey
	if x.game.Hidden() {
		seen = infotracker.Extend(0, 0, x.seen.Of(k, 0))
	} else {
		roles := len(x.opponents)
		seen = infotracker.Extend(0, 0, x.joints[k*roles:(k+1)*roles])
	}
	t.branch.add(seen, id, t.weight)
}
