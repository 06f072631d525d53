//go:build !js

package timedengine

import (
	"encoding/binary"
	"errors"
	"slices"

	"ludex/gdl"
)

// ErrIrregular is returned for what is left to the interpreter: a fact with several
// lifetimes or an invalid one, and a move that is never legal.
var ErrIrregular = errors.New("this cannot be computed on ground rules")

// An Engine computes states of a program. It belongs to one goroutine.
//
// It keeps the nodes that it has met and what events do to them. When there are too many
// it forgets them; states that have them stay valid.
type Engine struct {
	prog *Program
	eval *evaluator

	nodes   map[string]*Node
	age     int
	kept    int
	maxKept int

	inputs []int32 // scratch memory
	key    []byte
	facts  []held
	until  []gdl.Lifetime
}

// A held is a fact of a state; slot is the place of its instant, or -1 if it lasts.
type held struct{ fact, slot int32 }

// A Node is a state without its instants: which facts hold, which of them will expire, and
// which have expired, if that matters to anything but the next state. Where rules compare
// lifetimes, it also says which are equal.
type Node struct {
	prog    *Program
	age     int
	facts   []held   // in the order of facts
	timers  []int32  // facts that will expire, in that order
	expired []int32  // those that matter
	code    []uint64 // which comparisons hold

	known    bool
	terminal bool
	legal    [][]int32 // by role
	texts    [][]string
	goals    [][]int
	table    []*Edge // of events with at most one move, by hash
	used     int
	others   map[string]*Edge
}

// SameProgram reports whether two nodes belong to the same program.
func (n *Node) SameProgram(m *Node) bool { return n.prog == m.prog }

// A State is a node with the instants at which its facts will expire.
type State struct {
	Node  *Node
	Until []gdl.Lifetime
	Gone  []int32 // the facts that expired at its instant
	Now   gdl.Lifetime
}

// A Move is the number of a move of a role.
type Move struct{ Role, Move int32 }

// An Edge is what an event does to a node. The instants of the next state are taken from
// those before, or are a given time from now.
type Edge struct {
	key     edgeKey
	to      *Node
	take    []take
	checks  []check
	expired []int32
	sees    [][]int32 // by role: percepts
	keys    []uint64  // by role: a hash of the percepts
	bad     bool      // it is irregular
	facts   []held    // of the next state, where rules compare lifetimes
	carried []int32   // the expired facts of the next state
}

// A take is an instant of the next state: that of a slot, or a time from now.
type take struct {
	slot   int32 // or -1
	length gdl.Lifetime
}

// A check is two lifetimes that one fact gets, which must be equal.
type check struct{ a, b take }

// An edgeKey is an event with at most one move in a node with at most 64 timers.
type edgeKey struct {
	expired uint64
	move    uint32 // 2·(number of the move plus 1), or 0; plus 1 if no time has passed
}

// New returns an engine that keeps at most maxKept facts of nodes and edges.
func New(p *Program, maxKept int) *Engine {
	e := &Engine{prog: p, eval: newEvaluator(p.net), maxKept: maxKept}
	e.forget()
	return e
}

// Program returns the program.
func (e *Engine) Program() *Program { return e.prog }

func (e *Engine) forget() {
	e.nodes, e.kept = map[string]*Node{}, 0
	e.age++
}

// Initial returns the initial state.
func (e *Engine) Initial() State {
	e.facts, e.until = e.facts[:0], nil
	for _, g := range e.prog.initial {
		h := held{g.fact, -1}
		if g.length != gdl.Forever {
			h.slot = int32(len(e.until))
			e.until = append(e.until, g.length)
		}
		e.facts = append(e.facts, h)
	}
	s := State{Until: slices.Clone(e.until)}
	s.Node = e.node(e.facts, nil, s.Until, 0)
	return s
}

// code computes which comparisons hold at an instant.
func (e *Engine) code(facts []held, until []gdl.Lifetime, now gdl.Lifetime) []uint64 {
	if len(e.prog.comparisons) == 0 {
		return nil
	}
	left := make(map[int32]gdl.Lifetime, len(facts))
	for _, h := range facts {
		switch {
		case h.slot < 0:
			left[h.fact] = gdl.Forever
		case until[h.slot] > now:
			left[h.fact] = until[h.slot] - now
		}
	}
	out := make([]uint64, (len(e.prog.comparisons)+63)/64)
	for i := range e.prog.comparisons {
		c := &e.prog.comparisons[i]
		length, here := left[c.fact]
		want := c.length
		if c.other >= 0 {
			want = left[c.other]
		}
		if here && length == want {
			out[i/64] |= 1 << (i % 64)
		}
	}
	return out
}

// node returns the node with given facts and expired facts.
func (e *Engine) node(facts []held, expired []int32, until []gdl.Lifetime, now gdl.Lifetime) *Node {
	code := e.code(facts, until, now)
	key := e.key[:0]
	for _, h := range facts {
		key = binary.AppendUvarint(key, uint64(h.fact)<<1|uint64(h.slot>>31&1)+1)
	}
	key = append(key, 0)
	for _, f := range expired {
		key = binary.AppendUvarint(key, uint64(f)+1)
	}
	key = append(key, 0)
	for _, w := range code {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	e.key = key
	if n, ok := e.nodes[string(key)]; ok {
		return n
	}
	if e.kept > e.maxKept {
		e.forget()
	}
	n := &Node{prog: e.prog, age: e.age, facts: slices.Clone(facts), expired: slices.Clone(expired), code: code}
	for _, h := range facts {
		if h.slot >= 0 {
			n.timers = append(n.timers, h.fact)
		}
	}
	e.kept += 8 + len(facts)
	e.nodes[string(key)] = n
	return n
}

// current returns the engine's own copy of a node that it may have forgotten.
func (e *Engine) current(n *Node, until []gdl.Lifetime, now gdl.Lifetime) *Node {
	if n.age == e.age {
		return n
	}
	return e.node(n.facts, n.expired, until, now)
}

// learn computes what holds in a node.
func (e *Engine) learn(n *Node) {
	if n.known {
		return
	}
	p, in := e.prog, e.inputs[:0]
	for _, h := range n.facts {
		f := &p.facts[h.fact]
		in = append(in, f.holds)
		if h.slot < 0 {
			in = append(in, f.lasts)
		}
	}
	for _, f := range n.expired {
		in = append(in, p.facts[f].gone)
	}
	e.inputs = e.compared(in, n.code)
	e.eval.set(e.inputs)
	n.terminal = e.eval.shows(0)
	n.legal, n.texts, n.goals = make([][]int32, len(p.roles)), make([][]string, len(p.roles)), make([][]int, len(p.roles))
	for r := range p.roles {
		e.eval.each(p.legalAt[r], p.legalAt[r+1], func(bit int32) {
			m := bit - p.legalAt[r]
			n.legal[r], n.texts[r] = append(n.legal[r], m), append(n.texts[r], p.moves[r][m].text)
		})
		e.kept += len(n.legal[r])
	}
	e.eval.each(p.goalsAt, p.seesAt, func(bit int32) {
		g := &p.goals[bit-p.goalsAt]
		n.goals[g.Role] = append(n.goals[g.Role], g.Value)
	})
	n.known = true
}

// compared adds the inputs of comparisons that hold.
func (e *Engine) compared(in []int32, code []uint64) []int32 {
	for i := range e.prog.comparisons {
		if code[i/64]>>(i%64)&1 == 1 {
			in = append(in, e.prog.comparisons[i].input)
		}
	}
	return in
}

// Terminal reports whether the game is over.
func (e *Engine) Terminal(n *Node) bool {
	e.learn(n)
	return n.terminal
}

// Legal returns the texts of the legal moves of a role, sorted.
func (e *Engine) Legal(n *Node, role int) []string {
	e.learn(n)
	return n.texts[role]
}

// Goals returns the goal values of a role, in ascending order.
func (e *Engine) Goals(n *Node, role int) []int {
	e.learn(n)
	return n.goals[role]
}

// FindMove returns the number of a move of a role, if it can ever be legal.
func (p *Program) FindMove(role int, text string) (int32, bool) {
	n, ok := p.moveNumber[role][text]
	return n, ok
}

// Update lets the state reach an instant, which is not after the first expiry, where some
// roles move, in the order of roles. Nothing may happen at all.
func (e *Engine) Update(s State, at gdl.Lifetime, moves []Move) (State, *Edge, error) {
	n := e.current(s.Node, s.Until, s.Now)
	edge := e.edge(n, s.Until, at, at == s.Now, moves)
	next := State{Until: make([]gdl.Lifetime, len(edge.take)), Gone: edge.expired, Now: at}
	if at == s.Now {
		next.Gone = s.Gone
	}
	if !edge.fill(s.Until, at, next.Until) {
		return State{}, nil, ErrIrregular
	}
	next.Node = e.next(edge, next.Until, at)
	return next, edge, nil
}

// next returns the node that an edge leads to.
func (e *Engine) next(edge *Edge, until []gdl.Lifetime, at gdl.Lifetime) *Node {
	if edge.to != nil && edge.to.age == e.age {
		return edge.to
	}
	n := e.node(edge.facts, edge.carried, until, at)
	if len(e.prog.comparisons) == 0 {
		edge.to = n
	}
	return n
}

// fill computes the instants of the next state. It reports whether the state is regular.
func (edge *Edge) fill(until []gdl.Lifetime, at gdl.Lifetime, dst []gdl.Lifetime) bool {
	if edge.bad {
		return false
	}
	for i, t := range edge.take {
		dst[i] = t.in(until, at)
	}
	for _, c := range edge.checks {
		if c.a.in(until, at) != c.b.in(until, at) {
			return false
		}
	}
	return true
}

func (t take) in(until []gdl.Lifetime, at gdl.Lifetime) gdl.Lifetime {
	if t.slot >= 0 {
		return until[t.slot]
	}
	return at + t.length
}

// edge returns what an event does to a node.
func (e *Engine) edge(n *Node, until []gdl.Lifetime, at gdl.Lifetime, still bool, moves []Move) *Edge {
	if len(n.timers) > 64 || len(moves) > 1 || len(e.prog.comparisons) > 0 {
		return e.otherEdge(n, until, at, still, moves)
	}
	key := edgeKey{}
	for i, u := range until {
		if u == at {
			key.expired |= 1 << i
		}
	}
	if len(moves) == 1 {
		key.move = 2 * (e.prog.numberOf(moves[0]) + 1)
	}
	if still {
		key.move++
	}
	if edge := n.find(key); edge != nil {
		return edge
	}
	edge := e.newEdge(n, until, at, still, moves)
	edge.key = key
	n.add(edge)
	return edge
}

// numberOf numbers the moves of all roles.
func (p *Program) numberOf(m Move) uint32 { return uint32(p.legalAt[m.Role] - 1 + m.Move) }

// hash spreads keys over a table.
func (k edgeKey) hash() uint64 {
	h := (k.expired ^ uint64(k.move)<<32 ^ uint64(k.move)) * 0x9E3779B97F4A7C15
	return h ^ h>>29
}

// find returns the edge of an event, or nil.
func (n *Node) find(key edgeKey) *Edge {
	if len(n.table) == 0 {
		return nil
	}
	mask := uint64(len(n.table) - 1)
	for i := key.hash() & mask; n.table[i] != nil; i = (i + 1) & mask {
		if n.table[i].key == key {
			return n.table[i]
		}
	}
	return nil
}

// add adds an edge to the table, at most half of which is used.
func (n *Node) add(edge *Edge) {
	if 2*(n.used+1) > len(n.table) {
		old := n.table
		n.table = make([]*Edge, max(4, 2*len(old)))
		for _, x := range old {
			if x != nil {
				n.place(x)
			}
		}
	}
	n.used++
	n.place(edge)
}

func (n *Node) place(edge *Edge) {
	mask := uint64(len(n.table) - 1)
	i := edge.key.hash() & mask
	for n.table[i] != nil {
		i = (i + 1) & mask
	}
	n.table[i] = edge
}

// otherEdge is like edge, for any event.
func (e *Engine) otherEdge(n *Node, until []gdl.Lifetime, at gdl.Lifetime, still bool, moves []Move) *Edge {
	key := e.key[:0]
	for i, u := range until {
		if u == at {
			key = binary.AppendUvarint(key, uint64(i)+1)
		}
	}
	key = append(key, 0, '0')
	if still {
		key = append(key, '1')
	}
	for _, m := range moves {
		key = binary.AppendUvarint(key, uint64(m.Role))
		key = binary.AppendUvarint(key, uint64(m.Move))
	}
	for _, w := range e.code(n.facts, until, at) {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	e.key = key
	if edge, ok := n.others[string(key)]; ok {
		return edge
	}
	name := string(key)
	edge := e.newEdge(n, until, at, still, moves)
	if n.others == nil {
		n.others = map[string]*Edge{}
	}
	n.others[name] = edge
	return edge
}

// newEdge computes what an event does to a node.
func (e *Engine) newEdge(n *Node, until []gdl.Lifetime, at gdl.Lifetime, still bool, moves []Move) *Edge {
	p, in, edge := e.prog, e.inputs[:0], &Edge{}
	slots := make(map[int32]int32, len(n.facts)) // of facts that have not expired
	for _, h := range n.facts {
		f := &p.facts[h.fact]
		if h.slot >= 0 && until[h.slot] <= at {
			edge.expired = append(edge.expired, h.fact)
			in = append(in, f.gone)
			continue
		}
		slots[h.fact] = h.slot
		in = append(in, f.holds)
		if h.slot < 0 {
			in = append(in, f.lasts)
		}
	}
	for _, m := range moves {
		in = append(in, p.moves[m.Role][m.Move].does)
	}
	e.inputs = e.compared(in, e.code(n.facts, until, at))
	e.eval.set(e.inputs)
	if edge.carried = n.expired; !still {
		edge.carried = p.mattering(edge.expired)
	}
	e.collect(edge, slots)
	e.perceive(edge, moves)
	e.kept += 8 + len(edge.take)
	return edge
}

// mattering returns the expired facts that matter to what holds in a state.
func (p *Program) mattering(expired []int32) []int32 {
	var out []int32
	for _, f := range expired {
		if p.facts[f].matters {
			out = append(out, f)
		}
	}
	return out
}

// collect finds the facts of the next state and where their instants come from.
func (e *Engine) collect(edge *Edge, slots map[int32]int32) {
	p := e.prog
	var last take // what the last fact gets; a length of Forever if it lasts
	p.eachGive(e.eval, func(g *give) {
		t := take{-1, g.length}
		if g.from >= 0 {
			if t.slot = slots[g.from]; t.slot < 0 {
				t.length = gdl.Forever
			}
		}
		edge.bad = edge.bad || t.slot < 0 && t.length == 0
		lasts := t.slot < 0 && t.length == gdl.Forever
		if k := len(edge.facts); k > 0 && edge.facts[k-1].fact == g.to {
			switch {
			case last == t:
			case lasts || edge.facts[k-1].slot < 0:
				edge.bad = true
			default:
				edge.checks = append(edge.checks, check{last, t})
			}
			return
		}
		last = t
		if lasts {
			edge.facts = append(edge.facts, held{g.to, -1})
			return
		}
		edge.facts = append(edge.facts, held{g.to, int32(len(edge.take))})
		edge.take = append(edge.take, t)
	})
}

// eachGive calls visit for what the rules derive for the next state, in the order of facts.
func (p *Program) eachGive(e *evaluator, visit func(g *give)) {
	e.each(p.givesAt, p.goalsAt, func(bit int32) { visit(&p.gives[bit-p.givesAt]) })
}

// perceive finds what the roles see.
func (e *Engine) perceive(edge *Edge, moves []Move) {
	p := e.prog
	edge.sees, edge.keys = make([][]int32, len(p.roles)), make([]uint64, len(p.roles))
	if p.hidden {
		e.eval.each(p.seesAt, p.outputs, func(bit int32) {
			if s := &p.percepts[bit-p.seesAt]; s.Role != p.random {
				p.see(edge, s.Role, int32(s.Percept))
			}
		})
		return
	}
	for r := range edge.sees {
		for _, m := range moves {
			p.see(edge, r, int32(p.numberOf(m)))
		}
	}
}

// see adds a percept of a role.
func (p *Program) see(edge *Edge, role int, percept int32) {
	edge.sees[role] = append(edge.sees[role], percept)
	edge.keys[role] += TextKey(p.perceptText(percept)) // in any order
}

// Expiry returns the instant at which the first fact expires, or gdl.Forever.
func (s State) Expiry() gdl.Lifetime {
	least := gdl.Forever
	for _, u := range s.Until {
		least = min(least, u)
	}
	return least
}

// Each calls visit for the facts of a state in the order of their texts, with the
// lifetimes that they have left.
func (s State) Each(visit func(fact string, left gdl.Lifetime)) {
	for _, h := range s.Node.facts {
		left := gdl.Forever
		if h.slot >= 0 {
			left = s.Until[h.slot] - s.Now
		}
		visit(s.Node.prog.facts[h.fact].text, left)
	}
}

// Expired returns the facts that expired at the instant of the state, sorted.
func (s State) Expired() []string { return s.Node.prog.textsOf(s.Gone) }

// Expired returns the facts that expire in an update, sorted.
func (p *Program) Expired(edge *Edge) []string { return p.textsOf(edge.expired) }

func (p *Program) textsOf(facts []int32) []string {
	out := make([]string, len(facts))
	for i, f := range facts {
		out[i] = p.facts[f].text
	}
	return out
}

// Sees returns what a role sees in an update, sorted.
func (p *Program) Sees(edge *Edge, role int) []string {
	list := edge.sees[role]
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = p.perceptText(n)
	}
	if !p.hidden {
		slices.Sort(out)
	}
	return out
}

// Perceives reports whether a role sees anything in an update.
func (edge *Edge) Perceives(role int) bool { return len(edge.sees[role]) > 0 }

// PerceptKey returns the sum of the keys of what a role sees.
func (edge *Edge) PerceptKey(role int) uint64 { return edge.keys[role] }

// perceptText returns the text of a percept: where nothing is hidden, of a move.
func (p *Program) perceptText(n int32) string {
	if p.hidden {
		return p.texts[n]
	}
	role := 0
	for p.legalAt[role+1] <= n+1 {
		role++
	}
	return "(moves " + p.roles[role] + " " + p.moves[role][n+1-p.legalAt[role]].text + ")"
}

// Same reports whether the same facts hold for the same time in two states of one
// program.
func (s State) Same(t State) bool {
	if s.Node != t.Node && !slices.Equal(s.Node.facts, t.Node.facts) {
		return false
	}
	for i, u := range s.Until {
		if u-s.Now != t.Until[i]-t.Now {
			return false
		}
	}
	return true
}

// SameExpired reports whether the same facts expired at the instants of two states.
func (s State) SameExpired(t State) bool { return slices.Equal(s.Gone, t.Gone) }

// ExpiryOf returns when a fact will expire, or gdl.Forever.
func (s State) ExpiryOf(fact string) gdl.Lifetime {
	f, ok := s.Node.prog.number[fact]
	if !ok {
		return gdl.Forever
	}
	if i, ok := slices.BinarySearch(s.Node.timers, f); ok {
		return s.Until[i]
	}
	return gdl.Forever
}

// A Fact of a state has a lifetime.
type Fact struct {
	Text string
	Left gdl.Lifetime
}

// State returns the state with given facts, of which each has one lifetime, and expired
// facts, at an instant. The error is [ErrIrregular] if there is none.
func (e *Engine) State(now gdl.Lifetime, facts []Fact, expired []string) (State, error) {
	e.facts = e.facts[:0]
	lengths := make(map[int32]gdl.Lifetime, len(facts))
	for _, f := range facts {
		n, ok := e.prog.number[f.Text]
		if old, twice := lengths[n]; !ok || twice && old != f.Left {
			return State{}, ErrIrregular
		} else if twice {
			continue
		}
		lengths[n] = f.Left
		e.facts = append(e.facts, held{n, -1})
	}
	slices.SortFunc(e.facts, func(a, b held) int { return int(a.fact - b.fact) })
	s := State{Now: now}
	for i := range e.facts {
		if left := lengths[e.facts[i].fact]; left != gdl.Forever {
			e.facts[i].slot = int32(len(s.Until))
			s.Until = append(s.Until, now+left)
		}
	}
	for _, text := range expired {
		n, ok := e.prog.number[text]
		if !ok {
			return State{}, ErrIrregular
		}
		s.Gone = append(s.Gone, n)
	}
	slices.Sort(s.Gone)
	s.Gone = slices.Compact(s.Gone)
	s.Node = e.node(e.facts, e.prog.mattering(s.Gone), s.Until, now)
	return s, nil
}
