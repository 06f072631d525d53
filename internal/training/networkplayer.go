package training

import (
	"context"
	"errors"
	"fmt"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/neural"
	"ludex/internal/players/infoset"
	"ludex/player"
	"ludex/player/mcts"
)

// A networkPlayer finds its network when it is started, and delegates the match to a
// player that uses it.
type networkPlayer struct {
	search   string // see [learn.Method]
	network  networkOptions
	playouts int // per position, 0 if not given
	tree     mcts.Options
	views    infoset.Options // of ismcts

	chosen player.Analyst // nil before Start
	note   string
}

var (
	_ player.Player   = (*networkPlayer)(nil)
	_ player.Noter    = (*networkPlayer)(nil)
	_ player.Analyst  = (*networkPlayer)(nil)
	_ player.Ponderer = (*networkPlayer)(nil)
)

var (
	errNotStarted    = errors.New("the player was not started")
	errNothingHidden = errors.New("nothing is hidden in this game: \"bestfirst\" and \"mcts\" use networks in such games")
)

// Start implements [player.Player]. It refuses games that the network was not learned for.
func (p *networkPlayer) Start(ctx context.Context, s player.Setup) error {
	p.chosen, p.note = nil, ""
	model, from, err := p.network.find(s.Game)
	if err != nil {
		return err
	}
	net, err := model.For(s.Game)
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	if p.search == learn.ISMCTS {
		return p.startViews(ctx, s, net, fmt.Sprintf("%s of %d plays", from, model.Plays))
	}
	method := p.network.method(p.search, model.Method, p.playouts)
	p.note = fmt.Sprintf("%s, %s of %d plays", method, from, model.Plays)
	p.chosen = NewPlayer(method, net, p.tree)
	return p.chosen.Start(ctx, s)
}

// startViews starts a search of views.
func (p *networkPlayer) startViews(ctx context.Context, s player.Setup, net *neural.Network, about string) error {
	if !s.Game.Hidden() {
		return errNothingHidden
	}
	opt := p.views
	opt.Net = net
	p.note = fmt.Sprintf("%s, %s", learn.Method{Search: learn.ISMCTS, Prior: opt.Prior}, about)
	p.chosen = infoset.NewPlayer(opt)
	return p.chosen.Start(ctx, s)
}

// Choose implements [player.Player].
func (p *networkPlayer) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	if p.chosen == nil {
		return legal[0], errNotStarted
	}
	return p.chosen.Choose(ctx, legal)
}

// Observe implements [player.Player].
func (p *networkPlayer) Observe(ctx context.Context, e player.Event) error {
	if p.chosen == nil {
		return errNotStarted
	}
	return p.chosen.Observe(ctx, e)
}

// Ponder implements [player.Ponderer].
func (p *networkPlayer) Ponder(ctx context.Context) error {
	if chosen, ok := p.chosen.(player.Ponderer); ok {
		return chosen.Ponder(ctx)
	}
	return nil
}

// Stop implements [player.Player].
func (p *networkPlayer) Stop() {
	if p.chosen != nil {
		p.chosen.Stop()
	}
}

// Note implements [player.Noter]: it names the network and how it is used.
func (p *networkPlayer) Note() string { return p.note }

// Analysis implements [player.Analyst].
func (p *networkPlayer) Analysis() player.Analysis {
	if p.chosen == nil {
		return player.Analysis{Note: p.note}
	}
	return p.chosen.Analysis()
}
