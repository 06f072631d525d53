package infoset

import (
	"context"

	"ludex/game"
	"ludex/knowledge"
)

const (
	batchSize = 4096 // positions that are stepped at once
	maxRivals = 64   // joint moves of the others that are looked at; beyond, so many are drawn
)

// A spreader makes moves in beliefs. The others move uniformly.
type spreader struct {
	ctx     context.Context
	game    game.Game
	machine game.Machine
	role    game.Role
	table   *table
	dice    dice
	states  int // how many were computed
	halted  bool

	rivals [][]game.Move
	at     []int

	from    []game.State
	joints  []game.Move
	targets []target
	next    []game.State
	seen    game.Percepts
}

// A target says what a position in the queue is for.
type target struct {
	branch *branch
	weight float64
}

func newSpreader(g game.Game, r game.Role, d dice) *spreader {
	m := g.NewMachine()
	n := len(g.Roles())
	return &spreader{game: g, machine: m, role: r, table: newTable(m, r), dice: d,
		rivals: make([][]game.Move, n), at: make([]int, n), seen: game.Percepts{Roles: []game.Role{r}}}
}

// bind makes everything that follows end with a context.
func (x *spreader) bind(ctx context.Context) {
	x.ctx = ctx
	x.machine.Bind(ctx)
}

// spread returns what moves lead to in a belief. It is not finished, and halted is
// set, if the context ends.
func (x *spreader) spread(b belief, moves []game.Move) []branch {
	list := make([]branch, len(moves))
	for i, move := range moves {
		list[i].move = move
	}
	for _, m := range b {
		if count := x.answers(m.state); count > 0 { // else the rules are at fault
			for i := range list {
				x.member(&list[i], m, count)
			}
		}
	}
	x.flush()
	for i := range list {
		for k := range list[i].parts {
			p := &list[i].parts[k]
			p.weight = p.belief.tidy()
		}
	}
	return list
}

// answers finds the moves of the others in a state, and returns how many joint
// moves of theirs there are.
func (x *spreader) answers(state int32) int {
	count := 1
	for r := range x.rivals {
		x.rivals[r] = x.rivals[r][:0]
		if game.Role(r) == x.role {
			x.rivals[r] = append(x.rivals[r], 0)
			continue
		}
		x.rivals[r] = x.machine.Legal(x.table.states[state], game.Role(r), x.rivals[r])
		count = min(count*len(x.rivals[r]), 1<<30)
	}
	return count
}

// member queues what a move leads to in one state.
func (x *spreader) member(to *branch, m member, count int) {
	s := x.table.states[m.state]
	x.rivals[x.role][0] = to.move
	if count > maxRivals {
		for range maxRivals {
			for _, moves := range x.rivals {
				x.joints = append(x.joints, moves[x.dice.Choose(len(moves))])
			}
			x.queue(s, target{to, m.weight / maxRivals})
		}
		return
	}
	clear(x.at)
	for range count {
		for r, k := range x.at {
			x.joints = append(x.joints, x.rivals[r][k])
		}
		x.queue(s, target{to, m.weight / float64(count)})
		for r := len(x.at) - 1; r >= 0; r-- {
			if x.at[r]++; x.at[r] < len(x.rivals[r]) {
				break
			}
			x.at[r] = 0
		}
	}
}

// queue notes a position whose joint move was appended to joints.
func (x *spreader) queue(s game.State, t target) {
	x.from = append(x.from, s)
	x.targets = append(x.targets, t)
	if len(x.from) >= batchSize {
		x.flush()
	}
}

// flush computes what was noted.
func (x *spreader) flush() {
	if x.halted = x.halted || x.ctx.Err() != nil || x.machine.Err() != nil; !x.halted {
		seen := &x.seen
		if !x.game.Hidden() {
			seen = nil
		}
		x.next = game.StepAll(x.machine, x.from, x.joints, x.next[:0], seen)
		x.states += len(x.from)
		for k, t := range x.targets {
			x.arrive(k, t)
		}
	}
	x.from, x.joints, x.targets = x.from[:0], x.joints[:0], x.targets[:0]
}

// arrive puts a position that was computed into its branch.
func (x *spreader) arrive(k int, t target) {
	id := x.table.add(x.next[k])
	if n := x.table.look(id); n.over {
		t.branch.done += t.weight * n.goal
		return
	}
	var seen knowledge.ViewKey
	if x.game.Hidden() {
		seen = knowledge.Extend(0, 0, x.seen.Of(k, 0))
	} else {
		roles := len(x.rivals)
		seen = knowledge.Extend(0, 0, x.joints[k*roles:(k+1)*roles])
	}
	t.branch.add(seen, id, t.weight)
}
