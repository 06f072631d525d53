package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ludex/internal/printsheet"
)

// printFlags are the flags of the verb print.
type printFlags struct {
	playFlags
	out, look, paper string
}

func newPrint() *cobra.Command {
	var f printFlags
	cmd := &cobra.Command{
		Use:   "print <game>",
		Short: "Write sheets of paper by which a game can be played: board, pieces and rules",
		Long: `Print writes SVG images of the size of a page: the board, the pieces in the size of its
cells, as many as lie on it at the beginning or in some random plays, and the
rules in words. All of them are in sheets.html, too: a browser prints it, or makes a
PDF of it.

Games that have no board, and games in real time, cannot be printed.`,
		Example: `  ludex print breakthrough
  ludex print mygame.rbg --presentation mygame.toml --paper letter -o mygame`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	f.gameFlags.register(cmd)
	cmd.Flags().StringVarP(&f.out, "output", "o", "", "write the sheets into this `FOLDER` (default GAME-sheets)")
	cmd.Flags().StringVar(&f.look, "presentation", "", "take shapes and colours from a presentation `FILE`")
	cmd.Flags().StringVar(&f.paper, "paper", "a4", "for paper of the size `a4|letter`")
	return cmd
}

func (f *printFlags) run(cmd *cobra.Command, arg string) error {
	papers := map[string]printsheet.Paper{"a4": printsheet.A4, "letter": printsheet.Letter}
	paper, ok := papers[strings.ToLower(f.paper)]
	if !ok {
		return fmt.Errorf("--paper: %q is no size that is known: use a4 or letter", f.paper)
	}
	d, err := f.load(cmd, arg)
	if err != nil {
		return err
	}
	if d.IsTimed() {
		return refuseTimed("print", d.Name())
	}
	e, err := pageGame(d, f.look)
	if err != nil {
		return err
	}
	stop := progress(cmd, "preparing the sheets of "+d.Name())
	defer stop()
	g := printsheet.Game{Title: e.Title()}
	if g.Board, err = e.Board(cmd.Context()); err != nil {
		return err
	}
	if g.Facts, err = e.Initial(cmd.Context()); err != nil {
		return err
	}
	if g.Words, err = e.RulesText(cmd.Context()); err != nil {
		return err
	}
	opened, _, err := e.Game(cmd.Context())
	if err != nil {
		return err
	}
	if g.Pieces, err = printsheet.Needed(cmd.Context(), opened, g.Board, 1); err != nil {
		return err
	}
	sheets, err := printsheet.Sheets(g, paper)
	if err != nil {
		return fmt.Errorf("%s: %w", d.Name(), err)
	}
	folder := f.out
	if folder == "" {
		folder = d.Name() + "-sheets"
	}
	return f.write(cmd, folder, g.Title, paper, sheets)
}

// write writes the sheets into a folder.
func (f *printFlags) write(cmd *cobra.Command, folder, title string, paper printsheet.Paper, sheets []printsheet.Sheet) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	for _, s := range sheets {
		if err := os.WriteFile(filepath.Join(folder, s.Name+".svg"), s.SVG, 0o644); err != nil {
			return err
		}
	}
	page := filepath.Join(folder, "sheets.html")
	if err := writeOutput(cmd, page, func(w io.Writer) error { return printsheet.WritePage(w, title, paper, sheets) }); err != nil {
		return err
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%d sheets in %s; a browser prints %s\n", len(sheets), folder, page)
	return err
}
