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
	dice   timedengine.Dice
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
	p := &Plays{game: g, dice: timedengine.Dice{Roles: make([]game.Rand, len(g.roles)), Mean: uint64(mean)}}
	p.player = timedengine.NewPlayer(g.fast, &p.dice)
	return p
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
	p.dice.Chance = *game.NewRand(opt.Chance)
	for r := range p.dice.Roles {
		p.dice.Roles[r] = *game.NewRand(opt.Roles + uint64(r))
	}
	end, err := p.player.Play(timedengine.PlayLimits{MaxTime: gdl.Lifetime(opt.MaxTime), MaxUpdates: opt.MaxUpdates, AtOnce: opt.AtOnce})
	if err != nil {
		return "", ErrNoPlays
	}
	return endings[end], nil
}

var endings = [...]Reason{Terminal, Stuck, Idle, TimeUp, EventsUp}

// Updates returns how many updates the last play had.
func (p *Plays) Updates() int { return p.player.Updates() }

// Time returns when the last play ended.
func (p *Plays) Time() Time { return Time(p.player.Now()) }

// Goals returns the goal values of a role in the last state. The caller must not change
// the slice.
func (p *Plays) Goals(r game.Role) []int { return p.player.Goals(int(r)) }
