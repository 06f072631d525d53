package equilibrium

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A Method is a way to find an equilibrium.
type Method string

// The methods.
const (
	Auto    Method = ""
	LP      Method = "lp"    // exact: Tree.Exact
	CFRPlus Method = "cfr+"  // newCFR
	MCCFR   Method = "mccfr" // newSampler

	// Optimum is the method of a result for a single player, by backward induction.
	Optimum Method = "optimum"
)

// ErrNoMethod is returned if the requested method does not exist.
var ErrNoMethod = errors.New("there is no such method")

// Options configure the search for an equilibrium. The zero value chooses a method
// and runs until the context ends.
type Options struct {
	Method     Method
	Iterations int     // at most; 0 is no limit
	Precision  float64 // NashConv that is good enough
	Seed       uint64  // of sampling
	// Progress is called from time to time, if it is not nil.
	Progress func(iterations int, nashConv float64)
}

// A Result is the best profile that was found.
type Result struct {
	Method     Method
	Profile    Profile
	Assessment Assessment
	Exact      *exactSolution // nil unless the profile is exact
	Iterations int
	Reached    bool // the precision was reached
	Elapsed    time.Duration
}

// smallProgram is the number of sequences up to which the exact solution is fast.
const smallProgram = 600

// Solve looks for an equilibrium of a tree. If the context or the iterations end
// before the precision is reached, the result is the best profile so far. Only the
// exact method has no partial result, and returns the context's error.
func Solve(ctx context.Context, t *Tree, opt Options) (*Result, error) {
	start := time.Now()
	res, err := solve(ctx, t, opt)
	if err != nil {
		return nil, err
	}
	res.Elapsed = time.Since(start)
	return res, nil
}

func solve(ctx context.Context, t *Tree, opt Options) (*Result, error) {
	method := opt.Method
	if method == Auto {
		method = choose(t)
	}
	switch method {
	case LP:
		return exactly(ctx, t)
	case CFRPlus:
		return iterate(ctx, t, method, newCFR(t), 1, opt), nil
	case MCCFR:
		return iterate(ctx, t, method, newSampler(t, opt.Seed), samplesAtOnce, opt), nil
	}
	return nil, fmt.Errorf("%w: %q; use lp, cfr+ or mccfr", ErrNoMethod, opt.Method)
}

// choose returns the method for a tree.
func choose(t *Tree) Method {
	if _, constant := t.TwoPlayerConstantSum(); t.players == 1 || constant && t.sequences <= smallProgram {
		return LP
	}
	return CFRPlus
}

func exactly(ctx context.Context, t *Tree) (*Result, error) {
	e, err := t.exact(ctx)
	if err != nil {
		return nil, err
	}
	p := e.Profile()
	method := LP
	if t.players == 1 {
		method = Optimum
	}
	return &Result{Method: method, Profile: p, Assessment: t.Assess(p), Exact: e, Iterations: e.Pivots, Reached: true}, nil
}

// An iterativeSolver improves a profile with every iteration.
type iterativeSolver interface {
	Run(ctx context.Context, iterations int)
	Iterations() int
	Profile() Profile
}

// samplesAtOnce is the number of sampling iterations that cost about as much as an
// assessment.
const samplesAtOnce = 1000

// iterate runs a solver until the precision is reached. Assessments become less
// frequent, so that most of the time is spent on iterations.
func iterate(ctx context.Context, t *Tree, method Method, l iterativeSolver, atOnce int, opt Options) *Result {
	res := &Result{Method: method}
	for {
		next := max(atOnce, l.Iterations()/4)
		if opt.Iterations > 0 {
			next = min(next, opt.Iterations-l.Iterations())
		}
		l.Run(ctx, next)
		res.Profile, res.Iterations = l.Profile(), l.Iterations()
		res.Assessment = t.Assess(res.Profile)
		res.Reached = res.Assessment.NashConv <= opt.Precision
		if opt.Progress != nil {
			opt.Progress(res.Iterations, res.Assessment.NashConv)
		}
		if res.Reached || ctx.Err() != nil || opt.Iterations > 0 && res.Iterations >= opt.Iterations {
			return res
		}
	}
}
