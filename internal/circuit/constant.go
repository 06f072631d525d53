package circuit

// constants finds the state bits that never change in any play from the initial
// state. It returns by state bit the value, or unknown.
//
// It simulates with the values false, true and varying. All bits start with their
// initial values. A bit whose next value may differ starts to vary, and so does
// what depends on it. What never varies is constant by induction. Nothing that
// varies becomes constant again, so each reference between nodes is visited once.
func constants(n *net, c *canon, r *roots) []lit {
	t := &ternary{net: n, value: make([]ternaryValue, len(n.nodes)), falses: make([]int32, len(n.nodes))}
	t.stateNode = make([]int32, len(c.state))
	t.connect()
	t.begin(c)
	t.takeover = make([][]int32, len(n.nodes))
	for i, l := range r.next {
		t.takeover[l.node()] = append(t.takeover[l.node()], t.stateNode[i])
		if t.value[t.stateNode[i]] != t.of(l) {
			t.vary(t.stateNode[i])
		}
	}
	for len(t.todo) > 0 {
		id := t.todo[len(t.todo)-1]
		t.todo = t.todo[:len(t.todo)-1]
		t.spread(id)
	}
	bits := make([]lit, len(c.state))
	for i, id := range t.stateNode {
		bits[i] = [...]lit{isFalse: litFalse, isTrue: litTrue, varies: unknown}[t.value[id]]
	}
	return bits
}

type ternaryValue uint8

const (
	isFalse ternaryValue = iota
	isTrue
	varies
)

type ternary struct {
	net       *net
	value     []ternaryValue
	falses    []int32 // by conjunction: how many arguments are certainly false
	first     []int32 // by node: where its users begin
	users     []lit   // the conjunction, and whether it uses the node's negation
	stateNode []int32 // by state bit
	takeover  [][]int32
	todo      []int32 // nodes that started to vary
}

// connect finds out which conjunctions refer to which nodes.
func (t *ternary) connect() {
	nodes := t.net.nodes
	t.first = make([]int32, len(nodes)+2)
	for i := range nodes {
		for _, a := range nodes[i].args {
			t.first[a.node()+2]++
		}
	}
	for i := 2; i < len(t.first); i++ {
		t.first[i] += t.first[i-1]
	}
	t.users = make([]lit, t.first[len(t.first)-1])
	for i := range nodes {
		for _, a := range nodes[i].args {
			at := &t.first[a.node()+1]
			t.users[*at] = lit(i)<<1 | a&1
			*at++
		}
	}
}

// begin evaluates the initial state with all moves varying. Loops count as
// varying, because computing a fixpoint is not worth it here.
func (t *ternary) begin(c *canon) {
	for i := range t.net.nodes {
		switch nd := &t.net.nodes[i]; nd.kind {
		case kindTrue:
			t.value[i] = isTrue
		case kindState:
			t.stateNode[nd.x] = int32(i)
			if c.state[nd.x].init {
				t.value[i] = isTrue
			}
		case kindMoves, kindLoop:
			t.value[i] = varies
		case kindAnd:
			t.value[i] = t.conjunction(int32(i), nd.args)
		}
	}
}

// of returns the value of a literal.
func (t *ternary) of(l lit) ternaryValue {
	v := t.value[l.node()]
	if v == varies || !l.negated() {
		return v
	}
	return v ^ 1
}

func (t *ternary) conjunction(id int32, args []lit) ternaryValue {
	all := isTrue
	for _, a := range args {
		switch t.of(a) {
		case isFalse:
			t.falses[id]++
		case varies:
			all = varies
		}
	}
	if t.falses[id] > 0 {
		return isFalse
	}
	return all
}

// vary notes that a node varies.
func (t *ternary) vary(id int32) {
	if t.value[id] == varies {
		return
	}
	for _, u := range t.users[t.first[id]:t.first[id+1]] {
		if (t.value[id] == isTrue) == u.negated() {
			t.falses[u.node()]--
		}
	}
	t.value[id] = varies
	t.todo = append(t.todo, id)
}

// spread marks as varying what depends on a varying node.
func (t *ternary) spread(id int32) {
	for _, u := range t.users[t.first[id]:t.first[id+1]] {
		if t.falses[u.node()] == 0 {
			t.vary(u.node())
		}
	}
	for _, bit := range t.takeover[id] {
		t.vary(bit)
	}
}
