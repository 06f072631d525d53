// Package prove decides properties of games without looking at all states. It guesses
// invariants from random plays, proves them by induction over the transition system with a
// SAT solver, and shows with them that a property holds or that every play ends; or it
// finds a play that violates the property. What is called proved has a proof that the
// checker of package lrat has accepted, and what is called refuted has a play that an
// interpreter has replayed.
package prove

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"time"

	"ludex/internal/budget"
	"ludex/internal/prove/aig"
	"ludex/internal/prove/claim"
	"ludex/internal/prove/sat"
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
	Differ   bool          // two games differ under a correspondence that may be wrong
	Time     time.Duration // of the processor
}

// A Question is a property to be decided. If Reach is true, the answer is that of the
// negation: a play that violates the property proves it.
type Question struct {
	Name     string
	Property claim.Property
	Reach    bool
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
	system *transition.System
	game   *Interpreter
	other  *Interpreter // of two games that are compared, that of the second
	found  bool         // the correspondence of the two games was found, and may be wrong
	opt    Options
	marked int // nodes that the system has for others to see
	base   *state
	parts  []*claim.Proven
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
	return &Prover{system: l.System, game: l.Game, other: l.Other, found: l.found, opt: opt}
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
	answers := make([]Answer, len(list))
	for _, q := range list {
		p.asked = append(p.asked, q.Property)
	}
	bad, inStep, err := claim.Ask(p.system, p.asked)
	if err != nil {
		return nil, err
	}
	p.marked = p.system.Graph.Len()
	for i, q := range list {
		p.opt.Progress(q.Name)
		limit, cancel := p.within(ctx, 1)
		a, err := p.decide(limit, q, bad[i], inStep[i])
		used := budget.Used(limit)
		cancel()
		if ctx.Err() != nil {
			return answers[:i], ctx.Err()
		}
		if err != nil && !ended(err) {
			return answers[:i], fmt.Errorf("%s: %w", q.Name, err)
		}
		if a == nil {
			a = &Answer{Verdict: Open, Method: "the time was over"}
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
	return &claim.File{System: p.system.Prefix(p.marked), Properties: p.asked, Parts: p.parts}
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

// findLoops notices plays that come back to a state.
func (st *state) findLoops(seen []map[string]int) {
	if st.loops != nil {
		return
	}
	key := make([]byte, (len(st.State)+7)/8)
	for lane := range lanes {
		steps := len(st.sample.plays[lane])
		if steps == 0 {
			seen[lane] = map[string]int{}
		}
		clear(key)
		for i, w := range st.sample.state {
			key[i>>3] |= byte(w>>lane&1) << (i & 7)
		}
		if first, ok := seen[lane][string(key)]; ok {
			st.loops = &Play{Moves: st.texts(st.sample.play(lane)), Loop: first}
			return
		}
		seen[lane][string(key)] = steps
	}
}

// texts returns joint moves as texts.
func (s *subject) texts(play [][]int) [][]string {
	var out [][]string
	for _, joint := range play {
		var texts []string
		for r, m := range joint {
			texts = append(texts, s.Roles[r].Moves[m].Text)
		}
		out = append(out, texts)
	}
	return out
}

// decide answers one question about the violation of a property.
func (p *Prover) decide(ctx context.Context, q Question, bad aig.Lit, inStep bool) (*Answer, error) {
	st, err := p.stateFor(ctx, q)
	if err != nil {
		return nil, err
	}
	a := &attempt{Prover: p, state: st, question: q, bad: bad, inStep: inStep}
	return a.run(ctx)
}

// An attempt is the work on one question.
type attempt struct {
	*Prover
	*state
	question Question
	bad      aig.Lit
	inStep   bool
	depth    int // no violation within so many steps
}

func (a *attempt) run(ctx context.Context) (*Answer, error) {
	if answer, err := a.refuteByPlays(ctx); answer != nil || err != nil {
		return answer, err
	}
	var ranking claim.Ranking
	if a.question.Property.Ranked() {
		var ok bool
		if ranking, ok = a.rank(ctx); !ok {
			answer, err := a.refuteByLoop(ctx)
			if answer == nil && err == nil {
				answer = &Answer{Verdict: Open, Method: fmt.Sprintf("no ranking was found with %d invariants, and no loop", len(a.known))}
			}
			return answer, err
		}
		if a.question.Property.Kind == claim.Ends {
			return a.conclude(ctx, a.known, false, ranking, "")
		}
	}
	return a.safety(ctx, ranking)
}

// safety shows that nothing bad is reached, or how it is.
func (a *attempt) safety(ctx context.Context, ranking claim.Ranking) (*Answer, error) {
	if answer, err := a.goBackward(ctx, ranking); answer != nil || err != nil {
		return answer, err
	}
	for range stages {
		if list, ok := a.inductive(ctx); ok {
			return a.conclude(ctx, list, false, ranking, "induction")
		}
		if ctx.Err() != nil || !a.strengthen(ctx) {
			break
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if answer, err := a.refuteBounded(ctx, 4, time.Hour); answer != nil || err != nil {
		return answer, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	found := a.reach(ctx, a.known, a.bad, a.inStep)
	switch {
	case found.refuted:
		return a.refuted(ctx, &Play{Moves: a.texts(found.play), Loop: -1}, "a search for a proof")
	case found.proved:
		list := slices.Clone(a.known)
		for _, v := range found.clauses {
			list = append(list, a.proposition(v))
		}
		return a.conclude(ctx, list, false, ranking, "property directed reachability")
	}
	a.depth = max(a.depth, found.depth)
	return &Answer{Verdict: Open, Method: fmt.Sprintf("%d invariants do not suffice, and there is no violation within %d steps", len(a.known), max(a.depth, 0))}, nil
}

// inductive reports whether the invariants, perhaps with the property itself, exclude what
// is bad, and returns what is needed for that.
func (a *attempt) inductive(ctx context.Context) ([]proposition, bool) {
	r := newLevelled(a.System, false)
	for _, v := range a.known {
		r.assert(v.now)
	}
	slice, cancel := a.within(ctx, 4)
	defer cancel()
	roots := []aig.Lit{a.bad}
	if a.inStep {
		roots = append(roots, a.step)
	}
	if r.solve(slice, 0, sat.Limits{}, roots...) == sat.Unsatisfiable {
		return a.known, true
	}
	if a.inStep || a.bad == aig.True {
		return nil, false
	}
	good := a.proposition(claim.Invariant{Kind: claim.Clause, Lits: []aig.Lit{a.bad.Not()}})
	r.assert(a.bad.Not())
	if r.solve(slice, 0, sat.Limits{}, a.step, good.next.Not()) == sat.Unsatisfiable && a.holdsInitially(good.now) {
		return append(slices.Clone(a.known), good), true
	}
	return nil, false
}

func (s *subject) holdsInitially(l aig.Lit) bool { return s.initially().Value(l)&1 == 1 }

// initially returns the values of all nodes in the initial state.
func (s *subject) initially() *aig.Simulation {
	sim := s.Graph.Simulate()
	for _, bit := range s.State {
		sim.Set(bit.Lit, -boolWord(bit.Init))
	}
	sim.Run(1, s.Graph.Len())
	return sim
}

// stages is how often something is tried, with more and more candidates.
const stages = lastStage + 2

// goBackward shows that what is bad contradicts invariants, with more and more candidates for
// these, and at last the property itself. After the cheapest candidates it looks for a short play,
// at most as long as these took, so that easy proofs do not wait for it.
func (a *attempt) goBackward(ctx context.Context, ranking claim.Ranking) (*Answer, error) {
	began := time.Now()
	limit := a.opt.Time / 2
	if a.Graph.Len() >= manyNodes { // what comes after this seldom decides them
		limit = a.opt.Time * 3 / 4
	}
	slice, cancel := budget.WithSetup(ctx, "proving", limit)
	defer cancel()
	goal := []aig.Lit{a.bad}
	if a.inStep {
		goal = append(goal, a.step)
	}
	if slice.Err() == nil && a.Graph.Len() < manyNodes {
		a.keepAlone(slice)
	}
	exact := len(a.known) == 0
	b := a.newBackward(a.known)
	for stage := 0; stage <= lastStage && slice.Err() == nil; stage++ {
		if stage == 1 {
			if answer, err := a.refuteBounded(ctx, 20, time.Since(began)); answer != nil || err != nil {
				return answer, err
			}
		}
		b.suppose(a.candidates.stage(stage))
		if stage == lastStage && !a.inStep && a.bad != aig.True {
			b.suppose([]claim.Invariant{{Kind: claim.Clause, Lits: []aig.Lit{a.bad.Not()}}})
		}
		if b.prove(slice, goal) == sat.Unsatisfiable {
			a.known = append(a.known, b.invariants()...)
			return a.conclude(ctx, a.known, exact, ranking, "induction")
		}
	}
	a.known = append(a.known, b.invariants()...)
	return nil, nil
}

// strengthen proves more invariants. It returns false if there is nothing more to try.
func (a *attempt) strengthen(ctx context.Context) bool {
	st := a.state
	if st.tried > lastStage {
		return false
	}
	list := st.candidates.stage(st.tried)
	st.tried++
	a.keep(ctx, list, 3)
	return true
}

// houdiniConflicts is when a solver gives up on some propositions.
const houdiniConflicts = 1000

// keep adds those of a list that can be proved, in a part of the time, to the invariants.
func (a *attempt) keep(ctx context.Context, list []claim.Invariant, part int) {
	slice, cancel := a.within(ctx, part)
	defer cancel()
	st := a.state
	var props []proposition
	known := map[aig.Lit]bool{aig.True: true}
	for _, q := range st.known {
		known[q.now] = true
	}
	for _, v := range list {
		if q := st.proposition(v); !known[q.now] {
			props = append(props, q)
		}
	}
	initially := st.initially()
	props = slices.DeleteFunc(props, func(q proposition) bool { return initially.Value(q.now)&1 == 0 })
	if kept, ok := st.houdini(slice, st.known, props, sat.Limits{Conflicts: houdiniConflicts}); ok {
		st.known = append(st.known, kept...)
	}
}

// rank looks for a ranking, with more and more candidates for invariants.
func (a *attempt) rank(ctx context.Context) (claim.Ranking, bool) {
	b := a.newBackward(a.known)
	b.suppose(a.candidates.stage(0))
	ranking, ok := a.clock(ctx, b)
	if !ok {
		a.known = append(a.known, b.invariants()...)
		a.keepAlone(ctx)
		b = a.newBackward(a.known)
	}
	for stage := 0; !ok && stage <= lastStage && ctx.Err() == nil; stage++ {
		b.suppose(a.candidates.stage(stage))
		slice, cancel := a.within(ctx, 3)
		ranking, ok = b.findRanking(slice, a.sample, a.candidates.groups)
		cancel()
	}
	a.known = append(a.known, b.invariants()...)
	return ranking, ok
}

// conclude writes down a proof, has it checked, and says what it needed: the whole list, if that is
// exact.
func (a *attempt) conclude(ctx context.Context, list []proposition, exact bool, ranking claim.Ranking, method string) (*Answer, error) {
	var goals [][]aig.Lit
	if a.question.Property.Kind != claim.Ends {
		goal := []aig.Lit{a.bad}
		if a.inStep {
			goal = append(goal, a.step)
		}
		goals = append(goals, goal)
	}
	if ranking != nil {
		goals = append(goals, []aig.Lit{a.step, ranking.Falls(a.Graph, a.next).Not()})
	}
	used := list
	if !exact || ranking != nil {
		var ok bool
		if used, ok = a.needed(ctx, list, goals...); !ok {
			return nil, context.DeadlineExceeded
		}
	}
	part := claim.Part{Until: a.until, Claims: []claim.Claim{{Property: a.question.Property, Ranking: ranking}}}
	var hints []hint
	for _, v := range used {
		part.Invariants, hints = append(part.Invariants, v.Invariant), append(hints, v.shownAt)
	}
	done, err := certify(ctx, a.Prover.system.Prefix(a.marked), part, hints)
	if err != nil {
		return nil, err
	}
	a.parts = append(a.parts, done)
	answer := &Answer{Verdict: Proved, Method: describe(method, len(used), ranking)}
	if ranking != nil {
		answer.Bound = ranking.Bound(a.System)
	}
	return answer, nil
}

// describe says how something was proved.
func describe(method string, invariants int, ranking claim.Ranking) string {
	if ranking != nil {
		text := rankingText(ranking)
		if method != "" {
			text += " and " + method
		}
		method = text
	}
	switch invariants {
	case 0:
		return method
	case 1:
		return method + " with 1 invariant"
	}
	return fmt.Sprintf("%s with %d invariants", method, invariants)
}

// rankingText says how large a ranking is.
func rankingText(ranking claim.Ranking) string {
	groups := 0
	for _, tier := range ranking {
		groups += len(tier)
	}
	text := fmt.Sprintf("ranking of %d numbers", groups)
	if groups == 1 {
		text = "ranking of 1 number"
	}
	if len(ranking) > 1 {
		text += fmt.Sprintf(" in %d tiers", len(ranking))
	}
	return text
}

// refuted has a play replayed.
func (a *attempt) refuted(ctx context.Context, play *Play, how string) (*Answer, error) {
	if a.question.Property.Kind == claim.Same && a.found {
		return &Answer{Verdict: Open, Differ: true, Method: "the games differ under the correspondence that was found, but there may be another one"}, nil
	}
	verify := func() error { return replay(ctx, a.game, a.question.Property, play) }
	if a.question.Property.Kind == claim.Same {
		verify = func() error { return replayBoth(ctx, a.game, a.other, play) }
	}
	if err := verify(); err != nil {
		return nil, fmt.Errorf("the play %v, found by %s: %w", play.Moves, how, err)
	}
	return &Answer{Verdict: Refuted, Method: how, Play: play}, nil
}

// walkedBack says how a loop was found.
const walkedBack = "steps away from a state and back"

// refuteByPlays looks at random plays.
func (a *attempt) refuteByPlays(ctx context.Context) (*Answer, error) {
	if a.question.Property.Ranked() {
		if a.loops != nil {
			return a.refuted(ctx, a.loops, "random plays")
		}
		if play := a.walkInLoops(ctx, fewWalks, a.opt.Seed+3); play != nil {
			return a.refuted(ctx, play, walkedBack)
		}
	}
	if a.bad == aig.False {
		return nil, nil
	}
	x := newSample(a.System, a.opt.Seed+1)
	x.end = a.Graph.Len()
	var found *Play
	look := func() {
		hits := x.sim.Value(a.bad)
		if a.inStep || found != nil {
			return
		}
		if hits != 0 {
			found = &Play{Moves: a.texts(x.play(bits.TrailingZeros64(hits))), Loop: -1}
		}
	}
	slice, cancel := a.within(ctx, 5)
	defer cancel()
	for range a.opt.Rounds {
		x.run(slice, 1, maxSteps, look)
		if a.inStep && len(x.rounds) > 0 {
			hits := x.sim.Value(a.bad) & x.rounds[len(x.rounds)-1].moved
			if hits != 0 {
				found = &Play{Moves: a.texts(x.play(bits.TrailingZeros64(hits))), Loop: -1}
			}
		}
		x.rounds = x.rounds[:0]
		if found != nil {
			return a.refuted(ctx, found, "random plays")
		}
		if slice.Err() != nil {
			break
		}
	}
	return nil, nil
}

// refuteBounded looks for a short play that is bad, from the initial state, in a part of the time and
// no longer than a limit.
func (a *attempt) refuteBounded(ctx context.Context, part int, limit time.Duration) (*Answer, error) {
	if a.inStep {
		return nil, nil
	}
	slice, cancel := a.within(ctx, part)
	defer cancel()
	slice, stop := context.WithTimeout(slice, limit)
	defer stop()
	moves, found, depth := a.bounded(slice, a.Initial(), a.bad, 60, sat.Limits{})
	a.depth = depth
	if !found {
		return nil, nil
	}
	return a.refuted(ctx, &Play{Moves: a.texts(moves), Loop: -1}, "bounded model checking")
}

// refuteByLoop looks for a short way back to a state of a random play: by steps that make states
// more alike, and then by the solver.
func (a *attempt) refuteByLoop(ctx context.Context) (*Answer, error) {
	slice, cancel := a.within(ctx, 2)
	defer cancel()
	if play := a.walkInLoops(slice, manyWalks, a.opt.Seed+4); play != nil {
		return a.refuted(ctx, play, walkedBack)
	}
	x := newSample(a.System, a.opt.Seed+2)
	for n := range 40 {
		x.run(slice, 1+n/4, maxSteps, nil)
		if slice.Err() != nil {
			return nil, nil
		}
		lane := n % lanes
		from := make([]bool, len(x.state))
		for i, w := range x.state {
			from[i] = w>>lane&1 == 1
		}
		before := x.play(lane)
		if moves, found := a.loop(slice, from, 6, sat.Limits{Conflicts: 20_000}); found {
			play := &Play{Moves: a.texts(slices.Concat(before, moves)), Loop: len(before)}
			return a.refuted(ctx, play, "a loop that the solver found")
		}
	}
	return nil, nil
}
