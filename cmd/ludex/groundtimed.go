package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"ludex/gdl"
	"ludex/internal/gdlengine/ground"
	"ludex/internal/timedengine"
)

// defaultGroundTime is how long grounding a game in real time may take.
const defaultGroundTime = 30 * time.Second

// A timedGroundReport has the sizes of a game in real time on ground rules.
type timedGroundReport struct {
	Game          string   `json:"game"`
	Atoms         int      `json:"atoms"`
	Rules         int      `json:"rules"`
	Literals      int      `json:"literals"`
	Facts         int      `json:"facts"`
	Moves         []int    `json:"moves"`
	Lifetimes     []string `json:"lifetimes"`   // that rules give
	Comparisons   int      `json:"comparisons"` // of lifetimes
	GroundSeconds float64  `json:"ground_seconds"`
}

// groundTimed shows the ground rules of a game in real time.
func groundTimed(cmd *cobra.Command, prog *gdl.Program, limit time.Duration, pass string, dot, asJSON bool) error {
	if dot {
		return errors.New("--dot: a game in real time becomes ground rules, and no circuit")
	}
	ctx, cancel := context.WithTimeout(cmd.Context(), cmp.Or(limit, defaultGroundTime))
	defer cancel()
	p, res, err := timedengine.CompileGround(ctx, prog, timedengine.Options{})
	if err != nil {
		return undecided(fmt.Errorf("%s cannot be grounded: %w", prog.File.Name(), err))
	}
	out := cmd.OutOrStdout()
	if pass != "" {
		return res.Print(out, pass)
	}
	r := newTimedGroundReport(prog.File.Name(), p, res)
	if asJSON {
		return json.NewEncoder(out).Encode(r)
	}
	return r.write(out, p, res)
}

func newTimedGroundReport(name string, p *timedengine.Program, res *ground.Result) *timedGroundReport {
	s := &res.Stats
	r := &timedGroundReport{Game: name, Atoms: s.Atoms, Rules: s.Rules, Literals: s.Literals, Facts: p.Facts(),
		Lifetimes: []string{}, Comparisons: p.Comparisons(), GroundSeconds: s.Time.Seconds()}
	for role := range p.Roles() {
		r.Moves = append(r.Moves, p.Moves(role))
	}
	lengths := p.Lengths()
	slices.Sort(lengths)
	for _, l := range slices.Compact(lengths) {
		r.Lifetimes = append(r.Lifetimes, l.String())
	}
	return r
}

func (r *timedGroundReport) write(out io.Writer, p *timedengine.Program, res *ground.Result) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s\n", r.Game)
	fmt.Fprintf(w, "  ground rules\t%d over %d atoms, %d literals, in %.1f ms\n", r.Rules, r.Atoms, r.Literals, r.GroundSeconds*1000)
	var moves []string
	for i, role := range p.Roles() {
		moves = append(moves, fmt.Sprintf("%s %d", role, r.Moves[i]))
	}
	fmt.Fprintf(w, "  state\t%d facts, moves of %s\n", r.Facts, strings.Join(moves, ", "))
	fmt.Fprintf(w, "  lifetimes\t%s\n", strings.Join(r.Lifetimes, ", "))
	if r.Comparisons > 0 {
		fmt.Fprintf(w, "  comparisons\t%d of lifetimes\n", r.Comparisons)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return writeLargest(out, res)
}
