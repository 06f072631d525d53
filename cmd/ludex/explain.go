package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
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
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explain [CODE]",
		Short: "Explain a diagnostic code, or list all of them",
		Example: `  ludex explain GDL020
  ludex explain`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			list := codes()
			if len(args) > 0 {
				i := slices.IndexFunc(list, func(c *source.Code) bool { return strings.EqualFold(c.ID, args[0]) })
				if i < 0 {
					return unknownCode(args[0])
				}
				list = list[i : i+1]
			}
			switch {
			case asJSON:
				return explainJSON(out, list)
			case len(args) > 0:
				explain(cmd, list[0])
				return nil
			}
			for _, c := range list {
				fmt.Fprintf(out, "%s  %-7s  %s\n", c.ID, c.Severity, c.Title)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object per code")
	return cmd
}

// codeReport is what "explain --json" writes about a code.
type codeReport struct {
	Code     string `json:"code"`
	Title    string `json:"title"`
	Severity string `json:"severity"`
	Strict   bool   `json:"strict,omitempty"` // with --strict it is an error
	Text     string `json:"text"`
}

func explainJSON(out io.Writer, list []*source.Code) error {
	enc := json.NewEncoder(out)
	for _, c := range list {
		if err := enc.Encode(codeReport{c.ID, c.Title, c.Severity.String(), c.Strict, c.Doc}); err != nil {
			return err
		}
	}
	return nil
}

// unknownCode returns an error with the codes that have the number that was given, if any.
func unknownCode(text string) error {
	number, err := strconv.Atoi(strings.TrimLeft(text, "GDLRBFMgdlrbfm"))
	var near []string
	for _, c := range codes() {
		if err == nil && strings.HasSuffix(c.ID, fmt.Sprintf("%03d", number)) {
			near = append(near, c.ID)
		}
	}
	if len(near) > 0 {
		return fmt.Errorf("there is no code %q; did you mean %s?", text, strings.Join(near, " or "))
	}
	return fmt.Errorf("there is no code %q; \"ludex explain\" lists them", text)
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
