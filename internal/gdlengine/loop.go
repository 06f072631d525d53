package gdlengine

import (
	"context"
	"errors"
	"fmt"

	"ludex/gdl"
	"ludex/internal/budget"
	"ludex/internal/gdlengine/ground"
)

// maxLoop is how many atoms of a loop are shown.
const maxLoop = 8

// NegativeLoop returns a function that decides on the ground program whether an
// atom depends on its own negation, for [ludex/gdl/gdlcheck.Options].
func NegativeLoop(ctx context.Context) func(*gdl.Program) ([]string, error) {
	return func(p *gdl.Program) ([]string, error) {
		ctx, cancel := budget.WithSetup(ctx, "grounding", DefaultTime)
		defer cancel()
		res, err := ground.Ground(ctx, p, ground.Options{Limits: ground.Limits{Memory: budget.MemoryOf(ctx)}})
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
