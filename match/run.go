package match

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ludex/game"
	"ludex/player"
	"ludex/rules"
)

// DefaultAllowance is how many faults a player may make before the manager plays
// its role to the end.
const DefaultAllowance = 3

// A Seat is a role with its player. The one of chance has none.
type Seat struct {
	Name   string // by which the player is known
	Player player.Player
	Human  bool
}

// A Config says what is played, by whom and how.
type Config struct {
	ID         string // NewID makes one
	Rules      *rules.Rules
	Game       game.Game // of the rules
	From       game.State
	Seats      []Seat // by role
	Tournament string

	StartClock, PlayClock time.Duration // 0 is no clock
	Nodes                 int           // the budget of every player
	Seed                  uint64
	FullClock             bool // see [player.Match]
	Allowance             int  // 0 is no limit
	MaxSteps              int  // 0 is what the game says
	// ScrambleSeed is noted if the players were given other words than those of
	// the rules; 0 says that they were not.
	ScrambleSeed uint64

	// Key signs the record when the match is over, if it is not nil.
	Key *Key
	// Keep is called when the match begins, after each step and at the end,
	// before anybody is told or asked anything more. It must not change the
	// record. An error of it aborts the match.
	Keep func(*Record) error
	// Now is the clock of the record; nil is the one on the wall.
	Now func() time.Time
}

// NewID returns a new name for a match, one word: a prefix, the game and the
// time, and something that tells matches of the same moment apart.
func NewID(prefix, game string, at time.Time) string {
	return fmt.Sprintf("%s%d.%s", IDPrefix(prefix, game), at.UnixMilli(), rand.Text()[:6])
}

// IDPrefix returns how the names that [NewID] makes begin.
func IDPrefix(prefix, game string) string { return word(prefix) + "." + word(game) + "." }

// HiddenID returns a new name for a match that tells nothing about it, for players
// who are not to know what they play.
func HiddenID() string { return "m" + strings.ToLower(rand.Text()) }

// NewScrambleSeed returns a seed for the words of a match that nobody can know
// before. It is never 0.
func NewScrambleSeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // it never fails
	return binary.BigEndian.Uint64(b[:]) | 1
}

// word leaves the characters of a text that are safe in one word of every
// protocol.
func word(text string) string {
	safe := func(c rune) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
	}
	out := make([]rune, 0, len(text))
	for _, c := range text {
		if !safe(c) {
			c = '-'
		}
		out = append(out, c)
	}
	return string(out)
}

// Run plays a match. The record is also returned with an error, which says that
// the match could not be played to its end.
func Run(ctx context.Context, c Config) (*Record, error) {
	record, _, err := Play(ctx, c)
	return record, err
}

// Play is Run that also returns what was measured while playing.
func Play(ctx context.Context, c Config) (*Record, player.Result, error) {
	k, err := newKeeper(&c)
	if err != nil {
		return nil, player.Result{}, err
	}
	m := player.Match{
		Game: c.Game, From: c.From, StartClock: c.StartClock, PlayClock: c.PlayClock,
		Nodes: c.Nodes, Seed: c.Seed, MaxSteps: c.MaxSteps, FullClock: c.FullClock, Allowance: c.Allowance, Watch: k.step,
	}
	for _, s := range c.Seats {
		m.Players = append(m.Players, s.Player)
	}
	if err := k.keep(); err != nil {
		return k.record, player.Result{}, err
	}
	res, err := player.Play(ctx, m)
	if len(k.record.Errors) == 0 {
		k.begin(res.Faults)
	}
	return k.record, res, k.end(res, err)
}

// A keeper writes the record of a match.
type keeper struct {
	*Config
	record *Record
}

func newKeeper(c *Config) (*keeper, error) {
	if c.Now == nil {
		c.Now = time.Now
	}
	if len(c.Seats) != len(c.Game.Roles()) {
		return nil, fmt.Errorf("%d seats for %d roles", len(c.Seats), len(c.Game.Roles()))
	}
	m := c.Game.NewMachine()
	initial := m.Initial(nil)
	if err := m.Err(); err != nil {
		return nil, err
	}
	start := c.From
	if start == nil {
		start = initial
	}
	text := stateText(c.Game.Facts(start))
	now := c.Now().UnixMilli()
	r := &Record{
		ID: c.ID, Token: rand.Text(), StartTime: now, Tournament: c.Tournament,
		States: []string{text}, StateTimes: []int64{now}, Moves: [][]string{}, Errors: [][]string{},
		PreviewClock: -1, StartClock: inSeconds(ClockMs(c.StartClock)), PlayClock: inSeconds(ClockMs(c.PlayClock)),
		Scrambled: c.ScrambleSeed != 0,
		Details: Details{
			Version: Version, Game: c.Rules.Name(), Language: string(c.Rules.Language()), Hash: c.Rules.Hash(), Rules: c.Rules.Text(), Reading: ReadingOf(c.Rules),
			Roles: c.Game.Roles(), Seed: c.Seed, ScrambleSeed: c.ScrambleSeed,
			StartClock: ClockMs(c.StartClock), PlayClock: ClockMs(c.PlayClock),
			Nodes: c.Nodes, Allowance: c.Allowance, MaxSteps: c.MaxSteps,
			FromPosition: text != stateText(c.Game.Facts(initial)),
		},
	}
	for _, s := range c.Seats {
		r.Names, r.Human = append(r.Names, s.Name), append(r.Human, s.Human)
	}
	return &keeper{c, r}, nil
}

// ClockMs returns a clock as records have it, in milliseconds, rounded up.
func ClockMs(d time.Duration) int64 { return (d + time.Millisecond - 1).Milliseconds() }

// inSeconds rounds a clock in milliseconds up, since public records have no parts of
// seconds.
func inSeconds(milliseconds int64) int { return int((milliseconds + 999) / 1000) }

func (k *keeper) keep() error {
	if k.Keep == nil {
		return nil
	}
	if err := k.Keep(k.record); err != nil {
		return fmt.Errorf("keeping the record of match %s: %w", k.ID, err)
	}
	return nil
}

// begin notes the faults of the start.
func (k *keeper) begin(faults []player.Fault) {
	var of []player.Fault
	for _, f := range faults {
		if f.Step == player.StartStep {
			of = append(of, f)
		}
	}
	k.faults(of)
}

// step notes a step.
func (k *keeper) step(s player.Step) error {
	r := k.record
	if s.Number == 0 {
		k.begin(s.Start)
	}
	moves := make([]string, len(s.Joint))
	for i, m := range s.Joint {
		moves[i] = k.Game.MoveText(game.Role(i), m)
	}
	r.Moves = append(r.Moves, moves)
	r.States = append(r.States, stateText(k.Game.Facts(s.State)))
	r.addTime(k.Now())
	r.Details.Took = append(r.Details.Took, milliseconds(s.Took))
	k.faults(s.Faults)
	return k.keep()
}

// addTime notes when a state came about. Time does not run backwards there, also
// if the clock of the machine is set.
func (r *Record) addTime(now time.Time) {
	t := max(now.UnixMilli(), r.StartTime)
	if n := len(r.StateTimes); n > 0 {
		t = max(t, r.StateTimes[n-1])
	}
	r.StateTimes = append(r.StateTimes, t)
}

func milliseconds(times []time.Duration) []float64 {
	out := make([]float64, len(times))
	for i, t := range times {
		out[i] = inMilliseconds(t)
	}
	return out
}

// inMilliseconds rounds to microseconds, which is as exact as anybody measures.
func inMilliseconds(d time.Duration) float64 {
	return float64(d.Microseconds()) / 1000
}

// faults notes the faults of the start or of a step.
func (k *keeper) faults(list []player.Fault) {
	row := make([]string, len(k.Seats))
	for _, f := range list {
		note := Fault{Step: f.Step, Role: k.Game.Roles()[f.Role], Kind: string(f.Kind), Over: inMilliseconds(f.Over)}
		if illegal, ok := errors.AsType[*game.IllegalMoveError](f.Err); ok {
			note.Move = illegal.Text
		} else if f.Err != nil {
			note.Error = f.Err.Error()
		}
		row[f.Role] = note.public()
		k.record.Details.Faults = append(k.record.Details.Faults, note)
	}
	k.record.Errors = append(k.record.Errors, row)
}

// end notes how the match ended.
func (k *keeper) end(res player.Result, err error) error {
	r := k.record
	d := &r.Details
	r.Completed = res.Over
	r.Aborted = !res.Over
	d.Scores, d.Notes = res.Scores, res.Notes
	for i, retired := range res.Retired {
		if retired {
			d.Retired = append(d.Retired, d.Roles[i])
		}
	}
	switch {
	case res.Over:
		r.Goals = res.Goals
	case err != nil:
		d.Reason = err.Error()
	default:
		d.CutOff = true
		d.Reason = "cut off after " + strconv.Itoa(len(r.Moves)) + " steps"
	}
	if k.Key != nil {
		if err := r.Sign(k.Key); err != nil {
			return err
		}
	}
	if keepErr := k.keep(); keepErr != nil {
		return keepErr
	}
	return err
}
