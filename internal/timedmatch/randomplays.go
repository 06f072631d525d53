package timedmatch

import (
	"context"

	"ludex/game"
	"ludex/timed"
)

// RandomOptions say how the roles of random plays move.
type RandomOptions struct {
	Rate      timed.Rate // of each role; positive
	MaxTime   timed.Time // 0 is timed.MaxTime
	MaxEvents int        // 0 is DefaultMaxEvents
}

// A RandomResult is how a random play went.
type RandomResult struct {
	Events int
	Ending Ending
}

// RandomPlays are matches of random policies in virtual time. Where the game has an engine
// for whole plays they run on it; the results are the same.
type RandomPlays struct {
	game  *timed.Game
	opt   RandomOptions
	plays *timed.Plays     // or nil
	many  *timed.ManyPlays // or nil
	goals [][]int
}

// NewRandomPlays returns random plays of a game.
func NewRandomPlays(g *timed.Game, opt RandomOptions) *RandomPlays {
	if opt.MaxTime == 0 {
		opt.MaxTime = timed.MaxTime
	}
	if opt.MaxEvents == 0 {
		opt.MaxEvents = DefaultMaxEvents
	}
	return &RandomPlays{game: g, opt: opt, plays: g.NewPlays(timed.Time(meanWait(opt.Rate))), goals: make([][]int, len(g.Roles()))}
}

// Play plays the match with a seed. The policy of role r has the seed policies plus r. The
// result is valid until the next play. The error is that of a failed match, or of the
// context.
func (p *RandomPlays) Play(ctx context.Context, seed, policies uint64) (RandomResult, error) {
	if p.plays == nil {
		return p.match(ctx, seed, policies)
	}
	reason, err := p.plays.Play(timed.PlayOptions{Chance: chanceSeed(seed), Roles: policies, MaxTime: p.opt.MaxTime,
		MaxUpdates: p.opt.MaxEvents, AtOnce: MaxUpdates})
	if err != nil {
		return p.match(ctx, seed, policies)
	}
	out := RandomResult{Events: p.plays.Updates(), Ending: Ending{Reason: reason, Time: p.plays.Time()}}
	if reason == timed.Terminal {
		out.Ending.Goals = p.goals
		for r := range p.goals {
			p.goals[r] = p.plays.Goals(game.Role(r))
		}
	}
	return out, ctx.Err()
}

// CanPlayMany reports whether many plays can run at once.
func (p *RandomPlays) CanPlayMany() bool { return p.manyPlays() != nil }

// manyPlays prepares many plays at once, when they are first asked for.
func (p *RandomPlays) manyPlays() *timed.ManyPlays {
	if p.many == nil && p.plays != nil {
		p.many = p.game.NewManyPlays(timed.Time(meanWait(p.opt.Rate)), timed.PlayOptions{MaxTime: p.opt.MaxTime, MaxUpdates: p.opt.MaxEvents, AtOnce: MaxUpdates})
	}
	return p.many
}

// PlayMany plays the matches whose seeds next returns, hundreds at once, until it returns
// false or the context ends; those that have begun are played to their ends. The policies have
// the seeds that [RandomPlays.Play] is given. The results, each valid until the next one,
// come in any order, and are the same. The error is that of a failed match, or of the
// context.
func (p *RandomPlays) PlayMany(ctx context.Context, next func() (seed, policies uint64, ok bool), done func(seed uint64, r RandomResult)) error {
	type seeds struct{ seed, policies uint64 }
	var left []seeds // to be played by matches
	var begun []seeds
	var free []uint64 // numbers of plays that have ended
	p.manyPlays().Play(func() (id, chance, roles uint64, ok bool) {
		if ctx.Err() != nil {
			return 0, 0, 0, false
		}
		seed, policies, ok := next()
		if len(free) == 0 {
			free, begun = append(free, uint64(len(begun))), append(begun, seeds{})
		}
		id = free[len(free)-1]
		free, begun[id] = free[:len(free)-1], seeds{seed, policies}
		return id, chanceSeed(seed), policies, ok
	}, func(r *timed.ManyResult) {
		free = append(free, r.ID)
		if r.Err != nil {
			left = append(left, begun[r.ID])
			return
		}
		out := RandomResult{Events: r.Updates, Ending: Ending{Reason: r.Reason, Time: r.Time}}
		if r.Reason == timed.Terminal {
			out.Ending.Goals = r.Goals
		}
		done(begun[r.ID].seed, out)
	})
	for _, s := range left {
		r, err := p.match(ctx, s.seed, s.policies)
		if err != nil {
			return err
		}
		done(s.seed, r)
	}
	return ctx.Err()
}

// match plays with policies.
func (p *RandomPlays) match(ctx context.Context, seed, policies uint64) (RandomResult, error) {
	m, err := NewMatch(p.game, timed.MatchOptions{Seed: seed, MaxTime: p.opt.MaxTime, MaxEvents: p.opt.MaxEvents})
	if err != nil {
		return RandomResult{}, err
	}
	list := make([]timed.Policy, len(p.game.Roles()))
	for r := range list {
		if game.Role(r) != p.game.Random() {
			list[r] = RandomPolicy(policies+uint64(r), p.opt.Rate)
		}
	}
	err = Run(ctx, m, RunOptions{Policies: list})
	if err == nil {
		err = ctx.Err()
	}
	return RandomResult{Events: m.Events(), Ending: *m.Ending()}, err
}
