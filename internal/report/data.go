package report

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"ludex/game"
)

// Format identifies the JSON format of [Data].
const Format = "ludex report 1"

// Data are the results of playing. They consist of whole numbers and texts, so that
// parts can be merged in any order, see [Merge].
type Data struct {
	Format string  `json:"format"`
	About  About   `json:"about"`
	Method Method  `json:"method"`
	Shards []Shard `json:"shards"` // that are in it, sorted

	// Rules are the results of exploring states one by one; nil if that was not
	// done.
	Rules *RuleFacts `json:"rules,omitempty"`
	// Random are plays in which all roles move at random, and Self those of a
	// player against itself, by number.
	Random RandomPlays `json:"random"`
	Self   []Play      `json:"self,omitempty"`
	// Bouts are games of the player against rivals, by rival and number.
	Bouts []Bout `json:"bouts,omitempty"`
	// Views are what roles know in games that hide information: in random plays,
	// and in those of Self.
	Views     *Views `json:"views,omitempty"`
	SelfViews *Views `json:"self_views,omitempty"`
	// Timed and SelfTimed take the place of Random and Self for games in real
	// time.
	Timed     *TimedPlays `json:"timed,omitempty"`
	SelfTimed *TimedPlays `json:"self_timed,omitempty"`
	// Replay is what [Follow] finds in the plays of Self when all of them are there.
	Replay *Replay `json:"replay,omitempty"`
}

// About describes the game of the data.
type About struct {
	Name  string   `json:"name"`
	Title string   `json:"title,omitempty"` // as people write it
	Hash  string   `json:"hash,omitempty"`  // of the rules
	Roles []string `json:"roles"`
	// Chance is the role that moves by chance, or -1.
	Chance game.Role `json:"chance"`
	Hidden bool      `json:"hidden"`
	Timed  bool      `json:"timed"`
	// Facts are other facts about the rules.
	Facts []Fact `json:"facts,omitempty"`
	// Levels are the measured levels at which people can play the game; nil if there are none.
	Levels *Levels `json:"levels,omitempty"`
	// Picture is the initial position as SVG, or "".
	Picture string `json:"picture,omitempty"`
}

// A Fact is a labelled text.
type Fact struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Levels are the strengths of players that were measured on a game, see package levels.
type Levels struct {
	Count int     `json:"count"` // that differ in strength
	Elo   float64 `json:"elo"`   // of the strongest one; random play has 0
	Error float64 `json:"error"` // its 95 % interval to either side
}

// Seats returns the roles other than chance.
func (a *About) Seats() []int {
	var seats []int
	for r := range a.Roles {
		if game.Role(r) != a.Chance {
			seats = append(seats, r)
		}
	}
	return seats
}

// Method describes how the data were collected, by all shards together.
type Method struct {
	Playouts int           `json:"playouts"` // random plays
	Games    int           `json:"games"`    // of the player against itself
	Player   string        `json:"player"`
	Nodes    int           `json:"nodes,omitempty"` // the budget for a move
	Clock    time.Duration `json:"clock,omitempty"` // or the time for it
	Rivals   []Opponent    `json:"rivals,omitempty"`
	Views    int           `json:"views,omitempty"` // random plays in which information sets are followed
	MaxSteps int           `json:"max_steps,omitempty"`
	MaxTime  int           `json:"max_time,omitempty"` // of plays in real time, in units
	Seed     uint64        `json:"seed"`
}

// An Opponent is a weaker player, against which the player's score shows how much
// skill the game rewards.
type Opponent struct {
	Name  string `json:"name"`
	Nodes int    `json:"nodes,omitempty"` // of the same player with a smaller budget; 0 is a random player
	// Strong is the budget of the player in these games, which then are a rung of the
	// ladder that measures depth, or between equals if the opponent has the same; 0 is the
	// whole budget.
	Strong int `json:"strong,omitempty"`
	Games  int `json:"games"`
}

// equal reports whether the games are between equally strong players, weaker than the player.
func (o *Opponent) equal() bool { return o.Strong > 0 && o.Strong == o.Nodes }

// A Shard is one part of the work.
type Shard struct {
	Index int `json:"index"` // counted from 0
	Of    int `json:"of"`
}

// has reports whether the play with a number belongs to the shard.
func (s Shard) has(number int) bool { return number%s.Of == s.Index }

// Merge merges the data of shards, in any order; neither argument is changed. Data
// of different games or methods, and data with a common shard, cannot be merged.
func Merge(a, b *Data) (*Data, error) {
	if err := compatible(a, b); err != nil {
		return nil, err
	}
	sum := &Data{Format: Format, About: a.About, Method: a.Method, Shards: slices.Concat(a.Shards, b.Shards)}
	slices.SortFunc(sum.Shards, func(s, t Shard) int { return cmp.Compare(s.Index, t.Index) })
	for _, d := range []*Data{a, b} {
		if d.Rules != nil {
			sum.Rules = d.Rules
		}
		sum.Random.merge(&d.Random)
		sum.Self = mergePlays(sum.Self, d.Self)
		sum.Bouts = mergeBouts(sum.Bouts, d.Bouts)
		sum.Views = mergeViews(sum.Views, d.Views)
		sum.SelfViews = mergeViews(sum.SelfViews, d.SelfViews)
		sum.Timed = mergeTimed(sum.Timed, d.Timed)
		sum.SelfTimed = mergeTimed(sum.SelfTimed, d.SelfTimed)
	}
	return sum, nil
}

// compatible returns why data cannot be merged.
func compatible(a, b *Data) error {
	switch {
	case a.Format != Format || b.Format != Format:
		return fmt.Errorf("the data are in the formats %q and %q, and this program knows %q", a.Format, b.Format, Format)
	case !reflect.DeepEqual(a.About, b.About):
		return errors.New("the data are about different games, or tell different things about them")
	case !reflect.DeepEqual(a.Method, b.Method):
		return errors.New("the data were found in different ways")
	}
	for _, s := range a.Shards {
		for _, t := range b.Shards {
			if s.Of != t.Of || s.Index == t.Index {
				return fmt.Errorf("shard %d of %d and shard %d of %d have plays in common", s.Index, s.Of, t.Index, t.Of)
			}
		}
	}
	return nil
}
