package auto

import (
	"context"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/players/infoset"
	"ludex/internal/tiers"
	"ludex/internal/training"
	"ludex/player"
)

const (
	// shortestLearning is the shortest start clock that is used for learning.
	shortestLearning = 5 * time.Second
	// learningShare is the divisor of the start clock that is left for the search.
	learningShare = 10
)

// learned returns a player that uses a network, and a description of it, or nil if there
// is none that helps: the user's network for the game, the one that comes with Ludex, or
// one that is learned in the start clock or was learned in an earlier match.
func (p *Player) learned(ctx context.Context, s player.Setup) (player.Player, string) {
	switch settled := p.settle(ctx, s); {
	case settled != nil:
		return nil, "without a network, since the engine that it needs was not ready in time"
	case game.CapabilitiesOf(s.Game).Features == nil:
		return nil, ""
	}
	m, err := learn.Best(s.Game)
	if err != nil {
		return nil, fmt.Sprintf("the network cannot be used: %v", err)
	}
	_, timed := ctx.Deadline()
	learns := s.Nodes <= 0 && s.From == nil && (timed || s.PlayClock > 0)
	if m != nil && m.Helps() || !learns {
		return p.use(m, s)
	}
	p.beginStudy(s, m)
	if err := p.prepare(ctx, s); err != nil {
		p.study.wanted = false
		return nil, fmt.Sprintf("the game cannot be learned: %v", err)
	}
	if m = p.study.from.Used; m == nil {
		m = p.study.from.Newest
	}
	return p.use(m, s)
}

// hidden returns a player for a game that hides information, and a description of it: a
// network of views, if trials showed with confidence that it is better than a search, or
// else the search.
func (p *Player) hidden(s player.Setup) (player.Player, string) {
	m, err := learn.Best(s.Game)
	if err == nil && m != nil && m.Confident() && s.From == nil {
		if chosen, about := p.use(m, s); chosen != nil {
			return chosen, about
		}
	}
	chosen, about := infoset.Default(s.Game, infoset.Defaults())
	if err != nil {
		about = fmt.Sprintf("%s; the network cannot be used: %v", about, err)
	}
	return chosen, about
}

// prepare learns in the start clock, if that is long enough.
func (p *Player) prepare(ctx context.Context, s player.Setup) error {
	deadline, timed := ctx.Deadline()
	if !timed || time.Until(deadline) < shortestLearning {
		return nil
	}
	within := time.Until(deadline) * (learningShare - 1) / learningShare
	if p.study.from.Used != nil {
		return p.goOn(ctx, within)
	}
	m, err := p.learn(ctx, s, within)
	if err != nil {
		return err
	}
	if p.study.from.Newest = m; m.Helps() {
		p.study.from.Used = m
	}
	return nil
}

// settle waits for an engine that is still being prepared, for half of the time at most.
// Only the fast engines number the facts of states.
func (p *Player) settle(ctx context.Context, s player.Setup) error {
	if deadline, timed := ctx.Deadline(); timed {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/2)
		defer cancel()
	}
	return tiers.Settle(ctx, s.Game)
}

// use returns a player that uses a model, or nil if it is of no use or there is none.
func (p *Player) use(m *learn.Model, s player.Setup) (player.Player, string) {
	if m == nil {
		return nil, ""
	}
	about := fmt.Sprintf("learned from %d plays", m.Plays)
	if m.Method.Search == learn.Playouts {
		return nil, about + ", which did not help"
	}
	net, err := m.For(s.Game)
	if err != nil {
		return nil, fmt.Sprintf("the network cannot be used: %v", err)
	}
	return training.NewPlayer(m.Method, net, p.options(s)), fmt.Sprintf("%s, %s", m.Method, about)
}

// learn learns the game in the given time, from what was learned before.
func (p *Player) learn(ctx context.Context, s player.Setup, within time.Duration) (*learn.Model, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	opt := p.learnOptions(s)
	return training.Train(ctx, s.Game, training.Options{Time: within, From: p.study.from.Newest, Learn: opt, Points: 1})
}

// learnOptions returns the options of self-play.
func (p *Player) learnOptions(s player.Setup) learn.Options {
	opt := learn.Defaults()
	opt.Threads, opt.Seed = p.options(s).Threads, s.Seed
	return opt
}
