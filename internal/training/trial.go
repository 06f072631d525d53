package training

import (
	"cmp"
	"context"
	"time"

	"ludex/game"
	"ludex/internal/intervals"
	"ludex/internal/learn"
	"ludex/internal/neural"
	"ludex/internal/players/infoset"
	"ludex/player"
	"ludex/player/mcts"
)

// playoutsOnly is the method that needs no network, which the others are compared with.
var playoutsOnly = learn.Method{Search: learn.Playouts}

// methods returns the methods that are tried.
func methods(g game.Game, simultaneous bool) []learn.Method {
	if g.Hidden() {
		return []learn.Method{
			{Search: learn.Policy, Share: 1},
			{Search: learn.ISMCTS, Share: 1, Prior: infoset.Defaults().Prior},
		}
	}
	// Best-first search follows one line only. Where several players decide, the value of a
	// position depends on more than that.
	if simultaneous || len(player.Seats(g)) > 2 {
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
	// Tree search with playouts is at a disadvantage with less than goodClock, and a network
	// that seems better would lose in real matches. If there is not enough time, fewer
	// methods are tried, and leastGames are aimed at instead. A move has at least leastClock,
	// since games with less time say nothing.
	goodClock  = 60 * time.Millisecond
	leastClock = 25 * time.Millisecond
	leastGames = 8
	// hiddenGames is how many games each of several methods plays in turn where information
	// is hidden: two of them say little where so much is luck.
	hiddenGames = 6
)

// gamesAtOnce returns the number of games that one of several methods plays before the next one does:
// it has every role in them.
func (c *contest) gamesAtOnce(methods int) int {
	if c.game.Hidden() && methods > 1 {
		return hiddenGames
	}
	return max(len(player.Seats(c.game)), 2)
}

// A contest finds out by matches how a network is best used.
type contest struct {
	game   game.Game
	net    *neural.Network
	plays  int     // that the network has learned from
	length float64 // steps of a play
	seed   uint64
	made   plays
}

// plays counts the plays of a contest, and their steps.
type plays struct{ number, steps int }

// choose returns the best method and the matches that showed it. All methods play against
// playouts; as time goes on, those with the worse scores are left out.
func (c *contest) choose(ctx context.Context, list []learn.Method, within time.Duration) (learn.Method, []learn.Trial, error) {
	began, all := time.Now(), list
	clock := trialClock(within, c.length)
	list = list[:affordable(len(list), within, clock, c.length)]
	games := c.gamesAtOnce(len(list))
	begin := func() *selection {
		return newSelection(list, learn.Trial{Against: playoutsOnly, Plays: c.plays, Clock: clock})
	}
	s := begin()
	for round := 0; s.current() != nil && time.Since(began) <= within; round++ {
		t, err := c.play(ctx, s.current().Method, clock, games)
		if err != nil {
			return playoutsOnly, s.trials, err
		}
		if left := within - time.Since(began); round == 0 && c.longerClock(left) > clock+clock/2 {
			// The games with the shorter clock do not count.
			clock = c.longerClock(left)
			list = all[:affordable(len(all), left, clock, c.length)]
			games, s = c.gamesAtOnce(len(list)), begin()
			continue
		}
		s.add(t)
	}
	if best := s.best(); best != nil {
		return best.Method, s.trials, nil
	}
	return playoutsOnly, s.trials, nil
}

// longerClock returns the time for a move in trials that take so long together, now that some were
// played: players who think may need far fewer steps than random ones, as at gomoku.
func (c *contest) longerClock(within time.Duration) time.Duration {
	if c.made.number > 0 {
		c.length = min(c.length, max(float64(c.made.steps)/float64(c.made.number), 1))
	}
	return trialClock(within, c.length)
}

// trialClock returns the time for a move in trials that take so long together.
func trialClock(within time.Duration, length float64) time.Duration {
	of := func(games float64) time.Duration { return time.Duration(float64(within) / (games * length)) }
	return min(max(of(aimedGames), min(of(leastGames), goodClock), leastClock), maxClock)
}

// affordable returns how many methods, at least one, can be tried in a time. Most of them are
// left out after a round of two games; the best should have leastGames.
func affordable(methods int, within, clock time.Duration, length float64) int {
	games := float64(within) / (float64(clock) * length)
	for methods > 1 && games < float64(2*methods+leastGames) {
		methods--
	}
	return methods
}

// play plays a method against playouts, with seats by turns.
func (c *contest) play(ctx context.Context, m learn.Method, clock time.Duration, games int) (learn.Trial, error) {
	return c.match(ctx, m, playoutsOnly, c.net, clock, games)
}

// match plays two methods against each other; the second one may have another network.
// Seats change after each game. In a game for one player each method plays alone.
func (c *contest) match(ctx context.Context, a, b learn.Method, other *neural.Network, clock time.Duration, games int) (learn.Trial, error) {
	t := learn.Trial{Method: a, Against: b, Plays: c.plays, Clock: clock}
	seats := player.Seats(c.game)
	for range games {
		c.seed++
		var one learn.Trial
		var err error
		if len(seats) == 1 {
			one, err = c.compare(ctx, seats, a, b, other, clock)
		} else {
			var res player.Result
			res, err = c.playGame(ctx, c.players(seats, a, b, other, t.Games), clock)
			one = c.score(seats, res.Over, res.Goals, t.Games)
		}
		if err != nil {
			return t, err
		}
		t = join(t, one)
	}
	return t, nil
}

// playGame plays a game of a match.
func (c *contest) playGame(ctx context.Context, players []player.Player, clock time.Duration) (player.Result, error) {
	res, err := player.Play(ctx, player.Match{
		Game: c.game, Players: players, StartClock: clock, PlayClock: clock, Seed: c.seed, MaxSteps: c.maxSteps(),
	})
	c.made.number++
	c.made.steps += len(res.Moves)
	return res, err
}

// compare has two methods play a game for one player, each of them alone. The one with the higher
// goal wins; a play that is cut off has none.
func (c *contest) compare(ctx context.Context, seats []int, a, b learn.Method, other *neural.Network, clock time.Duration) (learn.Trial, error) {
	var goals [2]int
	for i := range goals { // the first method plays in game 0, and the second one in game 1
		res, err := c.playGame(ctx, c.players(seats, a, b, other, i), clock)
		if err != nil {
			return learn.Trial{}, err
		}
		if res.Over {
			goals[i] = res.Goals[seats[0]]
		}
	}
	return higherGoal(goals[0], goals[1]), nil
}

// higherGoal returns the result of the first of two methods that played alone.
func higherGoal(first, second int) learn.Trial {
	return learn.Trial{Games: 1, Score: float64(1+cmp.Compare(first, second)) / 2}
}

// players returns the players of game i of a match between two methods.
func (c *contest) players(seats []int, a, b learn.Method, other *neural.Network, i int) []player.Player {
	players := make([]player.Player, len(c.game.Roles()))
	for k, r := range seats {
		if first(seats, k, i) {
			players[r] = c.newPlayer(a, c.net)
			if b.Search == learn.Playouts && !c.game.Hidden() {
				players[r] = handicapped{players[r]}
			}
		} else {
			players[r] = c.newPlayer(b, other)
		}
	}
	return players
}

// A handicapped player has half of the time for a move, against playouts with all of it. The
// clocks of trials are short, and with longer ones playouts gain more than a network.
type handicapped struct{ player.Player }

// Choose implements [player.Player].
func (p handicapped) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	if deadline, timed := ctx.Deadline(); timed {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/2)
		defer cancel()
	}
	return p.Player.Choose(ctx, legal)
}

// first reports whether the first method has seat k in game i. With more than two players
// it has one seat only: two players of the same method would help each other, and show
// nothing about a match against others.
func first(seats []int, k, i int) bool {
	if len(seats) > 2 {
		return k == i%len(seats)
	}
	return (k+i)%2 == 0
}

// maxSteps returns the number of steps after which a match is cut off.
func (c *contest) maxSteps() int { return min(int(4*c.length)+50, game.MaxSteps(c.game)) }

// newPlayer returns a player for a trial.
func (c *contest) newPlayer(m learn.Method, net *neural.Network) player.Player {
	if m.Search == learn.Playouts && c.game.Hidden() {
		opt := infoset.Defaults()
		opt.Memory = trialMemory
		p, _ := infoset.Default(c.game, opt)
		return p
	}
	opt := mcts.Defaults()
	opt.Memory = trialMemory
	return NewPlayer(m, net, opt)
}

// trialMemory is the memory of a search in trials, in MiB.
const trialMemory = 64

// score returns the result of the first method in game i. One that was cut off is a draw
// of all players.
func (c *contest) score(seats []int, over bool, goals []int, i int) learn.Trial {
	points := 1 / float64(max(len(seats), 2))
	if over {
		points = 0
		shares := player.Share(seats, goals)
		for k, r := range seats {
			if first(seats, k, i) {
				points += shares[r]
			}
		}
	}
	t := learn.Trial{Games: 1}
	if len(seats) > 2 {
		t.Rivals = len(seats) - 1
	}
	t.Score = fair(points, t.Rivals)
	return t
}

// join joins the results of two series of the same players.
func join(a, b learn.Trial) learn.Trial {
	a.Rivals = max(a.Rivals, b.Rivals)
	n := a.Games + b.Games
	points := (mean(a)*float64(a.Games) + mean(b)*float64(b.Games)) / float64(n)
	in := intervals.Wilson(points, n)
	a.Games = n
	a.Score, a.Low, a.High = fair(points, a.Rivals), fair(in.Low, a.Rivals), fair(in.High, a.Rivals)
	return a
}

// fair returns the score for a mean of points: with several rivals the odds are multiplied
// by their number.
func fair(points float64, rivals int) float64 {
	k := float64(max(rivals, 1))
	return k * points / (k*points + 1 - points)
}

// mean returns the mean of the points of a trial, which is the inverse of [fair].
func mean(t learn.Trial) float64 {
	k := float64(max(t.Rivals, 1))
	return t.Score / (t.Score + k*(1-t.Score))
}
