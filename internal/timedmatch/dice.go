package timedmatch

import "ludex/game"

// dice choose for random, and for roles that do not move in time. They use two
// generators, so that the moves of random do not depend on whether roles move in
// time.
type dice struct{ random, roles *game.Rand }

func newDice(seed uint64) *dice {
	first := game.NewRand(seed)
	return &dice{game.NewRand(first.Uint64()), game.NewRand(first.Uint64())}
}

// chanceSeed returns the seed of random in a match with a seed.
func chanceSeed(seed uint64) uint64 { return game.NewRand(seed).Uint64() }

func (d *dice) chance(legal []string) string { return legal[d.random.Choose(len(legal))] }

// substitutes chooses a move for each role from its legal moves, of which there may
// be none. It draws once for each role, whether it needs a move or not, so that one
// role's choice does not depend on what the others do.
func (d *dice) substitutes(legal [][]string) []string {
	out := make([]string, len(legal))
	for r, moves := range legal {
		draw := d.roles.Choose(max(len(moves), 1))
		if len(moves) > 0 {
			out[r] = moves[draw]
		}
	}
	return out
}
