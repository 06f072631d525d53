package main

import (
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"ludex/gdl"
	"ludex/internal/budget"
	"ludex/internal/circuit/clauses"
	"ludex/internal/gdlengine/ground"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlrewrite"
	"ludex/internal/gdltorbg"
	"ludex/internal/rbgengine/rbgtogdl"
	"ludex/internal/rbgformat"
	"ludex/rules"
	"ludex/source"
)

func newConvert() *cobra.Command {
	var game gameFlags
	var to, clock string
	var withoutOr, withoutOdds, renameApart bool
	var board toBoardFlags
	cmd := &cobra.Command{
		Use:   "convert --to prefix|infix|gdl-ii|rtgdl|gdl|rbg|low-level <game>",
		Short: "Translate a description into another syntax or dialect",
		Long: `Convert writes a description in another syntax (prefix, infix) or dialect (gdl-ii:
every role sees every move, which is what GDL means; rtgdl: in real time, with
--clock units of time for each turn). Comments stay. A regular boardgame can be
written in low-level form: macros expanded, the board cell by cell; or in gdl, as
ground rules for systems that know no boardgames. Of a game in GDL, gdl writes the
ground rules, too.

Of a game in GDL in which roles take turns and see everything, rbg writes a regular
boardgame: facts of which exactly one holds become pieces on cells, numbers become
variables, and moves become alternatives. It is written only if it is shown to be the
same game, by a proof or by looking at all states of both; else the answer is no, with
the reason. --proof-time and --max-states say how hard to try.`,
		Example: `  ludex convert --to infix tictactoe
  ludex convert --to gdl-ii breakthrough
  ludex convert --to prefix --without-or mygame.gdl
  ludex convert --to low-level chess
  ludex convert --to gdl hexapawn
  ludex convert --to rbg tictactoe`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := game.load(cmd, args[0])
			if err != nil {
				return err
			}
			if d.IsRBG() {
				return convertRBG(cmd, d, to)
			}
			if to == gdl.GDLII.String() && game.dialect == to {
				return errors.New("--dialect: read as GDL-II, the description need not be converted to it")
			}
			if to == gdl.GDL.String() {
				return groundToGDL(cmd, d, game.caseSensitive)
			}
			if to == "rbg" {
				return board.run(cmd, d)
			}
			prog, syntax, err := convert(d.GDL, to, clock)
			if err != nil {
				return err
			}
			if withoutOdds {
				prog = gdlrewrite.WithoutOdds(prog)
			}
			if withoutOr {
				if prog, err = gdlrewrite.RemoveOr(prog); err != nil {
					return err
				}
			}
			if renameApart {
				prog = gdlrewrite.RenameApart(prog)
			}
			if syntax == gdl.Prefix && !game.caseSensitive {
				if err := refuseConflicts(cmd, prog); err != nil {
					return err
				}
			}
			_, err = cmd.OutOrStdout().Write(gdlformat.Program(prog, syntax))
			return err
		},
	}
	game.register(cmd)
	cmd.Flags().StringVar(&to, "to", "", "the target: `prefix|infix|gdl-ii|rtgdl|gdl|rbg|low-level`")
	cmd.Flags().StringVar(&clock, "clock", "1", "with --to rtgdl: the `time` of a turn, in units")
	cmd.Flags().DurationVar(&board.time, "proof-time", time.Minute, "with --to rbg: give up on the proof after this CPU `time`")
	cmd.Flags().IntVar(&board.maxStates, "max-states", 100_000, "with --to rbg: look at all states if there are at most `N`, where there is no proof")
	cmd.Flags().BoolVar(&withoutOr, "without-or", false, "split rules with disjunctions into several")
	cmd.Flags().BoolVar(&withoutOdds, "without-odds", false, "write moves of random with weights as several moves")
	cmd.Flags().BoolVar(&renameApart, "rename-apart", false, "let no two clauses share a variable")
	if err := cmd.MarkFlagRequired("to"); err != nil {
		panic(err) // the flag is declared just above
	}
	return cmd
}

func convert(prog *gdl.Program, to, clock string) (*gdl.Program, gdl.Syntax, error) {
	switch to {
	case "prefix":
		return prog, gdl.Prefix, nil
	case "infix":
		return prog, gdl.Infix, nil
	case "gdl-ii":
		out, err := gdlrewrite.ToGDLII(prog)
		return out, prog.Syntax, err
	case "rtgdl":
		turn, err := gdl.ParseLifetime(clock)
		if err != nil {
			return nil, 0, fmt.Errorf("--clock: %w", err)
		}
		out, _, err := gdlrewrite.ToRTGDL(prog, turn)
		return out, prog.Syntax, err
	}
	return nil, 0, fmt.Errorf("--to: GDL has no form %q: use prefix, infix, gdl-ii, rtgdl, gdl or rbg", to)
}

// convertRBG writes a regular boardgame in its other form.
func convertRBG(cmd *cobra.Command, d *rules.Rules, to string) error {
	switch to {
	case "low-level":
	case "gdl":
		return boardToGDL(cmd, d)
	default:
		return fmt.Errorf("--to: a regular boardgame has no form %q: use low-level or gdl", to)
	}
	_, err := cmd.OutOrStdout().Write(rbgformat.LowLevel(d.RBG))
	return err
}

// boardToGDL writes a regular boardgame in GDL.
func boardToGDL(cmd *cobra.Command, d *rules.Rules) error {
	d, err := d.Playable(cmd.Context())
	if err != nil {
		return err
	}
	stop := progress(cmd, "translating "+d.File.Name())
	prog, err := rbgtogdl.Convert(cmd.Context(), d.RBG)
	stop()
	if err != nil {
		return fmt.Errorf("%s cannot be written in GDL: %w", d.File.Name(), err)
	}
	_, err = cmd.OutOrStdout().Write(gdlformat.Program(prog, gdl.Prefix))
	return err
}

// toBoardFlags say how hard to try to translate a game to a regular boardgame.
type toBoardFlags struct {
	time      time.Duration
	maxStates int
}

// run writes a game in GDL as a regular boardgame.
func (f *toBoardFlags) run(cmd *cobra.Command, d *rules.Rules) error {
	if f.time <= 0 || f.maxStates < 0 {
		return errors.New("--proof-time must be positive, and --max-states not negative")
	}
	d, err := d.Playable(cmd.Context())
	if err != nil {
		return err
	}
	var doing atomic.Value // a string
	doing.Store("reading " + d.Name())
	stop := progressOf(cmd, func() string { return doing.Load().(string) })
	defer stop()
	out, err := gdltorbg.Convert(cmd.Context(), d, gdltorbg.Options{Time: f.time, MaxStates: f.maxStates, Seed: 1,
		Progress: func(what string) { doing.Store(what) }})
	stop()
	var refused *gdltorbg.RefusedError
	var open *gdltorbg.OpenError
	switch {
	case errors.As(err, &refused):
		return &exitError{exitNo, fmt.Errorf("%s is not translated to a regular boardgame: %w", d.Name(), err)}
	case errors.As(err, &open):
		return &exitError{exitUndecided, err}
	case err != nil:
		return notProvable(err)
	}
	_, err = io.WriteString(cmd.OutOrStdout(), out.Text)
	return err
}

// groundToGDL writes the ground rules of a game in the GDL family.
func groundToGDL(cmd *cobra.Command, d *rules.Rules, caseSensitive bool) error {
	d, err := d.Playable(cmd.Context())
	if err != nil {
		return err
	}
	if !caseSensitive {
		if err := refuseConflicts(cmd, d.GDL); err != nil {
			return err
		}
	}
	switch {
	case d.IsTimed():
		return fmt.Errorf("--to: %s is a game in real time, and its ground rules are not written in GDL", d.File.Name())
	case d.GDL.Dialect.Knowledge():
		return fmt.Errorf("--to: %s has no ground rules: what roles know is not in the state", d.File.Name())
	}
	stop := progress(cmd, "grounding "+d.File.Name())
	res, err := ground.Ground(cmd.Context(), d.GDL, ground.Options{Limits: ground.Limits{Memory: budget.MemoryOf(cmd.Context())}})
	stop()
	if err != nil {
		return undecided(err)
	}
	names, err := clauses.Texts(res.Spec)
	if err != nil {
		return err
	}
	_, err = cmd.OutOrStdout().Write(gdlformat.Program(clauses.Program(res.Spec, names), gdl.Prefix))
	return err
}

var mergedByCase = &source.Code{ID: "GDL012", Severity: source.Error,
	Title: "constants that prefix GDL would merge",
	Doc: `Infix GDL is case-sensitive, prefix GDL is not. Two constants of the description
differ only in case, so that a translation to prefix would make one of them.
Rename one, or translate with --case-sensitive if the reader of the result keeps
case.`}

// refuseConflicts reports constants that differ only in case, if the output would be
// read without case.
func refuseConflicts(cmd *cobra.Command, prog *gdl.Program) error {
	list := &source.List{File: prog.File}
	for _, c := range gdlrewrite.PrefixConflicts(prog) {
		list.Report(mergedByCase, c.AtB, "%q and %q would become one constant in prefix GDL", c.B, c.A).
			Note(c.AtA, "%q stands here", c.A).
			Advise("rename one, or use --case-sensitive")
	}
	if err := render(cmd.ErrOrStderr(), list); err != nil {
		return err
	}
	if list.HasErrors() {
		return answerNo
	}
	return nil
}
