package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/review"
	"ludex/internal/roster"
	"ludex/player"
)

// analyseFlags are the flags of the verb analyse.
type analyseFlags struct {
	playFlags
	player string
	nodes  int
	time   time.Duration
	role   string
	top    int
	plot   string
	seed   uint64
	asJSON bool
}

func newAnalyse() *cobra.Command {
	var f analyseFlags
	cmd := &cobra.Command{
		Use:   "analyse <game>",
		Short: "Say what a search finds out about a position, or about a whole play",
		Long: `Analyse has a player think about the position that --moves or --state lead to and
shows, for each role that has a choice, its moves with what they are expected to
lead to (a goal between 0 and 100, "proved" if it is certain), how often the
search tried them, and the line that it expects; and what all roles can expect.

With --plot the whole play that --moves give is analysed, position by position,
each with the full budget: one line a step with what the move gave away, "?" for
a mistake (10 points or more) and "??" for a blunder (25 or more), and a picture
of what the roles could expect over the play. Ctrl-C shows what there is so far.

In a game in real time players move at multiples of --grid, or wait, and --moves are written as
time:role:move. The lines that are shown are steps.

Games that hide information are not analysed: what a position is worth to a role
depends on what it knows.`,
		Example: `  ludex analyse connectfour --moves '(drop 4); (drop 4); (drop 3)'
  ludex analyse chess --time 10s --top 5
  ludex analyse tictactoe --moves game.txt --plot game.svg
  ludex analyse hotpotato --grid 0.5`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.register(cmd)
	f.registerStart(cmd)
	f.registerGrid(cmd)
	cmd.Flags().StringVar(&f.player, "player", "auto", "the `PLAYER` that thinks, with options after a colon")
	cmd.Flags().IntVar(&f.nodes, "nodes", 10_000, "think for this `number` of nodes; 0 is no limit but --time")
	cmd.Flags().DurationVar(&f.time, "time", 0, "think for this `time`; without --nodes, that alone counts")
	cmd.Flags().StringVar(&f.role, "role", "", "show what concerns this `ROLE` only")
	cmd.Flags().IntVar(&f.top, "top", 10, "show this `number` of moves; 0 is all")
	cmd.Flags().StringVar(&f.plot, "plot", "", "analyse the whole play, and draw the values as SVG to `FILE`")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "the seed of the random numbers")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write JSON")
	return cmd
}

func (f *analyseFlags) run(cmd *cobra.Command, arg string) error {
	maker, err := roster.All().Maker(f.player)
	if err != nil {
		return fmt.Errorf("--player: %w", err)
	}
	if f.nodes < 0 || f.time < 0 || f.top < 0 {
		return errors.New("--nodes, --time and --top cannot be negative")
	}
	if f.time > 0 && !cmd.Flags().Changed("nodes") {
		f.nodes = 0
	}
	t, err := f.open(cmd, arg)
	if err != nil {
		return err
	}
	reviewer, err := review.New(t.game, review.Options{New: maker, Nodes: f.nodes, Time: f.time, Seed: f.seed})
	if err != nil {
		return err
	}
	a := &analysis{openGame: t, cmd: cmd, flags: f, reviewer: reviewer, out: cmd.OutOrStdout(), role: game.NoRole}
	if f.role != "" {
		if a.role, err = t.role(f.role); err != nil {
			return fmt.Errorf("--role: %w", err)
		}
	}
	if f.plot != "" {
		return a.play()
	}
	return a.position()
}

// An analysis is one run of the verb.
type analysis struct {
	*openGame
	cmd      *cobra.Command
	flags    *analyseFlags
	reviewer *review.Reviewer
	out      io.Writer
	role     game.Role // NoRole for all roles
}

// concerns reports whether results for a role are shown.
func (a *analysis) concerns(r game.Role) bool {
	return r != a.game.Random() && (a.role == game.NoRole || a.role == r)
}

// position analyses the position that the flags choose.
func (a *analysis) position() error {
	stop := progressWithin(a.cmd, a.flags.time, func() string { return "thinking about " + a.game.Name() })
	p, err := a.reviewer.At(a.cmd.Context(), a.start)
	stop()
	if err != nil {
		return err
	}
	if err := a.check(p); err != nil {
		return err
	}
	if a.flags.asJSON {
		return json.NewEncoder(a.out).Encode(a.positionReport(p))
	}
	if len(p.Forced) > 0 {
		fmt.Fprintf(a.out, "forced  %s\n", a.line(a.start, p.Forced))
	}
	if p.Over {
		fmt.Fprintln(a.out, "the play is over")
	}
	fmt.Fprintf(a.out, "value   %s\n", a.values(p))
	for i := range p.Analyses {
		if an := &p.Analyses[i]; a.concerns(an.Role) {
			if err := a.showMoves(p.State, an); err != nil {
				return err
			}
		}
	}
	return nil
}

// check refuses a role without a choice.
func (a *analysis) check(p *review.Position) error {
	if a.role == game.NoRole || p.Over || p.Of(a.role) != nil {
		return nil
	}
	var names []string
	for _, an := range p.Analyses {
		names = append(names, a.game.Roles()[an.Role])
	}
	return fmt.Errorf("--role: %s has no choice in this position, but %s", a.flags.role, strings.Join(names, " and "))
}

// values writes the expected goals of the roles.
func (a *analysis) values(p *review.Position) string {
	var parts []string
	for r, name := range a.game.Roles() {
		if a.concerns(game.Role(r)) {
			parts = append(parts, name+" "+review.Value(p.Values[r], p.Exact[r]))
		}
	}
	return strings.Join(parts, ", ")
}

// showMoves writes the moves of a role and the expected line.
func (a *analysis) showMoves(s game.State, an *player.Analysis) error {
	name := a.game.Roles()[an.Role]
	tab := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tab, "\n%s\tvisits\tshare\tvalue\n", name)
	shown := a.top(an.Moves)
	for _, m := range shown {
		fmt.Fprintf(tab, "%s\t%d\t%.0f%%\t%s\n", a.show(a.game.MoveText(an.Role, m.Move)), m.Visits, 100*m.Share, review.Value(m.Value, m.Exact))
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	if more := len(an.Moves) - len(shown); more > 0 {
		fmt.Fprintf(a.out, "and %d more; --top 0 shows all\n", more)
	}
	if len(an.Line) > 0 {
		fmt.Fprintf(a.out, "line    %s\n", a.line(s, an.Line))
	}
	fmt.Fprintf(a.out, "spent   %d nodes, %d playouts, %.2f s\n", an.Nodes, an.Playouts, an.Elapsed.Seconds())
	if an.Note != "" {
		fmt.Fprintf(a.out, "note    %s\n", an.Note)
	}
	return nil
}

// top returns the moves to show.
func (a *analysis) top(moves []player.Candidate) []player.Candidate {
	if a.flags.top > 0 && len(moves) > a.flags.top {
		return moves[:a.flags.top]
	}
	return moves
}

// line writes joint moves as steps for --moves.
func (a *analysis) line(s game.State, joints [][]game.Move) string {
	return strings.Join(a.steps(s, joints), "; ")
}

func (a *analysis) steps(s game.State, joints [][]game.Move) []string {
	texts := []string{}
	s = slices.Clone(s)
	for _, joint := range joints {
		texts = append(texts, a.step(s, joint))
		s = a.machine.Next(s, joint, nil)
	}
	return texts
}

// step writes a joint move, without the moves of roles that had no choice.
func (a *analysis) step(s game.State, joint []game.Move) string {
	var chosen, all []string
	for r, m := range joint {
		text := a.show(a.game.MoveText(game.Role(r), m))
		if !a.IsRBG() || text != rbgplay.Noop {
			all = append(all, text)
		}
		if len(a.machine.Legal(s, game.Role(r), nil)) > 1 {
			chosen = append(chosen, text)
		}
	}
	if len(chosen) > 0 {
		return strings.Join(chosen, " ")
	}
	return strings.Join(all, " ")
}

// play analyses the whole match and draws a chart.
func (a *analysis) play() error {
	if len(a.joints) == 0 {
		return errors.New("--plot: there is no play to draw: give it with --moves")
	}
	states := append(slices.Clone(a.before), a.start)
	stop := func() {}
	r, err := a.reviewer.Play(a.cmd.Context(), states, a.joints, func(i int) {
		stop()
		stop = progress(a.cmd, fmt.Sprintf("position %d of %d", i+1, len(states)))
	})
	stop()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if err := a.draw(r); err != nil {
		return fmt.Errorf("--plot: %w", err)
	}
	if a.flags.asJSON {
		return json.NewEncoder(a.out).Encode(a.playReport(r))
	}
	return a.showPlay(r)
}

// draw writes the chart.
func (a *analysis) draw(r *review.Review) error {
	var only []game.Role
	if a.role != game.NoRole {
		only = []game.Role{a.role}
	}
	file, err := os.Create(a.flags.plot)
	if err != nil {
		return err
	}
	title := fmt.Sprintf("%s: %d steps, %s", strings.TrimSuffix(a.File.Name(), "/"), len(r.Steps), a.flags.player)
	err = a.reviewer.Chart(r, title, only, a.step).WriteSVG(file)
	return errors.Join(err, file.Close())
}

// showPlay writes a line per step, and then the final evaluation.
func (a *analysis) showPlay(r *review.Review) error {
	var text strings.Builder
	tab := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "step\trole\tmove\tbest\tbefore\tafter\tloss\t")
	for i, step := range r.Steps {
		shown := false
		for _, c := range step.Choices {
			if a.concerns(c.Role) {
				a.showChoice(tab, i+1, c)
				shown = true
			}
		}
		if !shown && a.role == game.NoRole && r.Final != step.Before {
			fmt.Fprintf(tab, "%d\t\t%s\tforced\t\t\t\t\n", i+1, a.step(step.State, step.Joint))
		}
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(text.String()) {
		fmt.Fprintln(a.out, strings.TrimRight(line, " \n"))
	}
	if r.Final != nil {
		over := ""
		if r.Final.Over {
			over = " (over)"
		}
		fmt.Fprintf(a.out, "value   %s%s\n", a.values(r.Final), over)
	}
	return nil
}

func (a *analysis) showChoice(out io.Writer, number int, c review.Choice) {
	text := func(m game.Move) string { return a.show(a.game.MoveText(c.Role, m)) }
	best, loss := "=", ""
	if c.Loss >= 0.05 {
		best, loss = text(c.Best), fmt.Sprintf("%.1f", c.Loss)
	}
	sure := ""
	if c.Sure && c.Loss > 0 {
		sure = " proved"
	}
	fmt.Fprintf(out, "%d\t%s\t%s%s\t%s\t%.1f\t%.1f\t%s\t%s\n", number, a.game.Roles()[c.Role], text(c.Move), signs[c.Grade], best,
		c.Before, c.After, loss, strings.TrimSpace(string(c.Grade)+sure))
}

// signs are the annotations of moves.
var signs = map[review.Grade]string{review.Mistake: "?", review.Blunder: "??"}
