// Package screen plays a session on a terminal: the board, what was played, the
// legal moves, and a line to type in. All it knows of the game it asks package
// session; all it does is to lay that out and to read keys.
package terminal

import (
	"context"
	"errors"
	"io"

	tea "charm.land/bubbletea/v2"

	"ludex/internal/session"
)

// Options say what terminal is played on.
type Options struct {
	In    io.Reader
	Out   io.Writer
	Color bool // the terminal has colours, and they are welcome
}

// ErrInterrupted is reported when the person left by Ctrl-C.
var ErrInterrupted = errors.New("interrupted")

// Run plays until the person leaves or the context ends. The terminal is then as
// it was before.
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
