package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/circuit"
	"ludex/internal/gdlengine"
	"ludex/internal/gdlengine/ground"
)

// maxRules is the number of rules that --stats shows, those with the most instances.
const maxRules = 12

func newGround() *cobra.Command {
	var play playFlags
	var stats, dot, asJSON bool
	var pass string
	cmd := &cobra.Command{
		Use:   "ground <game>",
		Short: "Show how a game is turned into ground rules and a circuit",
		Long: `Ground turns a description into ground rules and those into a circuit. With --stats
it shows sizes, times, and the rules with the most instances; with --dot the
circuit of a small game for Graphviz; with --pass the rules after a step of the
way: ` + strings.Join(ground.Passes(), ", ") + `.

A game in real time is grounded without its lifetimes: a fact holds, lasts forever or has
expired, and gets a lifetime or that of another fact. It becomes ground rules and no
circuit.`,
		Example: `  ludex ground --stats connectfour
  ludex ground --pass instances nim
  ludex ground duel`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := play.load(cmd, args[0])
			if err != nil {
				return err
			}
			prog, err := gdlProgram(cmd, d)
			if err != nil {
				return err
			}
			if prog.Dialect.Knowledge() {
				return undecided(fmt.Errorf("%s: %s cannot be grounded: what roles know is not in the state", prog.File.Name(), prog.Dialect.Title()))
			}
			if prog.Dialect.Timed() {
				return groundTimed(cmd, prog, play.opening.Time, pass, dot, asJSON)
			}
			o, err := gdlengine.Open(cmd.Context(), prog, gdlengine.Options{Opening: game.Opening{Engine: gdlengine.Circuit, Time: play.opening.Time}})
			if err != nil {
				return undecided(err)
			}
			net := o.Circuit
			out := cmd.OutOrStdout()
			switch {
			case pass != "":
				return o.Ground.Print(out, pass)
			case dot:
				return net.WriteDot(out)
			case asJSON:
				return json.NewEncoder(out).Encode(newGroundReport(o, net.Stats()))
			}
			return writeGroundStats(out, o, net.Stats())
		},
	}
	play.gameFlags.register(cmd)
	cmd.Flags().DurationVar(&play.opening.Time, "setup-time", 0, "give up after this `time` of the CPU (default 30s)")
	cmd.Flags().BoolVar(&stats, "stats", true, "show sizes and times")
	cmd.Flags().BoolVar(&dot, "dot", false, "write the circuit for Graphviz")
	cmd.Flags().StringVar(&pass, "pass", "", "print the rules after the step `NAME`")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the sizes and times as JSON")
	return cmd
}

// undecided gives errors about limits their exit code.
func undecided(err error) error {
	var g *ground.LimitError
	var c *circuit.LimitError
	var memory *budget.MemoryError
	if errors.As(err, &g) || errors.As(err, &c) || errors.As(err, &memory) || errors.Is(err, context.DeadlineExceeded) {
		return &exitError{exitUndecided, err}
	}
	return err
}

type groundReport struct {
	Game           string  `json:"game"`
	Atoms          int     `json:"atoms"`
	Rules          int     `json:"rules"`
	Literals       int     `json:"literals"`
	StateBits      int     `json:"state_bits"`
	Moves          []int   `json:"moves"`
	Phases         int     `json:"phases"`
	LegalGates     float64 `json:"legal_gates"`
	NextGates      float64 `json:"next_gates"`
	GoalGates      int     `json:"goal_gates"`
	Loops          int     `json:"loops"`
	GroundSeconds  float64 `json:"ground_seconds"`
	CircuitSeconds float64 `json:"circuit_seconds"`
}

func newGroundReport(o *gdlengine.Opened, c *circuit.Stats) groundReport {
	g := &o.Ground.Stats
	legal, next := c.Gates()
	return groundReport{
		Game: o.Game.Name(), Atoms: g.Atoms, Rules: g.Rules, Literals: g.Literals,
		StateBits: c.StateBits, Moves: c.Moves, Phases: len(c.Phases),
		LegalGates: legal, NextGates: next, GoalGates: c.GoalNetGates, Loops: c.Loops,
		GroundSeconds: g.Time.Seconds(), CircuitSeconds: c.SetUp().Seconds(),
	}
}

func writeGroundStats(out io.Writer, o *gdlengine.Opened, c *circuit.Stats) error {
	r := newGroundReport(o, c)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s\n", r.Game)
	fmt.Fprintf(w, "  ground rules\t%d over %d atoms, %d literals, in %.1f ms\n", r.Rules, r.Atoms, r.Literals, r.GroundSeconds*1000)
	var moves []string
	for i, role := range o.Game.Roles() {
		moves = append(moves, fmt.Sprintf("%s %d", role, r.Moves[i]))
	}
	fmt.Fprintf(w, "  state\t%d facts, moves of %s\n", r.StateBits, strings.Join(moves, ", "))
	fmt.Fprintf(w, "  circuit\tphases: %d, loops: %d, in %.1f ms\n", r.Phases, r.Loops, r.CircuitSeconds*1000)
	fmt.Fprintf(w, "  gates\t%.0f for legal moves and end, %.0f for the next state, %d for goals\n", r.LegalGates, r.NextGates, r.GoalGates)
	if err := w.Flush(); err != nil {
		return err
	}
	return writeLargest(out, o.Ground)
}

// writeLargest shows the rules with the most instances.
func writeLargest(out io.Writer, res *ground.Result) error {
	fmt.Fprintln(out, "  rules with the most instances")
	for _, r := range res.Largest(maxRules) {
		fmt.Fprintf(out, "  %9d  %s  %s\n", r.Instances, r.Place, r.Text)
	}
	return nil
}
