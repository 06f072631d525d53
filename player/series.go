package player

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"ludex/game"
)

// A Series is a number of matches of one game, in which the entrants take turns
// at the seats: in match k entrant i has the seat i+k, counted round.
type Series struct {
	// Match has the game, the clocks, the budget and the seed of the series;
	// each match gets a seed of its own. Players and Watch are not used.
	Match    Match
	Entrants []Entrant // as many as there are roles other than chance
	Games    int
	Workers  int  // matches played at a time; 0 is 1
	Fixed    bool // the seats stay as they are

	// Play plays a match, in place of the function of that name, for example to
	// keep a record of it. It may be nil.
	Play func(ctx context.Context, number int, seats []int, m Match) (Result, error)

	// Done is called after each match, one at a time, in the order in which
	// they end. It may be nil.
	Done func(Played)
}

// An Entrant takes part in a series.
type Entrant struct {
	Name string
	New  Maker
}

// A Played is a match of a series.
type Played struct {
	Number int   // counted from 0
	Seats  []int // by role: the entrant, or -1 for chance
	Result Result
	Points []float64 // by entrant, if the play is over
}

// A Standing is how an entrant did in a series.
type Standing struct {
	Name                string
	Games               int
	Wins, Draws, Losses int
	CutOff              int      // matches that did not come to their end; they count for nothing else
	Score               float64  // mean points of the others, see [Points]
	Interval            Interval // of the score, by Wilson
	Goal                float64  // mean goal value of the others
	GoalInterval        Interval // of the goal value, as if it were normal
	Faults              map[FaultKind]int
	Thought             Thought
}

// Run plays the matches and returns the standings in the order of the entrants.
// If the context ends, or a match fails, the standings are of the matches played
// until then.
func (s Series) Run(ctx context.Context) ([]Standing, error) {
	seats := seatsOf(s.Match.Game)
	if len(s.Entrants) != len(seats) {
		return nil, fmt.Errorf("%d entrants for %d seats", len(s.Entrants), len(seats))
	}
	t := newTally(s)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
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
	deal(ctx, numbers, s.Games)
	group.Wait()
	return t.standings(), errors.Join(t.errs...)
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

// seatsOf returns the roles that are not moved by chance.
func seatsOf(g game.Game) []int {
	var seats []int
	for r := range g.Roles() {
		if game.Role(r) != g.Random() {
			seats = append(seats, r)
		}
	}
	return seats
}

// play plays one match.
func (s Series) play(ctx context.Context, number int, seats []int) (Played, error) {
	roles := len(s.Match.Game.Roles())
	p := Played{Number: number, Seats: make([]int, roles)}
	m := s.Match
	m.Players, m.Watch = make([]Player, roles), nil
	m.Seed = derive(s.Match.Seed, useSeries+uint64(number))
	turn := number
	if s.Fixed {
		turn = 0
	}
	for r := range p.Seats {
		p.Seats[r] = -1
	}
	for i := range s.Entrants {
		role := seats[(i+turn)%len(seats)]
		p.Seats[role], m.Players[role] = i, s.Entrants[i].New()
	}
	var err error
	if s.Play != nil {
		p.Result, err = s.Play(ctx, number, p.Seats, m)
	} else {
		p.Result, err = Play(ctx, m)
	}
	if err != nil {
		return p, fmt.Errorf("match %d: %w", number, err)
	}
	if !p.Result.Over {
		return p, nil
	}
	p.Points = make([]float64, len(s.Entrants))
	for r, points := range Points(m.Game, p.Result.Goals) {
		if i := p.Seats[r]; i >= 0 {
			p.Points[i] = points
		}
	}
	return p, nil
}

// Points returns what the goals of a match are worth to each role: who has the
// highest goal gets 1, and several of them share it, so that a draw of two is one
// half each. Alone, a role gets its goal as a part of 100. Chance gets nothing.
func Points(g game.Game, goals []int) []float64 { return Share(seatsOf(g), goals) }

// Share is Points for the roles with the given numbers, which are those that are
// not moved by chance.
func Share(seats, goals []int) []float64 {
	points := make([]float64, len(goals))
	if len(seats) == 1 {
		points[seats[0]] = float64(goals[seats[0]]) / 100
		return points
	}
	best, winners := 0, 0
	for _, r := range seats {
		if goals[r] > best || winners == 0 {
			best, winners = goals[r], 0
		}
		if goals[r] == best {
			winners++
		}
	}
	for _, r := range seats {
		if goals[r] == best {
			points[r] = 1 / float64(winners)
		}
	}
	return points
}
