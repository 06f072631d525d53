package timed

import (
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine/gdlref"
)

// rules is the rule engine with a dictionary between its numbers and atoms.
type rules struct {
	engine  *gdlref.Game
	machine game.Machine
	pool    *atomPool
	numbers *constants

	held    map[heldKey][2]uint64
	expired map[int32]uint64
	made    map[madeKey]uint64
	atoms   map[uint64]*atom
	facts   map[uint64]derived
}

type heldKey struct {
	fact int32
	life life
}

type madeKey struct {
	role game.Role
	move int32
}

// A derived is the meaning of a word that the engine derives for the next state.
type derived struct {
	held
	problem string // why it is not a fact with a lifetime, or ""
}

func newRules(engine *gdlref.Game, pool *atomPool, numbers *constants) *rules {
	r := &rules{engine: engine, machine: engine.NewMachine(), pool: pool, numbers: numbers}
	r.reset()
	return r
}

// reset clears the dictionary.
func (r *rules) reset() {
	r.held, r.expired = map[heldKey][2]uint64{}, map[int32]uint64{}
	r.made, r.atoms, r.facts = map[madeKey]uint64{}, map[uint64]*atom{}, map[uint64]derived{}
}

// failure returns why the engine could not answer, and resets it.
func (r *rules) failure() error {
	err := r.machine.Err()
	if err == nil {
		return nil
	}
	r.machine = r.engine.NewMachine()
	return fmt.Errorf("%s: %w", r.engine.Name(), err)
}

// state returns the state for the engine.
func (r *rules) state(facts []held, expired []*atom) (game.State, error) {
	s := make(game.State, 0, 2*len(facts)+len(expired))
	for _, f := range facts {
		words, err := r.heldWords(f)
		if err != nil {
			return nil, err
		}
		s = append(s, words[:]...)
	}
	for _, a := range expired {
		w, err := r.expiredWord(a)
		if err != nil {
			return nil, err
		}
		s = append(s, w)
	}
	slices.Sort(s)
	return s, nil
}

// withMoves returns the state with the moves of an update.
func (r *rules) withMoves(s game.State, moves []madeMove) (game.State, error) {
	s = slices.Clone(s)
	for _, m := range moves {
		w, err := r.madeWord(m)
		if err != nil {
			return nil, err
		}
		s = append(s, w)
	}
	slices.Sort(s)
	return s, nil
}

// heldWords returns both forms in which rules look for a fact.
func (r *rules) heldWords(f held) (words [2]uint64, err error) {
	key := heldKey{f.fact.id, f.life}
	words, ok := r.held[key]
	if ok {
		return words, nil
	}
	lifetime := r.numbers.term(f.life)
	whole, known := gdl.Fn(holdsFor, lifetime, f.fact.tree), encodeFact(lifetime, &f.fact.tree)
	if words[0], err = r.engine.Word(&whole); err != nil {
		return words, err
	}
	if words[1], err = r.engine.Word(&known); err != nil {
		return words, err
	}
	r.held[key] = words
	return words, nil
}

func (r *rules) expiredWord(a *atom) (uint64, error) {
	w, ok := r.expired[a.id]
	if ok {
		return w, nil
	}
	tree := gdl.Fn(hasExpired, a.tree)
	w, err := r.engine.Word(&tree)
	if err == nil {
		r.expired[a.id] = w
	}
	return w, err
}

func (r *rules) madeWord(m madeMove) (uint64, error) {
	key := madeKey{m.role, m.move.id}
	w, ok := r.made[key]
	if ok {
		return w, nil
	}
	tree := gdl.Fn(hasMade, gdl.Const(r.engine.Roles()[m.role]), m.move.tree)
	w, err := r.engine.Word(&tree)
	if err == nil {
		r.made[key] = w
	}
	return w, err
}

// atom returns the atom that a word stands for.
func (r *rules) atom(word uint64) *atom {
	a, ok := r.atoms[word]
	if !ok {
		a = r.pool.get(r.engine.Fact(word))
		r.atoms[word] = a
	}
	return a
}

// next returns the facts derived for the next state, and problems with invalid
// ones.
func (r *rules) next(words game.State) (facts []held, problems []string, err error) {
	return r.collect(r.machine.Next(words, nil, nil))
}

// initial returns the facts of the initial state.
func (r *rules) initial() (facts []held, problems []string, err error) {
	return r.collect(r.machine.Initial(nil))
}

func (r *rules) collect(words game.State) (facts []held, problems []string, err error) {
	if err := r.failure(); err != nil {
		return nil, nil, err
	}
	for _, w := range words {
		d, ok := r.facts[w]
		if !ok {
			d = r.decode(w)
			r.facts[w] = d
		}
		if d.problem != "" {
			problems = append(problems, d.problem)
			continue
		}
		facts = append(facts, d.held)
	}
	slices.SortFunc(facts, compareHeld)
	slices.Sort(problems)
	return facts, append(problems, twoLifetimes(facts)...), nil
}

// decode reads a derived fact with its lifetime.
func (r *rules) decode(word uint64) derived {
	tree := r.engine.Fact(word)
	fact := r.pool.get(tree.Args[1])
	l, err := r.numbers.life(&tree.Args[0])
	if err != nil {
		return derived{problem: fmt.Sprintf("%s cannot be the lifetime of %s: %v",
			plain(&tree.Args[0]), plain(&tree.Args[1]), err)}
	}
	return derived{held: held{fact, l}}
}

// twoLifetimes reports facts that have more than one lifetime.
func twoLifetimes(facts []held) (problems []string) {
	for i := 1; i < len(facts); i++ {
		if f := facts[i].fact; f == facts[i-1].fact && (i < 2 || f != facts[i-2].fact) {
			problems = append(problems, plain(&f.tree)+" has several lifetimes")
		}
	}
	slices.Sort(problems) // facts are in the order in which they were met
	return problems
}

// moves returns the legal moves of a role.
func (r *rules) moves(words game.State, role game.Role) ([]*atom, error) {
	var out []*atom
	for _, m := range r.machine.Legal(words, role, nil) {
		out = append(out, r.atom(uint64(m)))
	}
	return out, r.failure()
}

// percepts returns what a role sees in an update.
func (r *rules) percepts(words game.State, role game.Role) ([]*atom, error) {
	var out []*atom
	for _, p := range r.machine.Percepts(words, nil, role, nil) {
		out = append(out, r.atom(uint64(p)))
	}
	return out, r.failure()
}

// plain returns a text of a term for messages about the rules, with numbers in
// place of holes.
func plain(t *gdl.Term) string {
	var b strings.Builder
	appendPlain(&b, t)
	return b.String()
}

func appendPlain(b *strings.Builder, t *gdl.Term) {
	if _, ok := holeNumber(t); ok {
		b.WriteString("<number>")
		return
	}
	b.WriteString(t.Name)
	for i := range t.Args {
		b.WriteByte("(,"[min(i, 1)])
		appendPlain(b, &t.Args[i])
	}
	if len(t.Args) > 0 {
		b.WriteByte(')')
	}
}
