package levels

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"ludex/game"
	"ludex/internal/learn"
	"ludex/internal/players/bestfirst"
	"ludex/internal/players/infoset"
	"ludex/player"
	"ludex/player/mcts"
)

// A Player plays at a level. It ignores the node budget of the match.
type Player struct {
	Number int      // of the level, from 1 to Count
	Elo    *float64 // if it is not nil, the level with the nearest rating is played
	Fixed  *Level   // if it is not nil, the level to play at instead

	setup player.Setup
	level Level
	note  string
	base  player.Player // the search
	// The state and the sight are nil if the game hides information.
	tracker *player.Tracker
	sight   *Sight
	rand    *game.Rand
	weights []float64
	values  []float64
}

var (
	_ player.Player  = (*Player)(nil)
	_ player.Noter   = (*Player)(nil)
	_ player.Analyst = (*Player)(nil)
)

// Start implements [player.Player].
func (p *Player) Start(ctx context.Context, s player.Setup) error {
	*p = Player{Number: p.Number, Elo: p.Elo, Fixed: p.Fixed, setup: s, rand: game.NewRand(player.DeriveSeed(s.Seed, useChoice))}
	if err := p.find(s.Game); err != nil {
		return err
	}
	if s.Game.Hidden() {
		p.base, _ = infoset.Default(s.Game, infoset.Defaults())
	} else {
		var err error
		if p.base, err = p.level.search(s.Game); err != nil {
			return err
		}
		p.tracker, p.sight = player.NewTracker(s), NewSight(s.Game)
		if err := p.tracker.Machine.Err(); err != nil {
			return err
		}
	}
	s.Nodes = p.level.Nodes
	return p.base.Start(ctx, s)
}

// useChoice is the use of a player's seed for drawing moves.
const useChoice = 1

// find finds the level for a game.
func (p *Player) find(g game.Game) error {
	if p.Fixed != nil {
		p.level = *p.Fixed
		p.note = fmt.Sprintf("%d nodes, temperature %g", p.level.Nodes, p.level.Temperature)
		return p.level.check()
	}
	ladder, err := Find(game.Fingerprint(g))
	if err != nil {
		return fmt.Errorf("the levels of the game: %w", err)
	}
	number := p.Number
	if p.Elo != nil {
		if number, err = ladder.Nearest(*p.Elo); err != nil {
			return err
		}
	}
	p.note = ladder.Title(number)
	p.level, err = ladder.Level(number)
	return err
}

// search returns the search of the level, in a game without hidden information.
func (l *Level) search(g game.Game) (player.Player, error) {
	if l.Network == "" {
		return mcts.NewPlayer(searchOptions()), nil
	}
	m, err := Network(g)
	if err != nil {
		return nil, err
	}
	if m == nil || m.ID() != l.Network {
		return nil, errors.New("the levels were measured with another network than the one that comes with Ludex: measure them anew with \"ludex levels --measure --fresh\"")
	}
	net, err := m.For(g)
	if err != nil {
		return nil, err
	}
	opt := bestfirst.Defaults()
	opt.Memory = searchMemory
	return &bestfirst.Player{Net: net, Options: opt}, nil
}

// Network returns the network with which the levels of a game are measured, or nil if they
// are to do without: it comes with Ludex, so that a level is the same for everybody, and
// was shown to be best used by best-first search alone.
func Network(g game.Game) (*learn.Model, error) { return networkFor(game.Fingerprint(g)) }

// networkFor returns the network for the rules with a fingerprint, as [Network] does.
func networkFor(fingerprint string) (*learn.Model, error) {
	m, err := learn.Supplied(fingerprint)
	if err != nil || m == nil || !m.Confident() || m.Method != (learn.Method{Search: learn.BestFirst, Share: 1}) {
		return nil, err
	}
	return m, nil
}

// searchMemory is the memory of a search in MiB.
const searchMemory = 64

// searchOptions returns the options of the search: one playout for a node, run step by step.
// Nothing in it depends on the engine, so that a level is equally strong on each.
func searchOptions() mcts.Options {
	opt := mcts.Defaults()
	opt.Memory, opt.Playouts, opt.Batch, opt.Policy = searchMemory, 1, 1, mcts.Grams
	return opt
}

// Choose implements [player.Player].
func (p *Player) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	if len(legal) == 1 {
		return legal[0], nil
	}
	looks := p.looks(ctx)
	if looks {
		wins := p.sight.Wins(p.tracker.State, p.setup.Role, legal, nil)
		if err := p.sightErr(ctx); err != nil {
			return legal[0], err
		}
		if len(wins) > 0 && ctx.Err() == nil {
			return wins[p.rand.Choose(len(wins))], nil
		}
	}
	best, err := p.base.Choose(ctx, legal)
	if err != nil || ctx.Err() != nil {
		return best, err
	}
	list := p.candidates(best, legal)
	i, safe := p.draw(list, looks)
	move := list[i].Move
	if looks && !safe {
		move = p.rescue(list, legal, move)
	}
	if err := p.sightErr(ctx); err != nil {
		return best, err
	}
	return move, nil
}

// sightErr returns the failure of the sight, unless the context has ended.
func (p *Player) sightErr(ctx context.Context) error {
	if p.sight == nil || game.Ended(ctx, p.sight.Err()) {
		return nil
	}
	return p.sight.Err()
}

// looks decides whether the player looks for wins in one move this time.
func (p *Player) looks(ctx context.Context) bool {
	drawn := p.fraction()
	if p.sight == nil || drawn >= p.level.Sight {
		return false
	}
	p.sight.Bind(ctx)
	return true
}

// fraction returns a random number below 1.
func (p *Player) fraction() float64 { return float64(p.rand.Uint64()>>11) / (1 << 53) }

// candidates returns the moves that the search has tried, its choice first. A network has
// valued all of them.
func (p *Player) candidates(best game.Move, legal []game.Move) []player.Candidate {
	list := []player.Candidate{{Move: best, Value: math.NaN()}}
	a, ok := p.base.(player.Analyst)
	if !ok {
		return list
	}
	for _, c := range a.Analysis().Moves {
		switch {
		case c.Move == best:
			list[0] = c
		case (c.Visits > 0 || p.level.Network != "") && slices.Contains(legal, c.Move):
			list = append(list, c)
		}
	}
	return list
}

// draw draws a candidate by the values that the search found. If the player looks, moves
// that let an opponent win at once are not taken; if there are no others, it reports false
// with the first one that was drawn.
func (p *Player) draw(list []player.Candidate, looks bool) (int, bool) {
	p.weigh(list)
	first := 0
	for n := range list {
		i := p.pick()
		if n == 0 {
			first = i
		}
		if !looks || !p.sight.Loses(p.tracker.State, p.setup.Role, list[i].Move) {
			return i, true
		}
		p.weights[i] = 0
	}
	return first, false
}

// rescue returns a move that the search has not tried and that does not let an opponent win
// at once, or the given one if there is none.
func (p *Player) rescue(tried []player.Candidate, legal []game.Move, move game.Move) game.Move {
	from := p.rand.Choose(len(legal))
	for i := range legal {
		m := legal[(from+i)%len(legal)]
		if !slices.ContainsFunc(tried, func(c player.Candidate) bool { return c.Move == m }) && !p.sight.Loses(p.tracker.State, p.setup.Role, m) {
			return m
		}
	}
	return move
}

// weigh computes how likely each candidate is. At the temperature 0 all have the same
// weight, since pick goes by the order of the search.
func (p *Player) weigh(list []player.Candidate) {
	p.weights = p.weights[:0]
	best := math.Inf(-1)
	for _, v := range p.valuesOf(list) {
		best = max(best, v)
		p.weights = append(p.weights, v)
	}
	for i, v := range p.weights {
		w := 1.0
		if p.level.Temperature > 0 {
			w = math.Exp((v - best) / p.level.Temperature)
		}
		p.weights[i] = max(w, math.SmallestNonzeroFloat64)
	}
}

// valuesOf returns the values of candidates. Those that few playouts gave are moved towards
// the mean.
func (p *Player) valuesOf(list []player.Candidate) []float64 {
	mean := rootValue(list)
	p.values = p.values[:0]
	for i := range list {
		v := list[i].Value
		if p.level.Network == "" || math.IsNaN(v) {
			v = shrunk(&list[i], mean)
		}
		p.values = append(p.values, v)
	}
	return p.values
}

// pick draws the number of a candidate by the weights, some of which are not 0. At the
// temperature 0 it is the first of these.
func (p *Player) pick() int {
	total, last := 0.0, 0
	for i, w := range p.weights {
		if total += w; w > 0 {
			if last = i; p.level.Temperature == 0 {
				return i
			}
		}
	}
	at := p.fraction() * total
	for i, w := range p.weights {
		if at -= w; at < 0 && w > 0 {
			return i
		}
	}
	return last
}

// doubt is how many visits with the mean value are added to those of a move. A move that
// was tried once is worth what all moves are worth, rather than its single playout.
const doubt = 4

// shrunk returns the value of a move, nearer to the mean if it was tried seldom.
func shrunk(c *player.Candidate, mean float64) float64 {
	switch {
	case math.IsNaN(c.Value):
		return mean
	case c.Exact:
		return c.Value
	}
	n := float64(c.Visits)
	return (n*c.Value + doubt*mean) / (n + doubt)
}

// rootValue returns the mean value of moves, by their visits.
func rootValue(list []player.Candidate) float64 {
	sum, visits := 0.0, 0.0
	for i := range list {
		if n := float64(list[i].Visits); n > 0 {
			sum += n * list[i].Value
			visits += n
		}
	}
	if visits == 0 {
		return 50
	}
	return sum / visits
}

// Observe implements [player.Player].
func (p *Player) Observe(ctx context.Context, e player.Event) error {
	if p.tracker != nil {
		if err := p.tracker.Observe(e); err != nil {
			return err
		}
	}
	return p.base.Observe(ctx, e)
}

// Stop implements [player.Player].
func (p *Player) Stop() {
	if p.base != nil {
		p.base.Stop()
	}
	p.tracker, p.sight = nil, nil
}

// Note implements [player.Noter]: the level and its rating.
func (p *Player) Note() string { return p.note }

// Analysis implements [player.Analyst]: what the search found.
func (p *Player) Analysis() player.Analysis {
	if a, ok := p.base.(player.Analyst); ok {
		return a.Analysis()
	}
	return player.Analysis{Note: p.note}
}
