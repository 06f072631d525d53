package epistemic

import (
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/circuit"
	"ludex/internal/gdlrewrite"
	"ludex/internal/logic"
	"ludex/internal/sexpr"
)

// observedRules are [Rules] on a circuit, which knows nothing of knowledge, by the
// translation [gdlrewrite.KnowledgeAsFacts].
type observedRules struct {
	*circuit.Game
	names    gdlrewrite.KnowledgeNames
	hidden   bool
	observer game.Role
	pass     game.Move
	depths   int
	depth    []int     // by move of the observer
	bits     [][]int32 // by role, everybody first, and move of the observer: the fact that it is known, or -1
	isKnown  []uint64  // by word of a state: the facts about knowledge
}

// Observed returns the rules of a description of GDL-III on a circuit of its translation,
// which was made from a spec. Hidden says whether roles see percepts only.
func Observed(p *gdl.Program, names gdlrewrite.KnowledgeNames, g *circuit.Game, spec *circuit.Spec, hidden bool) (Rules, error) {
	o := &observedRules{Game: g, names: names, hidden: hidden, observer: game.Role(len(spec.Roles) - 1)}
	if spec.Roles[o.observer] != names.Observer {
		return nil, fmt.Errorf("%s: the last role is %s, not the observer", g.Name(), spec.Roles[o.observer])
	}
	facts := o.findFacts(spec)
	depths, deps := map[gdl.Symbol]int{}, logic.NewDependencies(p)
	for v, d := range deps.KnowledgeDepth() {
		depths[deps.Relations[v]] = d
	}
	o.bits = make([][]int32, len(spec.Roles))
	for m, move := range spec.Moves[o.observer] {
		if move.Text == names.Pass {
			o.pass = game.Move(m)
		}
		atom := strings.TrimSuffix(strings.TrimPrefix(move.Text, "("+names.Holds+" "), ")")
		symbol, err := symbolOf(atom)
		if err != nil {
			return nil, err
		}
		o.depth = append(o.depth, depths[symbol])
		o.depths = max(o.depths, depths[symbol]+1)
		o.addBits(facts, atom)
	}
	return o, nil
}

// findFacts returns the bits of facts by their texts, and notes which are about knowledge.
func (o *observedRules) findFacts(spec *circuit.Spec) map[string]int32 {
	bits := map[string]int32{}
	o.isKnown = make([]uint64, len(spec.State)/64+1)
	for i := range spec.State {
		text := spec.State[i].Text
		bits[text] = int32(i)
		if strings.HasPrefix(text, "("+o.names.Known+" ") {
			o.isKnown[i/64] |= 1 << (i % 64)
		}
	}
	return bits
}

// addBits adds the facts that everybody or a role knows an atom.
func (o *observedRules) addBits(facts map[string]int32, atom string) {
	add := func(i int, text string) {
		bit, ok := facts[text]
		if !ok {
			bit = -1
		}
		o.bits[i] = append(o.bits[i], bit)
	}
	add(0, "("+o.names.Known+" "+atom+")")
	for r, role := range o.Roles() {
		add(r+1, "("+o.names.Known+" "+role+" "+atom+")")
	}
}

// symbolOf returns the relation of an atom.
func symbolOf(atom string) (gdl.Symbol, error) {
	if !strings.HasPrefix(atom, "(") {
		return gdl.Symbol{Name: atom}, nil
	}
	items, err := sexpr.Items(atom)
	if err != nil || len(items) == 0 {
		return gdl.Symbol{}, fmt.Errorf("%s is no atom: %w", atom, err)
	}
	return gdl.Symbol{Name: items[0], Arity: len(items) - 1}, nil
}

// Roles leaves out the observer.
func (o *observedRules) Roles() []string { return o.Game.Roles()[:o.observer] }

// Hidden implements [game.Game].
func (o *observedRules) Hidden() bool { return o.hidden }

// Facts leaves out what is known.
func (o *observedRules) Facts(s game.State) []string {
	facts := make(game.State, len(s))
	for i := range s {
		facts[i] = s[i] &^ o.isKnown[i]
	}
	texts := o.Game.Facts(facts)
	if o.names.Fact == "" {
		return texts
	}
	for i, text := range texts {
		texts[i] = strings.TrimSuffix(strings.TrimPrefix(text, "("+o.names.Fact+" "), ")")
	}
	slices.Sort(texts)
	return texts
}

// Depths implements [Rules].
func (o *observedRules) Depths() int { return o.depths }

// Holding implements [Rules]: what holds is what the observer may say.
func (o *observedRules) Holding(m game.Machine, s game.State, depth int, dst []uint64) []uint64 {
	machine := m.(*observedMachine)
	machine.moves = machine.Machine.Legal(s, o.observer, machine.moves[:0])
	for _, move := range machine.moves {
		if move != o.pass && o.depth[move] == depth {
			dst = append(dst, uint64(move))
		}
	}
	return dst
}

// Know implements [Rules].
func (o *observedRules) Know(s game.State, r game.Role, atoms []uint64) game.State {
	for _, a := range atoms {
		if b := o.bits[r+1][a]; b >= 0 {
			s[b/64] |= 1 << (b % 64)
		}
	}
	return s
}

// NewMachine implements [game.Game].
func (o *observedRules) NewMachine() game.Machine {
	return &observedMachine{Machine: o.Game.NewMachine(), rules: o}
}

// An observedMachine lets the observer pass in all steps.
type observedMachine struct {
	game.Machine
	rules *observedRules
	moves []game.Move
	joint []game.Move
}

func (m *observedMachine) withPass(joint []game.Move) []game.Move {
	m.joint = append(append(m.joint[:0], joint...), m.rules.pass)
	return m.joint
}

// Next implements [game.Machine].
func (m *observedMachine) Next(s game.State, joint []game.Move, dst game.State) game.State {
	return m.Machine.Next(s, m.withPass(joint), dst)
}

// Percepts implements [game.Machine].
func (m *observedMachine) Percepts(s game.State, joint []game.Move, r game.Role, dst []game.Percept) []game.Percept {
	return m.Machine.Percepts(s, m.withPass(joint), r, dst)
}

// StepAll implements [game.Batcher].
func (m *observedMachine) StepAll(states []game.State, joints []game.Move, dst []game.State, seen *game.Percepts) []game.State {
	return game.StepAll(m.Machine, states, m.allWithPass(joints), dst, seen)
}

// EndingAll implements [game.Batcher].
func (m *observedMachine) EndingAll(states []game.State, joints []game.Move, dst []bool) []bool {
	joints = m.allWithPass(joints)
	roles := int(m.rules.observer) + 1
	var after game.State
	for i, s := range states {
		after = m.Machine.Next(s, joints[i*roles:(i+1)*roles], after)
		dst = append(dst, m.Machine.Terminal(after))
	}
	return dst
}

func (m *observedMachine) allWithPass(joints []game.Move) []game.Move {
	roles := int(m.rules.observer)
	out := make([]game.Move, 0, len(joints)/roles*(roles+1))
	for i := 0; i < len(joints); i += roles {
		out = append(append(out, joints[i:i+roles]...), m.rules.pass)
	}
	return out
}
