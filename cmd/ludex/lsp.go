package main

import (
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"ludex/gdl"
	"ludex/internal/gdlengine"
	"ludex/internal/lsp"
)

func newLSP() *cobra.Command {
	var dialect string
	var verbose bool
	opt := lsp.Options{NegativeLoop: gdlengine.NegativeLoop, Start: gdlengine.Start}
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor: problems while typing, completion, renaming and more",
		Long: `Lsp is a language server for the GDL family and Regular Boardgames. An editor
starts it and talks with it over standard input and output; docs/editor.md says
how VS Code, Neovim, Helix and Emacs are set up. It ends when the editor says so,
with exit code 1 if the client left without "shutdown".`,
		Example: `  ludex lsp
  ludex lsp --strict --hints`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if opt.Dialect, err = gdl.ParseDialect(dialect); err != nil {
				return fmt.Errorf("--dialect: %w", err)
			}
			level := slog.LevelWarn
			if verbose {
				level = slog.LevelDebug
			}
			opt.Log = slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: level}))
			opt.Version, opt.Codes = version(), codes()
			in := interruptible{cmd.Context(), cmd.InOrStdin()}
			if err := lsp.New(opt).Run(cmd.Context(), in, cmd.OutOrStdout()); err != nil {
				return &exitError{code: exitNo, err: err}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&opt.Strict, "strict", false, "report constructs that only some systems accept as errors")
	cmd.Flags().BoolVar(&opt.Hints, "hints", false, "report matters of style too")
	cmd.Flags().BoolVar(&opt.CaseSensitive, "case-sensitive", false, "treat constants that differ only in case as different (prefix GDL)")
	cmd.Flags().StringVar(&dialect, "dialect", "auto", "read games as `gdl|gdl-ii|gdl-iii|rtgdl|rtgdl-ii`")
	cmd.Flags().BoolVar(&verbose, "verbose", false, "write what happens to standard error")
	cmd.Flags().Bool("stdio", true, "talk over standard input and output, which is the only way; for editors that insist on saying so")
	return cmd
}
