package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ludex/gdl"
	"ludex/gdl/parse"
	"ludex/library"
	"ludex/source"
)

// gameFlags are the flags of every verb that reads a game.
type gameFlags struct {
	dialect, syntax string
	caseSensitive   bool
}

func (g *gameFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&g.dialect, "dialect", "auto", "read the game as `gdl|gdl-ii|rtgdl|rtgdl-ii`")
	cmd.Flags().StringVar(&g.syntax, "syntax", "auto", "read the game as `prefix|infix`")
	cmd.Flags().BoolVar(&g.caseSensitive, "case-sensitive", false, "keep constants of prefix GDL apart that differ only in case")
}

// read parses the game that an argument names. Problems of the text are in the
// list; the error is about flags and files.
func (g *gameFlags) read(cmd *cobra.Command, arg string) (*gdl.Program, *source.List, error) {
	dialect, err := gdl.ParseDialect(g.dialect)
	if err != nil {
		return nil, nil, fmt.Errorf("--dialect: %w", err)
	}
	syntax, err := gdl.ParseSyntax(g.syntax)
	if err != nil {
		return nil, nil, fmt.Errorf("--syntax: %w", err)
	}
	file, err := library.Open(arg, interruptible{cmd.Context(), cmd.InOrStdin()})
	if err != nil {
		if errors.Is(err, library.ErrNotFound) {
			err = fmt.Errorf("%w\n(\"ludex info\" lists the library)", err)
		}
		return nil, nil, err
	}
	prog, list := parse.File(file, parse.Options{Syntax: syntax, Dialect: dialect, CaseSensitive: g.caseSensitive})
	return prog, list, nil
}

// An interruptible reader gives up waiting when its context ends, so that
// Ctrl-C also stops a verb that waits for its input.
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

// load is read for verbs that cannot work on a broken text: its problems go to
// standard error, and errors among them end the verb.
func (g *gameFlags) load(cmd *cobra.Command, arg string) (*gdl.Program, error) {
	prog, list, err := g.read(cmd, arg)
	if err != nil {
		return nil, err
	}
	if err := render(cmd.ErrOrStderr(), list); err != nil {
		return nil, err
	}
	if list.HasErrors() {
		return nil, &exitError{code: exitUsage}
	}
	return prog, nil
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
