package realtime

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"ludex/game"
	"ludex/gdl"
	"ludex/player"
	"ludex/timed"
)

// A Series is a number of matches of one game in real time, in which the entrants
// take turns at the seats: in match k entrant i has the seat i+k, counted round.
type Series struct {
	Program *gdl.Program
	Options timed.Options
	// Match says how matches are played; each gets a seed of its own. Observe
	// and Notify are not used.
	Match    timed.MatchOptions
	Entrants []Entrant // as many as there are roles other than random
	Games    int
	Workers  int  // matches played at a time; 0 is 1
	Fixed    bool // the seats stay as they are
	Wall     bool // by a wall clock instead of virtual time

	Nodes             int // see [Setup]
	Clock, StartClock time.Duration

	// Play plays a match of a series, for those who keep a record of it: its
	// number, and who sits where, by role, or -1. Nil is [Match.Play].
	Play func(ctx context.Context, number int, seats []int, m Match) (player.Result, error)

	// Done is called after each match, one at a time, in the order in which
	// they end. It may be nil.
	Done func(player.Played)
}

// An Entrant takes part in a series.
type Entrant struct {
	Name string
	New  Maker
}

// A Maker makes players of one kind, any number of them.
type Maker func() Player

// Run plays the matches and returns the standings in the order of the entrants. If
// the context ends, or a match fails, the standings are of the matches played
// until then.
func (s Series) Run(ctx context.Context) ([]player.Standing, error) {
	var names []string
	for _, e := range s.Entrants {
		names = append(names, e.Name)
	}
	c := &collector{played: make([]*player.Played, s.Games), done: s.Done}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	numbers := make(chan int)
	var group sync.WaitGroup
	for range max(s.Workers, 1) {
		group.Go(func() {
			if err := s.work(ctx, numbers, c); err != nil {
				cancel()
			}
		})
	}
	deal(ctx, numbers, s.Games)
	group.Wait()
	return player.Standings(names, c.played), errors.Join(c.errs...)
}

// deal hands out the numbers of the matches until the context ends.
func deal(ctx context.Context, numbers chan<- int, games int) {
	defer close(numbers)
	for k := range games {
		select {
		case numbers <- k:
		case <-ctx.Done():
			return
		}
	}
}

// A collector collects matches.
type collector struct {
	mu     sync.Mutex
	played []*player.Played
	errs   []error
	done   func(player.Played)
}

func (c *collector) add(p player.Played, err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.errs = append(c.errs, err)
		return err
	}
	if c.done != nil {
		c.done(p)
	}
	c.played[p.Number] = &p
	return nil
}

// work plays matches, with a game of its own.
func (s Series) work(ctx context.Context, numbers <-chan int, c *collector) error {
	g, err := timed.New(s.Program, s.Options)
	if err != nil {
		return c.add(player.Played{}, err)
	}
	seats := seatsOf(g)
	if len(s.Entrants) != len(seats) {
		return c.add(player.Played{}, fmt.Errorf("%d entrants for %d seats", len(s.Entrants), len(seats)))
	}
	for k := range numbers {
		p, err := s.play(ctx, g, k, seats)
		if ctx.Err() != nil {
			return ctx.Err() // half a match does not count
		}
		if err := c.add(p, err); err != nil {
			return err
		}
	}
	return nil
}

// seatsOf returns the roles that are not moved by chance.
func seatsOf(g *timed.Game) []int {
	var seats []int
	for r := range g.Roles() {
		if game.Role(r) != g.Random() {
			seats = append(seats, r)
		}
	}
	return seats
}

// play plays one match.
func (s Series) play(ctx context.Context, g *timed.Game, number int, seats []int) (player.Played, error) {
	p := player.Played{Number: number, Seats: make([]int, len(g.Roles()))}
	players := make([]Player, len(g.Roles()))
	turn := number
	if s.Fixed {
		turn = 0
	}
	for r := range p.Seats {
		p.Seats[r] = -1
	}
	for i := range s.Entrants {
		role := seats[(i+turn)%len(seats)]
		p.Seats[role], players[role] = i, s.Entrants[i].New()
	}
	opt := s.Match
	opt.Seed = derive(s.Match.Seed, uint64(number))
	m := Match{Game: g, Options: opt, Players: players, Wall: s.Wall, Nodes: s.Nodes, Clock: s.Clock, StartClock: s.StartClock}
	play := s.Play
	if play == nil {
		play = func(ctx context.Context, _ int, _ []int, m Match) (player.Result, error) { return m.Play(ctx) }
	}
	var err error
	if p.Result, err = play(ctx, number, p.Seats, m); err != nil {
		return p, fmt.Errorf("match %d: %w", number, err)
	}
	if !p.Result.Over {
		return p, nil
	}
	p.Points = make([]float64, len(s.Entrants))
	for r, points := range player.Share(seats, p.Result.Goals) {
		if i := p.Seats[r]; i >= 0 {
			p.Points[i] = points
		}
	}
	return p, nil
}

// derive returns a seed for one of several uses of a seed. Seeds that differ in
// anything give unrelated ones.
func derive(seed, use uint64) uint64 {
	return game.NewRand(game.NewRand(seed).Uint64() + use).Uint64()
}
