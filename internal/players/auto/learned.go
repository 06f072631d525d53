package auto

import (
	"context"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/learn"
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
// one that is learned in the start clock.
func (p *Player) learned(ctx context.Context, s player.Setup) (player.Player, string) {
	if !p.ready(ctx, s) {
		return nil, ""
	}
	m, err := learn.Best(s.Game)
	if err != nil {
		return nil, fmt.Sprintf("the network cannot be used: %v", err)
	}
	if m != nil {
		return p.use(m, s)
	}
	deadline, timed := ctx.Deadline()
	if !timed || s.Nodes > 0 || s.From != nil || time.Until(deadline) < shortestLearning {
		return nil, ""
	}
	if m, err = p.learn(ctx, s, time.Until(deadline)*(learningShare-1)/learningShare); err != nil {
		return nil, fmt.Sprintf("the game cannot be learned: %v", err)
	}
	return p.use(m, s)
}

// ready waits for an engine that is still being prepared, for half of the time at most.
// Only the fast engines number the facts of states. It reports whether there is one.
func (p *Player) ready(ctx context.Context, s player.Setup) bool {
	if deadline, timed := ctx.Deadline(); timed {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/2)
		defer cancel()
	}
	return tiers.Settle(ctx, s.Game) == nil && game.CapabilitiesOf(s.Game).Features != nil
}

// use returns a player that uses a model, or nil if it is of no use.
func (p *Player) use(m *learn.Model, s player.Setup) (player.Player, string) {
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

// learn learns the game in the given time.
func (p *Player) learn(ctx context.Context, s player.Setup, within time.Duration) (*learn.Model, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	opt := learn.Defaults()
	opt.Threads, opt.Seed = p.options(s).Threads, s.Seed
	return training.Train(ctx, s.Game, training.Options{Time: within, Learn: opt, Points: 1})
}
