package tournament

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"ludex/internal/store"
)

// A Fixture is a match of a tournament, played or not.
type Fixture struct {
	Key     string // which identifies it in results
	Round   int    // counted from 1
	Pairing int    // in the round, counted from 1
	Game    int    // its number in the configuration
	Number  int    // among the matches of the pairing in this game, counted from 1
	Players []int  // by seat: their numbers in the configuration
}

// A Pairing is a set of players that meet in a round of a Swiss tournament or a
// knockout.
type Pairing struct {
	Round   int
	Players []int     // one if it rests
	Points  []float64 // by player
	Done    bool
	Winner  int // the number of the player that advances in a knockout; -1 if there is none (yet)
}

// A Schedule is the part of the pairings and matches that is known.
type Schedule struct {
	Fixtures []Fixture // in the order in which they are played
	Pairings []Pairing // in Swiss tournaments and knockouts
	Total    int       // the total number of matches; an upper bound in a knockout
	Final    bool      // no fixtures will be added
}

// Results are the results of a tournament by their keys.
type Results map[string]store.Result

// Schedule returns the matches that follow from the configuration and the results.
func (c *Config) Schedule(results Results) Schedule {
	switch c.Kind {
	case Swiss:
		return c.swiss(results)
	case Knockout:
		return c.knockout(results)
	case Gauntlet:
		return c.gauntlet()
	}
	return c.roundRobin()
}

// SeedOf returns the seed of a match. It is derived from the tournament's seed and
// the match's key, so that a replayed match is the same.
func (c *Config) SeedOf(f Fixture) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d/%s", c.Seed, f.Key))
	return binary.LittleEndian.Uint64(sum[:])
}

// fixture makes a fixture of players in their seats. If they rotate, the first one
// has the seat with the number of the turn.
func (c *Config) fixture(round, pairing, g, number int, players []int, turn int) Fixture {
	seats := slices.Clone(players)
	if c.Rotate {
		for i, p := range players {
			seats[(i+turn)%len(players)] = p
		}
	}
	return Fixture{
		Key:   fmt.Sprintf("r%03d/p%03d/%s/m%03d", round, pairing, c.Games[g].Name, number+1),
		Round: round, Pairing: pairing, Game: g, Number: number + 1, Players: seats,
	}
}

// points returns the points of the players of a match, by seat: nothing if it was
// cut off.
func (c *Config) points(f Fixture, res store.Result) []float64 {
	seats := c.Games[f.Game].Seats
	points := make([]float64, len(seats))
	if !res.Over {
		return points
	}
	for i, role := range seats {
		points[i] = res.Points[role]
	}
	return points
}

// Collect orders results by their keys. Those that cannot be of the tournament are
// an error.
func (c *Config) Collect(list []store.Result) (Results, error) {
	results := make(Results, len(list))
	for _, res := range list {
		if err := c.fits(res); err != nil {
			return nil, fmt.Errorf("tournament %q: the result %s: %w", c.Name, res.Key, err)
		}
		results[res.Key] = res
	}
	return results, nil
}

// fits checks that a result can be of the tournament.
func (c *Config) fits(res store.Result) error {
	i := slices.IndexFunc(c.Games, func(g Game) bool { return g.Name == res.Game })
	if i < 0 {
		return fmt.Errorf("there is no game %q", res.Game)
	}
	g := &c.Games[i]
	if len(res.Points) != len(g.Roles) || len(res.Players) != len(g.Roles) {
		return fmt.Errorf("%d points and %d players for %d roles", len(res.Points), len(res.Players), len(g.Roles))
	}
	if len(res.Goals) != 0 && len(res.Goals) != len(g.Roles) || len(res.Faults) != 0 && len(res.Faults) != len(g.Roles) {
		return fmt.Errorf("%d goals and %d faults for %d roles", len(res.Goals), len(res.Faults), len(g.Roles))
	}
	for _, role := range g.Seats {
		if c.index(res.Players[role]) < 0 {
			return fmt.Errorf("there is no player %q", res.Players[role])
		}
	}
	return inRange(res)
}

// validate checks that a configuration with opened games can be scheduled.
func (c *Config) validate() error {
	if !slices.Contains(Kinds, c.Kind) {
		return fmt.Errorf("tournament %q: there is no kind %q", c.Name, c.Kind)
	}
	if len(c.Players) == 0 || len(c.Players) > MaxPlayers || len(c.Games) == 0 {
		return fmt.Errorf("tournament %q: %d players and %d games cannot be", c.Name, len(c.Players), len(c.Games))
	}
	if min(c.Rounds, c.Repeats, c.Matches) < 0 || max(c.Rounds, c.Repeats, c.Matches) > MaxMatches {
		return fmt.Errorf("tournament %q: %d rounds, %d repeats and %d matches cannot be", c.Name, c.Rounds, c.Repeats, c.Matches)
	}
	seen := map[string]bool{}
	for i := range c.Games {
		g := &c.Games[i]
		if seen[g.Name] {
			return fmt.Errorf("two games are called %q: rename the file of one of them", g.Name)
		}
		seen[g.Name] = true
		if err := c.seatable(g); err != nil {
			return fmt.Errorf("game %q: %w", g.Name, err)
		}
	}
	if n := c.count(); n > MaxMatches {
		return fmt.Errorf("tournament %q would have more than %d matches: take fewer players, games, repeats or rounds", c.Name, MaxMatches)
	}
	return nil
}

// seatable checks that a game can be played by the players of the tournament.
func (c *Config) seatable(g *Game) error {
	seats := len(g.Seats)
	for _, role := range g.Seats {
		if role < 0 || role >= len(g.Roles) {
			return errors.New("a seat is no role")
		}
	}
	switch {
	case seats == 0:
		return errors.New("nobody can play it: chance makes all moves")
	case seats != 2 && (c.Kind == Swiss || c.Kind == Knockout):
		return fmt.Errorf("it has %d roles to play, and a tournament of the kind %s is for games of two: use %s", seats, c.Kind, RoundRobin)
	case len(c.Players) < seats:
		return fmt.Errorf("it needs %d players, and there are %d", seats, len(c.Players))
	case seats > 1 && c.Kind == Gauntlet && len(c.Players)-len(c.Challengers) < seats-1:
		return fmt.Errorf("it needs %d players besides a challenger, and there are %d", seats-1, len(c.Players)-len(c.Challengers))
	}
	return nil
}

// count returns the maximum number of matches, or more than MaxMatches if there
// are too many.
func (c *Config) count() int {
	n := len(c.Players)
	switch c.Kind {
	case Swiss:
		return product(c.Rounds, n/2, c.pairing())
	case Knockout:
		return product(n-1, c.pairing())
	}
	total := 0
	for g := range c.Games {
		seats := len(c.Games[g].Seats)
		groups := choose(n, seats)
		if c.Kind == Gauntlet && seats > 1 {
			groups = product(len(c.Challengers), choose(n-len(c.Challengers), seats-1))
		}
		total = min(total+product(groups, c.Repeats, c.pairMatches(g)), MaxMatches+1)
	}
	return total
}

// product multiplies numbers that are not negative, up to MaxMatches+1.
func product(factors ...int) int {
	p := 1
	for _, f := range factors {
		if f == 0 {
			return 0
		}
		if p = min(p, MaxMatches+1) * min(f, MaxMatches+1); p > MaxMatches {
			p = MaxMatches + 1
		}
	}
	return p
}

// choose returns how many subsets of k there are of n, up to MaxMatches+1.
func choose(n, k int) int {
	if k > n {
		return 0
	}
	c := 1
	for i := range min(k, n-k) {
		if c = c * (n - i) / (i + 1); c > MaxMatches {
			return MaxMatches + 1
		}
	}
	return c
}
