package knowledge

import (
	"math/big"
	"slices"

	"ludex/game"
)

// A Set is a set of developments of one length: all of them, or an information set
// of one role. A member stands for all developments that lead to the same state and
// to the same views of the tracked roles, unless the set was made by development;
// then every member is one development.
//
// The order of the members depends on the rules only.
type Set struct {
	model *Model
	prev  *Set
	steps int

	role game.Role // whose view all members have, or NoRole
	view ViewID    // of that role

	track   RoleSet
	columns []game.Role // the tracked roles
	single  bool        // every member is one development

	states  []StateID
	parents []int32 // in prev
	edges   []int32 // of the parent's state
	views   [][]ViewID

	counts countList // developments by member; empty if single

	mass  *countList // probabilities by member, if they were asked for
	scale *big.Rat   // the factor of mass
}

// start returns the set of the development without joint moves.
func (m *Model) start(track RoleSet, single bool) *Set {
	s := &Set{model: m, role: game.NoRole, track: track, columns: track.List(), single: single,
		states: []StateID{initial}, parents: []int32{-1}, edges: []int32{-1}}
	for range s.columns {
		s.views = append(s.views, []ViewID{blankView})
	}
	if !single {
		s.counts.push()
		s.counts.add(0, number{small: 1})
	}
	return s
}

// Len returns the number of members.
func (s *Set) Len() int { return len(s.states) }

// StateID returns the state of a member.
func (s *Set) StateID(i int) StateID { return s.states[i] }

// State returns the state of a member. The caller must not change it.
func (s *Set) State(i int) game.State { return s.model.State(s.states[i]) }

// ViewID returns the view of a role in a member, or NoView if the role is not
// tracked.
func (s *Set) ViewID(i int, r game.Role) ViewID {
	if r == s.role {
		return s.view
	}
	if c := slices.Index(s.columns, r); c >= 0 {
		return s.views[c][i]
	}
	return NoView
}

// Count returns the number of developments that a member stands for.
func (s *Set) Count(i int) *big.Int {
	if s.single {
		return big.NewInt(1)
	}
	return new(big.Int).Set(s.counts.at(i).big())
}

// Developments returns the number of developments of the set.
func (s *Set) Developments() *big.Int {
	if s.single {
		return big.NewInt(int64(len(s.states)))
	}
	return s.counts.sum()
}

// IsSingle reports whether the set has exactly one development.
func (s *Set) IsSingle() bool {
	if len(s.states) != 1 || s.single {
		return len(s.states) == 1
	}
	n := s.counts.at(0)
	return n.large == nil && n.small == 1 || n.large != nil && n.large.IsUint64() && n.large.Uint64() == 1
}

// States returns the number of different states of the set.
func (s *Set) States() int {
	seen := make(map[StateID]bool, len(s.states))
	for _, id := range s.states {
		seen[id] = true
	}
	return len(seen)
}

// Development returns one of the developments that a member stands for.
func (s *Set) Development(i int) Development {
	joints := make([][]game.Move, s.steps)
	for k, at := s.steps-1, s; k >= 0; k, at = k-1, at.prev {
		joints[k] = make([]game.Move, len(s.model.game.Roles()))
		parent := at.parents[i]
		p := s.model.positions[at.prev.states[parent]]
		s.model.joint(p, at.edges[i], joints[k])
		i = int(parent)
	}
	return Development{joints}
}
