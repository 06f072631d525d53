package ground

import (
	"cmp"
	"slices"

	"ludex/gdl"
	"ludex/internal/circuit"
	"ludex/internal/scc"
)

// A specBuilder makes the spec of a grounded program.
type specBuilder struct {
	*engine
	spec   *circuit.Spec
	ground *groundProgram
	roles  []term
	number []int32 // by the engine's atom, the spec's atom or -1
	result *Result
}

// build makes the spec.
func (res *Result) build(opt Options, m *meter) error {
	e := res.engine
	b := &specBuilder{engine: e, result: res, spec: &circuit.Spec{Terminal: -1, Random: -1}}
	if e.source.File != nil {
		b.spec.Name = e.source.File.Name()
		b.spec.Source = e.source.File.Fingerprint(";")
	}
	given := func(rel int32) bool { return rel == e.current || rel == e.does }
	b.ground = simplify(e, given, m)
	b.nameRoles()
	initial, err := b.initialFacts()
	if err != nil {
		return err
	}
	b.findState(initial)
	b.findMoves()
	b.findTerminal()
	b.findGoals()
	b.findPercepts()
	b.spec.Hidden = e.hasSees || opt.ForceHidden
	if !m.check() {
		return m.stopped
	}
	b.renumber()
	res.Spec = b.spec
	return nil
}

// atom returns the engine's atom of a derived tuple.
func (b *specBuilder) atom(rel *relation, id int32) int32 {
	l := rel.literals[id]
	if l < 0 {
		l = ^l
	}
	return l >> 1
}

// derived calls visit for the tuples of a relation that can be derived.
func (b *specBuilder) derived(rel int32, visit func(tuple []term, atom int32)) {
	r := b.rels[rel]
	for id := range int32(r.size()) {
		if r.state[id] != tupleNamed {
			visit(r.tuple(id), b.atom(r, id))
		}
	}
}

func (b *specBuilder) nameRoles() {
	r := b.rels[b.role]
	for id := range int32(r.size()) {
		t := r.tuple(id)[0]
		if name, _ := b.terms.name(t); b.percepts && name == gdl.Random {
			b.spec.Random = len(b.roles)
		}
		b.roles = append(b.roles, t)
		b.spec.Roles = append(b.spec.Roles, b.terms.text(t))
	}
}

// roleOf returns the number of a role, or -1.
func (b *specBuilder) roleOf(t term) int { return slices.Index(b.roles, t) }

// findState lists the facts that a state can have.
func (b *specBuilder) findState(initial map[term]bool) {
	next := b.rels[b.next]
	b.derived(b.current, func(tuple []term, atom int32) {
		bit := circuit.StateBit{Text: b.terms.text(tuple[0]), Atom: atom, Next: -1, Init: initial[tuple[0]]}
		if id, _ := next.find(tuple); id >= 0 && next.state[id] != tupleNamed {
			if a := b.atom(next, id); b.ground.truth[a] != never {
				bit.Next = a
			}
		}
		b.spec.State = append(b.spec.State, bit)
	})
	slices.SortFunc(b.spec.State, func(x, y circuit.StateBit) int { return cmp.Compare(x.Text, y.Text) })
}

func (b *specBuilder) findMoves() {
	does := b.rels[b.does]
	b.spec.Moves = make([][]circuit.MoveAtoms, len(b.roles))
	b.derived(b.legal, func(tuple []term, atom int32) {
		role := b.roleOf(tuple[0])
		if role < 0 {
			return
		}
		id, _ := does.find(tuple)
		b.spec.Moves[role] = append(b.spec.Moves[role], circuit.MoveAtoms{
			Text: b.terms.text(tuple[1]), Legal: atom, Does: b.atom(does, id),
		})
	})
	for _, ms := range b.spec.Moves {
		slices.SortFunc(ms, func(x, y circuit.MoveAtoms) int { return cmp.Compare(x.Text, y.Text) })
	}
}

func (b *specBuilder) findTerminal() {
	b.derived(b.terminal, func(_ []term, atom int32) {
		if b.ground.truth[atom] != never {
			b.spec.Terminal = atom
		}
	})
}

// findGoals lists the goal values.
func (b *specBuilder) findGoals() {
	b.derived(b.goal, func(tuple []term, atom int32) {
		role, value := b.roleOf(tuple[0]), b.goalValue(tuple[1])
		if role >= 0 && value >= 0 && b.ground.truth[atom] != never {
			b.spec.Goals = append(b.spec.Goals, circuit.GoalAtom{Role: role, Value: value, Atom: atom})
		}
	})
	slices.SortStableFunc(b.spec.Goals, func(x, y circuit.GoalAtom) int {
		return cmp.Or(cmp.Compare(x.Role, y.Role), cmp.Compare(x.Value, y.Value))
	})
}

// goalValue returns a goal value, or -1 if the term is not one.
func (b *specBuilder) goalValue(t term) int {
	n, ok := gdl.ParseGoal(b.terms.text(t))
	if !ok {
		return -1
	}
	return n
}

func (b *specBuilder) findPercepts() {
	if !b.percepts {
		return
	}
	var texts []string
	var found []circuit.PerceptAtom // with places in texts for percepts
	b.derived(b.sees, func(tuple []term, atom int32) {
		role := b.roleOf(tuple[0])
		if role < 0 || b.ground.truth[atom] == never {
			return
		}
		found = append(found, circuit.PerceptAtom{Role: role, Percept: len(texts), Atom: atom})
		texts = append(texts, b.terms.text(tuple[1]))
	})
	sorted := slices.Compact(slices.Sorted(slices.Values(texts)))
	for i := range found {
		found[i].Percept, _ = slices.BinarySearch(sorted, texts[i])
	}
	slices.SortFunc(found, func(x, y circuit.PerceptAtom) int {
		return cmp.Or(cmp.Compare(x.Role, y.Role), cmp.Compare(x.Percept, y.Percept))
	})
	b.spec.Percepts, b.spec.Texts = found, sorted
}

// outputs returns the atoms that the game needs.
func (b *specBuilder) outputs() []int32 {
	var out []int32
	for i := range b.spec.State {
		if n := b.spec.State[i].Next; n >= 0 {
			out = append(out, n)
		}
	}
	for _, ms := range b.spec.Moves {
		for i := range ms {
			out = append(out, ms[i].Legal)
		}
	}
	if b.spec.Terminal >= 0 {
		out = append(out, b.spec.Terminal)
	}
	for i := range b.spec.Goals {
		out = append(out, b.spec.Goals[i].Atom)
	}
	for i := range b.spec.Percepts {
		out = append(out, b.spec.Percepts[i].Atom)
	}
	return out
}

// renumber drops irrelevant atoms and gives the others their final numbers: first
// the state's, then the moves', then the rest.
func (b *specBuilder) renumber() {
	outputs := b.outputs()
	b.ground.addFacts(outputs)
	marked := b.ground.relevant(outputs)
	b.ground.keep(marked)
	b.number = make([]int32, len(marked))
	for i := range b.number {
		b.number[i] = -1
	}
	for i := range b.spec.State {
		b.spec.State[i].Atom = b.assign(b.spec.State[i].Atom)
	}
	for _, ms := range b.spec.Moves {
		for i := range ms {
			if d := ms[i].Does; marked[d] {
				ms[i].Does = b.assign(d)
			} else {
				ms[i].Does = -1
			}
		}
	}
	for a, m := range marked {
		if m && b.number[a] < 0 {
			b.assign(int32(a))
		}
	}
	b.renumberOutputs()
	b.renumberRules()
	b.spec.Atoms = len(b.result.atoms)
	b.findRecursion()
	b.result.Stats.Atoms = b.spec.Atoms
}

func (b *specBuilder) assign(a int32) int32 {
	b.number[a] = int32(len(b.result.atoms))
	b.result.atoms = append(b.result.atoms, a)
	return b.number[a]
}

func (b *specBuilder) renumberOutputs() {
	for i := range b.spec.State {
		if n := &b.spec.State[i].Next; *n >= 0 {
			*n = b.number[*n]
		}
	}
	for _, ms := range b.spec.Moves {
		for i := range ms {
			ms[i].Legal = b.number[ms[i].Legal]
		}
	}
	if t := &b.spec.Terminal; *t >= 0 {
		*t = b.number[*t]
	}
	for i := range b.spec.Goals {
		b.spec.Goals[i].Atom = b.number[b.spec.Goals[i].Atom]
	}
	for i := range b.spec.Percepts {
		b.spec.Percepts[i].Atom = b.number[b.spec.Percepts[i].Atom]
	}
}

func (b *specBuilder) renumberRules() {
	rules, stats := b.ground.rules, &b.result.Stats
	for i := 0; i < len(rules); {
		n := int(rules[i+1])
		rules[i] = b.number[rules[i]]
		for j := i + 2; j < i+2+n; j++ {
			rules[j] = b.number[rules[j]>>1]<<1 | rules[j]&1
		}
		stats.Rules++
		stats.Literals += n
		i += 2 + n
	}
	b.spec.Rules = rules
}

// findRecursion numbers the atoms of relations that depend on themselves.
func (b *specBuilder) findRecursion() {
	var g scc.Graph
	own := make([]bool, len(b.rels))
	for rel, rs := range b.rulesByHead() {
		for _, r := range rs {
			for i := range r.body {
				if l := &r.body[i]; !l.test() {
					own[rel] = own[rel] || int(l.rel) == rel
					g.Edges = append(g.Edges, l.rel)
				}
			}
		}
		g.Ends = append(g.Ends, int32(len(g.Edges)))
	}
	component, count := g.Components()
	size := make([]int, count)
	for rel := range b.rels {
		size[component[rel]]++
	}
	for _, a := range b.result.atoms {
		rel := b.atomRel[a]
		if size[component[rel]] == 1 && !own[rel] {
			b.spec.Recursion = append(b.spec.Recursion, -1)
		} else {
			b.spec.Recursion = append(b.spec.Recursion, component[rel])
		}
	}
}
