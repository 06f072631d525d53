package formula

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/knowledgetest"
	"ludex/knowledge"
	"ludex/source"
)

// A brute evaluates formulas by their definitions: over all developments spelled
// out, comparing views word for word.
type brute struct {
	game    *knowledgetest.Toy
	machine game.Machine
	levels  [][]*knowledgetest.Play // of a game that ends, all of them
	next    map[*knowledgetest.Play][]*knowledgetest.Play
}

// newBrute spells a game out, or returns nil if it has too many developments.
func newBrute(g *knowledgetest.Toy) *brute {
	b := &brute{game: g, machine: g.NewMachine(), next: map[*knowledgetest.Play][]*knowledgetest.Play{}}
	b.levels = knowledgetest.Plays(g, 0)
	for total := 1; len(b.levels[len(b.levels)-1]) > 0; {
		var level []*knowledgetest.Play
		for _, p := range b.levels[len(b.levels)-1] {
			b.next[p] = knowledgetest.Continue(g, b.machine, p)
			level = append(level, b.next[p]...)
		}
		if total += len(level); total > 300 {
			return nil
		}
		b.levels = append(b.levels, level)
	}
	return b
}

func (b *brute) role(t gdl.Term) int { return slices.Index(b.game.RoleNames, t.Name) }

// alike returns the plays that a role cannot tell from a play.
func (b *brute) alike(p *knowledgetest.Play, role gdl.Term) []*knowledgetest.Play {
	r := b.role(role)
	var out []*knowledgetest.Play
	for _, q := range b.levels[len(p.Joints)] {
		if p.Views[r] == q.Views[r] {
			out = append(out, q)
		}
	}
	return out
}

func (b *brute) legal(p *knowledgetest.Play, role gdl.Term) []string {
	var out []string
	for _, m := range b.machine.Legal(p.Last(), game.Role(b.role(role)), nil) {
		out = append(out, fmt.Sprintf("m%d", m))
	}
	return out
}

func (b *brute) goals(p *knowledgetest.Play, role int) []string {
	var out []string
	for _, v := range b.machine.Goals(p.Last(), game.Role(role), nil) {
		out = append(out, fmt.Sprint(v))
	}
	return out
}

// lastStep returns what a role did or saw when the last joint move was made.
func (b *brute) lastStep(p *knowledgetest.Play, op opKind, role int) (out []string) {
	if len(p.Joints) == 0 {
		return nil
	}
	joint, before, r := p.Joints[len(p.Joints)-1], p.States[len(p.States)-2], game.Role(role)
	switch {
	case op == opDoes:
		return []string{b.game.MoveText(r, joint[r])}
	case b.game.Seen:
		for r, m := range joint {
			out = append(out, fmt.Sprintf("(moves %s %s)", b.game.RoleNames[r], b.game.MoveText(game.Role(r), m)))
		}
		return out
	}
	for _, s := range b.machine.Percepts(before, joint, r, nil) {
		out = append(out, b.game.PerceptText(s))
	}
	return out
}

func (b *brute) holds(f *Formula, p *knowledgetest.Play) bool {
	switch f.op {
	case opFact, opTrue:
		return slices.Contains(b.game.Facts(p.Last()), canonical(&f.atom))
	case opLegal:
		return slices.Contains(b.legal(p, f.atom.Args[0]), f.atom.Args[1].Name)
	case opGoal:
		return slices.Contains(b.goals(p, b.role(f.atom.Args[0])), f.atom.Args[1].Name)
	case opTerminal:
		return b.machine.Terminal(p.Last())
	case opDoes, opSees:
		return slices.Contains(b.lastStep(p, f.op, b.role(f.atom.Args[0])), canonical(&f.atom.Args[1]))
	case opDistinct:
		return !f.atom.Args[0].Equal(&f.atom.Args[1])
	case opNot:
		return !b.holds(&f.args[0], p)
	case opImplies:
		return !b.holds(&f.args[0], p) || b.holds(&f.args[1], p)
	case opAnd, opOr:
		return b.some(f, p) == (f.op == opOr)
	case opExists, opForAll:
		return b.someInstance(f, p) == (f.op == opExists)
	case opKnows, opEveryone, opPossible:
		return b.somewhere(f, p) == (f.op == opPossible)
	case opCommon:
		return b.common(f, p)
	case opNext:
		return b.allAfter(f, p, f.steps)
	case opAlways, opCan:
		return b.reachable(f, p, f.steps) == (f.op == opCan)
	}
	return b.eventually(f, p, f.steps)
}

// some looks for a true part of a disjunction or a false one of a conjunction.
func (b *brute) some(f *Formula, p *knowledgetest.Play) bool {
	for i := range f.args {
		if b.holds(&f.args[i], p) == (f.op == opOr) {
			return true
		}
	}
	return false
}

func (b *brute) someInstance(f *Formula, p *knowledgetest.Play) bool {
	for _, value := range b.values(f, p) {
		instance := replace(&f.args[0], f.vars[0], value)
		if b.holds(&instance, p) == (f.op == opExists) {
			return true
		}
	}
	return false
}

// values returns what a quantifier of the generator ranges over.
func (b *brute) values(f *Formula, p *knowledgetest.Play) []gdl.Term {
	var names []string
	switch d := f.domain.Atom; {
	case f.domain.Terms != nil:
		return f.domain.Terms
	case d.Name == gdl.Role:
		for r, name := range b.game.RoleNames {
			if game.Role(r) != b.game.RandomRole {
				names = append(names, name)
			}
		}
	case d.Name == gdl.Legal:
		names = b.legal(p, d.Args[0])
	case d.Name == gdl.Goal:
		for r := range b.game.RoleNames {
			names = append(names, b.goals(p, r)...)
		}
	case d.Name == gdl.Does:
		for r := range b.game.RoleNames {
			if game.Role(r) != b.game.RandomRole {
				names = append(names, b.lastStep(p, opDoes, r)...)
			}
		}
	case d.Name == gdl.Sees:
		names = b.lastStep(p, opSees, b.role(d.Args[0]))
	case slices.Contains(b.game.Facts(p.Last()), "(r a)"):
		names = []string{"a"}
	}
	var out []gdl.Term
	for _, n := range names {
		out = append(out, fromCanonical(n))
	}
	return out
}

// replace puts a term in the place of a variable.
func replace(f *Formula, name string, value gdl.Term) Formula {
	out := *f
	e := (*environment)(nil).with(name, value)
	out.atom = e.apply(&f.atom)
	out.roles = nil
	for i := range f.roles {
		out.roles = append(out.roles, e.apply(&f.roles[i]))
	}
	out.domain.Atom = e.apply(&f.domain.Atom)
	if slices.Contains(f.vars, name) {
		out.domain.Atom = f.domain.Atom
		return out
	}
	out.args = nil
	for i := range f.args {
		out.args = append(out.args, replace(&f.args[i], name, value))
	}
	return out
}

// somewhere looks at all that the roles cannot tell from a play, for one where
// the argument holds (possible) or fails (knows).
func (b *brute) somewhere(f *Formula, p *knowledgetest.Play) bool {
	for _, r := range f.roles {
		for _, q := range b.alike(p, r) {
			if b.holds(&f.args[0], q) == (f.op == opPossible) {
				return true
			}
		}
	}
	return false
}

func (b *brute) common(f *Formula, p *knowledgetest.Play) bool {
	reached := []*knowledgetest.Play{p}
	for k := 0; k < len(reached); k++ {
		if !b.holds(&f.args[0], reached[k]) {
			return false
		}
		for _, r := range f.roles {
			for _, q := range b.alike(reached[k], r) {
				if !slices.Contains(reached, q) {
					reached = append(reached, q)
				}
			}
		}
	}
	return true
}

func (b *brute) allAfter(f *Formula, p *knowledgetest.Play, steps int) bool {
	if steps == 0 {
		return b.holds(&f.args[0], p)
	}
	for _, q := range b.next[p] {
		if !b.allAfter(f, q, steps-1) {
			return false
		}
	}
	return true
}

// reachable looks for a continuation in which the argument of can holds, or that
// of always fails.
func (b *brute) reachable(f *Formula, p *knowledgetest.Play, steps int) bool {
	if b.holds(&f.args[0], p) == (f.op == opCan) {
		return true
	}
	if steps == 0 {
		return false
	}
	for _, q := range b.next[p] {
		if b.reachable(f, q, max(steps-1, unbounded)) {
			return true
		}
	}
	return false
}

func (b *brute) eventually(f *Formula, p *knowledgetest.Play, steps int) bool {
	if b.holds(&f.args[0], p) {
		return true
	}
	if steps == 0 || len(b.next[p]) == 0 {
		return false
	}
	for _, q := range b.next[p] {
		if !b.eventually(f, q, max(steps-1, unbounded)) {
			return false
		}
	}
	return true
}

func (b *brute) players() []string {
	var out []string
	for r, name := range b.game.RoleNames {
		if game.Role(r) != b.game.RandomRole {
			out = append(out, name)
		}
	}
	return out
}

func bind(t interface{ Fatal(...any) }, f *Formula, g game.Game, opt Options) *Query {
	list := &source.List{File: source.NewFile("formula", []byte(f.String()))}
	q := Bind(f, g, opt, list)
	if q == nil {
		t.Fatal(list.Err())
	}
	return q
}

// TestBruteForce compares answers with the definitions, on developments and on
// views of generated games, and plays the evidence through.
func TestBruteForce(t *testing.T) {
	verdicts := map[Verdict]int{}
	for tries := 0; (verdicts[Yes] < 20 || verdicts[No] < 20) && (tries == 0 || !testing.Short()); tries++ {
		if tries == 10 {
			t.Fatalf("the formulas are one-sided: %v", verdicts)
		}
		rapid.Check(t, func(t *rapid.T) {
			b := newBrute(knowledgetest.Bounded(knowledgetest.Toys().Draw(t, "game"), 3))
			if b == nil {
				t.Skip("too many developments")
			}
			m, err := knowledge.New(b.game, knowledge.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			f := formulas(3, scope{roles: b.players()}).Draw(t, "formula")
			q := bind(t, &f, b.game, Options{})
			for _, level := range b.levels[:min(3, len(b.levels))] {
				if len(level) == 0 {
					continue
				}
				p := rapid.SampledFrom(level).Draw(t, "play")
				a, err := q.At(t.Context(), m, knowledge.Development{Joints: p.Joints})
				if err != nil {
					t.Fatal(err)
				}
				want := No
				if b.holds(&f, p) {
					want = Yes
				}
				verdicts[want]++
				if a.Verdict != want {
					t.Fatalf("%s after %v: %s, want %s", a.Formula, p.Joints, a, want)
				}
				b.checkEvidence(t, p, a.Evidence)
				r := gdl.Const(rapid.SampledFrom(b.players()).Draw(t, "viewer"))
				b.checkView(t, m, q, p, r)
			}
		})
	}
}

// checkView compares the answer for a role's view.
func (b *brute) checkView(t *rapid.T, m *knowledge.Model, q *Query, p *knowledgetest.Play, role gdl.Term) {
	view, err := m.ViewOf(knowledge.Development{Joints: p.Joints}, game.Role(b.role(role)))
	if err != nil {
		t.Fatal(err)
	}
	a, err := q.InView(t.Context(), m, view)
	if err != nil {
		t.Fatal(err)
	}
	alike := b.alike(p, role)
	holding := int64(0)
	for _, p := range alike {
		if b.holds(q.formula, p) {
			holding++
		}
	}
	if a.Holding.Cmp(big.NewInt(holding)) != 0 || a.Developments.Cmp(big.NewInt(int64(len(alike)))) != 0 ||
		(a.Verdict == Yes) != (holding == int64(len(alike))) {
		t.Fatalf("%s for %q: %s, want %d of %d", a.Formula, view, a, holding, len(alike))
	}
	if (a.Evidence != nil) != (a.Verdict == No) || (a.Witness != nil) != (a.Verdict == No && holding > 0) {
		t.Fatalf("%s for %q: evidence %v, witness %v", a.Formula, view, a.Evidence, a.Witness)
	}
	b.checkEvidence(t, p, a.Evidence)
	b.checkEvidence(t, p, a.Witness)
}

// checkEvidence follows evidence from a play: every development is what the role
// cannot tell from the one before, or a continuation of it, and its formula is
// there what the evidence says. Parts of a conclusion may begin anew.
func (b *brute) checkEvidence(t *rapid.T, start *knowledgetest.Play, evidence []Evidence) {
	at := []*knowledgetest.Play{start}
	for _, v := range evidence {
		p := b.find(v.Moves)
		if p == nil {
			t.Fatalf("there is no development %v", v.Moves)
		}
		if !slices.ContainsFunc(at, func(q *knowledgetest.Play) bool { return b.linked(q, p, v.Role) }) {
			t.Fatalf("%v does not follow from what was before", v)
		}
		f, err := parse(v.Formula)
		if err != nil {
			t.Fatal(err)
		}
		if b.holds(f, p) != v.Holds {
			t.Fatalf("wrong evidence: %v", v)
		}
		at = append(at, p)
	}
}

func (b *brute) find(moves []string) *knowledgetest.Play {
	for _, p := range b.levels[len(moves)] {
		if slices.Equal((knowledge.Development{Joints: p.Joints}).Texts(b.game), moves) {
			return p
		}
	}
	return nil
}

func (b *brute) linked(from, to *knowledgetest.Play, role string) bool {
	if role != "" {
		return slices.Contains(b.alike(from, gdl.Const(role)), to)
	}
	return len(to.Joints) >= len(from.Joints) && slices.EqualFunc(from.Joints, to.Joints[:len(from.Joints)], slices.Equal)
}

// TestGroupKnowledge looks closely at what groups know, and what one knows about
// another, of single states: for all plays and states of generated games.
func TestGroupKnowledge(t *testing.T) {
	told := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		b := newBrute(knowledgetest.Bounded(knowledgetest.Toys().Draw(t, "game"), 3))
		if b == nil || len(b.players()) < 2 {
			t.Skip("too many developments, or one player")
		}
		m, err := knowledge.New(b.game, knowledge.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		level := rapid.SampledFrom(b.levels[:len(b.levels)-1]).Draw(t, "level")
		play := rapid.SampledFrom(level).Draw(t, "play")
		state := Formula{op: opFact, atom: gdl.Fn("state", gdl.Const(fmt.Sprint(rapid.SampledFrom(level).Draw(t, "other").Last()[0])))}
		var group []gdl.Term
		for _, name := range b.players() {
			group = append(group, gdl.Const(name))
		}
		not := Formula{op: opNot, args: []Formula{state}}
		for name, f := range map[string]Formula{
			"common":   {op: opCommon, roles: group, args: []Formula{not}},
			"everyone": {op: opEveryone, roles: group, args: []Formula{not}},
			"nested": {op: opKnows, roles: group[:1], args: []Formula{
				{op: opKnows, roles: group[1:2], args: []Formula{{op: opPossible, roles: group[:1], args: []Formula{state}}}}}},
		} {
			a, err := bind(t, &f, b.game, Options{}).At(t.Context(), m, knowledge.Development{Joints: play.Joints})
			if err != nil {
				t.Fatal(err)
			}
			if want := b.holds(&f, play); (a.Verdict == Yes) != want {
				t.Fatalf("%s after %v: %s", a.Formula, play.Joints, a)
			}
			told[fmt.Sprint(name, a.Verdict)]++
			b.checkEvidence(t, play, a.Evidence)
		}
	})
	if testing.Short() {
		return // few games need not tell everything apart
	}
	if told["commonyes"] == 0 || told["commonno"] == 0 || told["nestedyes"] == 0 || told["nestedno"] == 0 {
		t.Errorf("the games tell little apart: %v", told)
	}
}
