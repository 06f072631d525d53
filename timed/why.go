//go:build !js

package timed

import (
	"context"
	"slices"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine/gdlref"
)

// Why explains by the rules why an atom holds in a state, or why it does not.
func (g *Game) Why(ctx context.Context, s State, atom gdl.Term) (*gdlref.Explanation, error) {
	return g.why(ctx, s.Facts(), s.Expired(), nil, atom)
}

// WhyUpdate explains why an atom, of next, sees or does for example, holds in an update of a
// state, which is that of [Game.Update].
func (g *Game) WhyUpdate(ctx context.Context, s State, dt Time, moves []Move, atom gdl.Term) (*gdlref.Explanation, error) {
	var facts []Fact
	var expired []string
	for _, f := range s.Facts() {
		switch {
		case f.Lifetime == Forever:
		case f.Lifetime <= dt:
			expired = append(expired, f.Fact)
			continue
		default:
			f.Lifetime -= dt
		}
		facts = append(facts, f)
	}
	return g.why(ctx, facts, expired, moves, atom)
}

// why asks the interpreter about what it is given at an instant. The numbers are constants
// there, as in the rules.
func (g *Game) why(ctx context.Context, facts []Fact, expired []string, moves []Move, atom gdl.Term) (*gdlref.Explanation, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	w := &whyState{game: g}
	for _, f := range facts {
		lifetime := gdl.Const(f.Lifetime.String())
		w.add(f.Fact, func(t gdl.Term) gdl.Term { return gdl.Fn(holdsFor, lifetime, t) })
		w.add(f.Fact, func(t gdl.Term) gdl.Term { return encodeFact(lifetime, &t) })
	}
	for _, e := range expired {
		w.add(e, func(t gdl.Term) gdl.Term { return gdl.Fn(hasExpired, t) })
	}
	for _, m := range moves {
		w.add(m.Text, func(t gdl.Term) gdl.Term { return gdl.Fn(hasMade, gdl.Const(g.roles[m.Role]), t) })
	}
	if w.err != nil {
		return nil, w.err
	}
	slices.Sort(w.words)
	query := encodeAtom(&atom)
	e := g.rules.engine.Why(ctx, slices.Compact(w.words), nil, query)
	if e.Err != nil {
		return nil, e.Err
	}
	decodeExplanation(e)
	return e, nil
}

// A whyState collects a state of the interpreter.
type whyState struct {
	game  *Game
	words game.State
	err   error
}

func (w *whyState) add(text string, encoded func(gdl.Term) gdl.Term) {
	tree, err := w.game.parseTerm(text)
	if err == nil {
		var word uint64
		fact := encoded(tree)
		word, err = w.game.rules.engine.Word(&fact)
		w.words = append(w.words, word)
	}
	if w.err == nil {
		w.err = err
	}
}

// decodeExplanation writes an explanation in the words of the description.
func decodeExplanation(e *gdlref.Explanation) {
	e.Query = decodeAtom(&e.Query)
	if reason, ok := givenReasons[e.Query.Name]; ok && len(e.Failures) == 0 && !e.Holds() {
		e.Note = reason.missing
	}
	seen := map[*gdlref.Proof]bool{}
	for _, p := range e.Proofs {
		decodeProof(p, seen)
	}
	for i := range e.Failures {
		f := &e.Failures[i]
		if f.Condition != nil {
			c := decodeFormula(f.Condition)
			f.Condition = &c
		}
		if f.Because != nil {
			decodeProof(f.Because, seen)
		}
	}
}

// givenReasons say why what the state and the moves give holds, or does not.
var givenReasons = map[string]struct{ holds, missing string }{
	gdl.Does:    {"the move made", "nobody makes that move"},
	gdl.Expired: {"its lifetime ran out", "its lifetime did not run out at this instant"},
}

func decodeProof(p *gdlref.Proof, seen map[*gdlref.Proof]bool) {
	if seen[p] {
		return
	}
	seen[p] = true
	p.Atom = decodeAtom(&p.Atom)
	if reason, ok := givenReasons[p.Atom.Name]; ok && !p.Negated && p.Clause == nil {
		p.Reason = reason.holds
	}
	for _, part := range p.Parts {
		decodeProof(part, seen)
	}
}

func decodeFormula(f *gdl.Formula) gdl.Formula {
	out := *f
	out.Atom = decodeAtom(&f.Atom)
	out.Args = make([]gdl.Formula, len(f.Args))
	for i := range f.Args {
		out.Args[i] = decodeFormula(&f.Args[i])
	}
	return out
}

// decodeAtom is the inverse of encodeAtom and encodeHead.
func decodeAtom(atom *gdl.Term) gdl.Term {
	switch atom.Name {
	case gdl.True, gdl.Init, gdl.Next:
	default:
		return *atom
	}
	if len(atom.Args) != 1 {
		return *atom
	}
	switch f := &atom.Args[0]; {
	case f.Name == holdsFor:
		return gdl.Fn(atom.Name, f.Args...)
	case f.Name == hasExpired:
		return gdl.Fn(gdl.Expired, f.Args...)
	case f.Name == hasMade:
		return gdl.Fn(gdl.Does, f.Args...)
	default:
		name, ok := strings.CutSuffix(f.Name, forSuffix)
		if !ok {
			return *atom
		}
		fact := gdl.Const(name)
		if len(f.Args) > 1 {
			fact = gdl.Fn(name, f.Args[1:]...)
		}
		return gdl.Fn(atom.Name, f.Args[0], fact)
	}
}
