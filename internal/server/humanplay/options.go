package humanplay

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"ludex/game"
	"ludex/internal/players/levels"
	"ludex/internal/roster"
	"ludex/internal/server/gamecache"
	"ludex/internal/spelling"
	"ludex/match"
	"ludex/player"
)

// Limits of the options of a session.
const (
	MaxClock = 60 * time.Second
	MaxNodes = 1_000_000
	MinUnit  = 100 * time.Millisecond
	MaxUnit  = 60 * time.Second
)

// DefaultTime is the time limit for one answer of the rules.
const DefaultTime = 10 * time.Second

// Options say what is played in a session, and by which players.
type Options struct {
	Entry *gamecache.Entry
	Role  string // empty is the first role
	// Opponents are names of players by role, and under "" for all other roles. Except
	// for the number of a level they have no options, since some options name files.
	Opponents map[string]string
	Clock     time.Duration // for a move of a player, and for a hint
	Nodes     int           // the node budget of every player; 0 leaves it to the clock
	Unit      time.Duration // real time of one unit, in a real-time game
	Moves     string        // made before the game begins; not in a real-time game
	Seed      uint64
	Secret    string // of the seat; empty makes one up
	// Time is the time limit for one answer of the rules, after which the game ends; 0
	// is DefaultTime.
	Time time.Duration
	Log  *slog.Logger // for panics; nil is none

	// Save saves the record of a game that has ended or was aborted.
	Save func(context.Context, *match.Record) error

	holder [sha256.Size]byte // the hash of the secret, if there is no secret
}

// A BadRequestError is an error of the client, for example in [Options].
type BadRequestError struct{ Err error }

func (e *BadRequestError) Error() string { return e.Err.Error() }

// Unwrap returns the underlying error.
func (e *BadRequestError) Unwrap() error { return e.Err }

func bad(format string, args ...any) error { return &BadRequestError{fmt.Errorf(format, args...)} }

// CheckLimits returns an error if the clock, the node budget or the unit of time that a
// client asks for is outside of the limits.
func CheckLimits(clock time.Duration, nodes int, unit time.Duration) error {
	switch {
	case clock < 0 || clock > MaxClock:
		return bad("the clock must be between 0 and %v", MaxClock)
	case nodes < 0 || nodes > MaxNodes:
		return bad("the number of nodes must be between 0 and %d", MaxNodes)
	case unit != 0 && (unit < MinUnit || unit > MaxUnit):
		return bad("a unit of time must be between %v and %v", MinUnit, MaxUnit)
	}
	return nil
}

// Players returns the players for turn-based games that need no options.
func Players() []player.Kind {
	return slices.DeleteFunc(slices.Clone(roster.All()), func(k player.Kind) bool { return k.Main != "" })
}

// TimedPlayers are the names of the players for real-time games.
var TimedPlayers = []string{"auto", "random", "idle"}

// playerMemory is the memory limit of a player in MiB, for players that have that
// option: a server runs many of them.
const playerMemory = 64

// PlayerNamed returns the maker of a turn-based player with default options.
func PlayerNamed(name string) (player.Maker, error) {
	text, err := playerText(false, name)
	if err != nil {
		return nil, err
	}
	return roster.All().Maker(text)
}

// playerText returns the text that names a player with default options in a roster.
func playerText(timed bool, name string) (string, error) {
	if timed {
		if !slices.Contains(TimedPlayers, name) {
			return "", bad("there is no player %q in real time: the players are %s", shorten(name), strings.Join(TimedPlayers, ", "))
		}
		return name, nil
	}
	if _, ok := levels.Number(name); ok {
		return name, nil
	}
	kinds := player.Roster(Players())
	at := slices.Index(kinds.Names(), name)
	if at < 0 {
		if near := spelling.Nearest(name, kinds.Names()); near != "" {
			return "", bad("there is no player %q, did you mean %s?", shorten(name), near)
		}
		return "", bad("there is no player %q: the players are %s, and %s to %s", shorten(name), strings.Join(kinds.Names(), ", "), levels.Spec(1), levels.Spec(levels.Count))
	}
	if slices.ContainsFunc(kinds[at].Options(), func(o player.Option) bool { return o.Name == "memory" }) {
		name = fmt.Sprintf("%s:memory=%d", name, playerMemory)
	}
	return name, nil
}

// opponents returns the names of the players by role.
func (o *Options) opponents(roles []string) ([]string, error) {
	usual := o.Opponents[""]
	if usual == "" {
		usual = "auto"
	}
	names := make([]string, len(roles))
	for r, role := range roles {
		if names[r] = o.Opponents[role]; names[r] == "" {
			names[r] = usual
		}
	}
	for role := range o.Opponents {
		if role != "" && !slices.Contains(roles, role) {
			return nil, bad("there is no role %q: the roles are %s", role, strings.Join(roles, ", "))
		}
	}
	return names, nil
}

// role returns the person's role.
func (o *Options) role(roles []string, random game.Role) (game.Role, error) {
	if o.Role == "" {
		for r := range roles {
			if game.Role(r) != random {
				return game.Role(r), nil
			}
		}
		return 0, bad("nobody can play a game of chance alone")
	}
	r := slices.Index(roles, o.Role)
	switch {
	case r < 0:
		return 0, bad("there is no role %q: the roles are %s", o.Role, strings.Join(roles, ", "))
	case game.Role(r) == random:
		return 0, bad("the role %s is played by chance", o.Role)
	}
	return game.Role(r), nil
}

// Errors of requests to a session.
var (
	ErrClosed = errors.New("the table is closed")
	ErrStale  = errors.New("the position has changed meanwhile")
	ErrRule   = errors.New("that cannot be done now")
	// ErrStore is returned when the store does not answer: nothing was shown, and it can be
	// tried again.
	ErrStore = errors.New("the server cannot keep anything now")
)
