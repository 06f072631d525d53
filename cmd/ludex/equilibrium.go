package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"github.com/spf13/cobra"

	"ludex/internal/simplex"
	"ludex/internal/strategyfile"
	"ludex/internal/wholefile"
	"ludex/library"
	"ludex/solve/equilibrium"
)

// equilibriumFlags are the flags of solve that are for equilibria.
type equilibriumFlags struct {
	wanted     bool
	evaluate   string
	iterations int
	precision  float64
	save       string
	payoff     int
}

// evaluateUniform is a value of --evaluate besides a file.
const evaluateUniform = "uniform"

// defaultDivisor makes a win 1 and a loss -1.
const defaultDivisor = 50

func (e *equilibriumFlags) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&e.wanted, "equilibrium", false, "find a Nash equilibrium: strategies from which no role gains by deviating, by the method lp, cfr+ or mccfr")
	cmd.Flags().StringVar(&e.evaluate, "evaluate", "", "say how far the strategy in this `FILE` is from an equilibrium; \"uniform\" makes all moves equally likely")
	cmd.Flags().IntVar(&e.iterations, "iterations", 0, "equilibrium: make this `number` of iterations at most; 0 is no limit")
	cmd.Flags().Float64Var(&e.precision, "precision", 1e-3, "equilibrium: stop when NashConv is at most this `payoff`")
	cmd.Flags().StringVar(&e.save, "save", "", "equilibrium: write the strategy to `FILE`, which the player strategy:FILE follows")
	cmd.Flags().IntVar(&e.payoff, "payoff", 0, "equilibrium: count payoffs as (goal - 50)/`K` (default what the library says, or 50)")
}

// asked reports whether solve is to find an equilibrium, or to evaluate a strategy.
func (e *equilibriumFlags) asked() bool { return e.wanted || e.evaluate != "" }

// check refuses flags that make no sense together.
func (e *equilibriumFlags) check() error {
	switch {
	case e.evaluate != "" && e.save != "":
		return errors.New("--evaluate and --save: what is there to save?")
	case !e.wanted && e.save != "":
		return errors.New("--save is for strategies: add --equilibrium")
	case e.iterations < 0 || e.payoff < 0 || !(e.precision >= 0):
		return errors.New("--iterations, --payoff and --precision must not be negative")
	}
	return nil
}

// divisor returns the divisor that turns goals into payoffs: the flag, or the library's
// for a game with these rules.
func (e *equilibriumFlags) divisor(t *openGame) int {
	if e.payoff > 0 {
		return e.payoff
	}
	for _, g := range library.Games() {
		if g.PayoffDivisor > 0 && string(g.Rules()) == t.File.Text() {
			return g.PayoffDivisor
		}
	}
	return defaultDivisor
}

// runEquilibrium finds or evaluates strategies, and shows them.
func (f *solveFlags) runEquilibrium(ctx context.Context, cmd *cobra.Command, t *openGame) error {
	g, err := f.unfold(ctx, cmd, t, equilibrium.Limits{Nodes: int(f.nodes)})
	if err != nil {
		return err
	}
	divisor := f.equilibrium.divisor(t)
	if f.equilibrium.evaluate != "" {
		return f.runEvaluate(cmd, t, g, divisor)
	}
	res, err := f.findEquilibrium(ctx, cmd, g, divisor)
	if err != nil {
		return err
	}
	if f.equilibrium.save != "" {
		if err := saveStrategy(f.equilibrium.save, t, g, res); err != nil {
			return fmt.Errorf("--save: %w", err)
		}
	}
	if err := f.showEquilibrium(cmd, newEquilibriumReport(t, g, res, divisor)); err != nil {
		return err
	}
	if !res.Reached && cmd.Context().Err() == nil {
		return &exitError{exitUndecided, fmt.Errorf("undecided: NashConv is above the precision of %g; --time and --iterations allow more", f.equilibrium.precision)}
	}
	return nil
}

// unfold builds the tree of a game.
func (f *solveFlags) unfold(ctx context.Context, cmd *cobra.Command, t *openGame, limits equilibrium.Limits) (*equilibrium.Game, error) {
	stop := progress(cmd, "unfolding "+t.game.Name())
	g, err := equilibrium.FromGame(ctx, t.game, t.start, limits)
	stop()
	var limit *equilibrium.LimitError
	switch {
	case errors.As(err, &limit) && f.exploit.player == "":
		return nil, &exitError{exitUndecided, fmt.Errorf("undecided: %w; --nodes allows more", err)}
	case errors.As(err, &limit):
		return nil, &exitError{exitUndecided, fmt.Errorf("undecided: %w", err)}
	case errors.Is(err, context.DeadlineExceeded):
		return nil, &exitError{exitUndecided, errors.New("undecided: time is up before all plays were seen; --time allows more")}
	case err != nil:
		return nil, err
	}
	return g, nil
}

// findEquilibrium runs a method, and shows its progress.
func (f *solveFlags) findEquilibrium(ctx context.Context, cmd *cobra.Command, g *equilibrium.Game, divisor int) (*equilibrium.Result, error) {
	var status atomic.Pointer[string]
	first := "solving " + g.Game.Name()
	status.Store(&first)
	stop := progressOf(cmd, func() string { return *status.Load() })
	defer stop()
	opt := equilibrium.Options{
		Iterations: f.equilibrium.iterations, Precision: f.equilibrium.precision * float64(divisor), Seed: f.seed,
		Progress: func(iterations int, nashConv float64) {
			text := fmt.Sprintf("%s: %d iterations, NashConv %.2g", first, iterations, nashConv/float64(divisor))
			status.Store(&text)
		},
	}
	if f.method != "auto" {
		opt.Method = equilibrium.Method(f.method)
	}
	res, err := equilibrium.Solve(ctx, g.Tree, opt)
	switch {
	case errors.Is(err, equilibrium.ErrNoMethod):
		return nil, fmt.Errorf("--method: %w", err)
	case errors.Is(err, equilibrium.ErrNotConstantSum):
		return nil, fmt.Errorf("--method lp: %w; cfr+ takes any game", err)
	case errors.Is(err, simplex.ErrTooLarge):
		return nil, &exitError{exitUndecided, fmt.Errorf("undecided: %w; --method cfr+ takes less", err)}
	case errors.Is(err, context.DeadlineExceeded):
		return nil, &exitError{exitUndecided, fmt.Errorf("undecided: time is up, with %d sequences in the linear program; --time allows more, and --method cfr+ is faster", g.Sequences())}
	}
	return res, err
}

// runEvaluate shows the quality of a strategy.
func (f *solveFlags) runEvaluate(cmd *cobra.Command, t *openGame, g *equilibrium.Game, divisor int) error {
	res := &equilibrium.Result{Profile: g.Uniform(), Method: evaluateUniform, Reached: true}
	var note string
	if name := f.equilibrium.evaluate; name != evaluateUniform {
		b, err := loadStrategy(name)
		if err != nil {
			return fmt.Errorf("--evaluate: %w", err)
		}
		p, unknown, err := g.FromStrategy(b)
		if err != nil {
			return fmt.Errorf("--evaluate: %s: %w", name, err)
		}
		if unknown > 0 {
			note = fmt.Sprintf("the strategy says nothing about %d information sets, where all moves count as equally likely", unknown)
		}
		res.Profile, res.Method = p, equilibrium.Method(name)
	}
	res.Assessment = g.Assess(res.Profile)
	report := newEquilibriumReport(t, g, res, divisor)
	report.evaluated = true
	if note != "" {
		report.Notes = append(report.Notes, note)
	}
	return f.showEquilibrium(cmd, report)
}

func (f *solveFlags) showEquilibrium(cmd *cobra.Command, r *equilibriumReport) error {
	if f.asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(r)
	}
	return r.write(cmd.OutOrStdout())
}

func loadStrategy(name string) (*strategyfile.Strategy, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	b, err := strategyfile.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

// saveStrategy writes a strategy file atomically.
func saveStrategy(name string, t *openGame, g *equilibrium.Game, res *equilibrium.Result) error {
	b, err := g.Strategy(res.Profile)
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(t.File.Text()))
	b.Rules = "sha256:" + hex.EncodeToString(sum[:])
	b.Method = string(res.Method)
	return wholefile.Write(name, 0o644, b.Write)
}
