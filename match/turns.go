package match

import (
	"context"
	"errors"
	"strconv"
	"time"

	"ludex/game"
	"ludex/player"
)

// playTurns plays a match of a turn-based game.
func playTurns(ctx context.Context, c *Config, g game.Game) (*Record, player.Result, error) {
	players, err := c.turnPlayers()
	if err != nil {
		return nil, player.Result{}, err
	}
	k, err := newTurnRecorder(context.WithoutCancel(ctx), c, g) // a match that never began has a record too
	if err != nil {
		return nil, player.Result{}, err
	}
	if err := k.keep(); err != nil {
		return k.record, player.Result{}, err
	}
	res, err := player.Play(ctx, player.Match{
		Game: g, Players: players, From: c.From, StartClock: c.StartClock, PlayClock: c.PlayClock,
		Nodes: c.Nodes, Seed: c.Seed, MaxSteps: c.MaxSteps, FullClock: c.FullClock, Allowance: c.Allowance, Watch: k.step,
	})
	if len(k.record.Errors) == 0 {
		k.begin(res.Faults)
	}
	return k.record, res, k.end(res, err)
}

// A turnRecorder writes the record of a match of a turn-based game.
type turnRecorder struct {
	*recorder
	game game.Game
}

func newTurnRecorder(ctx context.Context, c *Config, g game.Game) (*turnRecorder, error) {
	m := g.NewMachine()
	m.Bind(ctx)
	initial := m.Initial(nil)
	if err := m.Err(); err != nil {
		return nil, err
	}
	start := c.From
	if start == nil {
		start = initial
	}
	text := stateText(g.Facts(start))
	k := &turnRecorder{newRecorder(c), g}
	r, d := k.record, &k.record.Details
	r.States, r.StateTimes = []string{text}, []int64{r.StartTime}
	d.StartClock, d.PlayClock = ClockMs(c.StartClock), ClockMs(c.PlayClock)
	r.StartClock, r.PlayClock = inSeconds(d.StartClock), inSeconds(d.PlayClock)
	d.Nodes, d.Allowance, d.MaxSteps = c.Nodes, c.Allowance, c.MaxSteps
	d.FromPosition = text != stateText(g.Facts(initial))
	return k, nil
}

// ClockMs returns a clock in milliseconds, rounded up, as in records.
func ClockMs(d time.Duration) int64 { return (d + time.Millisecond - 1).Milliseconds() }

// inSeconds rounds a clock in milliseconds up, since public records have whole
// seconds.
func inSeconds(milliseconds int64) int { return int((milliseconds + 999) / 1000) }

// begin records the faults of the start.
func (k *turnRecorder) begin(faults []player.Fault) {
	var atStart []player.Fault
	for _, f := range faults {
		if f.Step == player.StartStep {
			atStart = append(atStart, f)
		}
	}
	k.faults(atStart)
}

// step notes a step and keeps the record.
func (k *turnRecorder) step(s player.Step) error {
	k.add(s, k.Now())
	return k.keep()
}

// add notes a step that was made at a time.
func (k *turnRecorder) add(s player.Step, at time.Time) {
	r := k.record
	if s.Number == 0 {
		k.begin(s.Start)
	}
	moves := make([]string, len(s.Joint))
	for i, m := range s.Joint {
		moves[i] = k.game.MoveText(game.Role(i), m)
	}
	r.Moves = append(r.Moves, moves)
	r.States = append(r.States, stateText(k.game.Facts(s.State)))
	r.addTime(at)
	r.Details.Took = append(r.Details.Took, milliseconds(s.Took))
	k.faults(s.Faults)
}

func milliseconds(times []time.Duration) []float64 {
	out := make([]float64, len(times))
	for i, t := range times {
		out[i] = inMilliseconds(t)
	}
	return out
}

// inMilliseconds returns a duration in milliseconds, rounded to microseconds.
func inMilliseconds(d time.Duration) float64 {
	return float64(d.Microseconds()) / 1000
}

// faults records the faults of the start or of a step.
func (k *turnRecorder) faults(list []player.Fault) {
	row := make([]string, len(k.Seats))
	for _, f := range list {
		note := Fault{Step: f.Step, Role: k.game.Roles()[f.Role], Kind: string(f.Kind), Over: inMilliseconds(f.Over)}
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

// end notes how the match ended, and seals the record.
func (k *turnRecorder) end(res player.Result, err error) error {
	k.ending(res, err)
	if sealErr := k.seal(); sealErr != nil {
		return sealErr
	}
	return err
}

// ending notes how the match ended.
func (k *turnRecorder) ending(res player.Result, err error) {
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
	d.Unseeded = k.Unseeded && (k.game.Random() != game.NoRole || len(d.Faults) > 0)
}
