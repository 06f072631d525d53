// Package prove decides properties of games without looking at all states. It guesses
// invariants from random plays, proves them by induction over the transition system with a
// SAT solver, and shows with them that a property holds or that every play ends; or it
// finds a play that violates the property. What is called proved has derivations that the
// checker of package lrat has accepted, or a ranking over the rules that package boardrank has accepted, and
// these share no code with the search. What is called refuted has a play that an interpreter has replayed.
package prove

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"ludex/internal/budget"
	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/correspondence"
	"ludex/internal/prove/transition"
)

// A Verdict says what was found out.
type Verdict string

// The verdicts.
const (
	Proved  Verdict = "proved"
	Refuted Verdict = "refuted"
	Open    Verdict = "open"
)

// An Answer says whether a game has a property.
type Answer struct {
	Property string
	Verdict  Verdict
	Method   string        // how it was decided, or what was tried
	Bound    *big.Int      // of a game that ends: the steps that a play has at most
	Play     *Play         // shows a refutation, or that a role can win
	Language bool          // it follows from the language or from the rules of a boardgame, not from a transition system
	Differ   bool          // two games differ under a correspondence that may be wrong
	Time     time.Duration // of the processor
}

// A Question is a property to be decided. If Reach is true, the answer is that of the
// negation: a play that violates the property proves it.
type Question struct {
	Name     string
	Property claim.Property
	Reach    bool
	Unasked  string // why it stays open without being asked, or ""
}

// Options say how hard to try.
type Options struct {
	Time     time.Duration // for one question
	Seed     uint64
	Rounds   int                // of random plays, 64 at a time; 0 is the default
	Progress func(doing string) // may be nil
}

const defaultRounds = 300

// A Prover decides questions about one game.
type Prover struct {
	loaded *Loaded
	system *transition.System
	game   *Interpreter
	other  *Interpreter          // of two games that are compared, that of the second
	names  *correspondence.Names // of two games that are compared; nil if they share the names
	found  bool                  // the correspondence of the two games was found, and may be wrong
	opt    Options
	marked int // nodes that the system has for others to see
	base   *state
	parts  []*claim.Proven
	board  *claim.Board // what was proved without the system; nil if nothing
	asked  []claim.Property
}

// New returns a prover for a game.
func New(l *Loaded, opt Options) *Prover {
	if opt.Rounds == 0 {
		opt.Rounds = defaultRounds
	}
	if opt.Progress == nil {
		opt.Progress = func(string) {}
	}
	return &Prover{loaded: l, system: l.System, game: l.Game, other: l.Other, names: l.Names, found: l.found, opt: opt}
}

// A state is what is known about a system, perhaps one whose plays are cut off.
type state struct {
	*subject
	until      *claim.Formula
	sample     *sample
	candidates *candidates
	known      []proposition // invariants that are proved by induction
	tried      int           // how many kinds of candidates were tried
	alone      bool          // those of the first kind were tried one by one
	loops      *Play
}

// Decide answers questions. It can be called once. An answer is open if the time ends first. The error is that of
// the context or of a machine.
func (p *Prover) Decide(ctx context.Context, list []Question) ([]Answer, error) {
	if p.system == nil {
		return p.decideByPlays(ctx, list)
	}
	answers := make([]Answer, len(list))
	for _, q := range list {
		if q.Unasked == "" {
			p.asked = append(p.asked, q.Property)
		}
	}
	bad, inStep, err := claim.Ask(p.system, p.asked)
	if err != nil {
		return nil, err
	}
	p.marked = p.system.Graph.Len()
	for i, q := range list {
		p.opt.Progress(q.Name)
		if q.Unasked != "" {
			answers[i] = Answer{Property: q.Name, Verdict: Open, Method: q.Unasked}
			continue
		}
		why, proof := p.byLanguage(ctx, q)
		part := 1
		switch {
		case why != "" && q.Property.Kind == claim.Ends:
			part = rankingPart
		case why != "":
			part = languagePart
		}
		limit, cancel := p.within(ctx, part)
		a, err := p.decide(limit, q, bad[0], inStep[0])
		bad, inStep = bad[1:], inStep[1:]
		used := budget.Used(limit)
		cancel()
		if ctx.Err() != nil {
			return answers[:i], ctx.Err()
		}
		if err != nil {
			return answers[:i], fmt.Errorf("%s: %w", q.Name, err)
		}
		if a.Verdict == Open && why != "" {
			a = &Answer{Verdict: Proved, Method: why, Language: true}
			p.noteLanguage(q, proof)
		}
		a.Property, a.Time = q.Name, used
		if q.Reach {
			a.Verdict = map[Verdict]Verdict{Proved: Refuted, Refuted: Proved, Open: Open}[a.Verdict]
		}
		answers[i] = *a
	}
	return answers, nil
}

// ended reports whether an error says that the time was over.
func ended(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// File returns the proofs of all that was proved.
func (p *Prover) File() *claim.File {
	if p.system == nil {
		return &claim.File{Board: p.board}
	}
	return &claim.File{System: p.system.Prefix(p.marked), Properties: p.asked, Parts: p.parts, Board: p.board, Names: p.names}
}

// stateFor returns what is known about the system that is cut off for a question.
func (p *Prover) stateFor(ctx context.Context, q Question) (*state, error) {
	until := q.Property.Until()
	if until == nil && p.base != nil {
		return p.base, nil
	}
	cut, err := claim.Cut(p.system, until)
	if err != nil {
		return nil, err
	}
	st := &state{subject: newSubject(cut), until: until, sample: newSample(cut, p.opt.Seed)}
	if until == nil {
		p.base = st
	}
	p.play(ctx, st, p.opt.Rounds)
	st.candidates = findCandidates(st.sample)
	return st, nil
}

// maxSteps bounds random plays.
const maxSteps = 600

// play plays at random.
func (p *Prover) play(ctx context.Context, st *state, rounds int) {
	slice, cancel := p.within(ctx, 4)
	defer cancel()
	seen := make([]map[string]int, lanes)
	look := func() { st.findLoops(seen) }
	if len(st.State) > 3000 {
		look = nil
	}
	st.sample.run(slice, rounds, maxSteps, look)
}

// within returns a context with a part of the time for a question. It is processor time,
// so that answers do not depend on what else the machine does.
func (p *Prover) within(ctx context.Context, part int) (context.Context, context.CancelFunc) {
	return budget.WithSetup(ctx, "proving", p.opt.Time/time.Duration(part))
}

// decide answers one question about the violation of a property.
func (p *Prover) decide(ctx context.Context, q Question, bad aig.Lit, inStep bool) (*Answer, error) {
	st, err := p.stateFor(ctx, q)
	if err != nil {
		return nil, err
	}
	a := &attempt{Prover: p, state: st, question: q, bad: bad, inStep: inStep, depth: -1}
	return a.run(ctx)
}
