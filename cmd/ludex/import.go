package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/spf13/cobra"

	"ludex/internal/store"
	"ludex/internal/tournament"
)

// importFlags are the flags of the verb import.
type importFlags struct {
	store string
	trustFlags
	opt    tournament.ImportOptions
	asJSON bool
	read   atomic.Int64 // bytes
}

// importReport is what "import --json" writes: how much is new, was known, or was left out
// as it is not over.
type importReport struct {
	Tournaments int `json:"tournaments"`
	Matches     int `json:"matches"`
	Results     int `json:"results"`
	Known       int `json:"known"`
	Unfinished  int `json:"unfinished"`
}

func newImport() *cobra.Command {
	var f importFlags
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "Bring what was exported into a store",
		Long: `Import reads what "ludex export" wrote, and verifies it: every record must follow
from its rules and be what its host signed, if it is signed, and every result must be
what the record of its match shows. All of it is brought in, or nothing. What the store
has already stays as it is, so that nothing is there twice. Matches that are not over
are left out. "-" is standard input.

The exit code is 1 if something is refused, and 2 if it cannot be read.`,
		Example: `  ludex import all.jsonl --store lab.db
  ludex import all.jsonl --trust host.key`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if f.opt.Trust, err = f.trust(); err != nil {
				return err
			}
			stop := f.showProgress(cmd, args)
			defer stop()
			err = f.run(cmd, args)
			if isRefusal(err) {
				return &exitError{code: exitNo, err: err}
			}
			return err
		},
	}
	storeFlag(cmd, &f.store)
	f.trustFlags.register(cmd)
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write a JSON object")
	cmd.Flags().BoolVar(&f.opt.Unproved, "unproved", false, "also take results without the records of their matches, and records that do not follow from their rules")
	return cmd
}

// run checks all files before it opens the store for writing.
func (f *importFlags) run(cmd *cobra.Command, args []string) (err error) {
	ctx := cmd.Context()
	open := func(ctx context.Context) (*store.Store, error) { return store.Open(ctx, f.store) }
	f.opt.Known, err = store.OpenWith(ctx, f.store, store.Options{ReadOnly: true})
	switch {
	case err == nil:
		defer func() { err = errors.Join(err, f.opt.Known.Close()) }()
	case errors.Is(err, fs.ErrNotExist) && !store.IsServer(f.store):
		made := &newStore{name: f.store}
		f.opt.Known, open = nil, made.open
		defer func() { err = made.finish(err) }()
	default:
		return err
	}
	m, err := tournament.NewImport(f.opt)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	for _, name := range args {
		if err := f.importFile(cmd, m, name); err != nil {
			return err
		}
	}
	n, err := m.Into(ctx, open)
	if err != nil {
		return err
	}
	if f.asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(importReport{n.Tournaments, n.Matches, n.Results, n.Known, m.Unfinished})
	}
	fmt.Fprintf(cmd.OutOrStdout(), "new: %d tournaments, %d matches, %d results; known: %d\n", n.Tournaments, n.Matches, n.Results, n.Known)
	if m.Unfinished > 0 {
		fmt.Fprintf(cmd.OutOrStdout(), "left out: %d matches that are not over\n", m.Unfinished)
	}
	return nil
}

// importFile reads one file.
func (f *importFlags) importFile(cmd *cobra.Command, m *tournament.Import, name string) error {
	if name == "-" {
		return m.Read(cmd.Context(), name, &countingReader{interruptible{cmd.Context(), cmd.InOrStdin()}, &f.read})
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return m.Read(cmd.Context(), name, &countingReader{file, &f.read})
}

// showProgress shows how much of the files was read. The size of standard input is not known.
func (f *importFlags) showProgress(cmd *cobra.Command, names []string) (stop func()) {
	total := int64(0)
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			return progressOf(cmd, func() string { return fmt.Sprintf("importing, %d kB read", f.read.Load()/1000) })
		}
		total += info.Size()
	}
	return progressCount(cmd, "importing", "kB", int(total/1000), func() int { return int(f.read.Load() / 1000) })
}

// A newStore is a store file that is renamed when it is complete, so that a failed
// import leaves none.
type newStore struct{ name, temporary string }

func (n *newStore) open(ctx context.Context) (*store.Store, error) {
	folder := filepath.Dir(n.name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(folder, ".ludex-*.db")
	if err != nil {
		return nil, err
	}
	n.temporary = file.Name()
	if err := file.Close(); err != nil {
		return nil, err
	}
	return store.Open(ctx, n.temporary)
}

// finish renames the store file, or removes it after an error.
func (n *newStore) finish(err error) error {
	if n.temporary == "" {
		return err
	}
	if err == nil {
		if err = os.Link(n.temporary, n.name); err != nil && !errors.Is(err, fs.ErrExist) {
			return os.Rename(n.temporary, n.name) // a file system without hard links
		}
	}
	for _, ending := range []string{"", "-wal", "-shm"} {
		if failed := os.Remove(n.temporary + ending); failed != nil && !errors.Is(failed, fs.ErrNotExist) {
			err = errors.Join(err, failed)
		}
	}
	return err
}
