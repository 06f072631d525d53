package bitslice

// A status says what the lanes are doing. All of its Vecs are sets of lanes.
type status struct {
	wait   Vec // whose playout has ended
	dead   Vec // that never start again
	behind Vec // that have not started since the last epoch of the step limit
	ended  Vec // that came to a terminal state in this step
	stuck  Vec // in which a role had no legal move in this step

	nEnded, nStuck uint64 // how many there are
}

// settle ends playouts: those in a terminal state, then those in which a role
// has no legal move.
func (goKernel) settle(s *status, terminal, none *Vec) {
	s.ended = without(terminal, &s.wait)
	s.wait = or(&s.wait, &s.ended)
	s.stuck = without(none, &s.wait)
	s.wait = or(&s.wait, &s.stuck)
	s.nEnded, s.nStuck = uint64(count(&s.ended)), uint64(count(&s.stuck))
}

// revive restarts the waiting lanes that are not dead. It returns how many there
// are, and whether living lanes are still behind.
func (goKernel) revive(s *status, restart *Vec) (n uint64, behind bool) {
	*restart = without(&s.wait, &s.dead)
	s.wait = without(&s.wait, restart)
	s.behind = without(&s.behind, restart)
	return uint64(count(restart)), without(&s.behind, &s.dead) != Vec{}
}
