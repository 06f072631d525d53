package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"ludex/gdl"
	"ludex/gdl/check"
	"ludex/source"
)

func newCheck() *cobra.Command {
	var game gameFlags
	var opt check.Options
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check <game>...",
		Short: "Find everything that is wrong with a game description",
		Long: `Check reports every problem of a description, each with its place and a code that
"ludex explain" explains. The answer is no (exit code 1) if there is an error.`,
		Example: `  ludex check tictactoe
  ludex check --strict --hints mygame.kif`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			failed := false
			for _, arg := range args {
				prog, list, err := game.read(cmd, arg)
				if err != nil {
					return err
				}
				check.Run(prog, opt, list)
				failed = failed || list.HasErrors()
				if err := showCheck(cmd, prog, list, asJSON); err != nil {
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
	cmd.Flags().BoolVar(&opt.Strict, "strict", false, "make errors of what only some systems tolerate")
	cmd.Flags().BoolVar(&opt.Hints, "hints", false, "report matters of style too")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object a game")
	return cmd
}

type checkReport struct {
	File        string               `json:"file"`
	Syntax      string               `json:"syntax"`
	Dialect     string               `json:"dialect"`
	OK          bool                 `json:"ok"`
	Diagnostics []*source.Diagnostic `json:"diagnostics"`
}

func showCheck(cmd *cobra.Command, prog *gdl.Program, list *source.List, asJSON bool) error {
	out := cmd.OutOrStdout()
	if asJSON {
		items := list.Items
		if items == nil {
			items = []*source.Diagnostic{}
		}
		return json.NewEncoder(out).Encode(checkReport{
			prog.File.Name(), prog.Syntax.String(), prog.Dialect.String(), !list.HasErrors(), items,
		})
	}
	if err := render(out, list); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "%s: %s (%s, %s)\n", prog.File.Name(), source.Summary(list), prog.Dialect.Title(), prog.Syntax)
	return err
}
