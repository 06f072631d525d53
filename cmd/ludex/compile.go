package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ludex/internal/rbgengine/compiled"
)

func newCompile() *cobra.Command {
	var flags gameFlags
	var dir string
	var pack compiled.Package
	cmd := &cobra.Command{
		Use:   "compile <game> -o DIR",
		Short: "Write a regular boardgame as a Go package",
		Long: `Compile writes a Go package that plays a regular boardgame: it finds, counts, picks
and makes moves, runs playouts and counts game trees, as fast as the engine
"compiled" does. The package needs the standard library only, and comes with a
test whose counts were found by the reference interpreter.`,
		Example: `  ludex compile breakthrough-rbg -o breakthrough
  ludex compile --package othello --module example.com/othello reversi -o othello`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := flags.loadPlayable(cmd, args[0])
			if err != nil {
				return err
			}
			if !d.IsRBG() {
				return fmt.Errorf("%s is no regular boardgame: only those become Go packages", d.File.Name())
			}
			stop := progress(cmd, "compiling "+d.File.Name())
			files, err := pack.Files(cmd.Context(), d.RBG)
			stop()
			if err != nil {
				return err
			}
			lines := 0
			for _, text := range files {
				lines += strings.Count(string(text), "\n")
			}
			n := len(files)
			if err := compiled.Write(dir, files); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %d files with %d lines in %s\n", d.File.Name(), n, lines, dir)
			return err
		},
	}
	flags.register(cmd)
	cmd.Flags().StringVarP(&dir, "output", "o", "", "write the package to this `DIR`")
	cmd.Flags().StringVar(&pack.Name, "package", "", "`name` of the package (default the game's)")
	cmd.Flags().StringVar(&pack.Module, "module", "", "`path` of the module (default the package's name)")
	_ = cmd.MarkFlagRequired("output")
	return cmd
}
