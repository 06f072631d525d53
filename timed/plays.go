package timed

import (
	"errors"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/timedengine"
)

// Plays are whole plays at random, one after the other, without matches and policies, which
// is much faster. They are those of random policies with the same dice.
type Plays struct {
	game   *Game
	player *timedengine.Player
}

// ErrNoPlays is returned for a play that only a match can play: on the interpreter, or with
// an error.
var ErrNoPlays = errors.New("this play needs a match")

// NewPlays returns plays of a game in which each role waits for a mean time before each of
// its moves, or nil if the game has no engine for them.
func (g *Game) NewPlays(mean Time) *Plays {
	if !hasFast || g.fast == nil {
		return nil
	}
	return &Plays{game: g, player: timedengine.NewPlayer(g.fast, uint64(mean))}
}

// PlayOptions are the dice and the limits of a play.
type PlayOptions struct {
	Chance, Roles uint64 // seeds for random and for the roles, the first of which has this one
	MaxTime       Time
	MaxUpdates    int
	AtOnce        int // how many updates may happen at one instant
}

// Play plays once and returns why the play ended. The error is [ErrNoPlays]; a match of
// random policies with the same dice then does what is right.
func (p *Plays) Play(opt PlayOptions) (Reason, error) {
	p.game.mu.Lock()
	defer p.game.mu.Unlock()
	end, err := p.player.Play(opt.Chance, opt.Roles, timedengine.PlayLimits{MaxTime: gdl.Lifetime(opt.MaxTime), MaxUpdates: opt.MaxUpdates, AtOnce: opt.AtOnce})
	if err != nil {
		return "", ErrNoPlays
	}
	return endings[end], nil
}

// ManyPlays are whole plays at random as those of [Plays], hundreds of them at once. That is
// faster where plays mostly come to states that were not met before, as on large boards.
type ManyPlays struct {
	game  *Game
	lanes *timedengine.Lanes
}

// NewManyPlays returns plays of a game in which each role waits for a mean time before each of
// its moves, with the limits of the options, or nil if the game has no engine for them.
func (g *Game) NewManyPlays(mean Time, opt PlayOptions) *ManyPlays {
	if !hasFast || g.fast == nil {
		return nil
	}
	l := timedengine.NewLanes(g.fast.Program(), uint64(mean), timedengine.PlayLimits{MaxTime: gdl.Lifetime(opt.MaxTime), MaxUpdates: opt.MaxUpdates, AtOnce: opt.AtOnce})
	if l == nil {
		return nil
	}
	return &ManyPlays{g, l}
}

// A ManyResult is how a play went. The error is [ErrNoPlays], as that of [Plays].
type ManyResult struct {
	ID      uint64
	Reason  Reason
	Updates int
	Time    Time
	Goals   [][]int // by role; valid until the function that gets them returns
	Err     error
}

// Play plays what next returns, a number and the seeds for random and for the roles, until it
// returns false and all plays have ended. The results come in any order.
func (p *ManyPlays) Play(next func() (id, chance, roles uint64, ok bool), done func(*ManyResult)) {
	p.game.mu.Lock()
	defer p.game.mu.Unlock()
	var out ManyResult
	p.lanes.Play(func() (timedengine.LanePlay, bool) {
		id, chance, roles, ok := next()
		return timedengine.LanePlay{ID: id, Chance: chance, Roles: roles}, ok
	}, func(r *timedengine.LaneResult) {
		out = ManyResult{ID: r.ID, Reason: endings[r.Ending], Updates: r.Updates, Time: Time(r.Now), Goals: r.Goals}
		if r.Err != nil {
			out.Err = ErrNoPlays
		}
		done(&out)
	})
}

var endings = [...]Reason{Terminal, Stuck, Idle, TimeUp, EventsUp}

// Updates returns how many updates the last play had.
func (p *Plays) Updates() int { return p.player.Updates() }

// Time returns when the last play ended.
func (p *Plays) Time() Time { return Time(p.player.Now()) }

// Goals returns the goal values of a role in the last state. The caller must not change
// the slice.
func (p *Plays) Goals(r game.Role) []int { return p.player.Goals(int(r)) }
