package trial

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/panics"
	"ludex/internal/report"
	"ludex/internal/roster"
	"ludex/match"
	"ludex/rules"
)

// Options say how much is played, and what is demanded.
type Options struct {
	// Playouts are random plays of which only ends count, many at a time; Sample are random
	// plays that are looked at step by step.
	Playouts int `json:"playouts"`
	Sample   int `json:"sample"`
	// Games are those of the player against itself; against weaker players there are twice
	// as many. Nodes is the budget for a move.
	Games  int    `json:"games"`
	Nodes  int    `json:"nodes"`
	Player string `json:"player"`
	// Learn is how many plays of itself the player learns from before its games; 0 is none. It
	// uses what it learned if matches show that this helps.
	Learn  int    `json:"learn,omitempty"`
	Seed   uint64 `json:"seed"`
	Limits Limits `json:"limits"`
	// Demands is nil if every game that can be played is wanted.
	Demands *Demands `json:"demands,omitempty"`
	// Unlike is the signature of the game from which this one was made: if random plays of
	// both are the same, the trial ends.
	Unlike string `json:"unlike,omitempty"`
}

// Limits bound a trial.
type Limits struct {
	Setup  time.Duration `json:"setup"`  // of the processor, for an engine
	Time   time.Duration `json:"time"`   // of the clock, for all of it
	Memory int64         `json:"memory"` // in megabytes
}

// DefaultLimits are enough for all games of the library.
var DefaultLimits = Limits{Setup: 10 * time.Second, Time: 5 * time.Minute, Memory: 1024}

// A Tier is a stage of a trial.
type Tier string

// The tiers, in order. A game that Passed has been through all of them.
const (
	Check  Tier = "check"
	Open   Tier = "open"
	Random Tier = "random"
	Play   Tier = "play"
	Passed Tier = "passed"
)

// Tiers are the tiers in order.
var Tiers = []Tier{Check, Open, Random, Play, Passed}

// A Figure is a measure with its value.
type Figure struct {
	Measure string          `json:"measure"`
	Unit    string          `json:"unit,omitempty"`
	Value   report.Estimate `json:"value"`
}

// Text writes the value with its interval.
func (f *Figure) Text() string { return report.ValueText(f.Value, f.Unit) }

// A Result is what a trial has found.
type Result struct {
	Tier   Tier   `json:"tier"`             // at which the trial ended
	Failed string `json:"failed,omitempty"` // why; "" if it passed
	// OutOfTime says that a limit of time ended it: on another machine it might not.
	OutOfTime bool     `json:"out_of_time,omitempty"`
	Figures   []Figure `json:"figures,omitempty"`
	// Quality is from 0 to 1, see [Quality]; it is 0 unless the game has passed.
	Quality float64 `json:"quality"`
	// Signature tells random plays apart.
	Signature string `json:"signature,omitempty"`
	// Note says what a faster machine might do otherwise, and what the description does not
	// declare, or "".
	Note string `json:"note,omitempty"`
	// Network is the file of the network that played the games, nil if none did.
	Network []byte `json:"network,omitempty"`
}

// Figure returns a figure, or nil.
func (r *Result) Figure(measure string) *Figure {
	for i := range r.Figures {
		if r.Figures[i].Measure == measure {
			return &r.Figures[i]
		}
	}
	return nil
}

// Run tries a description. The error is that of the context, if it ended; whatever else goes
// wrong is a failure of the description, and in the result.
func Run(ctx context.Context, rs *rules.Rules, opt Options) (Result, error) {
	if opt.Limits == (Limits{}) {
		opt.Limits = DefaultLimits
	}
	inner, cancel := context.WithTimeout(ctx, opt.Limits.Time)
	defer cancel()
	if m := budget.MB(opt.Limits.Memory); budget.MemoryOf(ctx) == 0 || budget.MemoryOf(ctx).Total() > m.Total() {
		inner = budget.WithMemory(inner, m)
	}
	t := &trial{options: opt}
	err := panics.Catch(func() error { return t.run(inner, rs) })
	switch {
	case ctx.Err() != nil:
		return t.result, ctx.Err()
	case inner.Err() != nil:
		t.result.OutOfTime = true
		t.result.Failed = fmt.Sprintf("takes more than %v", opt.Limits.Time)
	case err != nil:
		t.result.OutOfTime = errors.Is(err, context.DeadlineExceeded)
		t.result.Failed = err.Error()
	default:
		t.result.Tier = Passed
	}
	return t.result, nil
}

// A trial is one that is going on.
type trial struct {
	options Options
	result  Result
	subject report.Subject
	maker   report.Options
}

// run goes through the tiers. An error says why the game fails.
func (t *trial) run(ctx context.Context, rs *rules.Rules) error {
	t.result.Tier = Check
	played, err := rs.Playable(ctx)
	if err != nil {
		return err
	}
	if played.IsTimed() {
		return errors.New("is a game in real time")
	}
	t.result.Tier = Open
	if err := t.open(ctx, played); err != nil {
		return err
	}
	t.result.Tier = Random
	if err := t.random(ctx, played); err != nil {
		return err
	}
	if t.options.Games <= 0 {
		return nil
	}
	if err := t.options.Demands.beforeGames(&t.result, t.options); err != nil {
		return err
	}
	t.result.Tier = Play
	if err := t.learn(ctx); err != nil {
		return err
	}
	return t.play(ctx)
}

// note adds to the note of the result.
func (t *trial) note(text string) {
	if t.result.Note != "" {
		text = t.result.Note + "; " + text
	}
	t.result.Note = text
}

// open opens the game and the player.
func (t *trial) open(ctx context.Context, rs *rules.Rules) error {
	g, err := openScalar(ctx, rs, t.options.Limits.Setup)
	if err != nil {
		return err
	}
	t.subject = report.SubjectOf(report.About{Name: rs.Name(), Hash: rs.Hash()}, g)
	list, err := match.NewRoster(ctx, rs, roster.All(), rules.Opening{})
	if err != nil {
		return err
	}
	return t.maker.SetPlayer(list, t.options.Player)
}

// openScalar opens the engine whose single states are computed fast after a short setup.
func openScalar(ctx context.Context, rs *rules.Rules, setup time.Duration) (game.Game, error) {
	if !rs.IsRBG() {
		g, _, err := rs.Open(ctx, rules.Opening{Time: setup})
		return g, err
	}
	g, _, err := rs.Open(ctx, rules.Opening{Engine: "sets", Time: setup})
	if err != nil && ctx.Err() == nil {
		g, _, err = rs.Open(ctx, rules.Opening{Engine: "reference"})
	}
	return g, err
}

// random plays at random.
func (t *trial) random(ctx context.Context, rs *rules.Rules) error {
	opt := t.maker
	opt.Playouts, opt.Games, opt.Player, opt.Nodes, opt.Seed = max(t.options.Sample, 1), -1, t.options.Player, max(t.options.Nodes, 1), t.options.Seed
	data, err := report.Collect(ctx, t.subject, opt, report.Shard{Of: 1})
	if err != nil {
		return err
	}
	t.result.Signature = signature(&data.Random)
	measures := report.Measure(data)
	t.result.Figures = sampleFigures(data, measures)
	if err := t.options.Demands.afterSample(data, measures); err != nil {
		return err
	}
	if t.options.Unlike == t.result.Signature {
		return errors.New("random plays are those of the game that it was made from")
	}
	if err := t.declared(ctx, rs, data.Method.MaxSteps); err != nil {
		return err
	}
	if t.options.Playouts <= 0 {
		return nil
	}
	more, err := playMany(ctx, t.manyAtATime(ctx, rs), t.options, data.About.Seats()[0])
	if err != nil {
		return err
	}
	t.result.Figures = append(t.result.Figures, more...)
	return t.options.Demands.afterPlayouts(&t.result)
}

// signature returns a number for plays, as text.
func signature(p *report.RandomPlays) string {
	text, err := json.Marshal(p)
	if err != nil {
		return ""
	}
	h := fnv.New64a()
	h.Write(text)
	return fmt.Sprintf("%016x", h.Sum64())
}

// parts is how often the games of a player are looked at.
const parts = 3

// play has the player play, part by part.
func (t *trial) play(ctx context.Context) error {
	opt := t.maker
	opt.Playouts, opt.Games, opt.Player, opt.Nodes, opt.Seed = -1, t.options.Games, t.options.Player, t.options.Nodes, t.options.Seed
	opt.NoTrend = true
	var all *report.Data
	before := t.result.Figures
	for part := range parts {
		data, err := report.Collect(ctx, t.subject, opt, report.Shard{Index: part, Of: parts})
		if err != nil {
			return err
		}
		if all == nil {
			all = data
		} else if all, err = report.Merge(all, data); err != nil {
			return err
		}
		measures := report.Measure(all)
		t.result.Figures = append(before[:len(before):len(before)], playFigures(all, measures)...)
		if err := t.options.Demands.afterGames(measures, part == parts-1); err != nil {
			return err
		}
	}
	t.result.Quality = Quality(&t.result)
	return nil
}
