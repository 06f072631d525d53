// Package ground grounds a game description: it turns rules into rules over numbered
// atoms without variables, from which package circuit makes a circuit.
//
// Rules are split first, so that they have few instances, and static relations are
// evaluated. Then a semi-naive evaluation over all states at once derives everything
// that could ever be true, legal or seen. The rule instances that it uses are the result.
// It ignores negations of what depends on the state, and keeps them in the instances.
//
// The result depends only on the description: not on the machine, the time or the names.
package ground

import (
	"context"
	"time"

	"ludex/gdl"
	"ludex/internal/circuit"
)

// Options controls grounding.
type Options struct {
	Limits Limits
	// ForceHidden hides moves even in a description without any clause for
	// sees, so that no role perceives anything.
	ForceHidden bool
	// WithoutGoals leaves out the goals, and what only they need.
	WithoutGoals bool
	// WithoutPercepts leaves out the percepts, and what only they need. Moves stay hidden.
	WithoutPercepts bool
	// KeepArguments keeps arguments that do not matter, so that atoms can be shown as the
	// description writes them.
	KeepArguments bool

	// The following are for tests.
	noSplit     bool // rules stay as they are
	onePass     bool // rules are split on a guess only
	restrictAll bool // demand restricts everything it can
}

// A Result is a grounded description.
type Result struct {
	Spec  *circuit.Spec
	Stats Stats

	loaded *program // rules without disjunctions
	split  *program // rules taken apart
	engine *engine  // with the program that was grounded in the end
	atoms  []int32  // by atom of the spec, the engine's atom
}

// Ground grounds a description that has been checked and found valid. The error is
// a [*LimitError] if the description grows too large or the context's deadline
// passes, and a [*RuleError] for a clause that cannot be grounded.
func Ground(ctx context.Context, p *gdl.Program, opt Options) (*Result, error) {
	start := time.Now()
	loaded, err := load(ctx, p, opt)
	if err != nil {
		return nil, err
	}
	loaded.classify()
	limits := opt.Limits.withDefaults()
	g := &grounder{
		meter:  meter{ctx: ctx, limits: limits},
		opt:    opt,
		loaded: loaded,
	}
	if err := g.run(); err != nil {
		return nil, err
	}
	g.engine.release()
	res := &Result{loaded: loaded, split: g.split, engine: g.engine}
	if err := res.build(opt, &g.meter); err != nil {
		return nil, g.explain(err, g.engine)
	}
	res.Stats.Passes = g.stats
	res.Stats.Relations = g.engine.relationStats()
	res.Stats.Time = time.Since(start)
	return res, nil
}
