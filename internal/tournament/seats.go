package tournament

import (
	"context"
	"sync"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/rules"
)

// An Invitation is what players elsewhere are told before a match.
type Invitation struct {
	Match    string          // its name
	Disguise *rules.Disguise // the words that they are given; nil leaves them as they are
}

// A Maker makes a player for one match.
type Maker func(ctx context.Context, to Invitation) (player.Player, error)

// A TimedMaker makes a player for one match in real time.
type TimedMaker func(ctx context.Context, to Invitation) (realtime.Player, error)

// Seats say what makes the players that texts such as "mcts:memory=64" name. They
// are asked for every player and game before the first match is played, so that
// mistakes show at once.
type Seats struct {
	Turns func(ctx context.Context, spec string, f *Field) (Maker, error)
	Timed func(ctx context.Context, spec string, f *Field) (TimedMaker, error)
	// Single returns, for a player that can play one match at a time only, what
	// it and nobody else is known by, and "" for all others. It may be nil.
	Single func(spec string) string
}

// InProcess returns the seats for the players of a roster.
func InProcess(all player.Roster) Seats {
	rosters := &timedRosters{all: all, of: map[*Field]*realtime.Roster{}}
	return Seats{
		Turns: func(_ context.Context, spec string, _ *Field) (Maker, error) {
			maker, err := all.Maker(spec)
			if err != nil {
				return nil, err
			}
			return func(context.Context, Invitation) (player.Player, error) { return maker(), nil }, nil
		},
		Timed: func(ctx context.Context, spec string, f *Field) (TimedMaker, error) {
			list, err := rosters.get(ctx, f)
			if err != nil {
				return nil, err
			}
			maker, err := list.Maker(spec)
			if err != nil {
				return nil, err
			}
			return func(context.Context, Invitation) (realtime.Player, error) { return maker(), nil }, nil
		},
	}
}

// timedRosters makes one roster for each game in real time.
type timedRosters struct {
	all player.Roster
	mu  sync.Mutex
	of  map[*Field]*realtime.Roster
}

func (t *timedRosters) get(ctx context.Context, f *Field) (*realtime.Roster, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if list := t.of[f]; list != nil {
		return list, nil
	}
	list, err := realtime.NewRoster(ctx, f.Rules.GDL, t.all, func(ctx context.Context, original *gdl.Program) (game.Game, error) {
		opened, err := gdlengine.Open(ctx, original, gdlengine.Options{})
		if err != nil {
			return nil, err
		}
		return opened.Game, nil
	})
	if err == nil {
		t.of[f] = list
	}
	return list, err
}
