package infoset

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"time"

	"ludex/game"
	"ludex/internal/infotracker"
	"ludex/player"
)

// A Player plays by a [Search] from its role's information set.
type Player struct {
	Options Options

	setup           player.Setup
	observer        observer
	search          *Search
	rng             rng
	rolloutAnalysis *player.Analysis // if the last move was chosen by rollouts
	goals           goalSum
}

var (
	_ player.Player  = (*Player)(nil)
	_ player.Noter   = (*Player)(nil)
	_ player.Analyst = (*Player)(nil)
)

// NewPlayer returns a player with options.
func NewPlayer(opt Options) *Player { return &Player{Options: opt} }

// Kinds are the players by name.
func Kinds() []player.Kind { return append([]player.Kind{TreeSearch()}, Others()...) }

// TreeSearch is the player "ismcts".
func TreeSearch() player.Kind {
	return player.Kind{
		Name: "ismcts",
		Doc:  "for hidden information: searches the views of all roles by playouts",
		Declare: func(set *flag.FlagSet) func() player.Player {
			opt := Defaults()
			opt.Declare(set)
			return func() player.Player { return NewPlayer(opt) }
		},
	}
}

// Others are the players other than [TreeSearch] by name.
func Others() []player.Kind {
	return []player.Kind{
		hyperPlayerKind(),
		{
			Name: "pimc",
			Doc:  "determinization: samples the hidden state and searches as if it were known; values no information",
			Declare: func(set *flag.FlagSet) func() player.Player {
				opt := Defaults()
				opt.Determinize = true
				opt.Declare(set)
				return func() player.Player { return NewPlayer(opt) }
			},
		},
	}
}

// Default returns the default player of a game that hides information, and a short
// description.
func Default(g game.Game, opt Options) (player.Player, string) {
	if deciders(g) == 1 {
		return NewHyperPlayer(opt), "a search of what the role can know"
	}
	return NewPlayer(opt), "tree search of what each role can know"
}

// Start implements [player.Player]. If all developments that any role considers
// possible fit into memory, it searches from the initial state: later moves of the
// others are judged by their strategies there.
func (p *Player) Start(ctx context.Context, s player.Setup) error {
	if p.Options.Net != nil && s.From != nil {
		return errors.New("what the roles did and perceived before is not known")
	}
	*p = Player{Options: p.Options, setup: s, rng: rng{game.NewRand(s.Seed)}}
	search, err := NewSearch(s.Game, s.Role, p.Options, p.rng.Uint64())
	if err != nil {
		return err
	}
	if p.observer, err = newObserver(s, p.Options, search.policy); err != nil {
		return err
	}
	p.search = search
	if _, timed := ctx.Deadline(); !timed && s.Nodes <= 0 || p.Options.Determinize || search.deciders < 2 {
		return nil
	}
	return search.Run(ctx, p.observer.tracker, max(0, s.Nodes))
}

// Choose implements [player.Player].
func (p *Player) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	p.rolloutAnalysis = nil
	if len(legal) == 1 {
		return legal[0], nil
	}
	if done, err := p.observer.process(ctx); !done {
		return legal[p.rng.Choose(len(legal))], err
	}
	if p.Options.Inquire && !p.Options.Determinize {
		began := time.Now()
		list, states, err := rankByRollout(ctx, p.setup, p.observer.tracker, legal, p.budget(ctx))
		if err != nil {
			return legal[0], err
		}
		if list != nil {
			a := ranked(p.setup, list, states)
			a.Elapsed = time.Since(began)
			p.rolloutAnalysis = &a
			return list[0].Move, nil
		}
	}
	if err := p.search.Run(ctx, p.observer.tracker, p.budget(ctx)); err != nil {
		return legal[0], err
	}
	return p.search.best(p.observer.tracker, legal), nil
}

// budget returns the node budget of a move, 0 for no limit.
func (p *Player) budget(ctx context.Context) int {
	return budget(ctx, p.setup.Nodes, p.Options.Nodes)
}

// budget returns the node budget of a move, 0 for no limit. Without any external
// limit it is the one of the options.
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
	p.observer.record(e)
	if p.search != nil && p.search.prior != nil {
		p.search.prior.root.Extend(p.setup.Role, e.Own, e.Percepts)
	}
	return nil
}

// Stop implements [player.Player].
func (p *Player) Stop() { p.search, p.observer, p.goals = nil, observer{}, goalSum{} }

// Note implements [player.Noter].
func (p *Player) Note() string { return p.observer.note() }

func (f *observer) note() string {
	switch {
	case f.lost != nil:
		return fmt.Sprintf("what was perceived cannot have happened (%v): moves are random", f.lost)
	case f.tracker != nil && f.tracker.Mode() == infotracker.Sampled:
		return "the information set is too large, and was sampled"
	}
	return ""
}

// Analysis implements [player.Analyst].
func (p *Player) Analysis() player.Analysis {
	if p.search == nil {
		return player.Analysis{Note: p.Note()}
	}
	if done, _ := p.observer.process(context.Background()); !done {
		return player.Analysis{Note: p.Note()}
	}
	if p.rolloutAnalysis != nil {
		a := *p.rolloutAnalysis
		a.Note = p.Note()
		p.goals.fill(p.setup, &a)
		return a
	}
	a := p.search.analysis(p.observer.tracker)
	p.goals.fill(p.setup, &a)
	a.Note = p.Note()
	return a
}

// policy returns the move probabilities of a role with a view for a tracker: half
// from the trees and half uniform, since others may not play as expected.
func (s *Search) policy(_ game.Role, v infotracker.ViewKey, legal []game.Move, dst []float64) []float64 {
	n := s.forest.find(uint64(v))
	if s.rule == Bounds || n == nil || n.visits < 10*len(legal) || !slices.Equal(n.moves, legal) {
		return dst
	}
	s.open = n.legalArms(legal, s.open[:0])
	start := len(dst)
	dst = n.strategy(s.open, s.rule == Regret, dst)
	for i := range dst[start:] {
		dst[start+i] = 0.5*dst[start+i] + 0.5/float64(len(legal))
	}
	return dst
}
