package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/knowledge"
)

func newBench() *cobra.Command {
	var play playFlags
	var crew crewFlags
	var table benchTableFlags
	var opt game.PlayoutOptions
	var deterministic, asJSON bool
	cmd := &cobra.Command{
		Use:   "bench <game>...",
		Short: "Measure how fast a game can be played at random",
		Long: `Bench runs random playouts and reports what it counted: a state counts when a joint
move, each role's chosen uniformly among its legal moves, is applied in a
playout; playouts run to a terminal state or to --max-steps. Set-up and warm-up
do not count. With --deterministic the playouts are the same on every engine and
machine. A game in real time is played in virtual time, each role moving at
random once a unit, and what counts are its updates.

With --workers or --nats other processes play, and what counts is what all of them do
in the time on the clock here.

With --table the games of the table in the paper on Regular Boardgames are measured
on every engine, or on that of --engine: perft and playouts, --time each (default 2s),
in states per second of CPU time. Descriptions are found by their names in the files
and folders that are given, and in the library.`,
		Example: `  ludex bench --time 2s connectfour
  ludex bench --engine reference --time 2s tictactoe
  ludex bench --table --games chess,reversi --plot speeds.svg`,
		Args: table.args,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := table.misplaced(cmd); err != nil {
				return err
			}
			if table.wanted {
				return table.run(cmd, &play, args, opt, asJSON)
			}
			for _, arg := range args {
				if err := bench(cmd, &play, &crew, arg, opt, deterministic, asJSON); err != nil {
					return err
				}
			}
			return nil
		},
	}
	play.register(cmd)
	play.registerStart(cmd)
	crew.register(cmd)
	table.register(cmd)
	cmd.Flags().DurationVar(&opt.Time, "time", 10*time.Second, "measure for this `time`")
	cmd.Flags().IntVar(&opt.Count, "count", 0, "stop after this `number` of playouts")
	cmd.Flags().IntVar(&opt.Threads, "threads", 1, "use this many `threads`")
	cmd.Flags().Uint64Var(&opt.Seed, "seed", 1, "choose the playouts")
	cmd.Flags().IntVar(&opt.MaxSteps, "max-steps", 0, maxStepsHelp)
	cmd.Flags().BoolVar(&deterministic, "deterministic", false, "draw moves from the documented generator")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object a game")
	return cmd
}

// A benchReport has what was counted. What cannot be computed, because nothing was
// counted that it is the mean or speed of, is nil.
type benchReport struct {
	Game           string    `json:"game"`
	Engine         string    `json:"engine"`
	Threads        int       `json:"threads"`
	Workers        int       `json:"workers,omitempty"`
	SetupSeconds   float64   `json:"setup_seconds"`
	FirstSeconds   *float64  `json:"first_playout_seconds"`
	Playouts       uint64    `json:"playouts"`
	States         uint64    `json:"states"`
	Seconds        float64   `json:"seconds"`
	WorkerSeconds  float64   `json:"worker_seconds,omitempty"` // what workers took together
	PlayoutsPerSec *float64  `json:"playouts_per_second"`
	StatesPerSec   *float64  `json:"states_per_second"`
	MeanLength     *float64  `json:"mean_length"`
	MeanGoals      []float64 `json:"mean_goals"` // by role, if a playout has goals
	Cut            uint64    `json:"cut,omitempty"`
	Stuck          uint64    `json:"stuck,omitempty"`
	Abandoned      uint64    `json:"abandoned,omitempty"`
	BadGoals       uint64    `json:"bad_goals,omitempty"`
	// FilterSeconds is what one step of filtering an information set takes, in a
	// game with hidden information.
	FilterSeconds float64 `json:"filter_step_seconds,omitempty"`
}

func bench(cmd *cobra.Command, play *playFlags, crew *crewFlags, arg string, opt game.PlayoutOptions, deterministic, asJSON bool) error {
	started := time.Now()
	d, err := play.load(cmd, arg)
	if err != nil {
		return err
	}
	if d.isTimed() {
		if crew.wanted() {
			return fmt.Errorf("%s is a game in real time: %w", d.file.Name(), errNotWithWorkers)
		}
		return benchTimed(cmd, d, opt, asJSON)
	}
	play.playouts = !deterministic
	if opt.Count == 0 {
		play.run = opt.Time
	}
	t, err := play.lay(cmd, d)
	if err != nil {
		return err
	}
	setup := time.Since(started)
	if play.moves != "" || play.state != "" {
		opt.From = t.start
	}
	if crew.wanted() {
		return crew.bench(cmd, play.rules(d), t, opt, deterministic, asJSON, setup)
	}
	run := game.Playouts
	if deterministic {
		run = game.ScalarPlayouts
	}
	stop := progress(cmd, "playing "+t.game.Name())
	res, err := run(cmd.Context(), t.game, opt)
	stop()
	if err != nil && cmd.Context().Err() == nil {
		return err
	}
	report := newBenchReport(t.game, opt, setup, &res)
	if t.game.Hidden() && opt.From == nil {
		cost, err := knowledge.FilterCost(cmd.Context(), t.game, knowledge.Limits{}, opt.Seed, filterTime)
		if err != nil && cmd.Context().Err() == nil {
			return err
		}
		report.FilterSeconds = cost.Seconds()
	}
	return writeBench(cmd.OutOrStdout(), report, t.game, asJSON)
}

// filterTime is how long filtering is measured.
const filterTime = time.Second

func newBenchReport(g game.Game, opt game.PlayoutOptions, setup time.Duration, res *game.PlayoutResult) benchReport {
	r := benchReport{
		Game: g.Name(), Engine: g.Engine(), Threads: max(opt.Threads, 1),
		SetupSeconds: setup.Seconds(), Playouts: res.Playouts, States: res.States, Seconds: res.Elapsed.Seconds(),
		StatesPerSec: quotient(float64(res.States), res.Elapsed.Seconds()), MeanLength: quotient(float64(res.Steps), float64(res.Playouts)),
		MeanGoals: []float64{}, Cut: res.Cut, Stuck: res.Stuck, Abandoned: res.Abandoned, BadGoals: res.BadGoals,
	}
	if r.Playouts > 0 {
		first := res.First.Seconds()
		r.FirstSeconds, r.PlayoutsPerSec = &first, playoutSpeed(res)
	}
	for role := range g.Roles() {
		if len(res.Goals) > 0 && res.Finished > 0 {
			r.MeanGoals = append(r.MeanGoals, res.MeanGoal(game.Role(role)))
		}
	}
	return r
}

// playoutSpeed returns the number of playouts a second. Where playouts have steps it
// follows from the speed of states, in which those count that were not finished.
func playoutSpeed(res *game.PlayoutResult) *float64 {
	if length := res.MeanLength(); length > 0 {
		return quotient(float64(res.States)/length, res.Elapsed.Seconds())
	}
	return quotient(float64(res.Playouts), res.Elapsed.Seconds())
}

// quotient returns a quotient, or nil if there is nothing to divide by.
func quotient(a, b float64) *float64 {
	if b <= 0 {
		return nil
	}
	q := a / b
	return &q
}

func writeBench(out io.Writer, r benchReport, g game.Game, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(r)
	}
	if r.Workers > 0 {
		fmt.Fprintf(out, "%s (%s, workers: %d)\n", r.Game, r.Engine, r.Workers)
	} else {
		fmt.Fprintf(out, "%s (%s, threads: %d)\n", r.Game, r.Engine, r.Threads)
	}
	fmt.Fprintf(out, "  set-up         %.3f s", r.SetupSeconds)
	if r.FirstSeconds != nil {
		fmt.Fprintf(out, ", first playout after %.6f s", *r.FirstSeconds)
	}
	fmt.Fprintf(out, "\n  states         %s (%d in %.2f s)\n", speed(r.StatesPerSec), r.States, r.Seconds)
	if r.Playouts == 0 {
		fmt.Fprintln(out, "  playouts       none has ended")
	} else {
		fmt.Fprintf(out, "  playouts       %s (%d)\n", speed(r.PlayoutsPerSec), r.Playouts)
		fmt.Fprintf(out, "  mean length    %.3f\n", *r.MeanLength)
	}
	for role, name := range g.Roles() {
		if role < len(r.MeanGoals) && game.Role(role) != g.Random() {
			fmt.Fprintf(out, "  mean goal      %.3f %s\n", r.MeanGoals[role], name)
		}
	}
	if r.FilterSeconds > 0 {
		fmt.Fprintf(out, "  filtering      %.3g ms for a step of an information set\n", r.FilterSeconds*1000)
	}
	return writeBenchDefects(out, r)
}

func writeBenchDefects(out io.Writer, r benchReport) error {
	for _, d := range []struct {
		n    uint64
		what string
	}{
		{r.Cut, "playouts were cut off at --max-steps"},
		{r.Stuck, "playouts ended in a live state where a role has no legal move"},
		{r.BadGoals, "playouts ended where a role has no goal value or several"},
		{noticeable(r), "playouts were not over when the time was up; means are without them, and so of shorter plays"},
	} {
		if d.n > 0 {
			fmt.Fprintf(out, "  %d %s\n", d.n, d.what)
		}
	}
	return nil
}

// noticeable returns the number of abandoned playouts if they are many enough to
// change means.
func noticeable(r benchReport) uint64 {
	if r.Playouts == 0 || r.Abandoned*100 < r.Playouts {
		return 0
	}
	return r.Abandoned
}

// speed writes how much is done in a second, if that is known.
func speed(perSecond *float64) string {
	if perSecond == nil {
		return "no speed"
	}
	return quantity(*perSecond) + "/s"
}

// quantity writes a number with three digits and a unit: 410 M, 5.52 k.
func quantity(x float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e9, " G"}, {1e6, " M"}, {1e3, " k"}} {
		if x >= u.size {
			return fmt.Sprintf("%.3g%s", x/u.size, u.name)
		}
	}
	return fmt.Sprintf("%.3g", x)
}
