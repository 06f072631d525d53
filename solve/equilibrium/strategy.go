package equilibrium

import (
	"errors"
	"fmt"

	"ludex/game"
	"ludex/internal/strategyfile"
)

// errOtherGame is returned for a strategy that was made for another game.
var errOtherGame = errors.New("the strategy is for another game")

// Strategy converts a profile to a strategy for a file.
func (g *Game) Strategy(p Profile) (*strategyfile.Strategy, error) {
	plays, err := strategyfile.Fingerprint(g.Game, g.From)
	if err != nil {
		return nil, err
	}
	b := &strategyfile.Strategy{Format: strategyfile.Format, Version: strategyfile.Version, Game: g.Game.Name(), Plays: plays, NashConv: g.Assess(p).NashConv}
	for player, r := range g.roles {
		role := strategyfile.Role{Name: g.Game.Roles()[r], Entries: []strategyfile.Entry{}}
		for i := range g.Sets(player) {
			moves := map[string]float64{}
			for a, m := range g.Legal(player, i) {
				moves[g.Game.MoveText(r, m)] = g.Actions(p, player, i)[a]
			}
			role.Entries = append(role.Entries, strategyfile.Entry{View: g.View(player, i), Moves: moves})
		}
		// Views that differ only in earlier legal moves are equal here; that does
		// not happen in a well-formed game.
		role.Entries = strategyfile.Distinct(role.Entries)
		b.Roles = append(b.Roles, role)
	}
	return b, nil
}

// FromStrategy returns the profile of a strategy, and the number of information sets
// without an entry, where all moves are equally likely.
func (g *Game) FromStrategy(b *strategyfile.Strategy) (p Profile, unknown int, err error) {
	plays, err := strategyfile.Fingerprint(g.Game, g.From)
	if err != nil {
		return nil, 0, err
	}
	if !b.IsFor(plays) {
		return nil, 0, fmt.Errorf("%w: it was made for %s, whose plays differ from those of %s", errOtherGame, b.Game, g.Game.Name())
	}
	p = g.Uniform()
	index := strategyfile.NewIndex(b)
	for player, r := range g.roles {
		for i := range g.Sets(player) {
			found, ok := index.Find(g.Game, game.Role(r), g.View(player, i), g.Legal(player, i))
			if !ok {
				unknown++
				continue
			}
			copy(g.Actions(p, player, i), found)
		}
	}
	return p, unknown, nil
}
