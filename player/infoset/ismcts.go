package infoset

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"time"

	"ludex/game"
	"ludex/knowledge"
	"ludex/player"
)

// A Player plays by a [Search] from all that its role thinks possible.
type Player struct {
	Options Options

	setup  player.Setup
	follow follower
	search *Search
	dice   dice
	asked  *player.Analysis // of an inquiry, if the last move was chosen by one
}

var (
	_ player.Player  = (*Player)(nil)
	_ player.Noter   = (*Player)(nil)
	_ player.Analyst = (*Player)(nil)
)

// NewPlayer returns a player with options.
func NewPlayer(opt Options) *Player { return &Player{Options: opt} }

// Kinds are the players by name.
func Kinds() []player.Kind {
	return []player.Kind{
		{
			Name: "ismcts",
			Doc:  "for hidden information: searches the views of all roles by playouts",
			Declare: func(set *flag.FlagSet) func() player.Player {
				opt := Defaults()
				opt.Declare(set)
				return func() player.Player { return NewPlayer(opt) }
			},
		},
		thinkerKind(),
		{
			Name: "pimc",
			Doc:  "draws what may be hidden and then plays with open eyes: values no information",
			Declare: func(set *flag.FlagSet) func() player.Player {
				opt := Defaults()
				opt.Blind = true
				opt.Declare(set)
				return func() player.Player { return NewPlayer(opt) }
			},
		},
	}
}

// Default returns the player to take for a game that hides information, and why in a
// few words.
func Default(g game.Game) (player.Player, string) {
	if deciders(g) == 1 {
		return NewThinker(Defaults()), "a search of what the role can know"
	}
	return NewPlayer(Defaults()), "tree search of what each role can know"
}

// Start implements [player.Player]. Where all that anybody thinks possible fits, it
// searches from the beginning: what the others would have done there is what their
// moves are judged by later.
func (p *Player) Start(ctx context.Context, s player.Setup) error {
	*p = Player{Options: p.Options, setup: s, dice: dice{game.NewRand(s.Seed)}}
	search, err := NewSearch(s.Game, s.Role, p.Options, p.dice.Uint64())
	if err != nil {
		return err
	}
	if p.follow, err = newFollower(s, p.Options, search.policy); err != nil {
		return err
	}
	p.search = search
	if _, timed := ctx.Deadline(); !timed && s.Nodes <= 0 || p.Options.Blind || search.deciders < 2 {
		return nil
	}
	return search.Run(ctx, p.follow.tracker, max(0, s.Nodes))
}

// Choose implements [player.Player].
func (p *Player) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	p.asked = nil
	if len(legal) == 1 {
		return legal[0], nil
	}
	if done, err := p.follow.catchUp(ctx); !done {
		return legal[p.dice.Choose(len(legal))], err
	}
	if p.Options.Inquire && !p.Options.Blind {
		began := time.Now()
		list, states, err := inquire(ctx, p.setup, p.follow.tracker, legal, p.budget(ctx))
		if err != nil {
			return legal[0], err
		}
		if list != nil {
			a := ranked(p.setup, list, states)
			a.Elapsed = time.Since(began)
			p.asked = &a
			return list[0].Move, nil
		}
	}
	if err := p.search.Run(ctx, p.follow.tracker, p.budget(ctx)); err != nil {
		return legal[0], err
	}
	return p.search.best(p.follow.tracker, legal), nil
}

// budget returns the number of simulations for a move, 0 for no limit.
func (p *Player) budget(ctx context.Context) int {
	return budget(ctx, p.setup.Nodes, p.Options.Nodes)
}

// budget returns how much a player may think, 0 for no limit. Without any limit
// from outside it is that of its options.
func budget(ctx context.Context, nodes, option int) int {
	switch _, timed := ctx.Deadline(); {
	case nodes > 0:
		return nodes
	case nodes < 0 || timed:
		return 0
	}
	return option
}

// Observe implements [player.Player].
func (p *Player) Observe(_ context.Context, e player.Event) error {
	p.follow.tell(e)
	return nil
}

// Stop implements [player.Player].
func (p *Player) Stop() { p.search, p.follow = nil, follower{} }

// Note implements [player.Noter].
func (p *Player) Note() string { return p.follow.note() }

func (f *follower) note() string {
	switch {
	case f.lost != nil:
		return fmt.Sprintf("what was perceived cannot have happened (%v): moves are random", f.lost)
	case f.tracker != nil && f.tracker.Mode() == knowledge.Sampled:
		return "the information set is too large, and was sampled"
	}
	return ""
}

// Analysis implements [player.Analyst].
func (p *Player) Analysis() player.Analysis {
	if p.search == nil {
		return player.Analysis{Note: p.Note()}
	}
	if done, _ := p.follow.catchUp(context.Background()); !done {
		return player.Analysis{Note: p.Note()}
	}
	if p.asked != nil {
		a := *p.asked
		a.Note = p.Note()
		return a
	}
	a := p.search.analysis(p.follow.tracker)
	a.Note = p.Note()
	return a
}

// policy says how a role that has a view moves, as far as the trees know: half of
// the time like that, and half of the time at random, since who trusts too much in
// what others should do is easily led astray.
func (s *Search) policy(_ game.Role, v knowledge.ViewKey, legal []game.Move, dst []float64) []float64 {
	n := s.forest.find(uint64(v))
	if s.way == Bounds || n == nil || n.visits < 10*len(legal) || !slices.Equal(n.moves, legal) {
		return dst
	}
	s.open = n.open(legal, s.open[:0])
	start := len(dst)
	dst = n.strategy(s.open, s.way == Regret, dst)
	for i := range dst[start:] {
		dst[start+i] = 0.5*dst[start+i] + 0.5/float64(len(legal))
	}
	return dst
}
