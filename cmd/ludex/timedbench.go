package main

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/timed"
)

// timedReport is what bench counts of a game in real time.
type timedReport struct {
	Game            string   `json:"game"`
	Engine          string   `json:"engine"`
	Matches         int      `json:"matches"`
	Events          int      `json:"events"`
	Seconds         float64  `json:"seconds"`
	EventsPerSecond *float64 `json:"events_per_second"`
	Finished        int      `json:"finished"`
	// MeanTime and MeanGoals, by role, are nil where there is nothing that they
	// could be the mean of.
	MeanTime  *float64   `json:"mean_time"`
	MeanGoals []*float64 `json:"mean_goals"`

	time  float64 // of all matches
	goals []goalSum
}

// A goalSum adds the goal values of a role up.
type goalSum struct{ sum, n int }

// benchTimed plays matches in virtual time and counts their updates.
func benchTimed(cmd *cobra.Command, d *description, opt game.PlayoutOptions, asJSON bool) error {
	g, err := timed.New(d.gdl)
	if err != nil {
		return err
	}
	stop := progress(cmd, "playing "+g.Name())
	r, err := runTimedBench(cmd, g, opt)
	stop()
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	if asJSON {
		return json.NewEncoder(out).Encode(r)
	}
	fmt.Fprintf(out, "%s (virtual time)\n", r.Game)
	fmt.Fprintf(out, "  updates        %s (%d in %.2f s)\n", speed(r.EventsPerSecond), r.Events, r.Seconds)
	fmt.Fprintf(out, "  matches        %d, %d of them to the end\n", r.Matches, r.Finished)
	if r.MeanTime != nil {
		fmt.Fprintf(out, "  mean time      %.3f units\n", *r.MeanTime)
	}
	for role, name := range g.Roles() {
		if mean := r.MeanGoals[role]; mean != nil && game.Role(role) != g.Random() {
			fmt.Fprintf(out, "  mean goal      %.3f %s\n", *mean, name)
		}
	}
	return nil
}

func runTimedBench(cmd *cobra.Command, g *timed.Game, opt game.PlayoutOptions) (*timedReport, error) {
	r := &timedReport{Game: g.Name(), Engine: "reference", goals: make([]goalSum, len(g.Roles()))}
	flags := timedFlags{}
	start := time.Now()
	for seed := opt.Seed; cmd.Context().Err() == nil && time.Since(start) < opt.Time && (opt.Count == 0 || r.Matches < opt.Count); seed++ {
		m, err := timed.NewMatch(g, timed.MatchOptions{Seed: seed, MaxEvents: game.DefaultMaxSteps})
		if err != nil {
			return nil, err
		}
		policies, err := flags.policies(g, seed<<8, false, game.NoRole)
		if err != nil {
			return nil, err
		}
		err = timed.Run(cmd.Context(), m, timed.RunOptions{Policies: policies})
		if stopped(err) {
			r.Events += m.Events()
			break
		}
		if err != nil {
			return nil, err
		}
		r.add(m)
	}
	r.Seconds = time.Since(start).Seconds()
	r.EventsPerSecond = quotient(float64(r.Events), r.Seconds)
	r.MeanTime = quotient(r.time, float64(r.Matches))
	for _, g := range r.goals {
		r.MeanGoals = append(r.MeanGoals, quotient(float64(g.sum), float64(g.n)))
	}
	return r, nil
}

// add counts a match.
func (r *timedReport) add(m *timed.Match) {
	r.Matches++
	r.Events += m.Events()
	r.time += float64(m.Time()) / float64(timed.Unit)
	if end := m.Ending(); end.Reason == timed.Terminal {
		r.Finished++
		for role, goals := range end.Goals {
			if len(goals) == 1 {
				r.goals[role].sum += goals[0]
				r.goals[role].n++
			}
		}
	}
}
