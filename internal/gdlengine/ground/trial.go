package ground

import "errors"

// The first attempt to ground a description may derive far more than it needs. Rules
// that were split on a guess may have too many instances, or relations are computed for
// all arguments although few are asked for: how many pieces are on any four cells, where
// only some corners matter. Both show while the attempt runs, by the sizes of relations
// and by instances that nothing which matters has used. Then another attempt is tried in
// between. Unless it does much better than the first one, it may cost half of what that
// has cost so far. So it costs little if it fails, and if it succeeds, the first one need
// not go on.

// trials makes other attempts while the first one is running.
type trials struct {
	grounder *grounder
	program  *program // of the first attempt
	engine   *engine
	next     int64 // when the next trial is due, in what the first attempt has spent
	hopeless bool  // demand is not worth another trial
}

// The first trial is made when the first attempt has spent so much, and each one after
// a multiple of that.
const (
	firstTrial  = 1_000_000
	trialFactor = 3
)

// fewUsed is below which share of instances that are of use a description is likely to
// ask for less than it derives.
const fewUsed = 0.25

// muchSmaller is how small another split must promise to be for a trial, compared to
// the one at hand. Estimates in the middle of an attempt are rough.
const muchSmaller = 0.2

// A trial that has found muchFurther times as many facts and moves as the first attempt
// goes on until it has cost maxTrial times as much, and then as long as it finds more.
const (
	muchFurther = 3
	maxTrial    = 6
)

func (g *grounder) newTrials(p *program, e *engine) *trials {
	return &trials{grounder: g, program: p, engine: e, next: firstTrial}
}

// review makes a trial if one is due and promises something. It reports whether the
// first attempt should go on.
func (t *trials) review() bool {
	spent := t.engine.meter.spent()
	if spent < t.next {
		return true
	}
	t.next = trialFactor * spent
	if spent > int64(t.grounder.meter.limits.Outputs) {
		if err := t.grounder.onlyOutputs(t.engine); err != nil {
			t.engine.meter.stop(err)
			return false
		}
	}
	stats := newStatistics(t.engine, len(t.grounder.loaded.rels))
	if t.splitAgain(stats) {
		return false
	}
	return t.hopeless || t.engine.usedShare() > fewUsed || !t.restrict()
}

// splitAgain tries rules split by what has been counted so far.
func (t *trials) splitAgain(stats *statistics) bool {
	g := t.grounder
	if g.opt.noSplit || g.opt.onePass {
		return false
	}
	second := g.splitCounted(stats)
	if second.sameRules(t.program) || stats.sibling().total(second) > muchSmaller*stats.sibling().total(t.program) {
		return false
	}
	return t.try("counted", second, second, stats)
}

// restrict tries to restrict the largest relations to what is asked of them.
func (t *trials) restrict() bool {
	stats := newStatistics(t.engine, len(t.program.rels))
	worst := t.engine.offenders(nil, len(t.program.rels))
	restricted, ok := t.program.withDemand(t.program.related(worst), stats, &t.grounder.meter)
	return ok && t.try("demand", t.program, restricted, stats)
}

// try makes an attempt with a program that was made from a split one, and reports
// whether it was successful.
func (t *trials) try(name string, split, p *program, stats *statistics) bool {
	g, outer := t.grounder, t.engine
	e := newEngine(p, g.meter)
	e.reuse(stats)
	e.meter.words = func() int64 { return outer.words() + e.words() }
	allowed, before := outer.meter.spent()/2, muchFurther*outer.played()
	e.meter.review = func() bool {
		if e.meter.spent() < allowed {
			return true
		}
		allowed = max(maxTrial*outer.meter.spent(), 2*allowed)
		now := e.played()
		t.hopeless = now <= before || e.meter.slow()
		before = now + now/10
		return !t.hopeless
	}
	err := g.attempt(name, e)
	if err == nil {
		g.keep(split, e)
	} else if !errors.Is(err, errBudget) {
		outer.meter.stopped = err
	}
	return err == nil
}

// played returns how many facts, moves, goals and percepts are known.
func (e *engine) played() int {
	n := 0
	for _, rel := range e.playRelations() {
		n += e.rels[rel].size()
	}
	return n
}

// usedShare estimates which share of the instances the relations that a game is made
// of have used so far. A body is found before its head as a rule, so going backwards
// finds nearly all of them in one sweep.
func (e *engine) usedShare() float64 {
	if e.code.instances == 0 {
		return 0
	}
	used := make([]bool, len(e.atomRel))
	for _, rel := range e.playRelations() {
		for _, l := range e.rels[rel].literals {
			used[max(l, ^l)>>1] = true
		}
	}
	count := 0
	e.code.eachBackwards(func(head int32, literals []int32) {
		if !used[head] {
			return
		}
		count++
		for _, l := range literals {
			used[l>>1] = true
		}
	})
	return float64(count) / float64(e.code.instances)
}
