package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/benchmark"
	"ludex/internal/budget"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/solve"
)

// solveFlags are the flags of the verb solve.
type solveFlags struct {
	playFlags
	method string
	nodes  uint64
	time   time.Duration
	seed   uint64
	asJSON bool

	equilibrium equilibriumFlags
	exploit     exploitFlags
}

func newSolve() *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:   "solve <game>",
		Short: "Solve a game: prove its value under optimal play",
		Long: `Solve finds the goals that all roles get under best play, a line of best play and how
this was proved. A single player gets a line to the highest goal there is, two
zero-sum opponents what each can get whatever the other does; chance counts by its
expected value, and roles that choose at once mix their moves where they have to. Values
are exact. The line can be given to --moves.

The method is chosen by a look at the game, unless --method names one:
` + methodNames() + `.

With --equilibrium it looks for strategies in games that hide information or in
which roles move at once: a Nash equilibrium, strategies from which no role gains by deviating. Small
zero-sum games are solved exactly, by a linear program (lp), others
approximately (cfr+, mccfr), with NashConv, the sum of what all could gain by
deviating. --save writes the strategies to a file, --evaluate reads one.

With --exploit it says what others gain by knowing how a PLAYER plays such a
game: the player is asked for --samples moves wherever it has a choice, with
--nodes or a --clock for each, and best responses to their frequencies are
computed. Its --time is for all of this, and --nodes does not bound the tree.

A game in real time is solved for players that move at multiples of --grid only; the answer
says so. Its --moves, and the line, are written as time:role:move. Where it hides
information, --equilibrium solves it.

If the limits end the search, solve shows what is known so far and exits with 3.`,
		Example: `  ludex solve tictactoe
  ludex solve nim --moves '((take a 3))'
  ludex solve connectfour-5x4 --time 5m --memory 1024
  ludex solve --equilibrium kuhnpoker --save kuhn.json
  ludex solve hotpotato --grid 0.5
  ludex solve --exploit ismcts --nodes 2000 kuhnpoker`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.time < 0 {
				return errors.New("--time must not be negative")
			}
			if err := f.equilibrium.check(); err != nil {
				return err
			}
			if err := f.exploit.check(cmd, &f.equilibrium); err != nil {
				return err
			}
			if err := f.checkEffects(cmd); err != nil {
				return err
			}
			t, err := f.open(cmd, args[0])
			if err != nil {
				return err
			}
			ctx := cmd.Context()
			if f.time > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, f.time)
				defer cancel()
			}
			switch {
			case f.exploit.player != "":
				return f.runExploit(ctx, cmd, t)
			case f.equilibrium.asked():
				return f.runEquilibrium(ctx, cmd, t)
			}
			return f.run(ctx, cmd, t)
		},
	}
	f.register(cmd)
	f.registerStart(cmd)
	f.registerGrid(cmd)
	f.tellsGrid = true
	cmd.Flags().StringVar(&f.method, "method", "auto", "solve by this `METHOD`")
	cmd.Flags().Uint64Var(&f.nodes, "nodes", 0, "compute this `number` of states at most, or let the player of --exploit think for so many nodes; 0 is no limit")
	cmd.Flags().DurationVar(&f.time, "time", time.Minute, "give up after this `time`; 0 is never")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the seed of the random plays that show which moves to try first")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write JSON")
	f.equilibrium.register(cmd)
	f.exploit.register(cmd)
	return cmd
}

// checkEffects refuses flags that have no effect on what is asked for.
func (f *solveFlags) checkEffects(cmd *cobra.Command) error {
	what, idle := "without --equilibrium", []string{"iterations", "precision", "payoff"}
	switch {
	case f.exploit.player != "":
		what, idle = "with --exploit", []string{"method", "iterations"}
	case f.equilibrium.evaluate != "":
		what, idle = "with --evaluate", []string{"method", "iterations", "precision", "seed"}
	case f.equilibrium.wanted:
		return nil
	}
	for _, name := range idle {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s has no effect %s: leave it out", name, what)
		}
	}
	return nil
}

// methodNames lists the methods for the help.
func methodNames() string {
	var names []string
	for _, m := range solve.Methods {
		names = append(names, string(m))
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + "\nor " + names[last]
}

// run solves a game within the limits and shows the result.
func (f *solveFlags) run(ctx context.Context, cmd *cobra.Command, t *openGame) error {
	memory := budget.Alive(budget.MemoryOf(cmd.Context()).Search())
	opt := solve.Options{Nodes: f.nodes, Memory: memory, Seed: f.seed}
	if f.method != "auto" {
		opt.Method = solve.Method(f.method)
	}
	var at atomic.Pointer[solve.Progress]
	opt.Progress = func(p solve.Progress) { at.Store(&p) }
	stop := progressWithin(cmd, f.time, func() string { return solvingText(t.game, at.Load()) })
	res, err := solve.Solve(ctx, t.game, t.start, opt)
	stop()
	switch {
	case errors.Is(err, solve.ErrHidden):
		return fmt.Errorf("%w; \"ludex solve --equilibrium\" looks for strategies in such games", err)
	case errors.Is(err, solve.ErrNoMethod):
		return fmt.Errorf("--method: %w; use auto or one of %s", err, strings.ReplaceAll(methodNames(), "\n", " "))
	case err != nil:
		return err
	}
	if res.Outcome == solve.Undecided && cmd.Context().Err() != nil {
		res.Reason = stoppedByUser
	}
	report := newSolveReport(t, res)
	if f.asJSON {
		err = json.NewEncoder(cmd.OutOrStdout()).Encode(report)
	} else {
		err = report.write(cmd.OutOrStdout(), t.game.Roles())
	}
	if err == nil && res.Outcome == solve.Undecided {
		fmt.Fprintln(cmd.ErrOrStderr(), "ludex:", whyUndecided(res.Reason))
		err = &exitError{code: exitUndecided}
	}
	return err
}

// solvingText says how far a game is solved: the states that were computed, and the bounds of
// its value that are proved.
func solvingText(g game.Game, at *solve.Progress) string {
	text := "solving " + g.Name()
	if at == nil {
		return text
	}
	text += ", " + benchmark.Quantity(float64(at.Nodes)) + " states"
	for role, b := range at.Goals {
		if game.Role(role) != g.Random() {
			text += fmt.Sprintf(", %s %s to %s", g.Roles()[role], b.Low.RatString(), b.High.RatString())
		}
	}
	return text
}

// stoppedByUser is the reason for an undecided game after Ctrl-C.
const stoppedByUser solve.Reason = "stopped"

// whyUndecided says why a game was not decided, and what to do about it.
func whyUndecided(r solve.Reason) string {
	switch r {
	case solve.TimeUp:
		return "undecided: time is up; --time allows more"
	case solve.NodesSpent:
		return "undecided: the states that --nodes allows are spent"
	case solve.MemoryFull:
		return "undecided: there are more states than the memory holds; --memory allows more"
	case solve.Endless:
		return "undecided: plays can go on for ever, which has no value in such a game"
	case solve.NoSingleValue:
		return "undecided: roles that choose at once have no single best way to play; the goals are what each can be sure of and hope for"
	}
	return "undecided: " + string(r)
}

// A solveReport is the output about a result.
type solveReport struct {
	Game       string                       `json:"game"`
	Grid       string                       `json:"grid,omitempty"` // in real time
	Engine     string                       `json:"engine"`
	Outcome    solve.Outcome                `json:"outcome"`
	Reason     solve.Reason                 `json:"reason,omitempty"`
	Method     solve.Method                 `json:"method,omitempty"`
	Goals      map[string]solve.Bounds      `json:"goals"`
	Line       [][]string                   `json:"line"` // joint moves
	Steps      string                       `json:"-"`    // the line in the syntax of --moves
	Complete   bool                         `json:"complete"`
	Shortest   bool                         `json:"shortest,omitempty"`
	Lots       map[string][]moveProbability `json:"lots,omitempty"`
	Notes      []string                     `json:"notes,omitempty"`
	Nodes      uint64                       `json:"nodes"`
	Stored     uint64                       `json:"stored"`
	Symmetries int                          `json:"symmetries"`
	Seconds    float64                      `json:"seconds"`
}

type moveProbability struct {
	Move        string `json:"move"`
	Probability string `json:"probability"`
}

func newSolveReport(t *openGame, res *solve.Result) *solveReport {
	r := &solveReport{
		Game: t.game.Name(), Grid: t.gridTime(), Engine: t.game.Engine(), Outcome: res.Outcome, Reason: res.Reason, Method: res.Method,
		Goals: map[string]solve.Bounds{}, Line: [][]string{}, Complete: res.Complete, Shortest: res.Shortest,
		Notes: res.Notes, Nodes: res.Nodes, Stored: res.Stored, Symmetries: res.Symmetries, Seconds: res.Elapsed.Seconds(),
	}
	for role, name := range t.game.Roles() {
		if game.Role(role) == t.game.Random() {
			continue
		}
		r.Goals[name] = res.Goals[role]
		if res.Mixed != nil && res.Mixed[role] != nil {
			if r.Lots == nil {
				r.Lots = map[string][]moveProbability{}
			}
			for _, lot := range res.Mixed[role] {
				r.Lots[name] = append(r.Lots[name], moveProbability{t.show(t.game.MoveText(game.Role(role), lot.Move)), lot.Probability.RatString()})
			}
		}
	}
	for _, joint := range res.Line {
		r.Line = append(r.Line, t.jointTexts(joint))
	}
	r.Steps = t.stepsText(t.start, res.Line)
	if t.grid != nil {
		r.Notes = append(slices.Clone(r.Notes), t.gridText())
	}
	return r
}

// jointTexts returns the texts of the moves of a joint move.
func (t *openGame) jointTexts(joint []game.Move) []string {
	texts := make([]string, len(joint))
	for r, m := range joint {
		texts[r] = t.show(t.game.MoveText(game.Role(r), m))
	}
	return texts
}

// stepsText writes joint moves in the syntax of --moves, without the moves of roles
// that have no choice.
func (t *openGame) stepsText(from game.State, line [][]game.Move) string {
	if t.grid != nil {
		return t.grid.Script(from, t.times[len(t.times)-1], line)
	}
	var steps []string
	for _, joint := range line {
		all := t.jointTexts(joint)
		var chosen []string
		for r, text := range all {
			if len(t.machine.Legal(from, game.Role(r), nil)) > 1 {
				chosen = append(chosen, text)
			}
		}
		if chosen == nil {
			chosen = t.withoutNoops(all)
		}
		steps = append(steps, t.stepText(chosen))
		from = t.machine.Next(from, joint, nil)
	}
	return strings.Join(steps, "; ")
}

// withoutNoops leaves out the roles of a regular boardgame that can only wait.
func (t *openGame) withoutNoops(moves []string) []string {
	if !t.IsRBG() {
		return moves
	}
	return slices.DeleteFunc(moves, func(text string) bool { return text == rbgplay.Noop })
}

// stepText writes the moves of one step.
func (t *openGame) stepText(moves []string) string {
	if t.IsRBG() || t.GDL.Syntax == gdl.Infix {
		return strings.Join(moves, " ")
	}
	return "(" + strings.Join(moves, " ") + ")"
}

// write writes the report as text.
func (r *solveReport) write(out io.Writer, roles []string) error {
	for _, name := range roles {
		if b, ok := r.Goals[name]; ok {
			fmt.Fprintf(out, "%s: %s\n", name, strings.Replace(b.String(), "..", " to ", 1))
		}
	}
	if r.Outcome == solve.Solved && r.Method != "" {
		fmt.Fprintf(out, "proved by %s\n", r.Method)
	}
	r.writeLine(out)
	for _, name := range roles {
		for i, lot := range r.Lots[name] {
			if i == 0 {
				fmt.Fprintf(out, "%s then draws lots\n", name)
			}
			fmt.Fprintf(out, "  %s with probability %s\n", lot.Move, lot.Probability)
		}
	}
	for _, note := range r.Notes {
		fmt.Fprintf(out, "note: %s\n", note)
	}
	_, err := fmt.Fprintf(out, "%d nodes searched in %.2f s\n", r.Nodes, r.Seconds)
	return err
}

// writeLine writes the line and its length.
func (r *solveReport) writeLine(out io.Writer) {
	if len(r.Line) == 0 {
		return
	}
	what := "a line of best play"
	if r.Outcome == solve.Undecided {
		what = "the best line so far"
	}
	length := fmt.Sprintf("%d steps", len(r.Line))
	if len(r.Line) == 1 {
		length = "1 step"
	}
	switch {
	case r.Shortest:
		length += ", the fewest there can be"
	case !r.Complete:
		length += ", then open"
	}
	fmt.Fprintf(out, "%s (%s)\n  %s\n", what, length, r.Steps)
}
