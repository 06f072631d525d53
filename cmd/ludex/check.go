package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ludex/gdl"
	"ludex/internal/deepcheck"
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

// run checks one game and reports whether it has no errors.
func (f *checkFlags) run(cmd *cobra.Command, arg string) (ok bool, err error) {
	d, err := f.game.read(cmd, arg)
	if err != nil {
		return false, err
	}
	out := cmd.OutOrStdout()
	var fixed []*source.Diagnostic
	if f.fix {
		if d, fixed, err = fix(cmd, arg, d, f.opt); err != nil {
			return false, err
		}
		if arg == "-" {
			out = cmd.ErrOrStderr()
		}
	}
	list := d.Check(cmd.Context(), f.opt)
	report, deepErr := newCheckReport(cmd, d, list, &f.game, &f.deep)
	report.Fixed = fixed
	if err := showCheck(out, d, list, report, f.asJSON); err != nil {
		return false, err
	}
	if deepErr != nil && !stopped(deepErr) {
		return false, fmt.Errorf("%s could not be played through: %w", d.File.Name(), deepErr)
	}
	return !list.HasErrors(), nil
}

type checkReport struct {
	File        string               `json:"file"`
	Syntax      string               `json:"syntax"`
	Dialect     string               `json:"dialect"`
	OK          bool                 `json:"ok"`
	Fixed       []*source.Diagnostic `json:"fixed,omitempty"` // by --fix
	Diagnostics []*source.Diagnostic `json:"diagnostics"`
	deepcheck.Report
	// Stopped says why --deep ended before everything was decided.
	Stopped string `json:"stopped,omitempty"`
}

// languageTitle returns the language and syntax of rules, for people.
func languageTitle(d *rules.Rules) string {
	if d.IsRBG() {
		return "Regular Boardgames"
	}
	return fmt.Sprintf("%s, %s", d.GDL.Dialect.Title(), d.GDL.Syntax)
}

// newCheckReport runs the deep checks if they are asked for and the text has no errors.
// If they end with an error, the report has what was found before.
func newCheckReport(cmd *cobra.Command, d *rules.Rules, list *source.List, game *gameFlags, opt *deepFlags) (r *checkReport, err error) {
	r = &checkReport{File: d.File.Name(), Syntax: syntaxRBG, Dialect: syntaxRBG}
	if !d.IsRBG() {
		r.Syntax, r.Dialect = d.GDL.Syntax.String(), d.GDL.Dialect.String()
	}
	if opt.on && !list.HasErrors() {
		opt.ForceHidden = game.dialect == gdl.GDLII.String()
		stop := progress(cmd, "playing "+r.File)
		var found *deepcheck.Report
		found, err = deepcheck.Run(cmd.Context(), d, opt.Options, list)
		stop()
		r.Report = *found
		if err != nil {
			r.Stopped = err.Error()
		}
		if stopped(err) {
			r.Stopped = "stopped"
		}
	}
	r.OK, r.Diagnostics = !list.HasErrors(), list.Items
	if r.Diagnostics == nil {
		r.Diagnostics = []*source.Diagnostic{}
	}
	return r, err
}

func showCheck(out io.Writer, d *rules.Rules, list *source.List, report *checkReport, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(report)
	}
	writeFixed(out, report.Fixed)
	if err := render(out, list); err != nil {
		return err
	}
	writeDeep(out, report)
	_, err := fmt.Fprintf(out, "%s: %s (%s)\n", d.File.Name(), source.Summary(list), languageTitle(d))
	return err
}
