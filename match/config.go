package match

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"ludex/game"
	"ludex/player"
	"ludex/player/realtime"
	"ludex/rules"
	"ludex/timed"
)

// DefaultAllowance is how many faults a player may make before the manager makes
// its moves.
const DefaultAllowance = 3

// A Game is a [game.Game], or a [*timed.Game] in real time. [Run] decides by its
// type which of the two event loops plays the match.
type Game interface {
	Name() string
	Roles() []string
	Random() game.Role
}

// Open opens rules of either kind as a game.
func Open(ctx context.Context, rs *rules.Rules, o rules.Opening) (Game, error) {
	if rs.IsTimed() {
		g, err := rs.OpenTimed(ctx, o)
		if err != nil {
			return nil, err
		}
		return g, nil
	}
	g, _, err := rs.Open(ctx, o)
	return g, err
}

// Fork returns the game for use by one goroutine. A turn-based game is returned as it
// is; a game in real time computes for one match at a time, and is copied.
func Fork(g Game) (Game, error) {
	t, ok := g.(*timed.Game)
	if !ok {
		return g, nil
	}
	fork, err := t.Fork()
	if err != nil {
		return nil, err
	}
	return fork, nil
}

// Seats returns the roles of a game that are not moved by chance.
func Seats(g Game) []int {
	var seats []int
	for r := range g.Roles() {
		if game.Role(r) != g.Random() {
			seats = append(seats, r)
		}
	}
	return seats
}

// A Player is a [player.Player] or, in real time, a [realtime.Player].
type Player interface{ Stop() }

// A Maker makes players of one kind with fixed options, any number of them.
type Maker func() Player

// A Seat is a role with its player. The seat of chance has no player.
type Seat struct {
	Name   string // the name of the player in records
	Player Player
	Human  bool
}

// A Config says what is played, by whom and how.
type Config struct {
	ID         string       // NewID makes one
	Rules      *rules.Rules // nil if the game has none; its record cannot be checked then
	Game       Game         // of the rules
	Seats      []Seat       // by role
	Tournament string

	StartClock, PlayClock time.Duration // 0 is no clock
	Nodes                 int           // the budget of every player
	Seed                  uint64
	// Unseeded says that the moves of chance, and in place of missing ones, do not
	// follow from the seed.
	Unseeded bool
	// ScrambleSeed is recorded if the players were given the rules with scrambled
	// names; 0 means that they were not.
	ScrambleSeed uint64

	// The following are for turn-based games.
	From      game.State // nil is the initial state
	FullClock bool       // see [player.Match]
	Allowance int        // how many faults a player may make; 0 is no limit
	MaxSteps  int        // 0 is the game's default

	// RealTime is for games in real time.
	RealTime RealTime

	// Key signs the record when the match is over, if it is not nil.
	Key *Key
	// Keep is called when the match begins, after each step or event and at the end,
	// before any player is told or asked anything more. It must not change the record.
	// If it fails, the match is aborted with a [*KeepError].
	Keep func(*Record) error
	// Now is the clock of the record; nil is [time.Now].
	Now func() time.Time
}

// RealTime says how a match in real time is played.
type RealTime struct {
	// Options are the limits and hooks of the match. Run sets the seed, and the
	// turn clock of a translated game.
	Options timed.MatchOptions
	// Wall plays by the wall clock instead of virtual time.
	Wall bool
	// Past has the lines of the log of a match by the wall clock that was interrupted; nil
	// is a new match. The match goes on at Since, but not before its last event, with the
	// same seed and options. What happened before is in its record, and its hooks are
	// called with all of it.
	Past  []json.RawMessage
	Since timed.Time
	// PlayerSeeds are the seeds of the players by role; nil derives them from the
	// seed of the match.
	PlayerSeeds []uint64
}

// turnPlayers returns the players of a turn-based game, by role.
func (c *Config) turnPlayers() ([]player.Player, error) { return playersOf[player.Player](c) }

// timedPlayers returns the players of a game in real time, by role.
func (c *Config) timedPlayers() ([]realtime.Player, error) { return playersOf[realtime.Player](c) }

func playersOf[P any](c *Config) ([]P, error) {
	players := make([]P, len(c.Seats))
	for i, s := range c.Seats {
		if s.Player == nil {
			continue
		}
		p, ok := s.Player.(P)
		if !ok {
			return nil, fmt.Errorf("the player of %s does not play games of this kind: it is a %T", c.Game.Roles()[i], s.Player)
		}
		players[i] = p
	}
	return players, nil
}
