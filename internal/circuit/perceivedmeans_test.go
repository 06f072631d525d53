package circuit_test

import (
	"context"
	"math"
	"testing"

	"ludex/game"
	"ludex/internal/circuit"
)

// A mean is that of some numbers, with its standard deviation.
type mean struct{ mean, deviation float64 }

func meanOf(x []float64) mean {
	sum, squares := 0.0, 0.0
	for _, v := range x {
		sum += v
		squares += v * v
	}
	n := float64(len(x))
	m := sum / n
	return mean{m, math.Sqrt(max(0, squares/n-m*m) / n)}
}

type player func(context.Context, game.Game, game.PerceivedOptions, func(*game.PerceivedStep) error) (game.PerceivedResult, error)

// means plays from the initial state and returns the means of the lengths, and for
// each role of the goals, of the numbers of percepts and of a hash of what is
// perceived.
func means(t *testing.T, g *circuit.Game, playouts int, play player) []mean {
	t.Helper()
	roles := allRoles(g)
	from := make([]game.State, playouts)
	for i := range from {
		from[i] = g.NewMachine().Initial(nil)
	}
	samples := make([][]float64, 1+3*len(roles))
	for i := range samples {
		samples[i] = make([]float64, playouts)
	}
	opt := game.PerceivedOptions{From: from, Roles: roles, Seed: 9}
	res, err := play(t.Context(), g, opt, func(s *game.PerceivedStep) error {
		for i, k := range s.Playouts {
			for r := range roles {
				list := s.Percepts.Of(i, r)
				samples[2+3*r][k] += float64(len(list))
				for _, p := range list {
					samples[3+3*r][k] += float64(uint32(p) * 2654435761 >> 24)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for k := range playouts {
		samples[0][k] = float64(res.Steps[k])
		for r := range roles {
			samples[1+3*r][k] = float64(res.Goals[k*len(roles)+r])
		}
	}
	var out []mean
	for _, s := range samples {
		out = append(out, meanOf(s))
	}
	return out
}
