package circuit

import (
	"sync"

	"ludex/game"
	"ludex/internal/circuit/planning"
)

// A plan is the analysis of a game for one role, made when first needed.
type plan struct {
	facts struct {
		once      sync.Once
		relevance game.Relevance
	}
	distance struct {
		once       sync.Once
		relaxation *planning.Relaxation // nil if there is none
	}
}

// problem returns the game as a problem for one role, or nil if it is not one.
func (g *Game) problem() *planning.Problem {
	s := g.spec
	if len(s.Roles) != 1 || s.Random >= 0 || s.Hidden || s.StuckEnds || len(s.Goals) == 0 || len(s.Rules) == 0 {
		return nil
	}
	p := &planning.Problem{Atoms: s.Atoms, Rules: s.Rules, Terminal: s.Terminal}
	for _, b := range s.State {
		p.State = append(p.State, planning.Fact{Atom: b.Atom, Next: b.Next, Init: b.Init})
	}
	for _, m := range s.Moves[0] {
		p.Moves = append(p.Moves, planning.Move{Legal: m.Legal, Does: m.Does})
	}
	for _, x := range s.Goals {
		p.Goals = append(p.Goals, planning.Goal{Value: x.Value, Atom: x.Atom})
	}
	return p
}

// Relevance implements [game.RelevanceFinder].
func (g *Game) Relevance() game.Relevance {
	f := &g.plan.facts
	f.once.Do(func() {
		if p := g.problem(); p != nil {
			f.relevance = p.Relevance()
		}
	})
	return f.relevance
}

// relaxation returns the relaxed rules, or nil if there are none.
func (g *Game) relaxation() *planning.Relaxation {
	d := &g.plan.distance
	d.once.Do(func() {
		if p := g.problem(); p != nil {
			counted := g.Relevance().Counted
			d.relaxation = p.NewRelaxation(func(bit int) bool {
				return counted != nil && counted[bit>>6]>>(bit&63)&1 == 1
			})
		}
	})
	return d.relaxation
}

// GoalValues implements [game.Relaxer].
func (g *Game) GoalValues() []int {
	if r := g.relaxation(); r != nil {
		return r.GoalValues()
	}
	return nil
}

// NewEstimator implements [game.Relaxer].
func (g *Game) NewEstimator(goal int) game.Estimator { return g.relaxation().NewEstimator(goal) }
