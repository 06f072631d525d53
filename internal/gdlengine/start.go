package gdlengine

import (
	"context"
	"fmt"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine/gdlref"
)

// What computing the initial state of a description that is only checked may take.
// Public games need less than a tenth of it.
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
		g, err := gdlref.New(p, gdlref.Options{MaxAnswers: maxStartAnswers, MaxWork: maxStartWork})
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
