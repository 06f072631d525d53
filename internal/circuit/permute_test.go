package circuit

import "math/rand/v2"

// renamed returns the game as it would be with other words: state bits and
// moves, which are listed by their texts, come in another order.
func renamed(s *Spec, seed uint64) *Spec {
	r := rand.New(rand.NewPCG(seed, 0))
	p := *s
	p.State = make([]StateBit, len(s.State))
	for i, k := range r.Perm(len(s.State)) {
		p.State[i] = s.State[k]
	}
	p.Moves = make([][]MoveAtoms, len(s.Moves))
	for role, moves := range s.Moves {
		p.Moves[role] = make([]MoveAtoms, len(moves))
		for i, k := range r.Perm(len(moves)) {
			p.Moves[role][i] = moves[k]
		}
	}
	return &p
}
