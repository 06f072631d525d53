package solve

import (
	"slices"

	"ludex/game"
	"ludex/solve/internal/memory"
)

// A breadthFirstSearch visits all states of a game of one player in the order of
// their distance.
type breadthFirstSearch struct {
	*session
	player game.Role
	store  *memory.Store
	parent []uint32 // by state: where it was first reached from
	choice []uint32 // and by which choice there

	best   int    // the highest goal so far, or -1
	bestAt uint32 // the first state that has it
}

// breadthFirst looks for a shortest line to the highest goal by visiting all states,
// unless a goal of 100 is found first.
func (s *session) breadthFirst() error {
	s.result.Method = BreadthFirst
	if len(s.players) > 1 {
		return errNotSinglePlayer
	}
	f := &breadthFirstSearch{session: s, player: s.players[0], store: memory.NewStore(), best: -1}
	f.store.Add(s.root)
	f.parent, f.choice = append(f.parent, 0), append(f.choice, 0)
	if err := f.run(); err != nil {
		return err
	}
	return f.report()
}

// run visits states until all are visited, or nothing better can be found.
func (f *breadthFirstSearch) run() error {
	var p position
	for n := uint32(0); int(n) < f.store.Len() && f.best < maxGoal && !f.stopped(); n++ {
		p.state = f.store.At(n)
		if f.machine.Terminal(p.state) {
			continue // its goal is known
		}
		if err := f.classify(&p); err != nil {
			return err
		}
		if p.kind != turn {
			return unsuited(p.kind)
		}
		if !f.expand(&p) {
			return nil
		}
		if err := f.add(n, p.children); err != nil {
			return err
		}
	}
	return nil
}

// add adds the children of a state.
func (f *breadthFirstSearch) add(from uint32, children []game.State) error {
	for i, child := range children {
		n, fresh := f.store.Add(child)
		if !fresh {
			continue
		}
		f.parent, f.choice = append(f.parent, from), append(f.choice, uint32(i))
		if f.machine.Terminal(child) {
			goal, err := f.goal(child, f.player)
			if err != nil {
				return err
			}
			if goal > f.best {
				f.best, f.bestAt = goal, n
			}
		}
	}
	if f.bytes() > f.opt.Memory {
		f.full()
	}
	return nil
}

// bytes returns how much memory is in use.
func (f *breadthFirstSearch) bytes() int64 {
	return f.store.Bytes() + int64(cap(f.parent)+cap(f.choice))*4
}

// report records the highest goal and the line to it.
func (f *breadthFirstSearch) report() error {
	complete := f.best == maxGoal || !f.stopped()
	if f.best < 0 && complete {
		f.note("no play ends; one that goes on for ever counts 0")
		f.result.Outcome = Solved
		f.narrow(f.player, 0, 0)
		return nil
	}
	if f.best < 0 {
		return nil
	}
	high := int64(maxGoal)
	if complete {
		f.result.Outcome, f.result.Shortest, high = Solved, true, int64(f.best)
	}
	f.narrow(f.player, int64(f.best), high)
	return f.trace()
}

// trace writes the line to the best end into the result.
func (f *breadthFirstSearch) trace() error {
	var way []uint32
	for n := f.bestAt; n != 0; n = f.parent[n] {
		way = append(way, n)
	}
	slices.Reverse(way)
	var p position
	f.result.Line = nil
	at := uint32(0)
	for _, n := range way {
		p.state = f.store.At(at)
		if err := f.classify(&p); err != nil {
			return err
		}
		f.appendStep(p.choose(int(f.choice[n])), f.store.At(n))
		at = n
	}
	f.result.Complete = true
	return nil
}
