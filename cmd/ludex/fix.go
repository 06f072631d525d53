package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"ludex/rules"
	"ludex/source"
)

// fix applies the proposed fixes to the file of a game or, for standard input, writes
// the result to standard output. It returns the new rules, and the diagnostics that
// were fixed.
func fix(cmd *cobra.Command, arg string, d *rules.Rules, opt rules.CheckOptions) (*rules.Rules, []*source.Diagnostic, error) {
	if err := fixable(arg, d.File); err != nil {
		return nil, nil, err
	}
	file, made := source.FixAll(d.File, func(f *source.File) *source.List {
		return rules.Read(f, d.Options()).Check(cmd.Context(), opt)
	})
	switch {
	case arg == "-":
		if _, err := io.WriteString(cmd.OutOrStdout(), file.Text()); err != nil {
			return nil, nil, err
		}
	case len(made) > 0:
		if err := replaceFile(file.Name(), []byte(file.Text())); err != nil {
			return nil, nil, err
		}
	}
	return rules.Read(file, d.Options()), made, nil
}

// fixable returns an error if the argument does not name a file that can be changed.
func fixable(arg string, file *source.File) error {
	if arg == "-" {
		return nil
	}
	if _, err := os.Stat(arg); err != nil {
		return fmt.Errorf("--fix changes files, and %q is a game of the library; write it to a file with \"ludex fmt %s\" first", arg, arg)
	}
	if info, err := os.Stat(file.Name()); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("--fix changes files, and %q is none", file.Name())
	}
	return nil
}

// writeFixed lists the fixes that were applied.
func writeFixed(out io.Writer, made []*source.Diagnostic) {
	for _, d := range made {
		fmt.Fprintf(out, "fixed %s: %s [%s]\n", d.Place(), d.Fixes[0].Message, d.Code.ID)
	}
}
