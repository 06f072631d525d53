package gdlengine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"ludex/gdl"
	"ludex/internal/budget"
	"ludex/internal/circuit"
	"ludex/internal/gdlengine/epistemic"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlengine/ground"
	"ludex/internal/gdlrewrite"
)

// openKnowledge opens a game of GDL-III.
func openKnowledge(ctx context.Context, p *gdl.Program, opt Options) (*Opened, error) {
	switch opt.Engine {
	case Reference:
		return knowledgeReference(p, opt)
	case Circuit:
		return knowledgeCircuit(ctx, p, opt)
	case GPU:
		return nil, fmt.Errorf("%s is not played on a GPU; use --engine auto", p.Dialect.Title())
	case Auto, "":
	default:
		return nil, fmt.Errorf("unknown engine %q: use reference, circuit or auto", opt.Engine)
	}
	o, err := knowledgeCircuit(ctx, p, opt)
	var loop *circuit.NegativeLoopError
	if err == nil || ctx.Err() != nil || errors.As(err, &loop) {
		return o, err
	}
	budget.GiveBack()
	o, refErr := knowledgeReference(p, opt)
	if refErr != nil {
		return nil, refErr
	}
	o.Note = fmt.Sprintf("%v; using the reference interpreter, which is slower", err)
	return o, nil
}

// knowledgeReference evaluates the rules by the interpreter, in all plays that look
// different to somebody.
func knowledgeReference(p *gdl.Program, opt Options) (*Opened, error) {
	r, err := gdlref.New(p, gdlref.Options{ForceHidden: opt.ForceHidden, Memory: opt.Memory, Knowledge: true})
	if err != nil {
		return nil, err
	}
	return &Opened{Game: epistemic.New(r, epistemic.Options{Memory: opt.Memory})}, nil
}

// knowledgeCircuit evaluates the rules by a circuit, in many worlds at once, and
// shares worlds in which the same is known.
func knowledgeCircuit(ctx context.Context, p *gdl.Program, opt Options) (*Opened, error) {
	ctx, cancel := budget.WithSetup(ctx, "setting up the circuit", cmp.Or(opt.Time, DefaultTime))
	defer cancel()
	translated, names := gdlrewrite.KnowledgeAsFacts(p, opt.ForceHidden)
	settings := ground.Options{Limits: ground.Limits{Memory: opt.Memory}, ForceHidden: true}
	o, err := newCircuit(ctx, translated, settings, opt, nil)
	if err != nil {
		return nil, err
	}
	hidden := opt.ForceHidden || slices.ContainsFunc(p.Clauses, func(c gdl.Clause) bool { return c.Head.Name == gdl.Sees })
	r, err := epistemic.Observed(p, names, o.Circuit, o.Ground.Spec, hidden)
	if err != nil {
		return nil, err
	}
	return &Opened{Game: epistemic.New(r, epistemic.Options{Share: true, Memory: opt.Memory})}, nil
}
