// Package lines is the line-based front end of a session: for pipes, tests, slow
// connections and screen readers. It prints the board and the numbered legal moves, and
// reads a move or a command from each line.
package lines

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"ludex/internal/session"
)

// Options are the input and output of a session.
type Options struct {
	In    io.Reader // should stop reading when the context ends
	Out   io.Writer
	Color bool
	Echo  bool // repeat the input in the output, where no terminal shows it
	Width int  // for wrapping lists; 0 is 80
}

// Run plays until the person leaves or the input ends.
func Run(ctx context.Context, s *session.Seat, opt Options) error {
	if opt.Width == 0 {
		opt.Width = 80
	}
	f := &front{session: s, opt: opt, out: bufio.NewWriter(opt.Out)}
	return errors.Join(f.run(ctx), f.out.Flush())
}

// A front is a session with its input and output.
type front struct {
	session *session.Seat
	opt     Options
	out     *bufio.Writer
	shown   int // number of steps that were printed
	left    bool
}

func (f *front) run(ctx context.Context) error {
	f.printf("%s: %s\n", f.session.Title(), f.session.Text().Players())
	in := bufio.NewScanner(f.opt.In)
	f.shown = f.session.Given()
	if err := f.turn(ctx); err != nil {
		return f.ended(ctx, err)
	}
	for !f.left {
		f.printf("> ")
		if err := f.out.Flush(); err != nil {
			return err
		}
		if !in.Scan() {
			f.printf("\n")
			return f.ended(ctx, in.Err())
		}
		if f.opt.Echo {
			f.printf("%s\n", in.Text())
		}
		if err := f.line(ctx, in.Text()); err != nil {
			return f.ended(ctx, err)
		}
	}
	return nil
}

// ended returns the error with which a session ended, or nil if the person stopped the
// program.
func (f *front) ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func (f *front) printf(format string, args ...any) { fmt.Fprintf(f.out, format, args...) }

// turn waits until the person is to act, and prints the position.
func (f *front) turn(ctx context.Context) error {
	if f.session.Phase() == session.Others {
		f.printf("%s …\n", f.session.Text().Turn())
		if err := f.out.Flush(); err != nil {
			return err
		}
	}
	if err := f.session.Wait(ctx); err != nil {
		return err
	}
	for ; f.shown < f.session.Steps(); f.shown++ {
		f.printf("%d. %s\n", f.shown+1, f.session.Text().Step(f.shown))
	}
	f.shown = f.session.Steps() // fewer after undo
	for _, n := range f.session.Notices() {
		f.printf("%s\n", n)
	}
	f.printf("\n")
	f.board()
	f.printf("%s\n", f.session.Text().Turn())
	f.moves("")
	return nil
}

func (f *front) board() {
	if text := f.session.Text().Board(f.opt.Color, f.opt.Width); text != "" {
		f.printf("%s\n", text)
	}
}

// mostMoves is the number of moves that are listed unasked.
const mostMoves = 60

// moves lists the legal moves that match a text.
func (f *front) moves(beginning string) {
	list := f.session.Choices().Matching(beginning)
	if beginning == "" && len(list) > mostMoves {
		f.printf("%d legal moves; \"moves\" and a beginning lists some\n", len(list))
		return
	}
	List(f.out, list, f.opt.Width)
}

// List writes numbered choices in columns.
func List(w io.Writer, list session.Choices, width int) {
	var items []string
	widest := 0
	for _, c := range list {
		item := fmt.Sprintf("%d: %s", c.Number, c.Text)
		items, widest = append(items, item), max(widest, len(item))
	}
	columns := max(1, (width+2)/(widest+2))
	for len(items) > 0 {
		n := min(columns, len(items))
		var line strings.Builder
		for _, item := range items[:n] {
			fmt.Fprintf(&line, "%-*s", widest+2, item)
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
		items = items[n:]
	}
}

// line executes a line. An error ends the session; other problems are printed.
func (f *front) line(ctx context.Context, text string) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	in, err := f.session.Read(text)
	if err != nil {
		f.printf("%v\n", err)
		return nil
	}
	changes, err := f.execute(ctx, in)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		f.printf("%v\n", err)
	case changes:
		return f.turn(ctx)
	}
	return nil
}

// execute executes a command. It reports whether the position has changed.
func (f *front) execute(ctx context.Context, in session.Input) (changes bool, err error) {
	s := f.session
	switch in.Command {
	case session.DoMove:
		return true, s.Choose(in.Move)
	case session.DoUndo:
		err = s.Undo()
		f.shown = min(f.shown, s.Steps())
		return true, err
	case session.DoResign:
		return true, s.Resign()
	case session.DoSwap:
		if err = s.Swap(); err == nil {
			f.shown = min(f.shown, s.Steps())
			f.printf("%s\n", s.Text().Players())
		}
		return true, err
	case session.DoNew:
		s.Restart()
		f.shown = s.Given()
		return true, nil
	case session.DoHint, session.DoEval:
		return false, f.advise(ctx, in.Command)
	case session.DoMoves:
		f.list(in.Rest)
	case session.DoBoard:
		f.board()
	case session.DoHelp:
		f.help()
	case session.DoQuit:
		f.left = true
	}
	return false, nil
}

// list lists all moves that match, since the person asked for it.
func (f *front) list(beginning string) {
	matching := f.session.Choices().Matching(beginning)
	if len(matching) == 0 {
		f.printf("no legal move is like that\n")
		return
	}
	for _, c := range matching {
		f.printf("%d: %s\n", c.Number, c.Text)
	}
}

// advise waits for advice and prints it.
func (f *front) advise(ctx context.Context, c session.Command) error {
	if err := f.session.Adviser().Ask(); err != nil {
		return err
	}
	if err := f.out.Flush(); err != nil {
		return err
	}
	if err := f.session.Wait(ctx); err != nil {
		return err
	}
	advice, _ := f.session.Adviser().Asked()
	text := f.session.Text().Advice(advice)
	if c == session.DoEval && len(advice.Analysis.Values) > 0 {
		text = []string{f.session.Text().Evaluation()}
	}
	f.printf("%s\n", strings.Join(text, "\n"))
	return nil
}

func (f *front) help() {
	f.printf("A number or the beginning of a move makes that move. Commands:\n")
	for _, w := range session.Words() {
		f.printf("  %-8s%s\n", w.Command, w.Doc)
	}
	for _, note := range f.session.PlayerNotes() {
		f.printf("%s\n", note)
	}
}
