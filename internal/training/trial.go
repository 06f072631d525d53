package training

import (
	"cmp"
	"context"
	"slices"
	"time"

	"ludex/game"
	"ludex/internal/intervals"
	"ludex/internal/learn"
	"ludex/internal/neural"
	"ludex/player"
	"ludex/player/mcts"
)

// playoutsOnly is the method that needs no network, which the others are compared with.
var playoutsOnly = learn.Method{Search: learn.Playouts}

// methods returns the methods that are tried.
func methods(simultaneous bool) []learn.Method {
	if simultaneous {
		return []learn.Method{
			{Search: learn.MCTS, Share: 1},
			{Search: learn.MCTS, Share: 0.5, Playouts: 16},
		}
	}
	return []learn.Method{
		{Search: learn.BestFirst, Share: 1},
		{Search: learn.BestFirst, Share: 0.5, Playouts: 16},
		{Search: learn.BestFirst, Share: 0.2, Playouts: 64},
		{Search: learn.MCTS, Share: 0.5, Playouts: 16},
	}
}

// Limits of trials.
const (
	minClock   = 5 * time.Millisecond
	maxClock   = 200 * time.Millisecond
	aimedGames = 24 // in the time for all trials
	// Playouts in lanes take a while, so tree search is at a disadvantage with less than
	// goodClock, and a network that seems better would lose in real matches. If there is not
	// enough time, leastGames are aimed at instead.
	goodClock  = 60 * time.Millisecond
	leastGames = 8
	fewGames   = 4    // that a method needs at least
	needed     = 0.55 // score of a method that is better than playouts
)

// A contest finds out by matches how a network is best used.
type contest struct {
	game   game.Game
	net    *neural.Network
	plays  int     // that the network has learned from
	length float64 // steps of a play
	seed   uint64
}

// choose returns the best method and the matches that showed it. All methods play against
// playouts; as time goes on, those with the worse scores are left out.
func (c *contest) choose(ctx context.Context, list []learn.Method, within time.Duration) (learn.Method, []learn.Trial, error) {
	began := time.Now()
	clock := trialClock(within, c.length)
	trials := make([]learn.Trial, len(list))
	for i, m := range list {
		trials[i] = learn.Trial{Method: m, Against: playoutsOnly, Plays: c.plays, Clock: clock, High: 1}
	}
	active := len(trials)
	for round := 1; active > 0; round++ {
		for i := range trials[:active] {
			if time.Since(began) > within {
				active = 0
				break
			}
			t, err := c.play(ctx, trials[i].Method, clock, 2)
			if err != nil {
				return playoutsOnly, trials, err
			}
			trials[i] = join(trials[i], t)
		}
		active = c.narrow(trials, active, round)
	}
	best := &trials[0]
	if best.Games < fewGames || best.Score < needed {
		return playoutsOnly, trials, nil
	}
	return best.Method, trials, nil
}

// trialClock returns the time for a move in trials that take so long together.
func trialClock(within time.Duration, length float64) time.Duration {
	of := func(games float64) time.Duration { return time.Duration(float64(within) / (games * length)) }
	return min(max(of(aimedGames), min(of(leastGames), goodClock), minClock), maxClock)
}

// narrow sorts the trials, the best first, and returns how many of them go on after a
// round.
func (c *contest) narrow(trials []learn.Trial, active, round int) int {
	slices.SortStableFunc(trials, func(a, b learn.Trial) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Games, a.Games))
	})
	if round%2 == 0 {
		active = (active + 1) / 2
	}
	if best := &trials[0]; active == 1 && (best.Low > 0.5 || best.High < needed || best.Games >= aimedGames) {
		return 0
	}
	return active
}

// play plays a method against playouts, with seats by turns.
func (c *contest) play(ctx context.Context, m learn.Method, clock time.Duration, games int) (learn.Trial, error) {
	return c.match(ctx, m, playoutsOnly, c.net, clock, games)
}

// match plays two methods against each other; the second one may have another network.
// Each has every role in half of the games.
func (c *contest) match(ctx context.Context, a, b learn.Method, other *neural.Network, clock time.Duration, games int) (learn.Trial, error) {
	t := learn.Trial{Method: a, Against: b, Plays: c.plays, Clock: clock}
	seats := c.seats()
	sum := 0.0
	for range games {
		i := t.Games
		c.seed++
		players := make([]player.Player, len(c.game.Roles()))
		for k, r := range seats {
			if players[r] = player.Player(NewPlayer(b, other, c.options())); (k+i)%2 == 0 {
				players[r] = NewPlayer(a, c.net, c.options())
			}
		}
		res, err := player.Play(ctx, player.Match{
			Game: c.game, Players: players, StartClock: clock, PlayClock: clock, Seed: c.seed,
			MaxSteps: min(int(4*c.length)+50, game.MaxSteps(c.game)),
		})
		if err != nil {
			return t, err
		}
		t.Games++
		sum += c.score(seats, &res, i)
	}
	t.Score = sum / float64(t.Games)
	in := intervals.Wilson(t.Score, t.Games)
	t.Low, t.High = in.Low, in.High
	return t, nil
}

// options returns the options of tree search in trials.
func (c *contest) options() mcts.Options {
	opt := mcts.Defaults()
	opt.Memory = 64
	return opt
}

// score returns the points of the first method in a match. A match that was cut off is a
// draw.
func (c *contest) score(seats []int, res *player.Result, i int) (sum float64) {
	if !res.Over {
		return 0.5
	}
	points := player.Share(seats, res.Goals)
	for k, r := range seats {
		if (k+i)%2 == 0 {
			sum += points[r]
		}
	}
	return sum
}

// seats returns the roles except chance.
func (c *contest) seats() (seats []int) {
	for r := range c.game.Roles() {
		if game.Role(r) != c.game.Random() {
			seats = append(seats, r)
		}
	}
	return seats
}

// join joins the results of two series of the same players.
func join(a, b learn.Trial) learn.Trial {
	n := a.Games + b.Games
	a.Score = (a.Score*float64(a.Games) + b.Score*float64(b.Games)) / float64(n)
	a.Games = n
	in := intervals.Wilson(a.Score, n)
	a.Low, a.High = in.Low, in.High
	return a
}
