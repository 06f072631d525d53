package tournament

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"ludex/internal/strictjson"
)

// A Kind is a kind of tournament.
type Kind string

// The kinds of tournaments.
const (
	RoundRobin Kind = "round-robin" // all players meet each other
	Swiss      Kind = "swiss"       // players with equal scores meet
	Gauntlet   Kind = "gauntlet"    // challengers meet everybody else
	Knockout   Kind = "knockout"    // losers are out
)

// Kinds are all kinds of tournaments.
var Kinds = []Kind{RoundRobin, Swiss, Gauntlet, Knockout}

// Version is the version of configurations in a store.
const Version = 1

// A Config says what is played, by whom and how. It does not change once the first
// match is played, since the schedule follows from it; only the number of workers
// may.
type Config struct {
	Version int      `toml:"-" json:"version"`
	Name    string   `toml:"name" json:"name"`
	Kind    Kind     `toml:"kind" json:"kind"`
	Games   []Game   `toml:"games" json:"games"`
	Players []Player `toml:"players" json:"players"` // the best first, where that matters

	// Challengers are the names of the challengers of a gauntlet.
	Challengers []string `toml:"challengers" json:"challengers,omitempty"`
	// Rounds is how many rounds a Swiss tournament has.
	Rounds int `toml:"rounds" json:"rounds,omitempty"`
	// Repeats is how often all players meet each other.
	Repeats int `toml:"repeats" json:"repeats,omitempty"`
	// Matches is how many matches of each game a pairing has; 0 is one per seat. A
	// knockout pairing continues until it is decided.
	Matches int `toml:"matches" json:"matches,omitempty"`
	// Rotate says that players take turns at the seats. Otherwise they sit in
	// the order in which they are listed.
	Rotate bool `toml:"rotate" json:"rotate"`
	// Scramble gives remote players the rules with new scrambled names in every match.
	Scramble bool `toml:"scramble" json:"scramble,omitempty"`

	Clocks    Clocks `toml:"clocks" json:"clocks"`
	Nodes     int    `toml:"nodes" json:"nodes,omitempty"`
	Seed      uint64 `toml:"seed" json:"seed,string"`
	Allowance int    `toml:"allowance" json:"allowance"` // 0 is no limit
	MaxSteps  int    `toml:"max-steps" json:"maxSteps,omitempty"`
	Timed     Timed  `toml:"timed" json:"timed,omitzero"`

	Workers int `toml:"workers" json:"-"` // matches played at a time
}

// A Player takes part in a tournament.
type Player struct {
	Name string `json:"name"`
	Spec string `json:"player"` // such as "mcts:memory=64"
}

// A Game is a game of a tournament.
type Game struct {
	Ref string `json:"game"` // as in the file
	// The rest is known once the game has been opened.
	Name  string   `json:"name"`
	Hash  string   `json:"rulesHash"`
	Roles []string `json:"roles"`
	Seats []int    `json:"seats"` // the roles that are not moved by chance
}

// Clocks say how long players may think; 0 is no clock.
type Clocks struct {
	Start Duration `toml:"start" json:"start"`
	Play  Duration `toml:"play" json:"play"`
	// Full makes every step last as long as the clock and the grace, see
	// [player.Match].
	Full bool `toml:"full" json:"full,omitempty"`
}

// Timed says how games in real time are played.
type Timed struct {
	Execution string   `toml:"execution" json:"execution,omitempty"`
	Unit      Duration `toml:"unit" json:"unit,omitzero"`
	MaxTime   string   `toml:"max-time" json:"maxTime,omitempty"`
	Wall      bool     `toml:"wall" json:"wall,omitempty"`
}

// A Duration is written as "1m30s", or as a number of seconds.
type Duration time.Duration

// UnmarshalTOML reads a duration from a file.
func (d *Duration) UnmarshalTOML(value any) error {
	switch v := value.(type) {
	case string:
		t, err := time.ParseDuration(v)
		if err != nil {
			return fmt.Errorf("%q is no duration: write \"1m30s\" or a number of seconds", v)
		}
		*d = Duration(t)
	case int64:
		if v > maxSeconds || v < -maxSeconds {
			return fmt.Errorf("%d seconds are too many", v)
		}
		*d = Duration(v) * Duration(time.Second)
	case float64:
		if !(v <= maxSeconds && v >= -maxSeconds) {
			return fmt.Errorf("%v seconds are too many", v)
		}
		*d = Duration(v * float64(time.Second))
	default:
		return fmt.Errorf("%v is no duration: write \"1m30s\" or a number of seconds", v)
	}
	return nil
}

// maxSeconds bounds a duration to a month.
const maxSeconds = 31 * 24 * 3600

// MarshalText writes the duration in the form of files.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (d *Duration) UnmarshalText(text []byte) error {
	t, err := time.ParseDuration(string(text))
	*d = Duration(t)
	return err
}

// UnmarshalTOML reads the name or file of a game.
func (g *Game) UnmarshalTOML(value any) error {
	ref, ok := value.(string)
	if !ok || strings.TrimSpace(ref) == "" {
		return errors.New("a game is a name of the library or a file, in quotes")
	}
	g.Ref = ref
	return nil
}

// UnmarshalTOML reads a player: a text such as "mcts", which is its name too, or a
// table with a name and a player.
func (p *Player) UnmarshalTOML(value any) error {
	switch v := value.(type) {
	case string:
		*p = Player{v, v}
		return nil
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			text, ok := v[key].(string)
			switch {
			case key != "name" && key != "player":
				return unknownKey(key, []string{"name", "player"})
			case !ok:
				return fmt.Errorf("%s of a player is not a text", key)
			case key == "name":
				p.Name = text
			default:
				p.Spec = text
			}
		}
		if p.Name == "" {
			p.Name = p.Spec
		}
		return nil
	}
	return errors.New("a player is a text such as \"mcts\", or {name = \"big\", player = \"mcts:memory=64\"}")
}

// Encode returns the configuration as a store keeps it.
func (c *Config) Encode() (string, error) {
	data, err := json.Marshal(c)
	return string(data), err
}

// Decode reads a configuration that a store has kept.
func Decode(text string) (*Config, error) {
	c := new(Config)
	err := strictjson.Unmarshal([]byte(text), c)
	if c.Version > Version { // it may have other keys
		return nil, fmt.Errorf("the tournament has version %d; this program knows %d", c.Version, Version)
	}
	if err != nil {
		return nil, fmt.Errorf("the configuration of a tournament: %w", err)
	}
	if err := c.validate(); err != nil {
		return nil, err
	}
	return c, nil
}

// differences returns the names of what differs between two configurations that a
// store has kept.
func differences(a, b string) []string {
	var x, y map[string]any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return []string{"everything"}
	}
	found := map[string]bool{}
	for key := range x {
		found[key] = !reflect.DeepEqual(x[key], y[key])
	}
	for key := range y {
		found[key] = !reflect.DeepEqual(x[key], y[key])
	}
	var keys []string
	for _, key := range slices.Sorted(maps.Keys(found)) {
		if found[key] {
			keys = append(keys, key)
		}
	}
	return keys
}

// pairMatches returns how many matches of a game a pairing has.
func (c *Config) pairMatches(g int) int {
	if c.Matches > 0 {
		return c.Matches
	}
	return len(c.Games[g].Seats)
}

// pairing is how many matches of all games a pairing has.
func (c *Config) pairing() int {
	n := 0
	for g := range c.Games {
		n += c.pairMatches(g)
	}
	return n
}

// index returns the number of a player, or -1.
func (c *Config) index(name string) int {
	return slices.IndexFunc(c.Players, func(p Player) bool { return p.Name == name })
}
