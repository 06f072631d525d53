package rules

import (
	"context"
	"fmt"
	"sync"

	"ludex/gdl/gdlcheck"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlrewrite"
	"ludex/rbg/rbgcheck"
	"ludex/source"
)

// CheckOptions selects what is reported besides errors and warnings.
type CheckOptions struct {
	Strict bool // problems that only some systems tolerate are errors
	Hints  bool // matters of style are reported too
}

// Check returns the problems of the text together with what the checks of its
// language find. If the context ends first, something may be missing. Read
// leniently, errors with a clear meaning are warnings.
func (r *Rules) Check(ctx context.Context, opt CheckOptions) *source.List {
	list := r.run(gdlcheck.Options{Strict: opt.Strict, Hints: opt.Hints, NegativeLoop: gdlengine.NegativeLoop(ctx), Start: gdlengine.Start(ctx)})
	if r.options.Lenient && list.HasErrors() {
		r.downgradeErrors(ctx, list)
	}
	return list
}

// errors returns what check finds, without warnings that are expensive to compute.
func (r *Rules) errors(ctx context.Context) *source.List {
	return r.run(gdlcheck.Options{NegativeLoop: gdlengine.NegativeLoop(ctx)})
}

func (r *Rules) run(opt gdlcheck.Options) *source.List {
	list := &source.List{File: r.File, Items: append([]*source.Diagnostic(nil), r.Problems.Items...)}
	switch {
	case !r.isRBG:
		gdlcheck.Run(r.GDL, opt, list)
	case r.RBG != nil:
		rbgcheck.Run(r.RBG, rbgcheck.Options{Strict: opt.Strict, Hints: opt.Hints}, list)
	}
	return list
}

// downgradeErrors turns the errors of a list into warnings if a lenient reading leaves no
// errors.
func (r *Rules) downgradeErrors(ctx context.Context, list *source.List) {
	if r.isRBG || r.Problems.HasErrors() {
		return
	}
	left := map[source.Span]bool{}
	for _, d := range r.leniently().errors(ctx).Items {
		if d.Severity == source.Error {
			left[d.Span] = true
		}
	}
	for _, d := range list.Items {
		if d.Severity == source.Error && !left[d.Span] {
			d.Severity = source.Warning
			d.Advise("read leniently, since the meaning is clear")
		}
	}
}

// leniently returns the rules with errors that have a clear meaning repaired.
func (r *Rules) leniently() *Rules {
	repaired := &Rules{File: r.File, Problems: r.Problems, options: r.options, copies: r.copies}
	repaired.GDL = gdlrewrite.Lenient(r.GDL)
	return repaired
}

// A RefusedError says that rules are not played because they have errors.
type RefusedError struct {
	Problems *source.List // the errors among them are the reason
	Clear    bool         // a lenient reading would leave no error
}

// Error says how many errors there are and shows the first one.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("%v: rules with errors are not played", e.Problems.Err())
}

// Unwrap returns the errors.
func (e *RefusedError) Unwrap() error { return e.Problems.Err() }

// A gate remembers whether rules can be played.
type gate struct {
	mu   sync.Mutex
	open *Rules // as they are played
	err  error
}

// Playable returns the rules as they are played: themselves if check finds no errors, or
// repaired ones if they are read leniently. The error is a [*RefusedError] if there are
// errors, or the context's. All code that computes with a game calls it, [Rules.Open] and
// [Rules.OpenTimed] included.
func (r *Rules) Playable(ctx context.Context) (*Rules, error) {
	if r.gate == nil {
		return r, nil // r was returned by Playable
	}
	r.gate.mu.Lock()
	defer r.gate.mu.Unlock()
	if r.gate.open == nil && r.gate.err == nil {
		open, err := r.playable(ctx)
		if ctx.Err() != nil {
			return nil, ctx.Err() // the results may be wrong
		}
		r.gate.open, r.gate.err = open, err
	}
	return r.gate.open, r.gate.err
}

func (r *Rules) playable(ctx context.Context) (*Rules, error) {
	list := r.errors(ctx)
	played := *r
	played.gate = nil
	if list.HasErrors() && r.options.Lenient {
		r.downgradeErrors(ctx, list)
		if !list.HasErrors() {
			played = *r.leniently()
		}
	}
	if list.HasErrors() {
		return nil, &RefusedError{list, !r.options.Lenient && r.isClear(ctx)}
	}
	played.Problems = list
	if !r.isRBG {
		played.GDL = gdlrewrite.WithoutOdds(played.GDL)
	}
	return &played, nil
}

// isClear reports whether a lenient reading leaves no error.
func (r *Rules) isClear(ctx context.Context) bool {
	return !r.isRBG && !r.Problems.HasErrors() && !r.leniently().errors(ctx).HasErrors()
}

// Forgiven returns the problems of rules that were read leniently: what would be
// errors otherwise.
func (r *Rules) Forgiven() *source.List {
	out := &source.List{File: r.File}
	for _, d := range r.Problems.Items {
		if d.Severity != d.Code.Severity && d.Code.Severity == source.Error {
			out.Items = append(out.Items, d)
		}
	}
	return out
}
