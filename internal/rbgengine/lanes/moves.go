package lanes

import (
	"encoding/binary"
	"slices"

	"ludex/internal/rbgengine/rbgplay"
)

// A move is a sequence of actions of a player. The cell here stands for the one where
// the move begins.
type move struct {
	role        int
	actions     []rbgplay.Action
	key         string
	turn        int32 // the first switch behind which it was found
	circuitMove *circuitMove
	when        cube // holds where it is legal, if it shares a circuit move
}

// A turn is the part of the rules behind a switch to a player.
type turn struct {
	index    int32 // of the switch
	role     int
	on       lit // this switch was passed last
	variants []variant
	moves    []turnMove
	finals   []final
	fails    lit // the deferred test of the move fails
}

// A variant is a way to make a move in a turn.
type variant struct {
	move  *move
	env   *env  // after the move
	to    int32 // the switch at its end
	reach lit   // when it is legal in this turn
	cell  int32
	// test is a pattern that must hold after the move too, or -1.
	test int32
}

// A prefix is the beginning of a move.
type prefix struct {
	node, cell int32
	env        *env
	actions    []rbgplay.Action
	reach      lit
}

// actionBytes is the memory of an action of a move.
const actionBytes = 8

// unroll finds the moves of a turn.
func (u *unroller) unroll(t *turn) {
	todo := []prefix{{node: u.starts[t.index], cell: here, env: u.base, reach: yes}}
	contexts := 0
	for len(todo) > 0 && !u.exhausted() {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if contexts++; contexts > maxContexts {
			u.fail("moves have more than %d beginnings", maxContexts)
		}
		for _, a := range u.arrivals(p) {
			u.extend(t, p, a, &todo)
		}
	}
}

// extend executes a modifier that a prefix reaches.
func (u *unroller) extend(t *turn, p prefix, a arrival, todo *[]prefix) {
	nd := &u.nodes[a.node]
	actions := append(slices.Clip(p.actions), rbgplay.Action{Cell: a.cell, Index: int32(nd.expr.Index)})
	u.otherBytes += actionBytes * int64(len(actions))
	switch nd.op {
	case opSwitch:
		u.complete(t, prefix{a.node, a.cell, p.env, actions, u.dropRefuted(a.reach)}, -1)
		return
	case opPattern:
		actions[len(actions)-1].Index = int32(u.nodes[nd.next].expr.Index)
		u.complete(t, prefix{nd.next, a.cell, p.env, actions, u.dropRefuted(a.reach)}, a.node)
		return
	}
	e, possible := u.step(nd, a.cell, p.env)
	if reach := u.and(a.reach, possible); reach != no {
		*todo = append(*todo, prefix{nd.next, a.cell, e, actions, reach})
	}
}

// complete records a move, with a deferred test or -1.
func (u *unroller) complete(t *turn, p prefix, test int32) {
	key := []byte{byte(t.role)}
	for _, a := range p.actions {
		key = binary.LittleEndian.AppendUint32(key, uint32(a.Cell))
		key = binary.LittleEndian.AppendUint32(key, uint32(a.Index))
	}
	m := u.byKey[string(key)]
	if m == nil {
		if len(u.moves) >= maxMoves {
			u.fail("there are more than %d different moves", maxMoves)
			return
		}
		m = &move{role: t.role, actions: p.actions, key: string(key), turn: t.index}
		u.byKey[m.key] = m
		u.otherBytes += int64(2 * len(key)) // the key and its buffer
		u.moves = append(u.moves, m)
	}
	if m.turn != t.index {
		u.shared[m.key] = true
	}
	t.variants = append(t.variants, variant{m, p.env, p.actions[len(p.actions)-1].Index, p.reach, p.cell, test})
}

// An arrival is a modifier that a prefix reaches next.
type arrival struct {
	node, cell int32
	reach      lit
}

// A vertex is a node on a cell, as it is reached from a prefix.
type vertex struct {
	node, cell int32
	in         []edge
	loop       lit // the fixpoint variable of the vertex if it is on a cycle, or yes
	reach      lit
}

// An edge leads to a vertex from another one if a test passes.
type edge struct {
	from int32
	test lit
}

// A walk follows all paths from a prefix to the next modifiers, depth first.
type walk struct {
	u        *unroller
	env      *env
	forked   bool // here is replaced by each cell in turn
	vertices []vertex
	number   map[[2]int32]int32
	state    []uint8
	order    []int32 // the vertices in postorder
	back     bool
}

// arrivals returns the modifiers that can come next after a prefix.
func (u *unroller) arrivals(p prefix) []arrival {
	list, both := u.walkFrom(p, false)
	if both {
		list, _ = u.walkFrom(p, true)
	}
	return list
}

// walkFrom follows all paths. It reports whether a modifier is reached both on here and
// on other cells, one of which may be the same.
func (u *unroller) walkFrom(p prefix, forked bool) (list []arrival, both bool) {
	w := &walk{u: u, env: p.env, forked: forked, number: map[[2]int32]int32{}}
	root := w.visit(p.node, p.cell)
	w.vertices[root].in = append(w.vertices[root].in, edge{-1, p.reach})
	somewhere := map[int32]int{}
	for i := len(w.order) - 1; i >= 0; i-- {
		v := &w.vertices[w.order[i]]
		v.reach = w.reached(v)
		nd := &u.nodes[v.node]
		if v.cell == here && (forked || u.needsCell(nd)) {
			continue // its cells are vertices of their own
		}
		if v.reach != no && (nd.op.modifies() || w.defers(nd)) {
			list = append(list, arrival{v.node, v.cell, v.reach})
			if v.cell == here {
				somewhere[v.node] |= 1
			} else {
				somewhere[v.node] |= 2
			}
		}
	}
	if w.back {
		for i := range w.vertices {
			if v := &w.vertices[i]; v.loop != yes {
				u.define(v.loop, w.parts(v))
			}
		}
	}
	for _, mask := range somewhere {
		both = both || mask == 3
	}
	return list, both
}

func (o op) modifies() bool { return o == opOff || o == opAssign || o == opSwitch }

// reached says that a vertex is reached. The target of a back edge is a fixpoint.
func (w *walk) reached(v *vertex) lit {
	if v.loop != yes {
		return v.loop
	}
	return w.u.or(w.parts(v)...)
}

func (w *walk) parts(v *vertex) []lit {
	var parts []lit
	for _, e := range v.in {
		if e.from < 0 {
			parts = append(parts, e.test)
			continue
		}
		parts = append(parts, w.u.and(w.vertices[e.from].reach, e.test))
	}
	return parts
}

// visit returns a vertex, and visits what follows it if it is new.
func (w *walk) visit(n, cell int32) int32 {
	id, ok := w.number[[2]int32{n, cell}]
	if ok {
		if w.state[id] == 1 && w.vertices[id].loop == yes {
			w.back = true
			w.vertices[id].loop = w.u.loop()
		}
		return id
	}
	id = int32(len(w.vertices))
	w.number[[2]int32{n, cell}] = id
	w.vertices = append(w.vertices, vertex{node: n, cell: cell, reach: no})
	w.state = append(w.state, 1)
	if !w.u.exhausted() {
		w.follow(id, n, cell)
	}
	w.state[id] = 2
	w.order = append(w.order, id)
	return id
}

// follow visits what comes after a vertex.
func (w *walk) follow(id, n, cell int32) {
	u, nd := w.u, &w.u.nodes[n]
	if cell == here && (w.forked || u.needsCell(nd)) {
		for _, c := range u.domains.at.list() {
			w.lead(id, u.at[c], n, c)
		}
		return
	}
	switch nd.op {
	case opEnd, opOff, opAssign, opSwitch:
	case opSplit:
		for _, way := range nd.ways {
			w.lead(id, yes, way, cell)
		}
	case opJump:
		for _, t := range nd.jump.to[max(cell, 0)] {
			w.lead(id, yes, nd.next, t)
		}
	default:
		if w.defers(nd) {
			return
		}
		if _, test := u.step(nd, cell, w.env); test != no {
			w.lead(id, test, nd.next, cell)
		}
	}
}

func (w *walk) lead(from int32, test lit, n, cell int32) {
	to := w.visit(n, cell)
	w.vertices[to].in = append(w.vertices[to].in, edge{from, test})
}
