package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ludex/gdl"
	"ludex/internal/gdlwellformed"
	"ludex/internal/rbgwellformed"
	"ludex/internal/wellformed"
	"ludex/knowledge"
	"ludex/rules"
	"ludex/source"
)

// checkFlags are the flags of check.
type checkFlags struct {
	game        gameFlags
	opt         rules.CheckOptions
	deep        deepFlags
	asJSON, fix bool
}

func newCheck() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check <game>...",
		Short: "Find everything that is wrong with a game description",
		Long: `Check reports every problem of a description, each with its place and a code that
"ludex explain" explains. The answer is no (exit code 1) if there is an error.
With --deep the game is played as well: whether it always ends, can always be
played on and can be won is decided exactly where all states can be looked at.

With --fix the changes that diagnostics propose (= fix: …) are made in the file, and
what is left is reported. Of standard input the changed text goes to standard output
and the report to standard error. A diagnostic that proposes several is left to you.`,
		Example: `  ludex check tictactoe
  ludex check --deep tictactoe
  ludex check --fix mygame.kif
  ludex check --strict --hints mygame.kif`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			failed := false
			for _, arg := range args {
				ok, err := f.run(cmd, arg)
				if err != nil {
					return err
				}
				failed = failed || !ok
			}
			if failed {
				return answerNo
			}
			return nil
		},
	}
	f.game.register(cmd)
	f.game.registerLenient(cmd)
	f.deep.register(cmd)
	cmd.Flags().BoolVar(&f.opt.Strict, "strict", false, "make errors of what only some systems tolerate")
	cmd.Flags().BoolVar(&f.opt.Hints, "hints", false, "report matters of style too")
	cmd.Flags().BoolVar(&f.fix, "fix", false, "make the changes that diagnostics propose")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write one JSON object a game")
	return cmd
}

// run checks one game and reports whether it has no error.
func (f *checkFlags) run(cmd *cobra.Command, arg string) (ok bool, err error) {
	d, err := f.game.read(cmd, arg)
	if err != nil {
		return false, err
	}
	out := cmd.OutOrStdout()
	var fixed []*source.Diagnostic
	if f.fix {
		if d, fixed, err = d.fix(cmd, arg, f.opt); err != nil {
			return false, err
		}
		if arg == "-" {
			out = cmd.ErrOrStderr()
		}
	}
	d.list = d.rules.Check(cmd.Context(), f.opt)
	report, deepErr := newCheckReport(cmd, d, &f.game, &f.deep)
	report.Fixed = fixed
	if err := showCheck(out, d, report, f.asJSON); err != nil {
		return false, err
	}
	if deepErr != nil && !stopped(deepErr) {
		return false, fmt.Errorf("%s could not be played through: %w", d.file.Name(), deepErr)
	}
	return !d.list.HasErrors(), nil
}

type checkReport struct {
	File         string                   `json:"file"`
	Syntax       string                   `json:"syntax"`
	Dialect      string                   `json:"dialect"`
	OK           bool                     `json:"ok"`
	Fixed        []*source.Diagnostic     `json:"fixed,omitempty"` // by --fix
	Diagnostics  []*source.Diagnostic     `json:"diagnostics"`
	Requirements *wellformed.Requirements `json:"requirements,omitempty"`
	// Knowledge says whether roles of a game with hidden information know what
	// they need to.
	Knowledge       *knowledge.Propositions    `json:"knowledge,omitempty"`
	Distinguishable *knowledge.Finding         `json:"distinguishable,omitempty"`
	Timed           *gdlwellformed.TimedReport `json:"timed,omitempty"`
	// Stopped says why the game was not played to the end of what --deep asks for.
	Stopped string `json:"stopped,omitempty"`
	roles   []string
}

// language returns what the description is written in, for people.
func (d *description) language() string {
	if d.isRBG {
		return "Regular Boardgames"
	}
	return fmt.Sprintf("%s, %s", d.gdl.Dialect.Title(), d.gdl.Syntax)
}

// newCheckReport runs the deep checks if they are asked for and make sense. With an
// error of theirs, the report has what was found out nevertheless.
func newCheckReport(cmd *cobra.Command, d *description, game *gameFlags, opt *deepFlags) (r *checkReport, err error) {
	r = &checkReport{File: d.file.Name(), Syntax: syntaxRBG, Dialect: syntaxRBG}
	if !d.isRBG {
		r.Syntax, r.Dialect = d.gdl.Syntax.String(), d.gdl.Dialect.String()
	}
	if opt.on && !d.list.HasErrors() {
		opt.ForceHidden = game.dialect == gdl.GDLII.String()
		stop := progress(cmd, "playing "+r.File)
		err = d.checkDeep(cmd.Context(), opt, r)
		stop()
		if err != nil {
			r.Stopped = err.Error()
		}
		if stopped(err) {
			r.Stopped = "stopped"
		}
	}
	r.OK, r.Diagnostics = !d.list.HasErrors(), d.list.Items
	if r.Diagnostics == nil {
		r.Diagnostics = []*source.Diagnostic{}
	}
	return r, err
}

// checkDeep plays the game to see what only that shows.
func (d *description) checkDeep(ctx context.Context, opt *deepFlags, r *checkReport) error {
	played, err := d.rules.Playable(ctx)
	if err != nil {
		return err
	}
	switch {
	case d.isRBG:
		search := rbgwellformed.Options{Limits: opt.Limits, Playouts: opt.Playouts, Seed: opt.Seed}
		r.Requirements, r.roles, err = rbgwellformed.Check(ctx, d.rbg, search, d.list)
	case d.isTimed():
		r.Timed, err = gdlwellformed.CheckTimed(ctx, played.GDL, opt.Options, d.list)
	default:
		var found *gdlwellformed.Report
		if found, err = gdlwellformed.Check(ctx, played.GDL, opt.Options, d.list); found != nil {
			r.Requirements, r.roles = found.Requirements, found.Roles
			r.Knowledge, r.Distinguishable = found.Knowledge, found.Distinguishable
		}
	}
	return err
}

func showCheck(out io.Writer, d *description, report *checkReport, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(report)
	}
	writeFixed(out, report.Fixed)
	if err := render(out, d.list); err != nil {
		return err
	}
	if report.Requirements != nil {
		writeRequirements(out, report.Requirements, report.roles)
	} else if report.Stopped != "" && report.Timed == nil {
		fmt.Fprintf(out, "nothing that --deep asks for is decided: %s\n", report.Stopped)
	}
	writeKnowledge(out, report)
	if t := report.Timed; t != nil {
		fmt.Fprintf(out, "played in real time %d times, %d of them to the end, with %d updates", t.Plays, t.Ended, t.Events)
		if report.Stopped != "" {
			fmt.Fprintf(out, ", then no further: %s", report.Stopped)
		}
		fmt.Fprintln(out)
	}
	_, err := fmt.Fprintf(out, "%s: %s (%s)\n", d.file.Name(), source.Summary(d.list), d.language())
	return err
}

// writeKnowledge shows what was found out about a game with hidden information.
func writeKnowledge(out io.Writer, r *checkReport) {
	line := func(question string, f *knowledge.Finding) { fmt.Fprintf(out, "  %-32s %s\n", question, f) }
	if k := r.Knowledge; k != nil {
		line("roles know their legal moves", &k.LegalMoves)
		line("roles know the end and results", &k.Ends)
	}
	if f := r.Distinguishable; f != nil {
		line("roles can tell all plays apart", f)
		for _, c := range f.Counterexamples {
			for part := range strings.Lines(c.String()) {
				fmt.Fprintf(out, "    %s\n", strings.TrimRight(part, "\n"))
			}
		}
	}
}
