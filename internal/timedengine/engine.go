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

// A Move is the number of a move of a role.
type Move struct{ Role, Move int32 }

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
