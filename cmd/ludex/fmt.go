package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"ludex/internal/gdlformat"
	"ludex/internal/rbgformat"
	"ludex/internal/rbgparse"
	"ludex/rules"
)

func newFmt() *cobra.Command {
	var game gameFlags
	var write, diff bool
	cmd := &cobra.Command{
		Use:   "fmt <game>...",
		Short: "Write a description in its canonical form",
		Long: `Fmt prints a description in the one canonical layout of its syntax. Comments stay.
With -w it rewrites the file, with -d it shows what would change and answers no
(exit code 1) if anything would.`,
		Example: `  ludex fmt mygame.kif
  ludex fmt -d mygame.kif
  ludex fmt -w *.kif`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			changed := false
			for _, arg := range args {
				differs, err := formatOne(cmd, &game, arg, write, diff)
				if err != nil {
					return err
				}
				changed = changed || differs
			}
			if diff && changed {
				return answerNo
			}
			return nil
		},
	}
	game.register(cmd)
	cmd.Flags().BoolVarP(&write, "write", "w", false, "write the result back to the file")
	cmd.Flags().BoolVarP(&diff, "diff", "d", false, "show a diff instead of the result")
	return cmd
}

func formatOne(cmd *cobra.Command, game *gameFlags, arg string, write, diff bool) (differs bool, err error) {
	if info, err := os.Stat(arg); write && (err != nil || !info.Mode().IsRegular()) {
		return false, fmt.Errorf("-w needs a file, and %q is none", arg)
	}
	if write {
		if err := game.writable("-w"); err != nil {
			return false, err
		}
	}
	d, err := game.load(cmd, arg)
	if err != nil {
		return false, err
	}
	old := []byte(d.File.Text())
	text := canonical(d)
	differs = !bytes.Equal(old, text)
	out := cmd.OutOrStdout()
	if diff {
		name := filepath.ToSlash(d.File.Name())
		fmt.Fprint(out, udiff.Unified("a/"+name, "b/"+name, string(old), string(text)))
	}
	if write && differs {
		return true, replaceFile(arg, text)
	}
	if !write && !diff {
		_, err = out.Write(text)
	}
	return differs, err
}

// canonical returns the formatted text of rules without errors.
func canonical(d *rules.Rules) []byte {
	if d.IsRBG() {
		doc, _ := rbgparse.Scan(d.File)
		return rbgformat.Source(doc)
	}
	return gdlformat.Program(d.GDL, d.GDL.Syntax)
}

// replaceFile replaces a file atomically. A symbolic link is followed.
func replaceFile(path string, text []byte) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails after the rename
	_, err = tmp.Write(text)
	if err = errors.Join(err, tmp.Chmod(info.Mode().Perm()), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
