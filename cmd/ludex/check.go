package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"ludex/analyse"
	"ludex/gdl"
	"ludex/gdl/check"
	"ludex/gdl/deep"
	"ludex/gdl/engine"
	"ludex/source"
)

func newCheck() *cobra.Command {
	var game gameFlags
	var opt check.Options
	var deep deepFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check <game>...",
		Short: "Find everything that is wrong with a game description",
		Long: `Check reports every problem of a description, each with its place and a code that
"ludex explain" explains. The answer is no (exit code 1) if there is an error.
With --deep the game is played as well: whether it always ends, can always be
played on and can be won is decided exactly where all states can be looked at.`,
		Example: `  ludex check tictactoe
  ludex check --deep tictactoe
  ludex check --strict --hints mygame.kif`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			failed := false
			for _, arg := range args {
				prog, list, err := game.read(cmd, arg)
				if err != nil {
					return err
				}
				opt.NegativeLoop = engine.NegativeLoop(cmd.Context())
				check.Run(prog, opt, list)
				report, err := newCheckReport(cmd, prog, list, &game, &deep)
				if err != nil {
					return err
				}
				failed = failed || list.HasErrors()
				if err := showCheck(cmd, prog, list, report, asJSON); err != nil {
					return err
				}
			}
			if failed {
				return answerNo
			}
			return nil
		},
	}
	game.register(cmd)
	deep.register(cmd)
	cmd.Flags().BoolVar(&opt.Strict, "strict", false, "make errors of what only some systems tolerate")
	cmd.Flags().BoolVar(&opt.Hints, "hints", false, "report matters of style too")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object a game")
	return cmd
}

type checkReport struct {
	File         string                `json:"file"`
	Syntax       string                `json:"syntax"`
	Dialect      string                `json:"dialect"`
	OK           bool                  `json:"ok"`
	Diagnostics  []*source.Diagnostic  `json:"diagnostics"`
	Requirements *analyse.Requirements `json:"requirements,omitempty"`
	roles        []string
}

// newCheckReport runs the deep checks if they are asked for and make sense.
func newCheckReport(cmd *cobra.Command, prog *gdl.Program, list *source.List, game *gameFlags, opt *deepFlags) (*checkReport, error) {
	r := &checkReport{File: prog.File.Name(), Syntax: prog.Syntax.String(), Dialect: prog.Dialect.String()}
	if opt.on && !list.HasErrors() && !prog.Dialect.Timed() {
		var err error
		opt.ForceHidden = game.dialect == gdl.GDLII.String()
		stop := progress(cmd, "playing "+r.File)
		r.Requirements, r.roles, err = deep.Check(cmd.Context(), prog, opt.Options, list)
		stop()
		if err != nil && !stopped(err) {
			return nil, err
		}
	}
	r.OK, r.Diagnostics = !list.HasErrors(), list.Items
	if r.Diagnostics == nil {
		r.Diagnostics = []*source.Diagnostic{}
	}
	return r, nil
}

func showCheck(cmd *cobra.Command, prog *gdl.Program, list *source.List, report *checkReport, asJSON bool) error {
	out := cmd.OutOrStdout()
	if asJSON {
		return json.NewEncoder(out).Encode(report)
	}
	if err := render(out, list); err != nil {
		return err
	}
	if report.Requirements != nil {
		writeRequirements(out, report.Requirements, report.roles)
	}
	_, err := fmt.Fprintf(out, "%s: %s (%s, %s)\n", prog.File.Name(), source.Summary(list), prog.Dialect.Title(), prog.Syntax)
	return err
}
