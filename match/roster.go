package match

import (
	"context"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/rules"
)

// A Roster finds the players of one game by texts such as "mcts:memory=64", whether
// the game is turn-based or in real time.
type Roster struct {
	turns player.Roster
	timed *realtime.Roster // nil if the game is turn-based
}

// NewRoster returns the players of a game with the given rules, among those of a
// roster of turn-based players. If the rules are in real time and a translation of
// a turn-based game, that game is opened for them.
func NewRoster(ctx context.Context, rs *rules.Rules, turns player.Roster, o rules.Opening) (*Roster, error) {
	r := &Roster{turns: turns}
	if !rs.IsTimed() {
		return r, nil
	}
	var err error
	r.timed, err = realtime.NewRoster(ctx, rs.GDL, turns, func(ctx context.Context, original *gdl.Program) (game.Game, error) {
		opened, err := gdlengine.Open(ctx, original, gdlengine.Options{Opening: o, ForceHidden: rs.Options().Dialect == gdl.GDLII})
		if err != nil {
			return nil, err
		}
		return opened.Game, nil
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Turns returns the turn-based players.
func (r *Roster) Turns() player.Roster { return r.turns }

// Timed returns the players of a game in real time, or nil.
func (r *Roster) Timed() *realtime.Roster { return r.timed }

// Maker returns a function that makes the players that a text names.
func (r *Roster) Maker(spec string) (Maker, error) {
	if r.timed != nil {
		build, err := r.timed.Maker(spec)
		if err != nil {
			return nil, err
		}
		return func() Player { return build() }, nil
	}
	build, err := r.turns.Maker(spec)
	if err != nil {
		return nil, err
	}
	return func() Player { return build() }, nil
}

// Names returns the names of the players.
func (r *Roster) Names() []string {
	if r.timed != nil {
		return r.timed.Names()
	}
	return r.turns.Names()
}
