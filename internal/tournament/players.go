package tournament

import (
	"context"
	"sync"

	"ludex/internal/disguise"
	"ludex/match"
	"ludex/player"
	"ludex/rules"
)

// An Invitation is what remote players are told before a match.
type Invitation struct {
	Match    string             // its name
	Disguise *disguise.Disguise // the words that they are given; nil leaves them as they are
}

// A Maker makes a player for one match.
type Maker func(ctx context.Context, to Invitation) (match.Player, error)

// Players finds the makers of players by texts such as "mcts:memory=64". It is
// called for every player and game before the first match, so that mistakes are
// reported at once.
type Players struct {
	Maker func(ctx context.Context, spec string, f *OpenedGame) (Maker, error)
	// Single returns, for a player that can play one match at a time only, the
	// name that identifies it, and "" for all others. It may be nil.
	Single func(spec string) string
}

// InProcess returns the players of a roster.
func InProcess(all player.Roster) Players {
	rosters := &rosters{all: all, of: map[*OpenedGame]*match.Roster{}}
	return Players{Maker: func(ctx context.Context, spec string, f *OpenedGame) (Maker, error) {
		list, err := rosters.get(ctx, f)
		if err != nil {
			return nil, err
		}
		build, err := list.Maker(spec)
		if err != nil {
			return nil, err
		}
		return func(context.Context, Invitation) (match.Player, error) { return build(), nil }, nil
	}}
}

// rosters has one roster for each game.
type rosters struct {
	all player.Roster
	mu  sync.Mutex
	of  map[*OpenedGame]*match.Roster
}

func (r *rosters) get(ctx context.Context, f *OpenedGame) (*match.Roster, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if list := r.of[f]; list != nil {
		return list, nil
	}
	list, err := match.NewRoster(ctx, f.Rules, r.all, rules.Opening{})
	if err == nil {
		r.of[f] = list
	}
	return list, err
}
