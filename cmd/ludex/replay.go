package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/match"
	"ludex/rules"
	"ludex/timed"
)

// replayFlags are the flags of the verb replay.
type replayFlags struct {
	check bool
	store string
	as    string
	from  int
	to    int
}

func newReplay() *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay <record>",
		Short: "Show a match again, step by step, or prove that it was played by the rules",
		Long: `Replay reads the record of a match, a file or with --store a match of a database, and
shows what happened: the moves, the faults, the position after each step and the
end. With --as it shows what one role was told. With --check it proves that the
record follows from the rules: every move was legal, every state follows from the
one before, chance and the moves in place of missing ones were drawn as the seed
says, and the signature, if there is one, fits.`,
		Example: `  ludex match tictactoe mcts random --games 1 --records matches
  ludex replay matches/*.json
  ludex replay matches/*.json --check`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			for i, arg := range args {
				if i > 0 {
					fmt.Fprintln(cmd.OutOrStdout())
				}
				if err := f.replay(cmd, arg); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&f.check, "check", false, "prove that the match follows from the rules instead of showing it")
	cmd.Flags().StringVar(&f.store, "store", "", "take the match of this name from a database: a `FILE`, or postgres://… of a server")
	cmd.Flags().StringVar(&f.as, "as", "", "show what this `ROLE` was told")
	cmd.Flags().IntVar(&f.from, "from", 0, "begin after this `step`")
	cmd.Flags().IntVar(&f.to, "to", 0, "end after this `step`; 0 is the last")
	return cmd
}

func (f *replayFlags) replay(cmd *cobra.Command, arg string) error {
	r, err := f.read(cmd, arg)
	if err != nil {
		return err
	}
	rs, err := r.Rules()
	if err != nil {
		return fmt.Errorf("%s: %w", arg, err)
	}
	if f.check {
		return f.prove(cmd, arg, r, rs)
	}
	if r.IsTimed() {
		return f.timeline(cmd, r, rs)
	}
	return f.steps(cmd, r, rs)
}

func (f *replayFlags) read(cmd *cobra.Command, arg string) (*match.Record, error) {
	if f.store != "" {
		s, err := openStore(cmd.Context(), f.store)
		if err != nil {
			return nil, err
		}
		defer s.Close()
		return s.Match(cmd.Context(), arg)
	}
	file, err := os.Open(arg)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r, err := match.Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", arg, err)
	}
	return r, nil
}

// prove checks a record. The answer no has an exit code of its own.
func (f *replayFlags) prove(cmd *cobra.Command, arg string, r *match.Record, rs *rules.Rules) error {
	err := checkRecord(cmd, r, rs)
	signed := "not signed"
	if sigErr := r.Verify(); sigErr == nil {
		signed = "signed by " + r.HostKey
	} else if !errors.Is(sigErr, match.ErrUnsigned) {
		err = errors.Join(err, sigErr)
	}
	switch {
	case err == nil:
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %d steps follow from the rules of %s; %s\n", arg, len(r.Moves), rs.Name(), signed)
		return nil
	case errors.Is(err, match.ErrWrong), errors.Is(err, match.ErrForged):
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %v\n", arg, err)
		return answerNo
	}
	return fmt.Errorf("%s: %w", arg, err)
}

func checkRecord(cmd *cobra.Command, r *match.Record, rs *rules.Rules) error {
	if r.IsTimed() {
		g, err := rs.OpenTimed(cmd.Context())
		if err != nil {
			return err
		}
		return r.CheckTimed(cmd.Context(), rs, g)
	}
	g, _, err := rs.Open(cmd.Context(), rules.Opening{})
	if err != nil {
		return err
	}
	return r.Check(cmd.Context(), rs, g)
}

// timeline shows a match in real time.
func (f *replayFlags) timeline(cmd *cobra.Command, r *match.Record, rs *rules.Rules) error {
	log, err := r.TimedLog()
	if err != nil {
		return err
	}
	header(cmd, r)
	lines := timed.Timeline{Syntax: rs.GDL.Syntax, States: true}
	for i := range log.Events {
		fmt.Fprint(cmd.OutOrStdout(), lines.Text(&log.Events[i]))
	}
	return nil
}

// header shows what was played, and by whom.
func header(cmd *cobra.Command, r *match.Record) {
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "match %s of %s\n", r.ID, r.Details.Game)
	for i, role := range r.Details.Roles {
		if i < len(r.Names) {
			fmt.Fprintf(out, "  %s: %s\n", role, r.Names[i])
		}
	}
}

// steps shows a match that is not in real time.
func (f *replayFlags) steps(cmd *cobra.Command, r *match.Record, rs *rules.Rules) error {
	g, _, err := rs.Open(cmd.Context(), rules.Opening{})
	if err != nil {
		return err
	}
	t := newTable(cmd, describe(rs), g)
	states, joints, err := r.Replay(g)
	if err != nil {
		return err
	}
	t.start = states[0]
	header(cmd, r)
	if f.as != "" {
		role, err := t.role(f.as)
		if err != nil {
			return fmt.Errorf("--as: %w", err)
		}
		return f.view(cmd, t, states, joints, role)
	}
	return f.positions(cmd, t, r, states, joints)
}

// last returns where to end.
func (f *replayFlags) last(steps int) int {
	if f.to > 0 {
		return min(f.to, steps)
	}
	return steps
}

// positions shows the moves and the positions.
func (f *replayFlags) positions(cmd *cobra.Command, t *table, r *match.Record, states []game.State, joints [][]game.Move) error {
	out := cmd.OutOrStdout()
	last := f.last(len(joints))
	for i := f.from; i <= last; i++ {
		var from arrival
		fmt.Fprintln(out)
		if i > 0 {
			from = arrival{before: states[i-1], joint: joints[i-1]}
			fmt.Fprintf(out, "%d. %s\n", i, t.stepsText(states[i-1], joints[i-1:i]))
			showFaults(cmd, r, i-1)
		}
		if err := t.drawText(out, states[i], from, isTerminal(out)); err != nil {
			return err
		}
	}
	if last == len(joints) {
		showEnd(cmd, r)
	}
	return nil
}

// showFaults shows what players did wrong in a step.
func showFaults(cmd *cobra.Command, r *match.Record, step int) {
	for _, f := range r.Details.Faults {
		if f.Step == step {
			fmt.Fprintf(cmd.OutOrStdout(), "   fault of %s: %s\n", f.Role, strings.TrimSpace(strings.Join([]string{f.Kind, f.Move, f.Error}, " ")))
		}
	}
}

// showEnd shows how the match ended.
func showEnd(cmd *cobra.Command, r *match.Record) {
	out := cmd.OutOrStdout()
	if !r.Completed {
		fmt.Fprintf(out, "\nnot over: %s\n", r.Details.Reason)
		return
	}
	fmt.Fprintf(out, "\nthe end: %s\n", goalsText(r))
}

// view shows what a role was told: its own moves, and what it perceived or what
// everybody did.
func (f *replayFlags) view(cmd *cobra.Command, t *table, states []game.State, joints [][]game.Move, role game.Role) error {
	out := cmd.OutOrStdout()
	for i := f.from; i < f.last(len(joints)); i++ {
		own := t.show(t.game.MoveText(role, joints[i][role]))
		if !t.game.Hidden() {
			fmt.Fprintf(out, "%d. %s; everybody: %s\n", i+1, own, t.stepsText(states[i], joints[i:i+1]))
			continue
		}
		var seen []string
		for _, p := range t.machine.Percepts(states[i], joints[i], role, nil) {
			seen = append(seen, t.show(t.game.PerceptText(p)))
		}
		fmt.Fprintf(out, "%d. %s; sees: %s\n", i+1, own, strings.Join(seen, ", "))
	}
	return nil
}
