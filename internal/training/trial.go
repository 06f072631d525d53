package training

import (
	"context"
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
	}
}

// Limits of trials.
const (
	minClock   = 5 * time.Millisecond
	maxClock   = 200 * time.Millisecond
	firstGames = 6    // per method
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

// choose returns the best method and the matches that showed it. It takes about as long
// as it is given.
func (c *contest) choose(ctx context.Context, list []learn.Method, within time.Duration) (learn.Method, []learn.Trial, error) {
	moves := float64(firstGames*(len(list)+2)) * c.length
	clock := min(max(time.Duration(float64(within)/moves), minClock), maxClock)
	var trials []learn.Trial
	for _, m := range list {
		t, err := c.play(ctx, m, clock, firstGames)
		if err != nil {
			return playoutsOnly, trials, err
		}
		trials = append(trials, t)
	}
	best := &trials[0]
	for i := range trials {
		if trials[i].Score > best.Score {
			best = &trials[i]
		}
	}
	if best.Score <= 0.5 {
		return playoutsOnly, trials, nil
	}
	again, err := c.play(ctx, best.Method, clock, 2*firstGames)
	if err != nil {
		return playoutsOnly, trials, err
	}
	*best = join(*best, again)
	if best.Score < needed {
		return playoutsOnly, trials, nil
	}
	return best.Method, trials, nil
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
