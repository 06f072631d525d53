package solve

// A breadthFirstSearch visits all states of a puzzle in the order of their distance.
type breadthFirstSearch struct {
	*puzzleSearch
	tree    searchTree
	queue   []uint32
	at      int    // where to go on in the queue
	layer   uint32 // the distance of the states that are visited now
	width   [2]int // the number of states at that distance, and at the one before
	started bool   // from this root
}

func (f *breadthFirstSearch) bytes() int64 { return f.tree.bytes() + int64(cap(f.queue))*4 }

// reset begins anew from the present root.
func (f *breadthFirstSearch) reset() { f.queue, f.at, f.started = f.queue[:0], 0, false }

// run visits states until a number of them was visited, nothing better can be found, or the
// budget ends.
func (f *breadthFirstSearch) run(states int) error {
	if !f.started {
		if err := f.start(); err != nil {
			return err
		}
	}
	for ; states > 0 && f.at < len(f.queue) && !f.solved && !f.late(); states-- {
		n := f.queue[f.at]
		if depth := f.tree.depth[n]; depth > f.layer {
			f.layer, f.width = depth, [2]int{len(f.queue) - f.at, f.width[0]}
		}
		step := f.step + f.tree.depth[n]
		goal, err := f.graph.goalAt(n, step)
		if err != nil {
			return err
		}
		if goal == notOver {
			next, err := f.graph.successors(n, step)
			if err != nil {
				return err
			}
			if next == nil {
				return nil
			}
			if err := f.add(n, next); err != nil {
				return err
			}
		}
		f.at++
	}
	if f.at == len(f.queue) && !f.solved && !f.stopped() {
		return f.exhausted()
	}
	return nil
}

// growth returns how many states there are at the present distance per state at the one
// before. It outlives a reset.
func (f *breadthFirstSearch) growth() float64 {
	return float64(max(f.width[0], 1)) / float64(max(f.width[1], 1))
}

// start visits the root.
func (f *breadthFirstSearch) start() error {
	root, err := f.graph.add(f.root, f.step)
	if err != nil {
		return err
	}
	f.tree.reset(root)
	f.queue, f.at, f.started = append(f.queue[:0], root), 0, true
	f.layer = 0
	f.width[0] = max(f.width[0], 1)
	return nil
}

// add visits the successors of a state.
func (f *breadthFirstSearch) add(from uint32, next []uint32) error {
	depth := f.tree.depth[from] + 1
	for _, n := range next {
		if f.tree.has(n) {
			f.again(depth, f.tree.depth[n])
			continue
		}
		f.tree.reach(n, from, depth)
		f.queue = append(f.queue, n)
		goal, err := f.graph.goalAt(n, f.step+depth)
		if err == nil {
			err = f.improve(&f.tree, n, goal, BreadthFirst)
		}
		if err != nil {
			return err
		}
	}
	if f.puzzleSearch.bytes() > f.memory {
		f.full()
	}
	return nil
}
