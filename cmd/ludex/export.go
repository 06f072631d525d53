package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"

	"github.com/spf13/cobra"

	"ludex/internal/store"
	"ludex/internal/wholefile"
)

// defaultStore is the default store, in the working directory.
const defaultStore = "ludex.db"

// storeFlag adds the flag --store.
func storeFlag(cmd *cobra.Command, name *string) {
	cmd.Flags().StringVar(name, "store", defaultStore, "keep matches and results in a database: a `FILE`, or postgres://… of a server")
}

// openStore opens an existing store for reading. Its folder may be read-only.
func openStore(ctx context.Context, name string) (*store.Store, error) {
	if err := isThere(name); err != nil {
		return nil, err
	}
	return store.OpenWith(ctx, name, store.Options{ReadOnly: true})
}

// changeStore opens an existing store for writing.
func changeStore(ctx context.Context, name string) (*store.Store, error) {
	if err := isThere(name); err != nil {
		return nil, err
	}
	return store.Open(ctx, name)
}

// isThere refuses a file that does not exist.
func isThere(name string) error {
	if store.IsServer(name) {
		return nil
	}
	_, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no store %s: --store names another one", name)
	}
	return err
}

// keepStore opens a store for writing, and creates it if there is none. It waits for a
// database server that is not ready.
func keepStore(cmd *cobra.Command, name string) (*store.Store, error) {
	return store.OpenWith(cmd.Context(), name, store.Options{Wait: store.DefaultPatience, Waiting: func(err error) {
		fmt.Fprintf(cmd.ErrOrStderr(), "ludex: waiting for a minute: %v\n", err)
	}})
}

// hasTournament refuses a tournament that is not in a store; "" is any.
func hasTournament(ctx context.Context, s *store.Store, name string) error {
	if name == "" {
		return nil
	}
	_, err := s.Tournament(ctx, name)
	return err
}

func newExport() *cobra.Command {
	var from, to, status string
	var filter store.Filter
	var asCSV bool
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write matches and results of a store as JSON lines or CSV",
		Long: `Export writes tournaments, matches and results, one JSON object per line, for "ludex
import" and other programs; or with --csv a table that has a line for each role of
each match. Matches that were broken off, or are being played, are left out unless
--status asks for them; those that were cut off and have a result are not.`,
		Example: `  ludex export --output all.jsonl
  ludex export --csv --tournament "spring cup"`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			switch filter.Status = store.Status(status); filter.Status {
			case "":
				filter.Counted = true
			case "all":
				filter.Status = ""
			case store.Running, store.Completed, store.Aborted:
			default:
				return fmt.Errorf("--status: use %s, %s, %s or all", store.Completed, store.Aborted, store.Running)
			}
			s, err := openStore(cmd.Context(), from)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			if err := hasTournament(cmd.Context(), s, filter.Tournament); err != nil {
				return err
			}
			write := s.Export
			if asCSV {
				write = s.ExportCSV
			}
			var written atomic.Int64
			stop := progressOf(cmd, func() string { return fmt.Sprintf("exporting, %d kB written", written.Load()/1000) })
			defer stop()
			if to == "-" {
				out := bufio.NewWriter(&countingWriter{cmd.OutOrStdout(), &written})
				return errors.Join(write(cmd.Context(), out, filter), out.Flush())
			}
			return wholefile.Write(to, 0o600, func(out io.Writer) error { return write(cmd.Context(), &countingWriter{out, &written}, filter) })
		},
	}
	storeFlag(cmd, &from)
	cmd.Flags().StringVarP(&to, "output", "o", "-", "write to this `FILE` instead of standard output")
	cmd.Flags().StringVar(&filter.Tournament, "tournament", "", "take only the tournament of this `NAME`")
	cmd.Flags().StringVar(&filter.Game, "game", "", "take only the game of this `NAME`")
	cmd.Flags().StringVar(&status, "status", "", "take only matches that are `completed|aborted|running`, or all")
	cmd.Flags().BoolVar(&asCSV, "csv", false, "write a table instead of JSON lines")
	return cmd
}
