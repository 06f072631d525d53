package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/circuit/bitslice"
	"ludex/internal/circuit/lockstep"
	"ludex/internal/enginecompare"
	"ludex/internal/gdlengine"
	"ludex/internal/rbgengine"
	"ludex/internal/spelling"
	"ludex/rules"
)

// verifyFlags are the flags of the verb verify.
type verifyFlags struct {
	gameFlags
	engine    string
	kernels   []string
	plies     int
	playouts  int
	maxSteps  int
	seed      uint64
	setupTime time.Duration
	asJSON    bool
}

func newVerify() *cobra.Command {
	var f verifyFlags
	cmd := &cobra.Command{
		Use:   "verify <game>...",
		Short: "Compare the engines of a game, state by state",
		Long: `Verify plays random plays on the reference interpreter and on a fast engine (the
circuit of a GDL game, the sets and the lanes of a regular boardgame) at once and
compares all that they say about each state: facts, end, goals, legal moves,
percepts.

Then it looks at what the engine plays in its own way. Playouts in lanes are
followed step by step and lane by lane, on every kernel that the processor can
run or on those of --kernel: each lane must do what the engine says state by
state, over several playouts of each lane. Engines without lanes must have the
same means in their playouts as state by state.

The answer is no (exit code 1) if something differs anywhere. With --engine, only
that engine is compared with the interpreter.`,
		Example: `  ludex verify --plies 1000 tictactoe
  ludex verify --kernel avx2,go tictactoe
  ludex verify --engine compiled breakthrough-rbg`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	f.register(cmd)
	f.registerLenient(cmd)
	cmd.Flags().StringVar(&f.engine, "engine", "", "compare only this `engine` with the interpreter: circuit, sets, compiled or lanes")
	cmd.Flags().StringSliceVar(&f.kernels, "kernel", nil, "follow lanes on these `kernels` only: native, avx512, avx2, neon or go")
	cmd.Flags().IntVar(&f.plies, "plies", 200, "compare this many joint `moves`")
	cmd.Flags().IntVar(&f.playouts, "playouts", lockstep.DefaultPlayouts, "follow this `number` of playouts in lanes; with 0, none, and no means either")
	cmd.Flags().IntVar(&f.maxSteps, "max-steps", 0, maxStepsHelp)
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the seed of the plays")
	cmd.Flags().DurationVar(&f.setupTime, "setup-time", 0, setupTimeHelp)
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write one JSON object per game")
	return cmd
}

// run verifies games. A "no" for one game is the result for all.
func (f *verifyFlags) run(cmd *cobra.Command, args []string) error {
	if min(f.plies, f.playouts, f.maxSteps) < 0 {
		return errors.New("--plies, --playouts and --max-steps cannot be negative")
	}
	kernels, err := f.parseKernels()
	if err != nil {
		return err
	}
	worst := error(nil)
	for _, arg := range args {
		d, err := f.loadPlayable(cmd, arg)
		if err != nil {
			return err
		}
		v := &verification{cmd: cmd, flags: f, kernels: kernels, Rules: d, found: verifyReport{Game: d.File.Name(), Agree: true}}
		err = v.run()
		if failed := v.writeJSON(); failed != nil {
			return failed
		}
		var exit *exitError
		if err != nil && !errors.As(err, &exit) {
			return fmt.Errorf("%s: %w", d.File.Name(), err)
		}
		if err != nil && worst != answerNo {
			worst = err
		}
	}
	return worst
}

// parseKernels returns the kernels to be compared.
func (f *verifyFlags) parseKernels() ([]bitslice.Kernel, error) {
	can := bitslice.Kernels()
	if f.kernels == nil {
		return can, nil
	}
	var list []bitslice.Kernel
	for _, name := range f.kernels {
		k, err := bitslice.ParseKernel(name)
		switch {
		case err != nil || k == bitslice.Auto:
			return nil, fmt.Errorf("--kernel: unknown kernel %q: use %s", name, join(can, "or"))
		case !slices.Contains(can, k):
			return nil, fmt.Errorf("--kernel: this processor cannot run %s: use %s", name, join(can, "or"))
		}
		list = append(list, k)
	}
	return list, nil
}

// join lists kernels in a sentence.
func join(kernels []bitslice.Kernel, last string) string {
	var names []string
	for _, k := range kernels {
		names = append(names, string(k))
	}
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " " + last + " " + names[n]
	}
	return names[0]
}

// A verification compares the engines of one game.
type verification struct {
	*rules.Rules
	cmd       *cobra.Command
	flags     *verifyFlags
	kernels   []bitslice.Kernel
	reference game.Game
	found     verifyReport
}

// verifyReport is what "verify --json" writes about a game.
type verifyReport struct {
	Game        string             `json:"game"`
	Agree       bool               `json:"agree"` // in everything that was compared
	Comparisons []comparisonReport `json:"comparisons"`
}

// A comparisonReport is about two things that were compared.
type comparisonReport struct {
	Compared   string  `json:"compared"`
	Amount     string  `json:"amount,omitempty"`     // on which they agree
	Difference string  `json:"difference,omitempty"` // where they do not
	Left       string  `json:"left_out,omitempty"`   // why they were not compared
	Seconds    float64 `json:"seconds"`
}

// writeJSON writes what was found, if JSON is wanted.
func (v *verification) writeJSON() error {
	if !v.flags.asJSON {
		return nil
	}
	return json.NewEncoder(v.cmd.OutOrStdout()).Encode(v.found)
}

func (v *verification) run() error {
	if v.IsTimed() {
		return v.runTimed()
	}
	fast, err := v.engines()
	if err != nil {
		return err
	}
	if v.reference, err = v.open(gdlengine.Reference); err != nil {
		return v.undecided(gdlengine.Reference, err)
	}
	for _, name := range fast {
		g, err := v.open(name)
		switch {
		case err != nil && v.flags.engine == "" && name == rbgengine.Lanes && v.cmd.Context().Err() == nil:
			v.found.add(comparisonReport{Compared: name, Left: err.Error()})
			v.say("not compared with lanes: %v", err) // many boardgames have no circuit
			continue
		case err != nil:
			return v.undecided(name, err)
		}
		if err := v.compare(g); err != nil {
			return err
		}
	}
	return nil
}

// engines returns the names of the engines that are compared with the interpreter.
func (v *verification) engines() ([]string, error) {
	known, usual := []string{gdlengine.Circuit}, []string{gdlengine.Circuit}
	if v.IsRBG() {
		known, usual = []string{rbgengine.Sets, rbgengine.Lanes, rbgengine.Compiled}, []string{rbgengine.Sets, rbgengine.Lanes}
	}
	switch { // one engine has two names in all languages
	case v.flags.engine == "":
		return usual, nil
	case v.IsRBG() && v.flags.engine == gdlengine.Circuit:
		return []string{rbgengine.Lanes}, nil
	case !v.IsRBG() && v.flags.engine == rbgengine.Lanes:
		return []string{gdlengine.Circuit}, nil
	}
	if !slices.Contains(known, v.flags.engine) {
		hint := ""
		if near := spelling.Nearest(v.flags.engine, known); near != "" {
			hint = fmt.Sprintf(", did you mean %s", near)
		}
		return nil, fmt.Errorf("--engine: no engine %q to be compared with the interpreter%s: use %s", v.flags.engine, hint, strings.Join(known, ", "))
	}
	return []string{v.flags.engine}, nil
}

// open opens an engine, which must not delegate to another one.
func (v *verification) open(name string) (game.Game, error) {
	stop := progress(v.cmd, "preparing "+v.File.Name())
	defer stop()
	p := playFlags{gameFlags: v.flags.gameFlags, opening: rules.Opening{Engine: name, Through: true, Time: v.flags.setupTime}}
	g, note, err := v.Rules.Open(v.cmd.Context(), p.opening)
	if note != "" {
		fmt.Fprintln(v.cmd.ErrOrStderr(), "ludex:", note)
	}
	return g, err
}

// undecided reports that an engine cannot be used.
func (v *verification) undecided(name string, err error) error {
	v.found.Agree = false
	v.found.add(comparisonReport{Compared: name, Left: err.Error()})
	v.say("no %s engine: %v", name, err)
	return &exitError{code: exitUndecided}
}

func (r *verifyReport) add(c comparisonReport) { r.Comparisons = append(r.Comparisons, c) }

// say writes a line about the game, unless JSON is wanted.
func (v *verification) say(format string, args ...any) {
	if v.flags.asJSON {
		return
	}
	fmt.Fprintf(v.cmd.OutOrStdout(), "%s: %s\n", v.File.Name(), fmt.Sprintf(format, args...))
}

// compare compares an engine with the interpreter, and then its playouts with its own
// states.
func (v *verification) compare(g game.Game) error {
	start := time.Now()
	var plies atomic.Int64
	stop := progressCount(v.cmd, "comparing the engines of "+v.File.Name(), "plies", v.flags.plies, func() int { return int(plies.Load()) })
	cmp := enginecompare.Comparison{Plies: v.flags.plies, MaxSteps: v.flags.maxSteps, Seed: v.flags.seed}
	cmp.Progress = func(n int) { plies.Store(int64(n)) }
	n, err := cmp.Run(v.cmd.Context(), v.reference, g)
	stop()
	what := fmt.Sprintf("%s and %s", v.reference.Engine(), g.Engine())
	if err := v.report(what, fmt.Sprintf("%d plies", n), start, err); err != nil || v.flags.playouts == 0 {
		return err
	}
	if c, ok := circuitOf(g); ok {
		return v.follow(c)
	}
	return v.means(g)
}

// report writes that a comparison succeeded, or the difference.
func (v *verification) report(what, amount string, start time.Time, err error) error {
	var diff *enginecompare.Difference
	found := comparisonReport{Compared: what, Amount: amount, Seconds: time.Since(start).Seconds()}
	switch {
	case errors.As(err, &diff):
		found.Amount, found.Difference = "", diff.Error()
		v.found.Agree = false
		v.found.add(found)
		v.say("%s differ\n  %v", what, diff)
		return answerNo
	case stopped(err):
		v.found.add(found)
		v.say("stopped; %s agreed on %s", what, amount)
		return err
	case err != nil:
		return err
	}
	v.found.add(found)
	v.say("%s agree on %s (%.1f s)", what, amount, time.Since(start).Seconds())
	return nil
}

// circuitOf returns the circuit that an engine runs in lanes.
func circuitOf(g game.Game) (*circuit.Game, bool) {
	switch g := g.(type) {
	case *circuit.Game:
		return g, true
	case interface{ Circuit() *circuit.Game }:
		return g.Circuit(), true
	}
	return nil, false
}

// follow compares lanes with the circuit state by state, on each kernel.
func (v *verification) follow(c *circuit.Game) error {
	start := time.Now()
	defer progress(v.cmd, fmt.Sprintf("following lanes of %s on %s", v.File.Name(), join(v.kernels, "and")))()
	cmp := lockstep.Comparison{Playouts: v.flags.playouts, MaxSteps: v.flags.maxSteps, Seed: v.flags.seed}
	n, err := cmp.Run(v.cmd.Context(), c, v.kernels)
	what := fmt.Sprintf("%s and its lanes on %s", c.Engine(), join(v.kernels, "and"))
	return v.report(what, fmt.Sprintf("%d playouts with %d plies", n.Playouts, n.Moves), start, err)
}

// Parameters of the comparison of means.
const (
	meanPlayouts = 2000
	meanMoves    = 20_000
)

// means compares the means of an engine's playouts with means that are computed state by
// state.
func (v *verification) means(g game.Game) error {
	if game.CapabilitiesOf(g).Playouts == nil {
		return nil
	}
	start := time.Now()
	n, err := compareMeans(v.cmd.Context(), g, game.PlayoutOptions{Count: meanPlayouts, Seed: v.flags.seed, MaxSteps: v.flags.maxSteps})
	return v.report(g.Engine()+" and its playouts", fmt.Sprintf("the means of %d playouts", n), start, err)
}

func compareMeans(ctx context.Context, g game.Game, opt game.PlayoutOptions) (playouts int, err error) {
	m, err := enginecompare.MeasureMeans(ctx, g, opt, meanMoves)
	if err != nil {
		return 0, err
	}
	opt.Count = 4 * m.Playouts()
	res, err := game.Playouts(ctx, g, opt)
	if err == nil && ctx.Err() == nil {
		err = m.Compare("the engine", &res)
	}
	return int(res.Playouts), err
}
