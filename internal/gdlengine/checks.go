package gdlengine

import (
	"context"
	"errors"
	"fmt"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/budget"
	"ludex/internal/gdlengine/epistemic"
	"ludex/internal/gdlengine/gdlref"
	"ludex/internal/gdlengine/ground"
	"ludex/internal/gdlrewrite"
)

// Limits for computing the initial state of a description that is only checked.
// Public games need less than a tenth.
const (
	maxStartAnswers = 200_000
	maxStartWork    = 5_000_000
	maxStartRoles   = 200
)

// Start returns a function that computes the facts of the initial state and, unless
// it is terminal, the roles that have no legal move in it, for
// [ludex/gdl/gdlcheck.Options].
func Start(ctx context.Context) func(*gdl.Program) (facts, stuck []string, err error) {
	return func(p *gdl.Program) (facts, stuck []string, err error) {
		g, err := startGame(p)
		if err != nil {
			return nil, nil, err
		}
		if n := len(g.Roles()); n > maxStartRoles {
			return nil, nil, fmt.Errorf("the game has %d roles; at most %d are looked at", n, maxStartRoles)
		}
		m := g.NewMachine()
		m.Bind(ctx)
		s := m.Initial(nil)
		if over := m.Terminal(s); !over {
			for r, name := range g.Roles() {
				if len(m.Legal(s, game.Role(r), nil)) == 0 {
					stuck = append(stuck, name)
				}
			}
		}
		if err := m.Err(); err != nil {
			return nil, nil, err
		}
		return g.Facts(s), stuck, nil
	}
}

// startGame opens a game whose initial state is looked at.
func startGame(p *gdl.Program) (game.Game, error) {
	knowledge := p.Dialect.Knowledge()
	g, err := gdlref.New(p, gdlref.Options{MaxAnswers: maxStartAnswers, MaxWork: maxStartWork, Knowledge: knowledge})
	if err != nil || !knowledge {
		return g, err
	}
	return epistemic.New(g, epistemic.Options{}), nil
}

// maxLoop is how many atoms of a loop are shown.
const maxLoop = 8

// NegativeLoop returns a function that decides on the ground program whether an
// atom depends on its own negation, for [ludex/gdl/gdlcheck.Options].
func NegativeLoop(ctx context.Context) func(*gdl.Program) ([]string, error) {
	return func(p *gdl.Program) ([]string, error) {
		ctx, cancel := budget.WithSetup(ctx, "grounding", DefaultTime)
		defer cancel()
		if p.Dialect.Knowledge() {
			p, _ = gdlrewrite.KnowledgeAsFacts(p, true)
		}
		res, err := ground.Ground(ctx, p, ground.Options{Limits: ground.Limits{Memory: budget.MemoryOf(ctx)}, KeepArguments: true})
		if errors.Is(err, context.DeadlineExceeded) {
			return nil, fmt.Errorf("grounding takes more than %v of CPU time", DefaultTime)
		}
		if err != nil {
			return nil, err
		}
		atoms, _ := ground.NegativeLoop(res.Spec)
		var loop []string
		for _, a := range atoms[:min(len(atoms), maxLoop)] {
			loop = append(loop, res.AtomText(a))
		}
		return loop, nil
	}
}
