package ground

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// A grounder makes attempts to ground a program, and keeps the best.
type grounder struct {
	meter  meter // what each attempt starts with
	opt    Options
	loaded *program
	stats  []PassStat

	split  *program // the program of the engine that is kept, before demand
	engine *engine
}

// patience is what an attempt may take before it is seen as an explosion. Only the
// number of tuples distinguishes an explosion from a large game; public games that
// need no restriction stay below it.
var patience = bounds{literals: 60_000_000, steps: 100_000_000, tuples: 2_500_000}

// maxAgain is how often an attempt with demand is begun again because it is slow.
const maxAgain = 3

// largeProgram is the number of literals from which a second pass must promise an
// improvement: below that, trying is cheap.
const largeProgram = 300_000

// run grounds with rules split on a guess, which is cheap, and then with rules
// split by the statistics of the first pass. The second is kept if it is smaller.
// A program that explodes is restricted by demand.
func (g *grounder) run() error {
	first := g.loaded
	if !g.opt.noSplit {
		first = g.loaded.split(nil, &g.meter)
	}
	e := newEngine(first, g.meter)
	e.meter.setBounds(patience)
	if !g.opt.restrictAll {
		e.meter.review = g.newTrials(first, e).review
	}
	err := g.attempt("guess", e)
	switch {
	case errors.Is(err, errBudget) && g.engine != nil: // a trial has done better
		return g.improve()
	case errors.Is(err, errBudget) && g.onlyOutputs(e) != nil:
		return g.explain(&LimitError{Err: g.onlyOutputs(e)}, e)
	case errors.Is(err, errBudget) || err == nil && g.opt.restrictAll:
		return g.restrict(first, e)
	case err != nil:
		return err
	}
	g.keep(first, e)
	if g.opt.noSplit || g.opt.onePass {
		return nil
	}
	return g.improve()
}

// improve tries to ground with rules split by statistics.
func (g *grounder) improve() error {
	e := g.engine
	if e.program != g.split {
		return nil // demand has left relations incomplete
	}
	stats := newStatistics(e, len(g.loaded.rels))
	second := g.splitCounted(stats)
	if second.sameRules(g.split) || e.meter.literals > largeProgram && !g.promising(second, stats) {
		return nil
	}
	retry := newEngine(second, g.meter)
	retry.reuse(stats)
	retry.meter.setBounds(bounds{literals: e.meter.literals, steps: 4*e.meter.work + 3_000_000})
	err := g.attempt("counted", retry)
	if errors.Is(err, errBudget) {
		return nil
	}
	if err == nil {
		g.keep(second, retry)
	}
	return err
}

// splitCounted returns the rules taken apart by what has been counted.
func (g *grounder) splitCounted(stats *statistics) *program {
	return g.loaded.unfold(stats, &g.meter).split(stats, &g.meter)
}

// promising reports whether a program is estimated to have fewer instances than
// the one that is kept.
func (g *grounder) promising(p *program, stats *statistics) bool {
	return stats.sibling().total(p) < 0.98*stats.sibling().total(g.split)
}

// restrict grounds a program that has exploded: the worst relations are restricted
// to what is asked of them. That may reveal others. If nothing can be restricted
// the program may just be large, and the limits decide.
//
// An attempt that takes many steps for few instances joins in a bad order, because
// little was known about the sizes of relations. It is begun again with what is known
// by then.
func (g *grounder) restrict(p *program, e *engine) error {
	var worst []int32
	for again := maxAgain; ; again-- {
		before := len(worst)
		worst = e.offenders(worst, len(p.rels))
		if before > 0 && len(worst) == before && (again < 0 || !e.meter.slow()) {
			limit := fmt.Errorf("%w: there are more than %d, or more than %d steps to find them", errTuples, e.meter.bounds.tuples, e.meter.bounds.steps)
			return g.explain(&LimitError{Err: limit}, e)
		}
		e.shrink()
		stats := newStatistics(e, len(p.rels))
		restricted, ok := p.withDemand(p.related(slices.Clone(worst)), stats, &g.meter)
		if !ok {
			restricted = p
		}
		e = newEngine(restricted, g.meter)
		e.reuse(stats)
		if ok {
			e.meter.setBounds(bounds{tuples: 4 * patience.tuples, steps: 3 * patience.steps})
		}
		if ok && again > 0 {
			e.meter.review = func() bool { return !e.meter.slow() }
		}
		if err := g.attempt("demand", e); err == nil {
			g.keep(p, e)
			return nil
		} else if !errors.Is(err, errBudget) {
			return err
		}
	}
}

// nearlyAll is the share of all instances from which on goals and percepts are to blame.
const nearlyAll = 0.9

// onlyOutputs returns [ErrGoals] or [ErrPercepts], whichever has more instances, if there is a
// limit for them and nearly all instances are of rules that nothing else needs.
func (g *grounder) onlyOutputs(e *engine) error {
	if g.meter.limits.Outputs == 0 {
		return nil
	}
	core := e.closure(e.rootsWithoutOutputs())
	forGoals, forPercepts := e.closure([]int32{e.goal}), e.closure([]int32{e.sees})
	outputs, goals, percepts, total := 0, 0, 0, 0
	for _, r := range e.rels {
		total += r.emitted
		if core[r.id] {
			continue
		}
		outputs += r.emitted
		if forGoals[r.id] {
			goals += r.emitted
		}
		if forPercepts[r.id] {
			percepts += r.emitted
		}
	}
	switch {
	case float64(outputs) <= nearlyAll*float64(total):
		return nil
	case goals >= percepts:
		return ErrGoals
	}
	return ErrPercepts
}

// attempt runs an engine and records how it went.
func (g *grounder) attempt(name string, e *engine) error {
	start := time.Now()
	e.pass = len(g.stats)
	g.stats = append(g.stats, PassStat{Name: name})
	err := e.run()
	g.stats[e.pass] = PassStat{
		Name: name, Kept: g.stats[e.pass].Kept, Time: time.Since(start), Steps: e.meter.work,
		Instances: e.code.instances, Literals: int(e.meter.literals) - e.code.instances,
	}
	return g.explain(err, e)
}

// explain adds to an error about a limit the rules that exceeded it.
func (g *grounder) explain(err error, e *engine) error {
	var limit *LimitError
	if errors.As(err, &limit) {
		limit.Rules = e.worst(5)
	}
	return err
}

// keep makes an attempt the result so far.
func (g *grounder) keep(p *program, e *engine) {
	g.split, g.engine = p, e
	for i := range g.stats {
		g.stats[i].Kept = i == e.pass
	}
}

// offenders adds to a list of relations those among the first n that have a
// notable share of all instances.
func (e *engine) offenders(rels []int32, n int) []int32 {
	total := 0
	for _, r := range e.rels {
		total += r.emitted
	}
	for _, r := range e.rels[:n] {
		if r.emitted > total/500 && !e.keyword(r.id) && !slices.Contains(rels, r.id) {
			rels = append(rels, r.id)
		}
	}
	return rels
}

// keyword reports whether a relation is one whose meaning games share.
func (p *program) keyword(rel int32) bool {
	return rel == p.role || rel == p.initial || slices.Contains(p.playRelations(), rel)
}

// sameRules reports whether two programs have the same rules up to the names of
// variables.
func (p *program) sameRules(q *program) bool {
	return slices.EqualFunc(p.rules, q.rules, func(r, s *rule) bool { return r.key() == s.key() })
}

// shrink frees the memory of an abandoned attempt, except for complete relations
// and the tuples of the others, which tell how large they are.
func (e *engine) shrink() {
	e.code, e.queue, e.asked, e.stats = codeBuffer{}, nil, nil, nil
	e.atomRel, e.atomTuple = nil, nil
	for _, r := range e.rels {
		if !r.complete {
			r.indexes, r.readers, r.table, r.literals = nil, nil, nil, nil
		}
	}
}

// release frees what only the search needs, other attempts among it.
func (e *engine) release() {
	e.queue, e.stats = nil, nil
	e.meter.words, e.meter.review = nil, nil
	for _, r := range e.rels {
		r.indexes, r.readers = nil, nil
	}
}
