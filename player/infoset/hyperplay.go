package infoset

import (
	"context"
	"flag"
	"slices"
	"time"

	"ludex/game"
	"ludex/internal/statehash"
	"ludex/knowledge"
	"ludex/player"
)

// statesPerNode is how many states a thinker computes for a node of its budget:
// about as many as a simulation of a tree search does.
const statesPerNode = 64

// A Thinker plays by what its role can make of a move later, given what it will and
// will not have seen by then.
type Thinker struct {
	Options Options

	setup    player.Setup
	alone    bool // against nobody but chance
	follow   follower
	dice     dice
	analysis player.Analysis
}

var (
	_ player.Player  = (*Thinker)(nil)
	_ player.Noter   = (*Thinker)(nil)
	_ player.Analyst = (*Thinker)(nil)
)

// NewThinker returns a player with options, of which those of a tree search do not
// matter.
func NewThinker(opt Options) *Thinker { return &Thinker{Options: opt} }

// thinkerKind is the player by name.
func thinkerKind() player.Kind {
	return player.Kind{
		Name: "hyperplay",
		Doc:  "for hidden information: values a move by what can be made of it later, knowing what one will have seen",
		Declare: func(set *flag.FlagSet) func() player.Player {
			opt := Defaults()
			set.IntVar(&opt.Nodes, "nodes", opt.Nodes, "nodes for a move without a clock; one is 64 states")
			opt.declareSets(set)
			opt.declareInquire(set)
			return func() player.Player { return NewThinker(opt) }
		},
	}
}

// Start implements [player.Player].
func (p *Thinker) Start(_ context.Context, s player.Setup) error {
	*p = Thinker{Options: p.Options, setup: s, dice: dice{game.NewRand(s.Seed)}}
	if err := p.Options.check(); err != nil {
		return err
	}
	p.alone = deciders(s.Game) == 1
	var err error
	p.follow, err = newFollower(s, p.Options, nil)
	return err
}

// Choose implements [player.Player].
func (p *Thinker) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	p.analysis = player.Analysis{}
	if len(legal) == 1 {
		return legal[0], nil
	}
	if done, err := p.follow.catchUp(ctx); !done {
		return legal[p.dice.Choose(len(legal))], err
	}
	began := time.Now()
	list, err := p.think(ctx, legal)
	if err != nil {
		return legal[0], err
	}
	p.analysis.Elapsed = time.Since(began)
	for _, c := range list {
		if slices.Contains(legal, c.Move) {
			return c.Move, nil
		}
	}
	return legal[p.dice.Choose(len(legal))], nil
}

// think ranks the moves of the role, in the way that fits. The choice depends on
// the view and the seed alone.
func (p *Thinker) think(ctx context.Context, legal []game.Move) ([]player.Candidate, error) {
	t := p.follow.tracker
	p.dice = dice{game.NewRand(statehash.Mix(p.setup.Seed, uint64(t.View())))}
	nodes := budget(ctx, p.setup.Nodes, p.Options.Nodes)
	ways := []func(context.Context, []game.Move, int) ([]player.Candidate, error){p.levels, p.inquiry, p.trees}
	if p.alone {
		ways = []func(context.Context, []game.Move, int) ([]player.Candidate, error){p.beliefs, p.trees}
	}
	for _, way := range ways {
		if list, err := way(ctx, legal, nodes); list != nil || err != nil {
			return list, err
		}
	}
	return nil, nil
}

// inquiry ranks the moves by an inquiry, where one fits.
func (p *Thinker) inquiry(ctx context.Context, legal []game.Move, nodes int) ([]player.Candidate, error) {
	if !p.Options.Inquire {
		return nil, nil
	}
	list, states, err := inquire(ctx, p.setup, p.follow.tracker, legal, nodes)
	if list != nil && err == nil {
		p.analysis = ranked(p.setup, list, states)
	}
	return list, err
}

// beliefs searches information sets. It returns nil where the state is known and
// that is not enough to find the end of the play.
func (p *Thinker) beliefs(ctx context.Context, legal []game.Move, nodes int) ([]player.Candidate, error) {
	ctx, cancel := within(ctx, 0.8)
	defer cancel()
	s := newBeliefSearch(p.setup.Game, p.setup.Role, p.dice, statesPerNode*nodes)
	s.bind(ctx)
	b := s.believe(p.follow.tracker)
	if len(b) == 1 {
		s.limit = max(s.limit/4, statesPerNode)
		if nodes == 0 {
			s.limit = knownStates
		}
	}
	b, legal = s.thin(b, legal)
	s.expect(b, game.MaxSteps(p.setup.Game))
	r := s.rank(b, legal)
	if err := s.machine.Err(); err != nil {
		return nil, failure(ctx, s.machine)
	}
	if len(b) == 1 && !r.exact {
		return nil, nil
	}
	p.note(r, s.states)
	return r.list, nil
}

// knownStates is how many states are computed to find the end of a play whose
// state is known, where nothing else limits it.
const knownStates = 100_000

// levelStates is how many states are computed at most to unfold a game.
const levelStates = 1_000_000

// levelSpeed is how many states can be unfolded and reasoned about in a second,
// with the slowest rules that are worth it.
const levelSpeed = 20_000

// fewestLayers is how many steps an unfolding must have to be of use: a move, an
// answer and what comes of it.
const fewestLayers = 3

// levels reasons about players that reason. It returns nil where it is not known
// what the others think possible, or too much can happen.
func (p *Thinker) levels(ctx context.Context, _ []game.Move, nodes int) ([]player.Candidate, error) {
	t := p.follow.tracker
	if t.Mode() != knowledge.Common {
		return nil, nil
	}
	limit := levelStates
	if nodes > 0 {
		limit = min(limit, statesPerNode*nodes)
	}
	if end, timed := ctx.Deadline(); timed {
		limit = min(limit, max(0, int(time.Until(end).Seconds()*levelSpeed)))
	}
	ctx, cancel := within(ctx, 0.5)
	defer cancel()
	u := unfold(ctx, p.setup.Game, t, limit)
	var r ranking
	if len(u.layers) > 1 && (u.whole || len(u.layers) > fewestLayers) {
		r = u.rank(p.setup.Role, t.View(), p.dice)
	}
	if err := u.machine.Err(); err != nil {
		return nil, failure(ctx, u.machine)
	}
	if r.list != nil {
		p.note(r, u.states)
	}
	return r.list, nil
}

// within returns a context that ends after a share of the time that another one
// leaves. What looks at many states before it looks at the clock needs some room.
func within(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	end, timed := ctx.Deadline()
	if !timed {
		return context.WithCancel(ctx)
	}
	left := time.Until(end)
	return context.WithTimeout(ctx, time.Duration(share*float64(left)))
}

// trees searches the views of all roles by playouts.
func (p *Thinker) trees(ctx context.Context, legal []game.Move, nodes int) ([]player.Candidate, error) {
	s, err := NewSearch(p.setup.Game, p.setup.Role, p.Options, p.dice.Uint64())
	if err != nil {
		return nil, err
	}
	if err := s.Run(ctx, p.follow.tracker, nodes); err != nil {
		return nil, err
	}
	if s.stats.simulations == 0 {
		return nil, nil // there was no time
	}
	p.analysis = s.analysis(p.follow.tracker)
	if err := s.machine.Err(); err != nil {
		return nil, err
	}
	return []player.Candidate{{Move: s.best(p.follow.tracker, legal)}}, nil
}

// note keeps what was thought for an analysis.
func (p *Thinker) note(r ranking, states int) {
	p.analysis = ranked(p.setup, r.list, states)
	p.analysis.Exact[p.setup.Role] = r.exact && len(r.list) > 0
}

// ranked returns an analysis of moves that were ranked.
func ranked(s player.Setup, list []player.Candidate, states int) player.Analysis {
	n := len(s.Game.Roles())
	a := player.Analysis{Role: s.Role, Moves: list, Nodes: uint64(states), Values: make([]float64, n), Exact: make([]bool, n)}
	for i := range a.Values {
		a.Values[i] = 50
	}
	if len(list) > 0 {
		list[0].Share = 1
		a.Values[s.Role] = list[0].Value
	}
	return a
}

// believe returns what a tracker knows as a belief.
func (x *spreader) believe(t *knowledge.Tracker) belief {
	var b belief
	for i := range t.Len() {
		b = append(b, member{x.table.add(t.State(i)), t.Weight(i)})
	}
	b.tidy()
	return b
}

// fewest is how many states a belief is thinned to at least.
const fewest = 16

// thin draws some of the states, and if need be some of the moves, where a budget
// is too small to look at all of them.
func (s *beliefSearch) thin(b belief, moves []game.Move) (belief, []game.Move) {
	if s.limit == 0 {
		return b, moves
	}
	if most := max(fewest, s.limit/2/len(moves)); len(b) > most {
		few := make(belief, most)
		for i := range few {
			few[i] = member{s.any(b), 1}
		}
		few.tidy()
		b = few
	}
	if most := max(2, s.limit/len(b)); len(moves) > most {
		moves = slices.Clone(moves)
		for i := range most {
			k := i + s.dice.Choose(len(moves)-i)
			moves[i], moves[k] = moves[k], moves[i]
		}
		moves = moves[:most]
	}
	return b, moves
}

// Observe implements [player.Player].
func (p *Thinker) Observe(_ context.Context, e player.Event) error {
	p.follow.tell(e)
	return nil
}

// Stop implements [player.Player].
func (p *Thinker) Stop() { p.follow, p.analysis = follower{}, player.Analysis{} }

// Note implements [player.Noter].
func (p *Thinker) Note() string { return p.follow.note() }

// Analysis implements [player.Analyst].
func (p *Thinker) Analysis() player.Analysis {
	a := p.analysis
	a.Note = p.Note()
	return a
}
