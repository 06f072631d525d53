package infoset

import (
	"context"
	"flag"
	"slices"
	"time"

	"ludex/game"
	"ludex/internal/infotracker"
	"ludex/internal/statehash"
	"ludex/player"
)

// statesPerNode is the number of states that a node of the budget stands for, about
// as many as a simulation of a tree search computes.
const statesPerNode = 64

// A HyperPlayer values a move by the best continuation, given what its role will
// know by then.
type HyperPlayer struct {
	Options Options

	setup    player.Setup
	alone    bool // against chance only
	observer observer
	rng      rng
	analysis player.Analysis
	goals    goalSum
}

var (
	_ player.Player  = (*HyperPlayer)(nil)
	_ player.Noter   = (*HyperPlayer)(nil)
	_ player.Analyst = (*HyperPlayer)(nil)
)

// NewHyperPlayer returns a player with options. The options of the tree search apply
// only where it falls back on one.
func NewHyperPlayer(opt Options) *HyperPlayer { return &HyperPlayer{Options: opt} }

// hyperPlayerKind is the player by name.
func hyperPlayerKind() player.Kind {
	return player.Kind{
		Name: "hyperplay",
		Doc:  "for hidden information: values a move by what can be made of it later, knowing what one will have seen",
		Declare: func(set *flag.FlagSet) func() player.Player {
			opt := Defaults()
			set.IntVar(&opt.Nodes, "nodes", opt.Nodes, "nodes for a move without a clock; one is 64 states")
			opt.declareSets(set)
			opt.declareInquire(set)
			return func() player.Player { return NewHyperPlayer(opt) }
		},
	}
}

// Start implements [player.Player].
func (p *HyperPlayer) Start(_ context.Context, s player.Setup) error {
	*p = HyperPlayer{Options: p.Options, setup: s, rng: rng{game.NewRand(s.Seed)}}
	if err := p.Options.check(); err != nil {
		return err
	}
	p.alone = deciders(s.Game) == 1
	var err error
	p.observer, err = newObserver(s, p.Options, nil)
	return err
}

// Choose implements [player.Player].
func (p *HyperPlayer) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	p.analysis = player.Analysis{}
	if len(legal) == 1 {
		return legal[0], nil
	}
	if done, err := p.observer.process(ctx); !done {
		return legal[p.rng.Choose(len(legal))], err
	}
	began := time.Now()
	list, err := p.rank(ctx, legal)
	if err != nil {
		return legal[0], err
	}
	p.analysis.Elapsed = time.Since(began)
	for _, c := range list {
		if slices.Contains(legal, c.Move) {
			return c.Move, nil
		}
	}
	return legal[p.rng.Choose(len(legal))], nil
}

// rank ranks the moves of the role by the first method that applies. The result
// depends on the view and the seed only.
func (p *HyperPlayer) rank(ctx context.Context, legal []game.Move) ([]player.Candidate, error) {
	t := p.observer.tracker
	p.rng = rng{game.NewRand(statehash.Mix(p.setup.Seed, uint64(t.View())))}
	nodes := budget(ctx, p.setup.Nodes, p.Options.Nodes)
	ways := []func(context.Context, []game.Move, int) ([]player.Candidate, error){p.byLevels, p.byRollout, p.byTrees}
	if p.alone {
		ways = []func(context.Context, []game.Move, int) ([]player.Candidate, error){p.byBeliefSearch, p.byTrees}
	}
	for _, way := range ways {
		if list, err := way(ctx, legal, nodes); list != nil || err != nil {
			return list, err
		}
	}
	return nil, nil
}

// byRollout ranks the moves by rollouts of the belief state, where they apply.
func (p *HyperPlayer) byRollout(ctx context.Context, legal []game.Move, nodes int) ([]player.Candidate, error) {
	if !p.Options.Inquire {
		return nil, nil
	}
	list, states, err := rankByRollout(ctx, p.setup, p.observer.tracker, legal, nodes)
	if list != nil && err == nil {
		p.analysis = ranked(p.setup, list, states)
	}
	return list, err
}

// byBeliefSearch searches belief states. It returns nil if the state is known and
// the search does not reach the end of the play.
func (p *HyperPlayer) byBeliefSearch(ctx context.Context, legal []game.Move, nodes int) ([]player.Candidate, error) {
	ctx, cancel := portion(ctx, 0.8)
	defer cancel()
	s := newBeliefSearch(p.setup.Game, p.setup.Role, p.rng, statesPerNode*nodes)
	s.bind(ctx)
	b := s.beliefOf(p.observer.tracker)
	if len(b) == 1 {
		s.limit = max(s.limit/4, statesPerNode)
		if nodes == 0 {
			s.limit = knownStates
		}
	}
	b, legal = s.subsample(b, legal)
	s.estimateLeafValues(b, game.MaxSteps(p.setup.Game))
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

// knownStates bounds the states computed to find the end of a play from a known
// state, if nothing else does.
const knownStates = 100_000

// maxTreeStates bounds the states of a game tree.
const maxTreeStates = 1_000_000

// treeStatesPerSecond is the number of tree states that can be built and evaluated
// per second with slow rules.
const treeStatesPerSecond = 20_000

// minLayers is the smallest useful number of layers: a move, a reply and the result.
const minLayers = 3

// byLevels uses level-k reasoning. It returns nil if the common set is not known, or
// the tree is too large.
func (p *HyperPlayer) byLevels(ctx context.Context, _ []game.Move, nodes int) ([]player.Candidate, error) {
	t := p.observer.tracker
	if t.Mode() != infotracker.Common {
		return nil, nil
	}
	limit := maxTreeStates
	if nodes > 0 {
		limit = min(limit, statesPerNode*nodes)
	}
	if end, timed := ctx.Deadline(); timed {
		limit = min(limit, max(0, int(time.Until(end).Seconds()*treeStatesPerSecond)))
	}
	ctx, cancel := portion(ctx, 0.5)
	defer cancel()
	u := buildTree(ctx, p.setup.Game, t, limit)
	var r ranking
	if len(u.layers) > 1 && (u.complete || len(u.layers) > minLayers) {
		r = u.rank(p.setup.Role, t.View(), p.rng)
	}
	if err := u.machine.Err(); err != nil {
		return nil, failure(ctx, u.machine)
	}
	if r.list != nil {
		p.note(r, u.states)
	}
	return r.list, nil
}

// portion returns a context that ends after a share of the remaining time. Methods
// that check the clock rarely need some slack.
func portion(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	end, timed := ctx.Deadline()
	if !timed {
		return context.WithCancel(ctx)
	}
	left := time.Until(end)
	return context.WithTimeout(ctx, time.Duration(share*float64(left)))
}

// byTrees ranks the moves by information-set tree search.
func (p *HyperPlayer) byTrees(ctx context.Context, legal []game.Move, nodes int) ([]player.Candidate, error) {
	s, err := NewSearch(p.setup.Game, p.setup.Role, p.Options, p.rng.Uint64())
	if err != nil {
		return nil, err
	}
	if err := s.Run(ctx, p.observer.tracker, nodes); err != nil {
		return nil, err
	}
	if s.stats.simulations == 0 {
		return nil, nil // there was no time
	}
	p.analysis = s.analysis(p.observer.tracker)
	if err := s.machine.Err(); err != nil {
		return nil, err
	}
	return []player.Candidate{{Move: s.best(p.observer.tracker, legal)}}, nil
}

// note stores a ranking as the analysis.
func (p *HyperPlayer) note(r ranking, states int) {
	p.analysis = ranked(p.setup, r.list, states)
	p.analysis.Exact[p.setup.Role] = r.exact && len(r.list) > 0
}

// ranked returns an analysis of ranked moves.
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

// beliefOf returns the belief of a tracker.
func (x *expander) beliefOf(t *infotracker.Tracker) belief {
	var b belief
	for i := range t.Len() {
		b = append(b, member{x.table.add(t.State(i)), t.Weight(i)})
	}
	b.normalize()
	return b
}

// minSubsample is the number of states that subsampling keeps at least.
const minSubsample = 16

// subsample draws some of the states, and if necessary some of the moves, if the
// budget is too small for all.
func (s *beliefSearch) subsample(b belief, moves []game.Move) (belief, []game.Move) {
	if s.limit == 0 {
		return b, moves
	}
	if most := max(minSubsample, s.limit/2/len(moves)); len(b) > most {
		few := make(belief, most)
		for i := range few {
			few[i] = member{s.sampleState(b), 1}
		}
		few.normalize()
		b = few
	}
	if most := max(2, s.limit/len(b)); len(moves) > most {
		moves = slices.Clone(moves)
		for i := range most {
			k := i + s.rng.Choose(len(moves)-i)
			moves[i], moves[k] = moves[k], moves[i]
		}
		moves = moves[:most]
	}
	return b, moves
}

// Observe implements [player.Player].
func (p *HyperPlayer) Observe(_ context.Context, e player.Event) error {
	p.observer.record(e)
	return nil
}

// Stop implements [player.Player].
func (p *HyperPlayer) Stop() {
	p.observer, p.analysis, p.goals = observer{}, player.Analysis{}, goalSum{}
}

// Note implements [player.Noter].
func (p *HyperPlayer) Note() string { return p.observer.note() }

// Analysis implements [player.Analyst].
func (p *HyperPlayer) Analysis() player.Analysis {
	a := p.analysis
	p.goals.fill(p.setup, &a)
	a.Note = p.Note()
	return a
}
