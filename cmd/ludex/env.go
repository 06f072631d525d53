package main

import (
	"github.com/spf13/cobra"

	"ludex/internal/environment"
)

func newEnv() *cobra.Command {
	return &cobra.Command{
		Use:   "env",
		Short: "Serve states and environments to a program, such as the package for Python",
		Long: `Env answers the requests of one program on standard input and output: states of
games, and thousands of plays that are stepped together in memory that both
programs share. The package "ludex" for Python starts it and speaks to it; the
messages may change from version to version. It ends with its input.`,
		Example: `  ludex env
  python3 -c 'import ludex; print(ludex.load("tictactoe").new())'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return environment.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}
