package report

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"ludex/game"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/timed"
)

// A Subject is the game of a report: a turn-based one, or one in real time.
type Subject struct {
	// About describes the game; what the game itself tells, such as its roles, is
	// filled in.
	About About
	Game  game.Game
	Timed *timed.Game
	// TurnClock is the turn clock of a game translated from turns to real time, see
	// [timed.MatchOptions]; usually "".
	TurnClock string
}

// Options configure how much is played, and by which player. Zero values depend on
// the game, see [Extent]; negative numbers of Playouts and Games mean none.
type Options struct {
	Playouts int // random plays
	Games    int // of the player against itself
	// Player is the name of the player that New makes, or NewTimed in real time.
	Player   string
	New      player.Maker
	NewTimed realtime.Maker
	// Nodes is the budget for a move, or Clock the time for it, if that is not 0.
	Nodes int
	Clock time.Duration
	Seed  uint64
	// NoTrend leaves out the games of weaker players against themselves, which show how
	// results change with strength.
	NoTrend bool
	// Threads is how many plays are played at a time; 0 is 1. It does not affect
	// the results.
	Threads int
	// Progress is called from time to time, from several goroutines. It may be nil.
	Progress func(Progress)
}

// A Progress is the state of collecting.
type Progress struct {
	Playouts, AllPlayouts int
	Games, AllGames       int // bouts included
}

const (
	maxTime      = 1000 // units of a play in real time
	viewPlays    = 40   // random plays in which information sets are followed
	weakerFactor = 10   // how much smaller the budget of the weaker player is
	rungFactor   = 4    // the same of neighbours on the ladder of depth
	leastRung    = 4    // nodes of the lowest rung
	mostWeaker   = 2    // players that play against themselves; much weaker ones tell little about stronger ones
)

// method returns the complete method of the data.
func (o *Options) method(about *About, most Extent, maxSteps int) Method {
	m := Method{Playouts: or(o.Playouts, most.Playouts), Games: or(o.Games, most.Games), Player: o.Player, Clock: o.Clock, Seed: o.Seed}
	if m.Clock == 0 {
		m.Nodes = or(o.Nodes, most.Nodes)
	}
	seats := len(about.Seats())
	if seats > 1 && m.Games > 0 {
		// Each player has each seat equally often.
		bouts := max((m.Games/2+seats-1)/seats, 1) * seats
		m.Rivals = append(m.Rivals, Opponent{Name: "random", Games: bouts})
		if !about.Timed && m.Nodes >= weakerFactor {
			m.Rivals = append(m.Rivals, Opponent{Name: "the same player with a tenth of the budget", Nodes: m.Nodes / weakerFactor, Games: bouts})
		}
		if !about.Timed && m.Clock == 0 {
			m.Rivals = append(m.Rivals, rungs(m.Nodes, bouts)...)
			if !o.NoTrend {
				m.Rivals = append(m.Rivals, equals(m.Nodes/rungFactor, m.Games)...)
			}
		}
	}
	if about.Timed {
		m.MaxTime = maxTime
		return m
	}
	m.MaxSteps = maxSteps
	if about.Hidden {
		m.Views = min(viewPlays, m.Playouts)
	}
	return m
}

// rungs returns the ladder that measures depth: each player thinks for a fourth of the
// nodes of the next, and the lowest meets one that moves at random.
func rungs(nodes, games int) []Opponent {
	var list []Opponent
	for ; nodes/rungFactor >= leastRung; nodes /= rungFactor {
		list = append(list, Opponent{Name: fmt.Sprintf("%d nodes against %d", nodes, nodes/rungFactor), Nodes: nodes / rungFactor, Strong: nodes, Games: games})
	}
	return append(list, Opponent{Name: fmt.Sprintf("%d nodes against random", nodes), Strong: nodes, Games: games})
}

// equals returns the weaker players of the ladder that play against themselves.
func equals(nodes, games int) []Opponent {
	var list []Opponent
	for ; nodes >= leastRung && len(list) < mostWeaker; nodes /= rungFactor {
		list = append(list, Opponent{Name: fmt.Sprintf("%d nodes against as many", nodes), Nodes: nodes, Strong: nodes, Games: games})
	}
	return list
}

func or(n, value int) int {
	if n == 0 {
		return value
	}
	return max(n, 0)
}

// Collect does a shard of the work. With a node budget, the data depend on the
// subject, the options and the shard only, not on the number of threads. If the
// context ends, the data are those of the finished plays, and the error is the
// context's.
func Collect(ctx context.Context, s Subject, opt Options, shard Shard) (*Data, error) {
	c, err := newCollector(ctx, s, opt, shard)
	if err != nil {
		return nil, err
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	jobs := make(chan job)
	var group sync.WaitGroup
	for range max(opt.Threads, 1) {
		group.Go(func() {
			if err := c.work(inner, jobs); err != nil {
				c.fail(err)
				cancel()
			}
		})
	}
	c.dispatch(inner, jobs)
	group.Wait()
	if ctx.Err() != nil {
		return c.data, ctx.Err()
	}
	return c.data, errors.Join(c.errs...)
}

// A collector collects data.
type collector struct {
	subject Subject
	options Options
	method  Method
	shard   Shard
	seats   []int

	mu   sync.Mutex
	data *Data
	errs []error

	playouts, games atomic.Int64
	total           Progress
}

func newCollector(ctx context.Context, s Subject, opt Options, shard Shard) (*collector, error) {
	if shard.Of < 1 || shard.Index < 0 || shard.Index >= shard.Of {
		return nil, fmt.Errorf("there is no shard %d of %d", shard.Index, shard.Of)
	}
	about, most, maxSteps := s.About, Most, 0
	switch {
	case s.Timed != nil && opt.NewTimed != nil:
		about.Roles, about.Chance, about.Hidden, about.Timed = s.Timed.Roles(), s.Timed.Random(), s.Timed.Hidden(), true
	case s.Game != nil && opt.New != nil:
		about.Roles, about.Chance, about.Hidden = s.Game.Roles(), s.Game.Random(), s.Game.Hidden()
		var err error
		if most, err = extentOf(ctx, s.Game); err != nil {
			return nil, err
		}
		maxSteps = game.MaxSteps(s.Game)
	default:
		return nil, errors.New("a report needs a game and a player for it")
	}
	if len(about.Seats()) == 0 {
		return nil, errors.New("the game has no role that makes choices of its own")
	}
	method := opt.method(&about, most, maxSteps)
	return &collector{subject: s, options: opt, method: method, shard: shard, seats: about.Seats(),
		data: &Data{Format: Format, About: about, Method: method, Shards: []Shard{shard}}}, nil
}

func (c *collector) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.errs = append(c.errs, err)
}

// add updates the data under the lock.
func (c *collector) add(put func(d *Data)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	put(c.data)
}

// What seeds are derived for.
const (
	useRandom = iota
	useSelf
	useViews
	useRole
	useBouts // followed by one for each rival

	useOpenings = 1 << 20
	useUnused   = 1<<20 + 1
	useVariety  = 1<<20 + 2

	useSampledOpenings = 1<<20 + 3
)

// derive returns the seed of one of several plays of a use.
func derive(seed uint64, use, number int) uint64 {
	return player.DeriveSeed(seed, uint64(use), uint64(number))
}

// ShareTime returns a context for playing one of several games that are left to be played: it
// has its share of the time of another, so that there are plays of all games when that is over. A
// tenth is left for [Follow], which finds out what the plays show.
func ShareTime(ctx context.Context, games int) (context.Context, context.CancelFunc) {
	deadline, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)*9/10/time.Duration(games))
}
