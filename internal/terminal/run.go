// Package terminal is the full-screen terminal front end of a session: the board, the
// history, the legal moves, and an input line. All game logic is in package session;
// this package does layout and input.
package terminal

import (
	"context"
	"errors"
	"io"

	tea "charm.land/bubbletea/v2"

	"ludex/internal/session"
)

// Options describe the terminal.
type Options struct {
	In    io.Reader
	Out   io.Writer
	Color bool // use colours
}

// ErrInterrupted is returned when the person pressed Ctrl-C.
var ErrInterrupted = errors.New("interrupted")

// Run plays until the person leaves or the context ends, and restores the terminal.
func Run(ctx context.Context, s *session.Session, opt Options) error {
	m := newModel(s, opt.Color)
	p := tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(opt.In), tea.WithOutput(opt.Out), tea.WithoutSignalHandler())
	_, err := p.Run()
	switch {
	case ctx.Err() != nil || m.interrupted:
		return ErrInterrupted
	case err != nil:
		return err
	}
	return nil
}
