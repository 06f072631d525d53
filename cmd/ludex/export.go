package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"ludex/store"
)

// defaultStore is where matches are kept if nobody says otherwise: in the folder
// where the program is started.
const defaultStore = "ludex.db"

// storeFlag adds the flag that names the store.
func storeFlag(cmd *cobra.Command, name *string) {
	cmd.Flags().StringVar(name, "store", defaultStore, "keep matches and results in a database: a `FILE`, or postgres://… of a server")
}

// openStore opens a store that is to be read, which must be there.
func openStore(ctx context.Context, name string) (*store.Store, error) {
	if store.IsServer(name) {
		return store.Open(ctx, name)
	}
	if _, err := os.Stat(name); err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("there is no store %s: --store names another one", name)
		}
		return nil, err
	}
	return store.Open(ctx, name)
}

func newExport() *cobra.Command {
	var from, to, status string
	var filter store.Filter
	var asCSV bool
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write matches and results of a store as JSON lines or CSV",
		Long: `Export writes tournaments, matches and results, one JSON object a line, for "ludex
import" and other programs; or with --csv a table that has a line for each role of
each match.`,
		Example: `  ludex export --output all.jsonl
  ludex export --csv --tournament "spring cup"`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			switch filter.Status = store.Status(status); filter.Status {
			case "", store.Running, store.Completed, store.Aborted:
			default:
				return fmt.Errorf("--status: use %s, %s or %s", store.Completed, store.Aborted, store.Running)
			}
			s, err := openStore(cmd.Context(), from)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			write := s.Export
			if asCSV {
				write = s.ExportCSV
			}
			stop := progress(cmd, "exporting")
			defer stop()
			if to == "-" {
				out := bufio.NewWriter(cmd.OutOrStdout())
				return errors.Join(write(cmd.Context(), out, filter), out.Flush())
			}
			return writeFile(to, func(out io.Writer) error { return write(cmd.Context(), out, filter) })
		},
	}
	storeFlag(cmd, &from)
	cmd.Flags().StringVarP(&to, "output", "o", "-", "write to this `FILE` instead of standard output")
	cmd.Flags().StringVar(&filter.Tournament, "tournament", "", "take only the tournament of this `NAME`")
	cmd.Flags().StringVar(&filter.Game, "game", "", "take only the game of this `NAME`")
	cmd.Flags().StringVar(&status, "status", "", "take only matches that are `completed|aborted|running`")
	cmd.Flags().BoolVar(&asCSV, "csv", false, "write a table instead of JSON lines")
	return cmd
}

// writeFile writes a file, whole or not at all.
func writeFile(name string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), ".ludex-*")
	if err != nil {
		return err
	}
	out := bufio.NewWriter(file)
	if err := errors.Join(write(out), out.Flush(), file.Chmod(0o644), file.Close()); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return os.Rename(file.Name(), name)
}

func newImport() *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "Bring what was exported into a store",
		Long: `Import reads what "ludex export" wrote. What the store has already stays as it is, so
that nothing is there twice. "-" is standard input.`,
		Example: `  ludex import all.jsonl --store lab.db`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			s, err := store.Open(cmd.Context(), to)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			stop := progress(cmd, "importing")
			defer stop()
			var sum store.Imported
			for _, name := range args {
				n, err := importFile(cmd, s, name)
				sum.Tournaments += n.Tournaments
				sum.Matches += n.Matches
				sum.Results += n.Results
				sum.Known += n.Known
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
			fmt.Fprintf(cmd.OutOrStdout(), "new: %d tournaments, %d matches, %d results; known: %d\n", sum.Tournaments, sum.Matches, sum.Results, sum.Known)
			return nil
		},
	}
	storeFlag(cmd, &to)
	return cmd
}

// importFile brings one file in.
func importFile(cmd *cobra.Command, s *store.Store, name string) (store.Imported, error) {
	if name == "-" {
		return s.Import(cmd.Context(), interruptible{cmd.Context(), cmd.InOrStdin()})
	}
	file, err := os.Open(name)
	if err != nil {
		return store.Imported{}, err
	}
	defer file.Close()
	return s.Import(cmd.Context(), file)
}
