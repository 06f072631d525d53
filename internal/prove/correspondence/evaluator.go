package correspondence

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"ludex/internal/prove/aig"
	"ludex/internal/prove/transition"
)

// An evaluator computes what a game says about states.
type evaluator struct {
	system *transition.System
	roles  []int // the order in which it names roles
	sim    *aig.Simulation
}

func newEvaluator(s *transition.System, roles []int) *evaluator {
	return &evaluator{system: s, roles: roles, sim: s.Graph.Simulate()}
}

// A view is what a game says about a state: whether the play is over, the legal moves and
// the goals of each role.
type view struct {
	over  bool
	legal [][]int
	goals [][]int
}

// lanes is how many states are evaluated at once.
const lanes = 64

// look returns the views of up to 64 states.
func (e *evaluator) look(states [][]bool) []view {
	e.set(states)
	e.does(nil)
	e.sim.Run(1, e.system.Graph.Len())
	views := make([]view, len(states))
	over := e.sim.Value(e.system.Terminal)
	for lane := range views {
		views[lane] = view{over: over>>lane&1 == 1, legal: make([][]int, len(e.roles)), goals: make([][]int, len(e.roles))}
	}
	within := ^uint64(0) >> (lanes - len(states))
	for r, role := range e.roles {
		for i, m := range e.system.Roles[role].Moves {
			for w := e.sim.Value(m.Legal) & within; w != 0; w &= w - 1 {
				v := &views[bits.TrailingZeros64(w)]
				v.legal[r] = append(v.legal[r], i)
			}
		}
		for _, g := range e.system.Roles[role].Goals {
			for w := e.sim.Value(g.Lit) & within; w != 0; w &= w - 1 {
				v := &views[bits.TrailingZeros64(w)]
				v.goals[r] = append(v.goals[r], g.Value)
			}
		}
	}
	for lane := range views {
		for r := range views[lane].goals {
			slices.Sort(views[lane].goals[r])
		}
	}
	return views
}

// next returns the states after joint moves in one state.
func (e *evaluator) next(state []bool, joints [][]int) [][]bool {
	states := make([][]bool, len(joints))
	for i := range states {
		states[i] = state
	}
	e.set(states)
	e.does(joints)
	e.sim.Run(1, e.system.Graph.Len())
	for lane := range states {
		states[lane] = make([]bool, len(e.system.State))
	}
	for i, bit := range e.system.State {
		w := e.sim.Value(bit.Next)
		for lane := range states {
			states[lane][i] = w>>lane&1 == 1
		}
	}
	return states
}

func (e *evaluator) set(states [][]bool) {
	for i, bit := range e.system.State {
		w := uint64(0)
		for lane, s := range states {
			if s[i] {
				w |= 1 << lane
			}
		}
		e.sim.Set(bit.Lit, w)
	}
}

// does sets the moves that are made, in the order of the roles.
func (e *evaluator) does(joints [][]int) {
	for r, role := range e.roles {
		moves := e.system.Roles[role].Moves
		for i := range moves {
			e.sim.Set(moves[i].Does, 0)
		}
		words := map[int]uint64{}
		for lane, joint := range joints {
			words[joint[r]] |= 1 << lane
		}
		for i, w := range words {
			e.sim.Set(moves[i].Does, w)
		}
	}
}

// signatures describes, for each move of a role, what the state after it is like, without
// names. The other roles make the moves given.
func (e *evaluator) signatures(state []bool, role int, moves, joint []int) []string {
	var list []string
	for chunk := range slices.Chunk(moves, lanes) {
		var joints [][]int
		for _, m := range chunk {
			j := slices.Clone(joint)
			j[role] = m
			joints = append(joints, j)
		}
		for _, v := range e.look(e.next(state, joints)) {
			list = append(list, v.signature())
		}
	}
	return list
}

// signature describes a view without names.
func (v *view) signature() string {
	var key []byte
	if v.over {
		key = append(key, 1)
		for _, goals := range v.goals {
			key = binary.AppendUvarint(key, uint64(len(goals)))
			for _, g := range goals {
				key = binary.AppendVarint(key, int64(g))
			}
		}
		return string(key)
	}
	for _, legal := range v.legal {
		key = binary.AppendUvarint(key, uint64(len(legal)))
	}
	return string(key)
}
