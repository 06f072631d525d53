package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ludex/gdl/gdlcheck"
	"ludex/internal/gdlwellformed"
	"ludex/internal/rbgwellformed"
	"ludex/knowledge/formula"
	"ludex/rbg/rbgcheck"
	"ludex/source"
)

func newExplain() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [CODE]",
		Short: "Explain a diagnostic code, or list all of them",
		Example: `  ludex explain GDL020
  ludex explain`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if len(args) == 0 {
				for _, c := range codes() {
					fmt.Fprintf(out, "%s  %-7s  %s\n", c.ID, c.Severity, c.Title)
				}
				return nil
			}
			for _, c := range codes() {
				if strings.EqualFold(c.ID, args[0]) {
					explain(cmd, c)
					return nil
				}
			}
			return fmt.Errorf("there is no code %q; \"ludex explain\" lists them", args[0])
		},
	}
}

// codes returns all codes of diagnostics.
func codes() []*source.Code {
	list := slices.Concat(gdlcheck.Codes(), gdlwellformed.Codes, []*source.Code{mergedByCase}, formula.Codes, rbgcheck.Codes(), rbgwellformed.Codes)
	source.SortCodes(list)
	return list
}

func explain(cmd *cobra.Command, c *source.Code) {
	strict := ""
	if c.Strict {
		strict = ", with --strict an error"
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %s (%s%s)\n\n%s\n", c.ID, c.Title, c.Severity, strict, c.Doc)
}
