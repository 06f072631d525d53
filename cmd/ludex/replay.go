package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"ludex/game"
	"ludex/internal/printable"
	"ludex/internal/spelling"
	"ludex/internal/timedmatch"
	"ludex/internal/timedscript"
	"ludex/match"
	"ludex/rules"
)

// replayFlags are the flags of the verb replay.
type replayFlags struct {
	check bool
	store string
	as    string
	from  int
	to    int

	asJSON bool
	trustFlags
	trusted match.Trust
}

func newReplay() *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay <record>",
		Short: "Show a match again, step by step, or prove that it was played by the rules",
		Long: `Replay reads the record of a match, a file or with --store a match of a database, and
shows what happened: the moves, the faults, the position after each step and the
end. With --as it shows what one role was told. With --check it proves that the
record follows from the rules: the play began where it says, every move was legal,
every state follows from the one before, chance and whatever the manager did in place
of players was drawn as the seed says, goals and faults are right, and the signature,
if there is one, fits.

The exit code is 0 if all records pass, 1 if one is refused: it is wrong, forged, or
not signed as --trust or --require-signature want; and 2 if one cannot be read.`,
		Example: `  ludex match tictactoe mcts random --games 1 --records matches
  ludex replay matches/*.json
  ludex replay matches/*.json --check --trust host.key`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if f.trusted, err = f.trust(); err != nil {
				return err
			}
			if f.check {
				return f.proveAll(cmd, args)
			}
			for i, arg := range args {
				if i > 0 && !f.asJSON {
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
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write one JSON object per state, or with --check a record")
	f.trustFlags.register(cmd)
	return cmd
}

// replay shows a record.
func (f *replayFlags) replay(cmd *cobra.Command, arg string) error {
	r, err := f.read(cmd, arg)
	if err != nil {
		return err
	}
	if len(f.trusted.Keys) > 0 || f.trusted.Signed {
		if _, err := f.trusted.Verify(r); err != nil {
			return &exitError{code: exitNo, err: fmt.Errorf("%s: %w", arg, err)}
		}
	}
	rs, err := r.Rules()
	if err != nil {
		return fmt.Errorf("%s: %w", arg, err)
	}
	if r.IsTimed() {
		return f.timeline(cmd, r, rs)
	}
	return f.steps(cmd, r, rs)
}

// read reads a record to be shown.
func (f *replayFlags) read(cmd *cobra.Command, arg string) (*match.Record, error) {
	r, err := f.open(cmd, arg)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", arg, err)
	}
	return r, nil
}

// open reads a record.
func (f *replayFlags) open(cmd *cobra.Command, arg string) (*match.Record, error) {
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
	return match.Read(file)
}

// proveAll checks all records, also after one that is wrong.
func (f *replayFlags) proveAll(cmd *cobra.Command, args []string) error {
	var refused, failed error
	for _, arg := range args {
		said, err := f.prove(cmd, arg)
		switch {
		case cmd.Context().Err() != nil:
			return err
		case err == nil:
			failed = errors.Join(failed, f.say(cmd, checkedRecord{arg, true, said}))
		case isRefusal(err):
			failed = errors.Join(failed, f.say(cmd, checkedRecord{arg, false, printable.Lines(err.Error())}))
			refused = answerNo
		default:
			failed = errors.Join(failed, fmt.Errorf("%s: %w", arg, err))
		}
	}
	if failed != nil {
		return failed
	}
	return refused
}

// A checkedRecord is what "replay --check --json" writes about a record.
type checkedRecord struct {
	Record string `json:"record"`
	Proved bool   `json:"proved"`
	Text   string `json:"text"`
}

// say writes whether a record was proved.
func (f *replayFlags) say(cmd *cobra.Command, c checkedRecord) error {
	if f.asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(c)
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", c.Record, c.Text)
	return err
}

// prove checks a record and prints what is proved.
func (f *replayFlags) prove(cmd *cobra.Command, arg string) (string, error) {
	r, err := f.open(cmd, arg)
	if err != nil {
		return "", err
	}
	seal, err := f.trusted.Verify(r)
	if err != nil {
		return "", err
	}
	rs, err := r.Rules()
	if err != nil {
		return "", err
	}
	g, err := match.Open(cmd.Context(), rs, rules.Opening{})
	if err != nil {
		return "", err
	}
	if err := r.Check(cmd.Context(), rs, g); err != nil {
		return "", err
	}
	began := ""
	elsewhere, err := r.Elsewhere(g)
	if elsewhere {
		began = r.States[0]
	}
	return proved(r, rs, began, seal), err
}

// proved says what is proved about a record: where it began, if not in the initial
// state, and what is not proved.
func proved(r *match.Record, rs *rules.Rules, began string, seal match.Seal) string {
	text := fmt.Sprintf("%d steps follow from the rules of %s; %s", len(r.Moves), printable.Line(rs.Name()), seal)
	if !r.Completed {
		text += "; the match is not over"
	}
	if r.Details.Unseeded {
		text += "; what chance did is not proved"
	}
	if began != "" {
		text += "; it did not begin with the initial state, but with\n  " + printable.Line(began)
	}
	return text
}

// timeline shows a real-time match.
func (f *replayFlags) timeline(cmd *cobra.Command, r *match.Record, rs *rules.Rules) error {
	log, err := timedmatch.ReadLines(r.Details.Log)
	if err != nil {
		return err
	}
	if f.asJSON {
		enc := json.NewEncoder(printable.JSONWriter(cmd.OutOrStdout()))
		for _, line := range r.Details.Log {
			if err := enc.Encode(line); err != nil {
				return err
			}
		}
		return nil
	}
	header(cmd, r)
	lines := timedscript.Timeline{Syntax: rs.GDL.Syntax, Roles: r.Details.Roles, States: true}
	for i := range log.Events {
		fmt.Fprint(cmd.OutOrStdout(), printable.Lines(lines.Text(&log.Events[i])))
	}
	return nil
}

// header shows the game and the players.
func header(cmd *cobra.Command, r *match.Record) {
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "match %s of %s\n", printable.Line(r.ID), printable.Line(r.Details.Game))
	for i, role := range r.Details.Roles {
		if i < len(r.Names) {
			fmt.Fprintf(out, "  %s: %s\n", printable.Line(role), printable.Line(r.Names[i]))
		}
	}
}

// steps shows a turn-based match.
func (f *replayFlags) steps(cmd *cobra.Command, r *match.Record, rs *rules.Rules) error {
	g, _, err := rs.Open(cmd.Context(), rules.Opening{})
	if err != nil {
		return err
	}
	t := newOpenGame(cmd, rs, g)
	states, joints, err := r.Replay(cmd.Context(), g)
	if err != nil {
		return err
	}
	t.start = states[0]
	if err := f.checkRange(len(joints)); err != nil {
		return err
	}
	if f.asJSON && f.as == "" {
		return f.statesJSON(cmd, t, states, joints)
	}
	if f.asJSON {
		return errors.New("--json: leave --as out; the objects have the moves of all roles")
	}
	header(cmd, r)
	if elsewhere, err := r.Elsewhere(g); err != nil {
		return err
	} else if elsewhere {
		fmt.Fprintln(cmd.OutOrStdout(), "  it did not begin with the initial state")
	}
	if f.as != "" {
		role, err := t.role(f.as)
		if err != nil {
			return fmt.Errorf("--as: %w", err)
		}
		return f.view(cmd, t, states, joints, role)
	}
	return f.positions(cmd, t, r, states, joints)
}

// checkRange returns an error if there is no step in the range that is to be shown.
func (f *replayFlags) checkRange(steps int) error {
	switch {
	case f.from < 0 || f.to < 0:
		return errors.New("--from and --to cannot be negative")
	case f.from > steps:
		return fmt.Errorf("--from %d: the match has %s", f.from, spelling.Count(steps, "step"))
	case f.to > 0 && f.to < f.from:
		return fmt.Errorf("--to %d is before --from %d", f.to, f.from)
	}
	return nil
}

// statesJSON writes the states with the moves that were made in them.
func (f *replayFlags) statesJSON(cmd *cobra.Command, t *openGame, states []game.State, joints [][]game.Move) error {
	for i := f.from; i <= f.last(len(joints)); i++ {
		var joint []game.Move
		if i < len(joints) {
			joint = joints[i]
		}
		if err := t.writeState(cmd.OutOrStdout(), i+1, states[i], joint); err != nil {
			return err
		}
	}
	return nil
}

// last returns the last step to show.
func (f *replayFlags) last(steps int) int {
	if f.to > 0 {
		return min(f.to, steps)
	}
	return steps
}

// positions shows the moves and the positions.
func (f *replayFlags) positions(cmd *cobra.Command, t *openGame, r *match.Record, states []game.State, joints [][]game.Move) error {
	out := cmd.OutOrStdout()
	last := f.last(len(joints))
	for i := f.from; i <= last; i++ {
		var from transition
		fmt.Fprintln(out)
		if i > 0 {
			from = transition{before: states[i-1], joint: joints[i-1]}
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

// showFaults shows the faults of players in a step.
func showFaults(cmd *cobra.Command, r *match.Record, step int) {
	for _, f := range r.Details.Faults {
		if f.Step == step {
			fmt.Fprintf(cmd.OutOrStdout(), "   %s\n", faultText(f))
		}
	}
}

// faultText describes a fault of a player. Parts of it come from the player.
func faultText(f match.Fault) string {
	return printable.Line("fault of " + f.Role + ": " + strings.TrimSpace(strings.Join([]string{f.Kind, f.Move, f.Error}, " ")))
}

// showEnd shows how the match ended.
func showEnd(cmd *cobra.Command, r *match.Record) {
	out := cmd.OutOrStdout()
	if !r.Completed {
		fmt.Fprintf(out, "\nnot over: %s\n", printable.Line(r.Details.Reason))
		return
	}
	fmt.Fprintf(out, "\nthe end: %s\n", goalsText(r))
}

// view shows what a role was told: its own moves, and its percepts or the moves of all
// roles.
func (f *replayFlags) view(cmd *cobra.Command, t *openGame, states []game.State, joints [][]game.Move, role game.Role) error {
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
