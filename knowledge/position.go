package knowledge

import (
	"slices"

	"ludex/game"
)

// A status says how a play continues from a state.
type status uint8

const (
	unknown status = iota // not computed yet
	live
	over  // terminal
	stuck // not terminal, but a role has no legal move
)

// A position holds the legal moves of a state and its edges, one per joint move. Edges
// are numbered in the order of [game.JointMoves]: the move of the last role changes
// fastest. The successors and percepts of an edge are computed on demand.
type position struct {
	status status
	lists  int32 // where the lists of its legal moves are, one for each role
	first  int   // its first edge
	edges  int32 // how many there are
}

// position returns the position of a state.
func (m *stateSpace) position(s StateID) (position, error) {
	if p := m.positions[s]; p.status != unknown {
		return p, nil
	}
	p, err := m.explore(m.states.items[s])
	if err != nil {
		return position{}, err
	}
	m.positions[s] = p
	return p, nil
}

// explore computes the legal moves of a state and allocates its edges.
func (m *stateSpace) explore(s game.State) (position, error) {
	p := position{status: live, lists: int32(len(m.legalLists)), first: len(m.next)}
	if m.machine.Terminal(s) {
		p.status = over
	}
	edges := 1
	for r := range m.game.Roles() {
		m.scratch.legal = m.machine.Legal(s, game.Role(r), m.scratch.legal[:0])
		list, _ := m.moves.add(m.scratch.legal)
		m.legalLists = append(m.legalLists, list)
		if len(m.scratch.legal) == 0 && p.status == live {
			p.status = stuck
		}
		if edges *= max(1, len(m.scratch.legal)); p.status == live && len(m.next)+edges > m.limits.Edges {
			return p, &LimitError{"joint moves", m.limits.Edges}
		}
	}
	if p.status == live {
		p.edges = int32(edges)
		m.next = appendUnknown(m.next, edges)
		m.signals = appendUnknown(m.signals, edges*len(m.players))
	}
	return p, m.machine.Err()
}

// appendUnknown appends placeholders for values that are computed on demand.
func appendUnknown[E ~int32](list []E, n int) []E {
	start := len(list)
	list = slices.Grow(list, n)[:start+n]
	for i := start; i < len(list); i++ {
		list[i] = -1
	}
	return list
}

// legalList returns the number of the list of a role's legal moves. Equal lists
// have equal numbers.
func (m *stateSpace) legalList(p position, r game.Role) int32 { return m.legalLists[p.lists+int32(r)] }

func (m *stateSpace) legal(p position, r game.Role) []game.Move {
	return m.moves.items[m.legalList(p, r)]
}

// stride returns the difference between the edge numbers of consecutive moves of a
// role.
func (m *stateSpace) stride(p position, r game.Role) int32 {
	n := int32(1)
	for q := len(m.game.Roles()) - 1; q > int(r); q-- {
		n *= int32(len(m.legal(p, game.Role(q))))
	}
	return n
}

// moveOf returns the move that a role makes on an edge.
func (m *stateSpace) moveOf(p position, edge int32, r game.Role) game.Move {
	moves := m.legal(p, r)
	return moves[edge/m.stride(p, r)%int32(len(moves))]
}

// joint writes the joint move of an edge into dst, which has room for it.
func (m *stateSpace) joint(p position, edge int32, dst []game.Move) {
	for r := len(dst) - 1; r >= 0; r-- {
		moves := m.legal(p, game.Role(r))
		n := int32(len(moves))
		dst[r] = moves[edge%n]
		edge /= n
	}
}

// edgeOf returns the edge of a joint move, or -1 if it is not legal.
func (m *stateSpace) edgeOf(p position, joint []game.Move) int32 {
	if p.status != live || len(joint) != len(m.game.Roles()) {
		return -1
	}
	edge := 0
	for r, move := range joint {
		moves := m.legal(p, game.Role(r))
		i := slices.Index(moves, move)
		if i < 0 {
			return -1
		}
		edge = edge*len(moves) + i
	}
	return int32(edge)
}

// successor returns the state behind an edge.
func (m *stateSpace) successor(s StateID, p position, edge int32) (StateID, error) {
	if to := m.next[p.first+int(edge)]; to >= 0 {
		return to, nil
	}
	m.joint(p, edge, m.scratch.joint)
	m.scratch.state = m.machine.Next(m.states.items[s], m.scratch.joint, m.scratch.state[:0])
	to, err := m.intern(m.scratch.state)
	if err != nil {
		return 0, err
	}
	m.next[p.first+int(edge)] = to
	return to, nil
}

// perceive returns the number of a player's percepts on an edge.
func (m *stateSpace) perceive(s StateID, p position, edge int32, r game.Role) (int32, error) {
	at := &m.signals[(p.first+int(edge))*len(m.players)+m.player(r)]
	if *at >= 0 {
		return *at, nil
	}
	m.joint(p, edge, m.scratch.joint)
	list := m.scratch.list[:0]
	if m.game.Hidden() {
		m.scratch.percepts = m.machine.Percepts(m.states.items[s], m.scratch.joint, r, m.scratch.percepts[:0])
		for _, q := range m.scratch.percepts {
			list = append(list, int32(q))
		}
	} else {
		for _, move := range m.scratch.joint {
			list = append(list, int32(move))
		}
	}
	m.scratch.list = list
	if err := m.machine.Err(); err != nil {
		return 0, err
	}
	*at, _ = m.signal.add(list)
	return *at, nil
}

// player returns the index of a role among the players.
func (m *stateSpace) player(r game.Role) int {
	if random := m.game.Random(); random != game.NoRole && r > random {
		return int(r) - 1
	}
	return int(r)
}
