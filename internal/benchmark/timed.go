package benchmark

import (
	"context"
	"time"

	"ludex/game"
	"ludex/internal/timedmatch"
	"ludex/timed"
)

// A TimedReport has the results of random matches of a real-time game in virtual time. A
// mean of nothing is nil.
type TimedReport struct {
	Game            string     `json:"game"`
	Engine          string     `json:"engine"`
	Matches         int        `json:"matches"`
	Events          int        `json:"events"`
	Seconds         float64    `json:"seconds"`
	EventsPerSecond *float64   `json:"events_per_second"`
	CPUSeconds      float64    `json:"cpu_seconds,omitempty"` // 0 if it was not measured
	EventsPerCPUSec *float64   `json:"events_per_cpu_second,omitempty"`
	Finished        int        `json:"finished"`
	MeanTime        *float64   `json:"mean_time"`  // game time, in units
	MeanGoals       []*float64 `json:"mean_goals"` // by role
	AtOnce          bool       `json:"at_once"`    // many matches were played at once, after a trial

	roles  []string
	random game.Role
	time   float64 // of all matches
	goals  []goalSum
}

// A goalSum adds up the goal values of a role.
type goalSum struct{ sum, n int }

// TimedOptions say how many matches are played: until the time is up, or the count is
// reached if it is not 0.
type TimedOptions struct {
	Time  time.Duration
	Count int
	Seed  uint64
}

// Timed plays matches of a real-time game, in which each role moves at random once per
// unit. It finds out first which way of playing is the faster one; those matches only count if
// no others are needed. When the context ends, it returns the report so far without an error.
func Timed(ctx context.Context, g *timed.Game, opt TimedOptions) (*TimedReport, error) {
	plays := timedmatch.NewRandomPlays(g, timedmatch.RandomOptions{Rate: timed.PerUnit, MaxEvents: game.DefaultMaxSteps})
	t := &timedTrial{game: g, plays: plays, opt: opt}
	play := t.single
	spent, err := t.run(func() (err error) {
		play, err = t.fastest(ctx)
		return err
	})
	if err == nil && !t.over(ctx) {
		spent, err = t.run(func() error { return play(ctx, always) })
	}
	if err != nil {
		return nil, err
	}
	t.report.finish(spent)
	return t.report, nil
}

// finish adds the time that the matches took, and the means.
func (r *TimedReport) finish(spent Spent) {
	r.Seconds = spent.Wall
	r.EventsPerSecond = quotient(float64(r.Events), r.Seconds)
	if TellsCPUTime() {
		r.CPUSeconds, r.EventsPerCPUSec = spent.CPU, quotient(float64(r.Events), spent.CPU)
	}
	r.MeanTime = quotient(r.time, float64(r.Matches))
	for _, g := range r.goals {
		r.MeanGoals = append(r.MeanGoals, quotient(float64(g.sum), float64(g.n)))
	}
}

// add counts a match.
func (r *TimedReport) add(res *timedmatch.RandomResult) {
	r.Matches++
	r.Events += res.Events
	r.time += float64(res.Ending.Time) / float64(timed.Unit)
	if res.Ending.Reason == timed.Terminal {
		r.Finished++
		for role, goals := range res.Ending.Goals {
			if len(goals) == 1 {
				r.goals[role].sum += goals[0]
				r.goals[role].n++
			}
		}
	}
}

// Rows returns the numbers of the report for people.
func (r *TimedReport) Rows() []Row {
	var t table
	t.add("updates", "%s (%d in %.2f s)", rate(r.EventsPerSecond), r.Events, r.Seconds)
	if r.CPUSeconds > 0 {
		t.add("CPU time", "%.2f s: %s updates/s", r.CPUSeconds, Quantity(*r.EventsPerCPUSec))
	}
	how := ""
	if r.AtOnce {
		how = ", hundreds at once"
	}
	t.add("matches", "%d, %d of them to the end%s", r.Matches, r.Finished, how)
	if r.MeanTime != nil {
		t.add("mean time", "%.3f units", *r.MeanTime)
	}
	for role, mean := range r.MeanGoals {
		if mean != nil && game.Role(role) != r.random {
			t.add("mean goal", "%.3f %s", *mean, r.roles[role])
		}
	}
	return t
}
