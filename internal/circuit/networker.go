package circuit

// A networker turns a net into a network.
type networker struct {
	spec        *Spec
	canon       *canon
	net         *net
	roots       *roots
	out         *network
	uses        []int32
	parts       []part
	merged      []bool  // conjunctions that are part of the one that refers to them
	number      []int32 // by node of the net: its number, or none
	from        []int32 // by number: the node of the net, or none
	components  []component
	componentOf []int32
	stand       []int32 // by component: the node that stands for it
	args        []lit   // scratch
}

// newNetwork prepares a net.
func newNetwork(s *Spec, c *canon, n *net, r *roots) *network {
	w := &networker{spec: s, canon: c, net: n, roots: r, out: &network{layout: newOutputLayout(s)}}
	w.uses = countUses(n, r.all())
	w.parts = classify(n, r)
	w.components, w.componentOf = findComponents(n, w.parts)
	w.merge()
	w.numberAll()
	w.connect()
	w.show()
	w.inputs()
	w.addFixpoints()
	w.out.start = w.begin()
	return w.out
}

// merge finds conjunctions that are computed as part of the only one that
// refers to them.
func (w *networker) merge() {
	w.merged = make([]bool, len(w.net.nodes))
	size := make([]int, len(w.net.nodes)) // including merged ones
	for i := range w.net.nodes {
		size[i] = len(w.net.nodes[i].args)
		if w.uses[i] == 0 || w.componentOf[i] != none {
			continue
		}
		for _, a := range w.net.nodes[i].args {
			id := a.node()
			if a.negated() || w.net.nodes[id].kind != kindAnd || w.uses[id] > 1 || w.componentOf[id] != none {
				continue
			}
			if size[i]+size[id] <= maxArgs {
				size[i] += size[id]
				w.merged[id] = true
			}
		}
	}
}

// numberAll numbers the nodes: state bits, then part by part in the order of
// dependence. Sets of moves come with the part of the next state, which is
// computed before that of the percepts.
func (w *networker) numberAll() {
	w.number = make([]int32, len(w.net.nodes))
	for i := range w.number {
		w.number[i] = none
	}
	w.stand = make([]int32, len(w.components))
	w.add(0) // true, which a fed back node may become
	w.addAll(kindState)
	order := w.order()
	for p := partLegal; p < numParts; p++ {
		w.align()
		w.out.bounds[p] = int32(len(w.from))
		if p == partNext {
			w.addAll(kindMoves)
		}
		for _, u := range order[p] {
			if u < 0 {
				w.addComponent(-1 - int32(u))
			} else {
				w.add(int32(u))
			}
		}
	}
	w.align()
	w.out.bounds[numParts] = int32(len(w.from))
}

func (w *networker) add(id int32) {
	w.number[id] = int32(len(w.from))
	w.from = append(w.from, id)
}

func (w *networker) addAll(kind nodeKind) {
	for i := range w.net.nodes {
		if w.net.nodes[i].kind == kind && w.uses[i] > 0 {
			w.add(int32(i))
		}
	}
}

// addComponent numbers the nodes of a component, after the one that stands for it.
func (w *networker) addComponent(k int32) {
	w.stand[k] = int32(len(w.from))
	w.from = append(w.from, none)
	for _, id := range w.components[k].vars {
		w.add(id)
	}
	for _, id := range w.components[k].inner {
		w.add(id)
	}
}

// align leaves numbers out up to the next multiple of 64.
func (w *networker) align() {
	for len(w.from)%64 != 0 {
		w.from = append(w.from, none)
	}
}

// gather collects in w.args the arguments of a conjunction and of the conjunctions
// merged into it.
func (w *networker) gather(id int32) {
	for _, a := range w.net.nodes[id].args {
		if w.merged[a.node()] && !a.negated() {
			w.gather(a.node())
		} else {
			w.args = append(w.args, a)
		}
	}
}

// conjunctions calls visit for each conjunction outside components, with its number
// and arguments.
func (w *networker) conjunctions(visit func(v int32, args []lit)) {
	for v, id := range w.from {
		if id == none || w.net.nodes[id].kind != kindAnd || w.componentOf[id] != none {
			continue
		}
		w.args = w.args[:0]
		w.gather(id)
		visit(int32(v), w.args)
	}
}

// connect makes the edges.
func (w *networker) connect() {
	nodes := make([]networkNode, len(w.from))
	w.conjunctions(func(_ int32, args []lit) {
		for _, a := range args {
			n := &nodes[w.number[a.node()]]
			n.end++
			if !a.negated() {
				n.negated++
			}
		}
	})
	at := int32(0)
	for v := range nodes {
		n := &nodes[v]
		n.first, n.negated, n.end, at = at, at+n.negated, at+n.negated, at+n.end
	}
	w.out.edges = make([]int32, at)
	next := make([]int32, len(nodes)) // where the next edge that is not negated goes
	for v := range nodes {
		next[v] = nodes[v].first
	}
	w.conjunctions(func(v int32, args []lit) {
		for _, a := range args {
			from := w.number[a.node()]
			to := &next[from]
			if a.negated() {
				to = &nodes[from].end
			}
			w.out.edges[*to] = v
			*to++
		}
	})
	w.out.nodes = nodes
}

// show connects the roots with the bits that show them.
func (w *networker) show() {
	type shown struct {
		root lit
		bit  int32
	}
	var list []shown
	l := &w.out.layout
	list = append(list, shown{w.roots.terminal, l.terminal})
	for r, moves := range w.roots.legal {
		for i, x := range moves {
			list = append(list, shown{x, l.legal[r] + w.canon.moves[r][i].number})
		}
	}
	for i, x := range w.roots.next {
		list = append(list, shown{x, l.next + w.canon.state[i].bit})
	}
	for i, x := range w.roots.goals {
		list = append(list, shown{x, l.goals + int32(i)})
	}
	for i, x := range w.roots.percepts {
		list = append(list, shown{x, l.percepts + int32(i)})
	}
	w.out.start = newEvaluator(w.out)
	bits := make([][]int32, len(w.from))
	for _, s := range list {
		if s.root.node() == 0 {
			w.out.start.setShown(s.bit, s.root == litTrue)
			continue
		}
		v := w.number[s.root.node()]
		bits[v] = append(bits[v], s.bit)
		w.out.start.setShown(s.bit, s.root.negated()) // as long as everything is false
	}
	for v, list := range bits {
		switch len(list) {
		case 0:
			w.out.nodes[v].output = silent
		case 1:
			w.out.nodes[v].output = list[0]
		default:
			w.out.nodes[v].output = -2 - int32(len(w.out.outputs))
			w.out.outputs = append(w.out.outputs, list)
		}
	}
}

// inputs finds the nodes of state bits, and those of the sets of each move.
func (w *networker) inputs() {
	n := w.out
	n.states = make([]int32, len(w.spec.State))
	for i := range n.states {
		n.states[i] = none
	}
	total := 0
	for _, moves := range w.spec.Moves {
		n.moveAt = append(n.moveAt, int32(total))
		total += len(moves)
	}
	sets := make([][]int32, total)
	for i := range w.net.nodes {
		nd := &w.net.nodes[i]
		switch {
		case w.number[i] == none:
		case nd.kind == kindState:
			n.states[w.canon.state[nd.x].bit] = w.number[i]
		case nd.kind == kindMoves:
			set := &w.net.moves.sets[nd.x]
			for _, m := range set.members {
				move := w.canon.moves[set.role][m-w.net.moves.first[set.role]].number
				at := n.moveAt[set.role] + move
				sets[at] = append(sets[at], w.number[i])
			}
		}
	}
	for _, list := range sets {
		n.setsAt = append(n.setsAt, int32(len(n.sets)))
		n.sets = append(n.sets, list...)
	}
	n.setsAt = append(n.setsAt, int32(len(n.sets)))
}

// addFixpoints adds the components as fixpoints.
func (w *networker) addFixpoints() {
	if len(w.components) == 0 {
		return
	}
	n := w.out
	n.componentOf, n.trigger = make([]int32, len(n.nodes)), make([][]int32, len(n.nodes))
	for v := range n.componentOf {
		n.componentOf[v] = none
	}
	for k := range w.components {
		t := fixpoint{vars: len(w.components[k].vars)}
		stand := w.stand[k]
		n.componentOf[stand] = int32(k)
		for _, list := range [][]int32{w.components[k].vars, w.components[k].inner} {
			for _, id := range list {
				t.nodes = append(t.nodes, w.number[id])
				t.args = append(t.args, w.fixpointArgs(int32(k), id))
			}
		}
		n.components = append(n.components, t)
	}
}

// fixpointArgs returns the arguments of a node of a component. Arguments outside trigger
// the component.
func (w *networker) fixpointArgs(k, id int32) []lit {
	var args []lit
	for _, a := range w.net.dependencies(id) {
		v := w.number[a.node()]
		args = append(args, lit(v)<<1|a&1)
		if w.componentOf[a.node()] != k {
			w.out.trigger[v] = append(w.out.trigger[v], w.stand[k])
		}
	}
	return args
}

// begin returns the evaluator of the initial state, for each role's first move. It
// starts with everything false and proceeds like any other evaluation.
func (w *networker) begin() *evaluator {
	e := w.out.start
	e.nodes, e.edges, e.hasFeedback = w.out.nodes, w.out.edges, len(w.components) > 0
	for v, id := range w.from {
		if id > 0 && (w.net.nodes[id].kind != kindAnd || w.componentOf[id] != none) {
			e.counts[v] = 1
		}
	}
	w.conjunctions(func(v int32, args []lit) {
		for _, a := range args {
			if !e.holds(lit(w.number[a.node()])<<1 | a&1) {
				e.counts[v]++
			}
		}
		if out := w.out.nodes[v].output; e.counts[v] == 0 && out != silent {
			e.show(out)
		}
	})
	for _, v := range w.stand {
		e.toggle(v)
	}
	e.state = make([]uint64, (len(w.spec.State)+63)/64)
	e.load(initial(w.spec))
	for r, live := range w.net.moves.live {
		e.joint = append(e.joint, none)
		if len(live) > 0 {
			e.move(r, w.canon.moves[r][live[0]-w.net.moves.first[r]].number)
		}
	}
	for p := partLegal; p < numParts; p++ {
		e.run(p)
	}
	return e
}

// initial returns the initial state.
func initial(s *Spec) []uint64 {
	state := make([]uint64, (len(s.State)+63)/64)
	for i, b := range s.State {
		if b.Init {
			state[i>>6] |= 1 << (i & 63)
		}
	}
	return state
}
