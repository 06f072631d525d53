package calibration

import (
	"context"
	"errors"
	"sync"

	"ludex/game"
	"ludex/internal/players/basic"
	"ludex/internal/players/levels"
	"ludex/player"
)

// An arena plays matches between two players of a game.
type arena struct {
	game    game.Game
	opt     Options
	seats   []int // the roles except chance
	started int   // matches, which number their seeds

	mu     sync.Mutex
	played int
}

func newArena(g game.Game, opt Options) *arena {
	a := &arena{game: g, opt: opt}
	for r := range g.Roles() {
		if game.Role(r) != g.Random() {
			a.seats = append(a.seats, r)
		}
	}
	return a
}

// A pairing is a match of several games between two levels, of which nil is random play.
type pairing struct {
	upper, lower *levels.Level
	games        int
	status       Status
	// For these, positions with wins in one move are counted, if up is not nil.
	up, low *measuredLevel
}

// newPlayer returns the player of a level.
func newPlayer(l *levels.Level) player.Player {
	if l == nil {
		return new(basic.Random)
	}
	return &levels.Player{Fixed: l}
}

// match plays a pairing. The seats go round, with the upper level on one of them.
func (a *arena) match(ctx context.Context, p pairing) (tally, error) {
	first := a.started
	a.started += p.games
	points := make([]float64, p.games)
	errs := make([]error, p.games)
	numbers := make(chan int)
	var all sync.WaitGroup
	for range min(a.opt.Threads, p.games) {
		all.Go(func() {
			watch := a.newWatch()
			for i := range numbers {
				points[i], errs[i] = a.play(ctx, p, first+i, watch)
			}
		})
	}
	for i := range p.games {
		numbers <- i
	}
	close(numbers)
	all.Wait()
	t := tally{games: p.games}
	for _, x := range points {
		t.points += x
	}
	if err := ctx.Err(); err != nil {
		return t, err
	}
	return t, errors.Join(errs...)
}

// newWatch returns a sight for counting wins, or nil if the game hides information.
func (a *arena) newWatch() *levels.Sight {
	if a.game.Hidden() {
		return nil
	}
	return levels.NewSight(a.game)
}

// play plays one game, and returns the points of the upper level.
func (a *arena) play(ctx context.Context, p pairing, number int, watch *levels.Sight) (float64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	seat := a.seats[number%len(a.seats)]
	players := make([]player.Player, len(a.game.Roles()))
	for _, r := range a.seats {
		players[r] = newPlayer(p.lower)
	}
	players[seat] = newPlayer(p.upper)
	res, err := player.Play(ctx, player.Match{Game: a.game, Players: players, Nodes: 1, Seed: player.DeriveSeed(a.opt.Seed, uint64(number))})
	if err == nil && len(res.Faults) > 0 {
		err = errors.Join(errors.New("a player failed"), res.Faults[0].Err)
	}
	if err == nil && p.up != nil && watch != nil {
		err = a.count(ctx, p, seat, res.Moves, watch)
	}
	a.report(p.status)
	if err != nil {
		return 0, err
	}
	return a.points(&res, seat), nil
}

// report reports a match that was played.
func (a *arena) report(s Status) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.played++
	if a.opt.Progress != nil {
		s.Played = a.played
		a.opt.Progress(s)
	}
}

// points returns the mean of the comparisons with the others: 1 for a higher goal, and ½
// for an equal one. A match that was cut off is a draw.
func (a *arena) points(res *player.Result, seat int) float64 {
	if !res.Over {
		return 0.5
	}
	sum := 0.0
	for _, r := range a.seats {
		switch {
		case r == seat:
		case res.Goals[seat] > res.Goals[r]:
			sum++
		case res.Goals[seat] == res.Goals[r]:
			sum += 0.5
		}
	}
	return sum / float64(len(a.seats)-1)
}

// enough is how many positions of each kind are counted for a level.
const enough = 400

// count goes through a game and counts positions with wins in one move.
func (a *arena) count(ctx context.Context, p pairing, seat int, moves [][]game.Move, watch *levels.Sight) error {
	if a.sufficient(p) {
		return nil
	}
	watch.Bind(ctx)
	m := a.game.NewMachine()
	m.Bind(ctx)
	s := m.Initial(nil)
	var upper, lower levels.Tactics
	for _, joint := range moves {
		if r, t := watch.Count(s, joint); int(r) == seat {
			upper.Add(t)
		} else {
			lower.Add(t)
		}
		s = m.Next(s, joint, nil)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	p.up.seen.Add(upper)
	p.low.seen.Add(lower)
	return errors.Join(m.Err(), watch.Err())
}

// sufficient reports whether enough positions were counted for the upper level.
func (a *arena) sufficient(p pairing) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return p.up.seen.Wins >= enough && p.up.seen.Threats >= enough
}
