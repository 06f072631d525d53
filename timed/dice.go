package timed

import "ludex/game"

// dice choose for random, and for roles that do not move in time.
type dice interface {
	chance(legal []string) (string, error)
	// substitutes chooses a move for each role, from its legal moves, which
	// may be none, at an instant.
	substitutes(at Time, legal [][]string) ([]string, error)
}

// seededDice draw by two generators, so that the moves of random do not depend
// on whether roles move in time.
type seededDice struct{ random, roles *game.Rand }

func newSeededDice(seed uint64) *seededDice {
	first := game.NewRand(seed)
	return &seededDice{game.NewRand(first.Uint64()), game.NewRand(first.Uint64())}
}

func (d *seededDice) chance(legal []string) (string, error) {
	return legal[d.random.Choose(len(legal))], nil
}

// substitutes draws once for each role, whether it needs a move or not, so that
// one role's choice does not depend on what the others do.
func (d *seededDice) substitutes(_ Time, legal [][]string) ([]string, error) {
	out := make([]string, len(legal))
	for r, moves := range legal {
		draw := d.roles.Choose(max(len(moves), 1))
		if len(moves) > 0 {
			out[r] = moves[draw]
		}
	}
	return out, nil
}
