package match

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"ludex/player"
	"ludex/timed"
)

// A Series is a number of matches of one game, in which the entrants take turns
// at the seats: in match k entrant i has seat i+k, modulo the number of seats.
type Series struct {
	// Config has the game, the clocks, the budget and the seed of the series.
	// Each match gets a seed of its own, and its seats.
	Config   Config
	Entrants []Entrant // as many as there are roles other than chance
	Games    int
	Workers  int  // matches played at a time; 0 is 1
	Fixed    bool // the seats stay as they are

	// Play plays a match in place of the function of that name, for example to
	// keep its record. It is given the number of the match and, by role, the
	// entrant or -1 for chance. It may be nil.
	Play func(ctx context.Context, number int, seats []int, c Config) (player.Result, error)

	// Done is called after each match, one at a time, in the order in which
	// they end. It may be nil.
	Done func(player.SeriesMatch)

	// Enough ends the series before all games are played, if it returns true. It is
	// asked after each match, one at a time, with the matches from the first one to the
	// last one before a gap, so that the answer does not depend on Workers. It may be
	// nil.
	Enough func(played []*player.SeriesMatch) bool
}

// An Entrant takes part in a series.
type Entrant struct {
	Name string
	New  Maker
}

// useSeries is the use of a seed for the matches of a turn-based series, see
// [player.DeriveSeed]. A series in real time uses their numbers alone.
const useSeries = 1 << 33

// Run plays the matches and returns the standings in the order of the entrants.
// If the context ends, or a match fails, the standings are those of the matches
// played until then.
func (s Series) Run(ctx context.Context) ([]player.Standing, error) {
	seats := Seats(s.Config.Game)
	if len(s.Entrants) != len(seats) {
		return nil, fmt.Errorf("%d entrants for %d seats", len(s.Entrants), len(seats))
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	dealing, enough := context.WithCancel(ctx)
	defer enough()
	t := &tally{played: make([]*player.SeriesMatch, s.Games), done: s.Done, isEnough: s.Enough, enough: enough}
	numbers := make(chan int)
	var group sync.WaitGroup
	for range max(s.Workers, 1) {
		group.Go(func() {
			for k := range numbers {
				if err := t.add(s.play(ctx, k, seats)); err != nil {
					cancel()
				}
			}
		})
	}
	deal(dealing, numbers, s.Games)
	group.Wait()
	var names []string
	for _, e := range s.Entrants {
		names = append(names, e.Name)
	}
	return player.Standings(names, t.played), errors.Join(t.errs...)
}

// deal hands out the numbers of the matches until the context ends.
func deal(ctx context.Context, numbers chan<- int, games int) {
	defer close(numbers)
	for k := range games {
		if ctx.Err() != nil {
			return
		}
		select {
		case numbers <- k:
		case <-ctx.Done():
			return
		}
	}
}

// play plays one match.
func (s Series) play(ctx context.Context, number int, seats []int) (player.SeriesMatch, error) {
	c, entrants := s.config(number, seats)
	p := player.SeriesMatch{Number: number, Seats: entrants}
	var err error
	if s.Play != nil {
		p.Result, err = s.Play(ctx, number, p.Seats, c)
	} else {
		_, p.Result, err = Play(ctx, c)
	}
	if err != nil {
		return p, fmt.Errorf("match %d: %w", number+1, err)
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

// config returns the configuration of a match and, by role, its entrants.
func (s Series) config(number int, seats []int) (c Config, entrants []int) {
	c = s.Config
	c.Seed = player.DeriveSeed(c.Seed, s.use(number))
	c.Seats = make([]Seat, len(c.Game.Roles()))
	entrants = make([]int, len(c.Seats))
	for r := range entrants {
		c.Seats[r].Name, entrants[r] = Chance, -1
	}
	turn := number
	if s.Fixed {
		turn = 0
	}
	for i, e := range s.Entrants {
		role := seats[(i+turn)%len(seats)]
		c.Seats[role], entrants[role] = Seat{Name: e.Name, Player: e.New()}, i
	}
	return c, entrants
}

// use returns the use of the seed for a match.
func (s Series) use(number int) uint64 {
	if _, real := s.Config.Game.(*timed.Game); real {
		return uint64(number)
	}
	return useSeries + uint64(number)
}

// A tally collects the matches of a series.
type tally struct {
	mu     sync.Mutex
	played []*player.SeriesMatch // by number; nil if it was not played
	errs   []error
	done   func(player.SeriesMatch)
	first  int // how many matches from the first one on are there

	isEnough func([]*player.SeriesMatch) bool
	enough   func() // ends the dealing
}

// add adds a match, or records why it could not be played.
func (t *tally) add(p player.SeriesMatch, err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil {
		t.errs = append(t.errs, err)
		return err
	}
	if t.done != nil {
		t.done(p)
	}
	p.Result.Moves = nil // they are many, and no longer needed
	t.played[p.Number] = &p
	for t.first < len(t.played) && t.played[t.first] != nil {
		t.first++
		if t.isEnough != nil && t.isEnough(t.played[:t.first]) {
			t.isEnough = nil
			t.enough()
		}
	}
	return nil
}
