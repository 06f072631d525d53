// Package benchmark measures how fast a game can be played at random, and how many
// positions it has at each depth (perft). Its reports are the same for the command line
// and the server: a report is encoded as JSON as it is, and [Report.Rows] has its numbers
// for people.
package benchmark

import (
	"fmt"
	"time"

	"ludex/game"
)

// A Report has the results of random playouts of a turn-based game. A mean or rate
// of nothing is nil.
type Report struct {
	Game           string   `json:"game"`
	Engine         string   `json:"engine"`
	Threads        int      `json:"threads"`
	Workers        int      `json:"workers,omitempty"`
	SetupSeconds   float64  `json:"setup_seconds"` // 0 if it was not measured
	FirstSeconds   *float64 `json:"first_playout_seconds"`
	Playouts       uint64   `json:"playouts"`
	States         uint64   `json:"states"`
	Seconds        float64  `json:"seconds"`
	WorkerSeconds  float64  `json:"worker_seconds,omitempty"` // sum over all workers
	PlayoutsPerSec *float64 `json:"playouts_per_second"`
	StatesPerSec   *float64 `json:"states_per_second"`
	// CPUSeconds is the CPU time of the whole run, which includes finishing the
	// playouts that were started; 0 if it was not measured.
	CPUSeconds        float64  `json:"cpu_seconds,omitempty"`
	PlayoutsPerCPUSec *float64 `json:"playouts_per_cpu_second,omitempty"`
	StatesPerCPUSec   *float64 `json:"states_per_cpu_second,omitempty"`
	// Before has the engines that ran playouts before this one was ready.
	Before     []Earlier `json:"before,omitempty"`
	MeanLength *float64  `json:"mean_length"`
	MeanGoals  []float64 `json:"mean_goals"` // by role; empty if no playout has goals
	Cut        uint64    `json:"cut,omitempty"`
	Stuck      uint64    `json:"stuck,omitempty"`
	Abandoned  uint64    `json:"abandoned,omitempty"`
	BadGoals   uint64    `json:"bad_goals,omitempty"`
	// FilterSeconds is the time for one step of filtering an information set, in a game
	// with hidden information; 0 if it was not measured.
	FilterSeconds float64 `json:"filter_step_seconds,omitempty"`

	roles  []string
	random game.Role
}

// Earlier is what an engine did that was replaced in the course of a run.
type Earlier struct {
	Engine       string   `json:"engine"`
	Seconds      float64  `json:"seconds"`
	States       uint64   `json:"states"`
	StatesPerSec *float64 `json:"states_per_second"`
}

// AddBefore adds the engines that were replaced.
func (r *Report) AddBefore(runs []Run) {
	for i := range runs {
		res := &runs[i].Result
		r.Before = append(r.Before, Earlier{runs[i].Game.Engine(), res.Elapsed.Seconds(), res.States, quotient(float64(res.States), res.Elapsed.Seconds())})
	}
}

// NewReport returns the report on playouts of a game, whose set-up took the given time.
func NewReport(g game.Game, threads int, setup time.Duration, res *game.PlayoutResult) *Report {
	r := &Report{
		Game: g.Name(), Engine: g.Engine(), Threads: max(threads, 1),
		SetupSeconds: setup.Seconds(), Playouts: res.Playouts, States: res.States, Seconds: res.Elapsed.Seconds(),
		StatesPerSec: quotient(float64(res.States), res.Elapsed.Seconds()), MeanLength: quotient(float64(res.Steps), float64(res.Playouts)),
		MeanGoals: []float64{}, Cut: res.Cut, Stuck: res.Stuck, Abandoned: res.Abandoned, BadGoals: res.BadGoals,
		roles: g.Roles(), random: g.Random(),
	}
	if r.Playouts > 0 {
		first := res.First.Seconds()
		r.FirstSeconds, r.PlayoutsPerSec = &first, playoutRate(res)
	}
	if len(res.Goals) > 0 && res.Finished > 0 {
		for role := range r.roles {
			r.MeanGoals = append(r.MeanGoals, res.MeanGoal(game.Role(role)))
		}
	}
	return r
}

// SetCPU adds the CPU time that the playouts took.
func (r *Report) SetCPU(seconds float64) {
	r.CPUSeconds = seconds
	r.StatesPerCPUSec = quotient(float64(r.States), seconds)
	if r.PlayoutsPerSec != nil && seconds > 0 {
		perCPU := *r.PlayoutsPerSec * r.Seconds / seconds
		r.PlayoutsPerCPUSec = &perCPU
	}
}

// playoutRate returns the number of playouts per second. Where playouts have steps, it is
// derived from the rate of states, which includes the states of unfinished playouts.
func playoutRate(res *game.PlayoutResult) *float64 {
	if length := res.MeanLength(); length > 0 {
		return quotient(float64(res.States)/length, res.Elapsed.Seconds())
	}
	return quotient(float64(res.Playouts), res.Elapsed.Seconds())
}

// quotient returns a/b, or nil if b is not positive.
func quotient(a, b float64) *float64 {
	if b <= 0 {
		return nil
	}
	q := a / b
	return &q
}

// A Row is a line of a report for people.
type Row struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// A table collects the rows of a report.
type table []Row

func (t *table) add(name, format string, args ...any) {
	*t = append(*t, Row{name, fmt.Sprintf(format, args...)})
}

// Rows returns the numbers of the report for people.
func (r *Report) Rows() []Row {
	var t table
	switch {
	case r.SetupSeconds > 0 && r.FirstSeconds != nil:
		t.add("set-up", "%.3f s, first playout after %.6f s", r.SetupSeconds, *r.FirstSeconds)
	case r.SetupSeconds > 0:
		t.add("set-up", "%.3f s", r.SetupSeconds)
	}
	for _, b := range r.Before {
		t.add("at first", "%s on %s for %.2f s", rate(b.StatesPerSec), b.Engine, b.Seconds)
	}
	t.add("states", "%s (%d in %.2f s)", rate(r.StatesPerSec), r.States, r.Seconds)
	if r.Playouts == 0 {
		t.add("playouts", "none has ended")
	} else {
		t.add("playouts", "%s (%d)", rate(r.PlayoutsPerSec), r.Playouts)
	}
	if r.CPUSeconds > 0 {
		t.add("CPU time", "%.2f s: %s", r.CPUSeconds, r.perCPU())
	}
	if r.Playouts > 0 {
		t.add("mean length", "%.3f", *r.MeanLength)
	}
	for role, mean := range r.MeanGoals {
		if game.Role(role) != r.random {
			t.add("mean goal", "%.3f %s", mean, r.roles[role])
		}
	}
	if r.FilterSeconds > 0 {
		t.add("filtering", "%.3g ms for a step of an information set", r.FilterSeconds*1000)
	}
	return t
}

// perCPU writes the speeds per CPU second, which was measured.
func (r *Report) perCPU() string {
	text := Quantity(*r.StatesPerCPUSec) + " states/s"
	if r.PlayoutsPerCPUSec != nil {
		text += ", " + Quantity(*r.PlayoutsPerCPUSec) + " playouts/s"
	}
	return text
}

// Defects returns a line for each kind of playout that did not end as it should. Limit
// is the caller's name for the limit of steps.
func (r *Report) Defects(limit string) []string {
	var lines []string
	for _, d := range []struct {
		n    uint64
		what string
	}{
		{r.Cut, "playouts were cut off at " + limit},
		{r.Stuck, "playouts ended in a live state where a role has no legal move"},
		{r.BadGoals, "playouts ended where a role has no goal value or several"},
		{r.manyAbandoned(), "playouts were not over when the time was up; means are without them, and so of shorter plays"},
	} {
		if d.n > 0 {
			lines = append(lines, fmt.Sprintf("%d %s", d.n, d.what))
		}
	}
	return lines
}

// manyAbandoned returns the number of abandoned playouts if there are enough of them to
// bias the means.
func (r *Report) manyAbandoned() uint64 {
	if r.Playouts == 0 || r.Abandoned*100 < r.Playouts {
		return 0
	}
	return r.Abandoned
}
