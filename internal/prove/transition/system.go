// Package transition turns the ground rules of a game into a transition system: an
// and-inverter graph whose inputs are the facts of a state and the moves of all roles, and
// whose outputs are the facts of the next state, legality, the end and the goals.
package transition

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ludex/internal/circuit"
	"ludex/internal/prove/aig"
	"ludex/internal/scc"
)

// A System is a game as a transition system. A play begins in the initial state. In a step
// from a state that is not terminal, every role makes exactly one of its legal moves.
type System struct {
	Name     string
	Source   string // a hash of the description, or ""
	Graph    *aig.Graph
	State    []aig.Latch // facts, with their canonical texts
	Roles    []Role
	Terminal aig.Lit
	// Derived are what the rules say about a state, apart from its facts: literals that
	// do not depend on moves. Invariants are about them as well.
	Derived []aig.Lit
	// Product says that the system is one of two games, and Differ in which states they
	// differ. SeeOther says in which steps a role perceives something in one game only; it is
	// false if nothing is hidden.
	Product  bool
	Differ   aig.Lit
	SeeOther aig.Lit
}

// A Role is a role with its moves and goals.
type Role struct {
	Name     string
	Chance   bool
	Moves    []Move
	Goals    []Goal
	Percepts []Percept // if the ground rules have them
}

// A Percept is what a role can perceive, and the literal that says that it does in a step.
type Percept struct {
	Text string
	Lit  aig.Lit
}

// A Move is a move of a role. Does is the input that says that it is made.
type Move struct {
	Text  string
	Legal aig.Lit
	Does  aig.Lit
}

// A Goal is a goal value, and the literal that says that a role has it.
type Goal struct {
	Value int
	Lit   aig.Lit
}

// MaxNodes is the size that a system may have, unless told otherwise.
const MaxNodes = 4_000_000

// A LimitError says that a system is too large.
type LimitError struct{ Nodes int }

func (e *LimitError) Error() string {
	return fmt.Sprintf("the transition system has more than %d gates", e.Nodes)
}

// New returns the system of ground rules.
func New(ctx context.Context, spec *circuit.Spec, maxNodes int) (*System, error) {
	b := &builder{ctx: ctx, spec: spec, graph: aig.New(), limit: maxNodes, lit: make([]aig.Lit, spec.Atoms), moves: make([]bool, spec.Atoms)}
	b.inputs()
	if err := b.atoms(); err != nil {
		return nil, err
	}
	return b.system(), nil
}

// A builder makes a system.
type builder struct {
	ctx   context.Context
	spec  *circuit.Spec
	graph *aig.Graph
	limit int
	lit   []aig.Lit // by atom
	moves []bool    // by atom: it depends on moves
	does  [][]aig.Lit
	rules [][]int32 // by atom: where its rules begin
}

// inputs adds the moves and then the facts, as AIGER wants it.
func (b *builder) inputs() {
	for _, moves := range b.spec.Moves {
		var list []aig.Lit
		for _, m := range moves {
			l := b.graph.Input()
			list = append(list, l)
			if m.Does >= 0 {
				b.lit[m.Does], b.moves[m.Does] = l, true
			}
		}
		b.does = append(b.does, list)
	}
	for _, bit := range b.spec.State {
		b.lit[bit.Atom] = b.graph.Input()
	}
}

// atoms computes all atoms, those that depend on each other together.
func (b *builder) atoms() error {
	spec := b.spec
	b.rules = make([][]int32, spec.Atoms)
	successors := make([][]int, spec.Atoms)
	for at := 0; at < len(spec.Rules); at += 2 + int(spec.Rules[at+1]) {
		head := spec.Rules[at]
		b.rules[head] = append(b.rules[head], int32(at))
		for _, l := range spec.Rules[at+2 : at+2+int(spec.Rules[at+1])] {
			successors[head] = append(successors[head], int(l>>1))
		}
	}
	component, count := scc.New(successors).Components()
	members := make([][]int32, count)
	for a, c := range component {
		members[c] = append(members[c], int32(a))
	}
	for i, list := range members {
		if i&255 == 0 && b.ctx.Err() != nil {
			return b.ctx.Err()
		}
		if err := b.component(list, successors); err != nil {
			return err
		}
	}
	return nil
}

// component computes atoms that depend on each other: their least fixpoint, which as many
// rounds as there are atoms reach.
func (b *builder) component(list []int32, successors [][]int) error {
	loops, moves := len(list) > 1, false
	for _, a := range list {
		moves = moves || b.moves[a]
		for _, to := range successors[a] {
			loops = loops || int32(to) == a
			moves = moves || b.moves[to]
		}
	}
	for _, a := range list {
		b.moves[a] = moves
	}
	rounds := 1
	if loops {
		rounds = len(list)
	}
	for range rounds {
		changed := false
		for _, a := range list {
			if len(b.rules[a]) == 0 {
				continue // an input, or false
			}
			l := b.define(a)
			changed = changed || l != b.lit[a]
			b.lit[a] = l
			if b.graph.Len() > b.limit {
				return &LimitError{b.limit}
			}
		}
		if !changed {
			break
		}
		if err := b.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// define returns what the rules of an atom say.
func (b *builder) define(a int32) aig.Lit {
	var bodies []aig.Lit
	for _, at := range b.rules[a] {
		var body []aig.Lit
		for _, l := range b.spec.Rules[at+2 : at+2+b.spec.Rules[at+1]] {
			body = append(body, b.lit[l>>1]^aig.Lit(l&1))
		}
		bodies = append(bodies, b.graph.All(body))
	}
	return b.graph.Any(bodies)
}

// atom returns the literal of an atom, or false for none.
func (b *builder) atom(a int32) aig.Lit {
	if a < 0 {
		return aig.False
	}
	return b.lit[a]
}

func (b *builder) system() *System {
	spec := b.spec
	s := &System{Name: spec.Name, Source: spec.Source, Graph: b.graph, Terminal: b.atom(spec.Terminal)}
	for _, bit := range spec.State {
		s.State = append(s.State, aig.Latch{Name: bit.Text, Lit: b.lit[bit.Atom], Next: b.atom(bit.Next), Init: bit.Init})
	}
	for r, name := range spec.Roles {
		role := Role{Name: name, Chance: r == spec.Random}
		for i, m := range spec.Moves[r] {
			role.Moves = append(role.Moves, Move{Text: m.Text, Legal: b.atom(m.Legal), Does: b.does[r][i]})
		}
		s.Roles = append(s.Roles, role)
	}
	for _, g := range spec.Goals {
		role := &s.Roles[g.Role]
		role.Goals = append(role.Goals, Goal{g.Value, b.atom(g.Atom)})
	}
	for _, x := range spec.Percepts {
		role := &s.Roles[x.Role]
		role.Percepts = append(role.Percepts, Percept{spec.Texts[x.Percept], b.atom(x.Atom)})
	}
	if spec.StuckEnds {
		s.Terminal = b.graph.Or(s.Terminal, s.Stuck())
	}
	b.derived(s)
	return s
}

// derived lists the atoms that do not depend on moves, each literal once.
func (b *builder) derived(s *System) {
	seen := make(map[uint32]bool, len(s.State))
	seen[0] = true
	for _, bit := range s.State {
		seen[bit.Lit.Node()] = true
	}
	for a, l := range b.lit {
		if !b.moves[a] && !seen[l.Node()] {
			seen[l.Node()] = true
			s.Derived = append(s.Derived, l)
		}
	}
}

// HasMove returns the literal that says that a role has a legal move.
func (s *System) HasMove(role int) aig.Lit {
	var legal []aig.Lit
	for _, m := range s.Roles[role].Moves {
		legal = append(legal, m.Legal)
	}
	return s.Graph.Any(legal)
}

// Stuck returns the literal that says that some role has no legal move.
func (s *System) Stuck() aig.Lit {
	stuck := aig.False
	for r := range s.Roles {
		stuck = s.Graph.Or(stuck, s.HasMove(r).Not())
	}
	return stuck
}

// Step returns the literal that says that a step is made: the state is not terminal, and
// every role makes exactly one move, which is legal.
func (s *System) Step() aig.Lit {
	g := s.Graph
	step := s.Terminal.Not()
	for _, role := range s.Roles {
		var made, all []aig.Lit
		for _, m := range role.Moves {
			made = append(made, g.And(m.Does, m.Legal))
			all = append(all, m.Does)
			step = g.And(step, g.Implies(m.Does, m.Legal))
		}
		step = g.And(step, g.And(g.Any(made), g.AtMostOne(all)))
	}
	return step
}

// Initial returns the values of the facts in the initial state.
func (s *System) Initial() []bool {
	state := make([]bool, len(s.State))
	for i, bit := range s.State {
		state[i] = bit.Init
	}
	return state
}

// Machine returns the system as a sequential circuit. Its outputs are the end, legality
// and goals, in the order of the roles, and where two games differ.
func (s *System) Machine() *aig.Machine {
	m := &aig.Machine{Graph: s.Graph, Latches: s.State}
	m.Outputs = append(m.Outputs, aig.Named{Name: "terminal", Lit: s.Terminal})
	for _, r := range s.Roles {
		for _, move := range r.Moves {
			m.Inputs = append(m.Inputs, aig.Named{Name: "does " + r.Name + " " + move.Text, Lit: move.Does})
			m.Outputs = append(m.Outputs, aig.Named{Name: "legal " + r.Name + " " + move.Text, Lit: move.Legal})
		}
		for _, g := range r.Goals {
			m.Outputs = append(m.Outputs, aig.Named{Name: fmt.Sprintf("goal %s %d", r.Name, g.Value), Lit: g.Lit})
		}
	}
	if s.Product {
		m.Outputs = append(m.Outputs, aig.Named{Name: differName, Lit: s.Differ}, aig.Named{Name: seeName, Lit: s.SeeOther})
	}
	return m
}

// The outputs of a product that say where the games differ.
const (
	differName = "differ"
	seeName    = "see other things"
)

// A Shape says which inputs and outputs of a sequential circuit belong to a role.
type Shape struct {
	Name   string `json:"name"`
	Chance bool   `json:"chance,omitempty"`
	Moves  int    `json:"moves"`
	Goals  []int  `json:"goals"` // values
}

// Shapes returns the shapes of all roles.
func (s *System) Shapes() []Shape {
	var list []Shape
	for _, r := range s.Roles {
		shape := Shape{Name: r.Name, Chance: r.Chance, Moves: len(r.Moves), Goals: []int{}}
		for _, g := range r.Goals {
			shape.Goals = append(shape.Goals, g.Value)
		}
		list = append(list, shape)
	}
	return list
}

// FromMachine returns the system of a sequential circuit that [System.Machine] made.
// Further outputs are ignored, and nothing is known about what rules derive.
func FromMachine(m *aig.Machine, shapes []Shape) (*System, error) {
	s := &System{Graph: m.Graph, State: m.Latches}
	inputs, outputs := m.Inputs, m.Outputs
	if len(outputs) == 0 {
		return nil, errShape
	}
	s.Terminal, outputs = outputs[0].Lit, outputs[1:]
	for _, shape := range shapes {
		if shape.Moves < 0 || shape.Moves > len(inputs) || shape.Moves+len(shape.Goals) > len(outputs) {
			return nil, errShape
		}
		r := Role{Name: shape.Name, Chance: shape.Chance}
		for i, in := range inputs[:shape.Moves] {
			text := strings.TrimPrefix(in.Name, "does "+r.Name+" ")
			r.Moves = append(r.Moves, Move{Text: text, Legal: outputs[i].Lit, Does: in.Lit})
		}
		inputs, outputs = inputs[shape.Moves:], outputs[shape.Moves:]
		for i, value := range shape.Goals {
			r.Goals = append(r.Goals, Goal{value, outputs[i].Lit})
		}
		outputs = outputs[len(shape.Goals):]
		s.Roles = append(s.Roles, r)
	}
	if len(inputs) > 0 {
		return nil, errShape
	}
	if len(outputs) > 1 && outputs[0].Name == differName && outputs[1].Name == seeName {
		s.Product, s.Differ, s.SeeOther = true, outputs[0].Lit, outputs[1].Lit
	}
	return s, nil
}

// errShape says that roles and a circuit do not fit together.
var errShape = errors.New("the circuit does not have the moves and goals of the roles")

// Prefix returns the system in a graph with only the first nodes of its own.
func (s *System) Prefix(nodes int) *System {
	out := *s
	out.Graph = s.Graph.Prefix(nodes)
	return &out
}
