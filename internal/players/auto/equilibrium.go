package auto

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ludex/game"
	"ludex/internal/players/strategy"
	"ludex/player"
	"ludex/solve/equilibrium"
)

// Limits of the games that are solved before a match.
const (
	// maxTree is the number of nodes of the tree.
	maxTree = 400_000
	// unlikelyTree is the estimated number of plays above which the tree is not built.
	// The estimate is unbiased, so few games with fewer than maxTree plays exceed it.
	unlikelyTree = 20 * maxTree
	// treeNodesPerNode is the number of tree nodes that a node of the budget stands
	// for: about as many as a simulation computes states.
	treeNodesPerNode = 64
	// buildShare and solveShare are the divisors of the start clock for building the
	// tree, and for solving it. The rest is for the search if that fails.
	buildShare, solveShare = 4, 2
	// maxLeaves is the number of leaves that the iterations of CFR+ visit if there is no
	// clock: less than a second of work.
	maxLeaves = 50_000_000
	// goodNashConv is the NashConv at which the iterations end, in goal points, and
	// maxNashConv the highest at which the strategy is used.
	goodNashConv, maxNashConv = 0.005, 1
)

// equilibrium returns a player that follows an equilibrium, and a description of it,
// or nil if the game is too large. Only the strategies of two rivals, and of a single
// role, are good whatever the others do, so it returns nil for other games as well.
func (p *Player) equilibrium(ctx context.Context, s player.Setup) (player.Player, string, error) {
	if p.profile.Roles > 2 || p.profile.Leaves > unlikelyTree {
		return nil, "", nil
	}
	rules := ""
	if s.From == nil && s.Nodes <= 0 {
		rules = game.Fingerprint(s.Game)
	}
	if found, about := p.memory.solved(rules); found != nil {
		return found, about, nil
	}
	g, err := buildTree(ctx, s)
	if g == nil {
		return nil, "", err
	}
	res := solveTree(ctx, g.Tree)
	if res == nil {
		return nil, "", nil
	}
	b, err := g.Strategy(res.Profile)
	if err != nil {
		return nil, "", err
	}
	found, about := strategy.New(b), fmt.Sprintf("solved before the match, NashConv %.2g in goals", max(0, res.Assessment.NashConv))
	if res.Assessment.NashConv <= goodNashConv {
		p.memory.keepSolved(rules, found.Another(), about)
	}
	return found, about, nil
}

// buildTree builds the tree of a game. It returns nil if the game is too large or not
// well-formed.
func buildTree(ctx context.Context, s player.Setup) (*equilibrium.Game, error) {
	ctx, cancel := portion(ctx, buildShare)
	defer cancel()
	limit := maxTree
	if s.Nodes > 0 {
		limit = min(limit, treeNodesPerNode*min(s.Nodes, maxTree))
	}
	g, err := equilibrium.FromGame(ctx, s.Game, s.From, equilibrium.Limits{Nodes: limit})
	var tooLarge *equilibrium.LimitError
	if errors.As(err, &tooLarge) || game.Ended(ctx, err) || errors.Is(err, equilibrium.ErrGoal) || errors.Is(err, game.ErrStuck) {
		return nil, nil
	}
	return g, err
}

// solveTree returns an equilibrium of a tree, or nil if there was not enough time or
// there is none that is good against everybody.
func solveTree(ctx context.Context, t *equilibrium.Tree) *equilibrium.Result {
	ctx, cancel := portion(ctx, solveShare)
	defer cancel()
	opt := equilibrium.Options{Precision: goodNashConv}
	if _, timed := ctx.Deadline(); !timed {
		opt.Iterations = max(1, maxLeaves/t.Leaves())
	}
	if t.Players() == 2 {
		if _, constant := t.TwoPlayerConstantSum(); !constant {
			return nil
		}
		opt.Method = equilibrium.CFRPlus
	}
	res, err := equilibrium.Solve(ctx, t, opt)
	if err != nil || res.Assessment.NashConv > maxNashConv {
		return nil
	}
	return res
}

// portion returns a context that ends when a part of the time left is over.
func portion(ctx context.Context, divisor int) (context.Context, context.CancelFunc) {
	deadline, timed := ctx.Deadline()
	if !timed {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)/time.Duration(divisor))
}
