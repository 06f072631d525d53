package match

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"ludex/game"
	"ludex/player"
	"ludex/timed"
)

// Run plays a match. An error means that the match could not be finished; the
// record is returned as well.
func Run(ctx context.Context, c Config) (*Record, error) {
	record, _, err := Play(ctx, c)
	return record, err
}

// Play is like [Run], and also returns what was measured during play.
func Play(ctx context.Context, c Config) (*Record, player.Result, error) {
	if roles := c.Game.Roles(); len(c.Seats) != len(roles) {
		return nil, player.Result{}, fmt.Errorf("%d seats for %d roles", len(c.Seats), len(roles))
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	switch g := c.Game.(type) {
	case *timed.Game:
		return playTimed(ctx, &c, g)
	case game.Game:
		return playTurns(ctx, &c, g)
	}
	return nil, player.Result{}, fmt.Errorf("a match of a %T", c.Game)
}

// A recorder writes the record of a match.
type recorder struct {
	*Config
	record *Record
}

// newRecorder begins a record with what both kinds of matches have.
func newRecorder(c *Config) *recorder {
	r := &Record{
		ID: c.ID, Token: rand.Text(), StartTime: c.Now().UnixMilli(), Tournament: c.Tournament,
		States: []string{}, StateTimes: []int64{}, Moves: [][]string{}, Errors: [][]string{},
		PreviewClock: -1, Scrambled: c.ScrambleSeed != 0,
		Details: Details{Version: Version, Game: c.Game.Name(), Roles: c.Game.Roles(), Seed: c.Seed, ScrambleSeed: c.ScrambleSeed},
	}
	if rs := c.Rules; rs != nil {
		d := &r.Details
		d.Game, d.Language, d.Hash, d.Rules, d.Reading = rs.Name(), string(rs.Language()), rs.Hash(), rs.Text(), readingOf(rs)
	}
	for _, s := range c.Seats {
		r.Names, r.Human = append(r.Names, s.Name), append(r.Human, s.Human)
	}
	return &recorder{c, r}
}

// A KeepError says that the record of a match could not be kept.
type KeepError struct {
	ID  string // of the match
	Err error
}

func (e *KeepError) Error() string {
	return fmt.Sprintf("keeping the record of match %s: %v", e.ID, e.Err)
}

// Unwrap returns the error of keeping.
func (e *KeepError) Unwrap() error { return e.Err }

func (k *recorder) keep() error {
	if k.Keep == nil {
		return nil
	}
	if err := k.Keep(k.record); err != nil {
		return &KeepError{k.ID, err}
	}
	return nil
}

// seal signs the finished record and keeps it.
func (k *recorder) seal() error {
	if k.Key != nil {
		if err := k.record.Sign(k.Key); err != nil {
			return err
		}
	}
	return k.keep()
}

// addTime records the time of a state. The times never decrease, even if the clock
// of the machine is set back.
func (r *Record) addTime(now time.Time) {
	t := max(now.UnixMilli(), r.StartTime)
	if n := len(r.StateTimes); n > 0 {
		t = max(t, r.StateTimes[n-1])
	}
	r.StateTimes = append(r.StateTimes, t)
}

// anyHuman reports whether a person plays.
func (c *Config) anyHuman() bool {
	return slices.ContainsFunc(c.Seats, func(s Seat) bool { return s.Human })
}
