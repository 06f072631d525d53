package calibration

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ludex/game"
	"ludex/internal/players/levels"
	"ludex/internal/tournament"
)

// The differences in Elo between neighbouring levels.
const (
	Step    = 170 // what is aimed at: near the lower end, so that more levels fit below the strongest
	MinStep = 150 // below this, levels are merged
	MaxStep = 250 // above this, another attempt is made
	// FirstStep is aimed at between random play and the first level.
	FirstStep = 120
)

// Options say how to measure.
type Options struct {
	Games    int // against the level below
	MaxNodes int // of the strongest level
	Threads  int // matches at a time
	Seed     uint64
	// From is a ladder to go on from, or nil: only levels above those that it has are
	// looked for.
	From *levels.Ladder
	// Progress is called after every match; it may be nil.
	Progress func(Status)
	// Found is called with the levels so far for every level that was found; it may be nil. An
	// error ends the measurement.
	Found func(*levels.Ladder) error
}

// Defaults returns the usual options.
func Defaults() Options { return Options{Games: 200, MaxNodes: 10_000, Threads: 1, Seed: 1} }

// A Status is how far a measurement is.
type Status struct {
	Level  int // that is being looked for
	Nodes  int
	Played int // matches of all levels
}

const (
	lowest   = -3.0 // strength, see [levels.At]; the temperature is 512
	batch    = 20   // matches of a step of the search
	part     = 20   // matches of a part of a long match
	searches = 3    // steps of the search for a level, at most
	attempts = 8    // long matches for a level, at most
)

// ErrOneRole is returned for games that have no opponents.
var ErrOneRole = errors.New("a game with one role has no levels: there is nobody to play against")

// Measure finds the levels of a game. If the context ends, it returns its error with those
// that were found, if any.
func Measure(ctx context.Context, g game.Game, opt Options) (*levels.Ladder, error) {
	if opt.Games < 1 || opt.MaxNodes < 1 || opt.Threads < 1 {
		return nil, errors.New("a measurement needs games, nodes and a thread")
	}
	m := &measurement{arena: newArena(g, opt), opt: opt}
	m.highest = (&levels.Level{Nodes: opt.MaxNodes}).Strength()
	if len(m.arena.seats) < 2 {
		return nil, ErrOneRole
	}
	net, err := levels.Network(g)
	if err != nil {
		return nil, err
	}
	if net != nil {
		m.network = net.ID()
	}
	if err := m.resume(game.Fingerprint(g)); err != nil {
		return nil, err
	}
	err = m.findAll(ctx, g)
	if err != nil && (ctx.Err() == nil || len(m.found) == 0) {
		return nil, err
	}
	l, broken := m.ladder(g)
	if broken != nil {
		return nil, broken
	}
	l.Unfinished = err != nil
	return l, err
}

// resume takes over the levels of the ladder to go on from.
func (m *measurement) resume(fingerprint string) error {
	from := m.opt.From
	if from == nil || !from.Measured {
		return nil
	}
	if from.Rules != fingerprint {
		return errors.New("the levels to go on from are those of other rules")
	}
	for i := range from.Distinct() {
		level := from.Levels[i]
		if level.Network != m.network {
			return errors.New("the levels to go on from were measured without the network that comes with Ludex, or with another one: --fresh begins anew")
		}
		m.found = append(m.found, &measuredLevel{
			strength: level.Strength(), level: &level, seen: level.Seen,
			result: tally{games: level.Against.Games, points: level.Against.Score * float64(level.Against.Games)},
		})
	}
	return nil
}

// findAll finds one level after the other, until there is none that is enough stronger.
func (m *measurement) findAll(ctx context.Context, g game.Game) error {
	below := &measuredLevel{}
	if n := len(m.found); n > 0 {
		below = m.found[n-1]
	}
	for number := len(m.found) + 1; number <= levels.Count; number++ {
		if below.level != nil && m.highest-below.strength < 0.1 {
			return nil // there are no more nodes
		}
		m.arena.started = number * seedsPerLevel
		r, err := m.find(ctx, number, below)
		if err != nil {
			return fmt.Errorf("level %d: %w", number, err)
		}
		if r == nil {
			return nil
		}
		m.found = append(m.found, r)
		below = r
		if err := m.tell(g); err != nil {
			return err
		}
	}
	return nil
}

// seedsPerLevel numbers the matches of levels so that a level that is looked for later has
// the same ones.
const seedsPerLevel = 1 << 20

// tell reports the levels that were found so far.
func (m *measurement) tell(g game.Game) error {
	if m.opt.Found == nil {
		return nil
	}
	l, err := m.ladder(g)
	if err != nil {
		return err
	}
	l.Unfinished = true
	return m.opt.Found(l)
}

// A measurement is the state of Measure.
type measurement struct {
	arena   *arena
	opt     Options
	highest float64          // strength
	network string           // that all levels use, or ""
	found   []*measuredLevel // the levels found, the weakest first
}

// A measuredLevel is a level that was found.
type measuredLevel struct {
	strength float64
	level    *levels.Level // nil is random play
	result   tally         // against the level below
	seen     levels.Tactics
}

// find returns the level with a number, or nil if there is none that is enough stronger
// than the one below.
func (m *measurement) find(ctx context.Context, number int, below *measuredLevel) (*measuredLevel, error) {
	c := &curve{aim: Step, from: lowest, to: m.highest, slope: expectedSlope}
	at := lowest + 1
	if below.level != nil {
		gap, _ := m.gap()
		c.origin = below.strength
		at = min(below.strength+gap, m.highest)
	} else {
		c.aim, c.origin = FirstStep, lowest
	}
	sight := levels.SightOf(number)
	if gap, ok := m.gap(); ok {
		c.slope = c.aim / gap
		return m.settle(ctx, number, sight, below, c, at)
	}
	for range searches {
		at = min(max(at, c.from), c.to)
		t, err := m.play(ctx, number, at, sight, below, batch, nil)
		if err != nil {
			return nil, err
		}
		c.add(at, t)
		next := c.solve(at)
		if math.Abs(next-at) < 0.1 {
			break
		}
		at = next
	}
	return m.settle(ctx, number, sight, below, c, c.solve(c.last()))
}

// gap returns how much the strength grew from a level to the next the last time, and whether
// that is known; if not, it is a guess. Levels 1 and 2 look for wins less often than those
// above, so what separates them says nothing about the others.
func (m *measurement) gap() (gap float64, known bool) {
	n := len(m.found)
	if n < firstAlike+1 {
		return 1, false
	}
	last, before := m.found[n-1], m.found[n-2]
	return min(max((last.strength-before.strength)*Step/max(last.result.elo(), MinStep), 0.3), 3), true
}

// firstAlike is the first level that always looks for wins, as all above it do.
const firstAlike = 3

// settle plays long matches until one of them shows a good difference, and returns the
// level with the best one. It returns nil if the difference stays too small.
func (m *measurement) settle(ctx context.Context, number int, sight float64, below *measuredLevel, c *curve, at float64) (*measuredLevel, error) {
	var best *measuredLevel
	for range attempts {
		r := &measuredLevel{strength: at}
		level := m.at(at, sight)
		r.level = &level
		var err error
		if err = m.playLong(ctx, number, sight, below, r); err != nil {
			return nil, err
		}
		complete := r.result.games == m.opt.Games
		if complete && (best == nil || r.result.better(best.result, c.aim)) {
			best = r
		}
		if complete && (number == 1 || r.result.inRange()) {
			break
		}
		c.add(at, r.result)
		next := c.solve(at)
		if math.Abs(next-at) < 0.02 {
			break
		}
		at = next
	}
	if best == nil || number > 1 && best.result.elo() < MinStep && c.to-best.strength < 0.1 {
		return nil, nil
	}
	best.strength = best.level.Strength() // what a measurement knows that goes on from here
	return best, nil
}

// playLong plays the match of a level from which its rating follows, in parts. It ends early
// if the difference is clearly too small or too large.
func (m *measurement) playLong(ctx context.Context, number int, sight float64, below, r *measuredLevel) error {
	for r.result.games < m.opt.Games {
		t, err := m.play(ctx, number, r.strength, sight, below, min(part, m.opt.Games-r.result.games), r)
		if err != nil {
			return err
		}
		r.result.games += t.games
		r.result.points += t.points
		if number > 1 && r.result.hopeless() && m.highest-r.strength > 0.1 {
			return nil
		}
	}
	return nil
}

// at returns the level of a strength. A search by a network knows no chance, so without a
// temperature all of its games would be the same.
func (m *measurement) at(strength, sight float64) levels.Level {
	l := levels.At(strength, sight)
	if l.Network = m.network; l.Network != "" {
		l.Temperature = max(l.Temperature, leastTemperature)
	}
	return l
}

// leastTemperature is the temperature of the strongest levels that search by a network.
const leastTemperature = 0.25

// play plays matches of a strength against the level below. If counted is not nil, positions with wins
// in one move are counted for it and for the one below.
func (m *measurement) play(ctx context.Context, number int, at, sight float64, below *measuredLevel, games int, counted *measuredLevel) (tally, error) {
	level := m.at(at, sight)
	return m.arena.match(ctx, pairing{upper: &level, lower: below.level, games: games, status: Status{Level: number, Nodes: level.Nodes}, up: counted, low: below})
}

// ladder returns the levels that were found, with their ratings.
func (m *measurement) ladder(g game.Game) (*levels.Ladder, error) {
	if len(m.found) == 0 {
		return nil, errors.New("no level is stronger than random play: the moves do not matter, or there are too few nodes")
	}
	ratings, err := m.rate()
	if err != nil {
		return nil, err
	}
	l := &levels.Ladder{Rules: game.Fingerprint(g), Game: g.Name(), Seed: m.opt.Seed, Measured: true, MaxNodes: m.opt.MaxNodes}
	for i := range levels.Count {
		at := min(i, len(m.found)-1)
		level := m.level(at, ratings)
		if level.Merged = i > at; level.Merged {
			level.Against, level.Seen = levels.Matches{}, levels.Tactics{}
			level.Sight = max(level.Sight, levels.SightOf(i+1)) // no level from the third on may miss wins
		}
		l.Levels = append(l.Levels, level)
	}
	return l, nil
}

// level returns a level that was found with its rating.
func (m *measurement) level(index int, ratings map[string]tournament.Rating) levels.Level {
	r := m.found[index]
	level, rating := *r.level, ratings[nameOf(index+1)]
	level.Elo, level.Error = math.Round(rating.Elo-tournament.DefaultMean), math.Ceil(rating.Error)
	level.Against = levels.Matches{Games: r.result.games, Score: r.result.score()}
	level.Seen = r.seen
	return level
}

// nameOf names a level in ratings; 0 is random play.
func nameOf(number int) string { return fmt.Sprintf("level %d", number) }

// rate rates the levels by their long matches, relative to random play.
func (m *measurement) rate() (map[string]tournament.Rating, error) {
	var list []tournament.Comparison
	for i, r := range m.found {
		n := float64(r.result.games)
		for _, c := range []tournament.Comparison{{Score: 1, Weight: r.result.points}, {Score: 0, Weight: n - r.result.points}} {
			c.A, c.B = nameOf(i+1), nameOf(i)
			list = append(list, c)
		}
	}
	ratings, err := tournament.Rate(list, tournament.RateOptions{Anchor: nameOf(0)})
	if err != nil {
		return nil, err
	}
	named := map[string]tournament.Rating{}
	for _, r := range ratings {
		named[r.Name] = r
	}
	return named, nil
}
