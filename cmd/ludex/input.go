package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ludex/gdl"
	"ludex/internal/budget"
	"ludex/internal/gdlparse"
	"ludex/internal/rbgparse"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

// gameFlags are the flags of every verb that reads a game.
type gameFlags struct {
	dialect, syntax string
	caseSensitive   bool
	lenient         bool
	board           string
}

func (g *gameFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&g.dialect, "dialect", "auto", "read the game as `gdl|gdl-ii|gdl-iii|rtgdl|rtgdl-ii`")
	cmd.Flags().StringVar(&g.syntax, "syntax", "auto", "read the game as `prefix|infix|rbg`")
	cmd.Flags().BoolVar(&g.caseSensitive, "case-sensitive", false, "treat constants that differ only in case as different (prefix GDL)")
	cmd.Flags().StringVar(&g.board, "board", "", "play a regular boardgame with the board in this `FILE`, or with the one that the game calls so")
}

// registerLenient registers the flag --lenient, for verbs that compute with a game.
func (g *gameFlags) registerLenient(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&g.lenient, "lenient", false, "play what has a clear meaning though check calls it an error")
}

// syntaxRBG is the value of --syntax for Regular Boardgames.
const syntaxRBG = "rbg"

// read parses the game that an argument names. Problems of the text are in the rules;
// the error is about flags and files.
func (g *gameFlags) read(cmd *cobra.Command, arg string) (*rules.Rules, error) {
	file, err := library.Open(arg, interruptible{cmd.Context(), cmd.InOrStdin()})
	if err != nil {
		if errors.Is(err, library.ErrNotFound) {
			err = fmt.Errorf("%w\n(\"ludex info\" lists the library)", err)
		}
		return nil, err
	}
	if g.board != "" {
		if file, err = g.withBoard(cmd, file); err != nil {
			return nil, err
		}
	}
	if limit := budget.MemoryOf(cmd.Context()).Text(); gdlparse.Memory(file.Text()) > budget.Alive(limit) {
		return nil, &budget.MemoryError{Doing: "reading " + file.Name(), Limit: limit}
	}
	opt := rules.Options{AsRBG: g.syntax == syntaxRBG, AsGDL: g.syntax != "auto" && g.syntax != syntaxRBG, CaseSensitive: g.caseSensitive, Lenient: g.lenient}
	if opt.Dialect, err = gdl.ParseDialect(g.dialect); err != nil {
		return nil, fmt.Errorf("--dialect: %w", err)
	}
	if !opt.AsRBG {
		if opt.Syntax, err = gdl.ParseSyntax(g.syntax); err != nil {
			return nil, fmt.Errorf("--syntax: %w, or rbg", err)
		}
	}
	return rules.Read(file, opt), cmd.Context().Err()
}

// withBoard returns a game with the board of another file, or with another one of its own.
func (g *gameFlags) withBoard(cmd *cobra.Command, file *source.File) (*source.File, error) {
	if !rules.LooksLikeRBG(file) && g.syntax != syntaxRBG {
		return nil, fmt.Errorf("--board: %s is no regular boardgame", file.Name())
	}
	if changed, list, ok := rbgparse.WithNamedBoard(file, g.board); ok {
		return withoutErrors(cmd, changed, list)
	}
	f, err := os.Open(g.board)
	if err != nil {
		if names := rbgparse.BoardNames(file); len(names) > 0 && errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w; the game has the boards %s", err, strings.Join(names, ", "))
		}
		return nil, fmt.Errorf("--board: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, source.MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("--board: %w", err)
	}
	changed, list := rbgparse.WithBoard(file, source.NewFile(g.board, text))
	return withoutErrors(cmd, changed, list)
}

// withoutErrors returns a file, or shows the problems if there are errors among them.
func withoutErrors(cmd *cobra.Command, f *source.File, list *source.List) (*source.File, error) {
	if list.HasErrors() {
		return nil, errors.Join(render(cmd.ErrOrStderr(), list), &exitError{code: exitUsage})
	}
	return f, nil
}

// writable returns an error if the text of a game is not that of one file, and cannot be
// written back.
func (g *gameFlags) writable(flag string) error {
	if g.board != "" {
		return fmt.Errorf("%s changes one file, and with --board the text is not that of the file", flag)
	}
	return nil
}

// An interruptible reader stops waiting when its context ends, so that Ctrl-C also
// stops a verb that waits for its input.
type interruptible struct {
	ctx context.Context
	r   io.Reader
}

func (i interruptible) Read(p []byte) (int, error) {
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		data := make([]byte, len(p))
		n, err := i.r.Read(data)
		done <- result{data[:n], err}
	}()
	select {
	case got := <-done:
		return copy(p, got.data), got.err
	case <-i.ctx.Done():
		return 0, i.ctx.Err()
	}
}

// load is read for verbs that need a text without errors: it writes the problems to
// standard error, and fails if there is an error among them.
func (g *gameFlags) load(cmd *cobra.Command, arg string) (*rules.Rules, error) {
	d, err := g.read(cmd, arg)
	if err != nil {
		return nil, err
	}
	if err := render(cmd.ErrOrStderr(), d.Problems); err != nil {
		return nil, err
	}
	if d.Problems.HasErrors() {
		return nil, &exitError{code: exitUsage}
	}
	return d, nil
}

// loadPlayable is load for verbs that compute with a game. It also shows the errors
// that --lenient repairs.
func (g *gameFlags) loadPlayable(cmd *cobra.Command, arg string) (*rules.Rules, error) {
	d, err := g.load(cmd, arg)
	if err != nil {
		return nil, err
	}
	played, err := d.Playable(cmd.Context())
	if err != nil {
		return nil, err
	}
	if err := render(cmd.ErrOrStderr(), played.Forgiven()); err != nil {
		return nil, err
	}
	return played, nil
}

// loadGDL is load for verbs for the GDL family only.
func (g *gameFlags) loadGDL(cmd *cobra.Command, arg string) (*gdl.Program, error) {
	d, err := g.load(cmd, arg)
	if err != nil {
		return nil, err
	}
	return gdlProgram(cmd, d)
}

// gdlProgram returns the program of rules in the GDL family, and an error for others.
func gdlProgram(cmd *cobra.Command, r *rules.Rules) (*gdl.Program, error) {
	if r.IsRBG() {
		return nil, fmt.Errorf("%s is a regular boardgame, and \"ludex %s\" is for GDL", r.File.Name(), cmd.Name())
	}
	return r.GDL, nil
}

// render writes diagnostics, in colour on a terminal.
func render(w io.Writer, list *source.List) error {
	r := source.Renderer{W: w, Color: isTerminal(w)}
	return r.Render(list)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && os.Getenv("NO_COLOR") == "" && term.IsTerminal(int(f.Fd()))
}
