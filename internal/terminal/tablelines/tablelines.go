// Package tablelines shows a table of an arena in lines of text: what others do and say as
// it happens, the board, the clocks, offers and the numbered legal moves. It reads a move
// or a command from each line.
package tablelines

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"ludex/internal/printable"
	"ludex/internal/server/humanplay"
	"ludex/internal/server/tableclient"
	"ludex/internal/session"
)

// Options are the table, and the input and output.
type Options struct {
	Client *tableclient.Client
	Table  string
	In     io.Reader // should stop reading when the context ends
	Out    io.Writer
	// Piped says that the input is not typed: it is repeated in the output, and a move
	// waits until it is the person's turn.
	Piped bool
	Width int // for wrapping lists; 0 is 80
	// Program plays in place of a person, if it is not nil; then there is no input.
	Program Program
	Games   int // how many games the program plays; 0 is as many as the others like
}

// Run plays until the person leaves, the input ends or the table is closed.
func Run(ctx context.Context, opt Options) error {
	if opt.Width == 0 {
		opt.Width = 80
	}
	ctx, cancel := context.WithCancel(ctx)
	f := &front{opt: opt, out: bufio.NewWriter(opt.Out), news: make(chan tableclient.News), typed: make(chan string), chosen: make(chan chosen), ended: make(chan error, 1)}
	followed := make(chan struct{})
	defer func() {
		cancel()
		<-followed
	}()
	go func() {
		defer close(followed)
		f.ended <- opt.Client.Follow(ctx, opt.Table, func(n tableclient.News) {
			select {
			case f.news <- n:
			case <-ctx.Done():
			}
		})
	}()
	if opt.Program == nil {
		go f.read(ctx)
	}
	err := errors.Join(f.run(ctx), f.out.Flush())
	f.stopProgram()
	if ctx.Err() != nil {
		return nil // the person stopped the program
	}
	return err
}

// A front is a table with its input and output.
type front struct {
	opt   Options
	out   *bufio.Writer
	news  chan tableclient.News
	typed chan string // closed at the end of the input
	ended chan error

	chosen   chan chosen        // what came of moves of the program
	asked    asked              // what the program thinks about, or has answered
	thinking context.CancelFunc // ends that; nil if it does not think
	thought  chan struct{}      // closed when it has ended

	view    *humanplay.View // what was shown last; nil is nothing
	lost    bool            // the connection
	waiting string          // a line that waits for the person's turn
	left    bool
}

// read passes lines on until the input or the context ends.
func (f *front) read(ctx context.Context) {
	defer close(f.typed)
	in := bufio.NewScanner(f.opt.In)
	for in.Scan() {
		select {
		case f.typed <- in.Text():
		case <-ctx.Done():
			return
		}
	}
}

func (f *front) printf(format string, args ...any) { fmt.Fprintf(f.out, format, args...) }

// run shows news and executes lines.
func (f *front) run(ctx context.Context) error {
	for !f.left {
		typed := f.typed
		if f.view == nil || f.waiting != "" {
			typed = nil
		}
		select {
		case n := <-f.news:
			f.tell(ctx, n)
		case line, ok := <-typed:
			if !ok {
				return nil
			}
			f.line(ctx, line)
		case c := <-f.chosen:
			if err := f.moved(ctx, c); err != nil {
				return err
			}
		case err := <-f.ended:
			return err
		}
		if f.opt.Program != nil && f.view != nil {
			f.attend(ctx)
		}
		if f.waiting != "" && f.mayMove() {
			line := f.waiting
			f.waiting = ""
			f.line(ctx, line)
		}
		if err := f.out.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// mayMove reports whether a move need not wait: it is the person's turn, or will not be.
func (f *front) mayMove() bool {
	return f.view.Phase == humanplay.Yours || f.view.Phase == humanplay.Over || f.view.Watching
}

func (f *front) tell(ctx context.Context, n tableclient.News) {
	switch {
	case n.View == nil && !f.lost:
		f.lost = true
		f.printf("the connection is lost (%s); trying again …\n", printable.Line(n.Lost.Error()))
	case n.View != nil:
		if f.lost {
			f.lost = false
			f.printf("connected again\n")
		}
		f.show(ctx, *n.View)
	}
}

// A command is a word that can be typed, with its help.
type command struct {
	word, doc string
	do        func(f *front, ctx context.Context, rest string) error
}

// commands returns what can be typed besides moves.
func commands() []command {
	act := func(kind string) func(*front, context.Context, string) error {
		return func(f *front, ctx context.Context, rest string) error {
			return f.act(ctx, humanplay.Kind(kind), tableclient.Act{})
		}
	}
	return []command{
		{"say", "say something to the others: say hello", (*front).say},
		{"undo", "take back, or ask the others for it", act("undo")},
		{"draw", "offer a draw", act("draw")},
		{"accept", "agree to an offer", act("accept")},
		{"decline", "refuse an offer", act("decline")},
		{"resign", "give up", act("resign")},
		{"rematch", "play again; rematch swap changes sides", (*front).rematch},
		{"moves", "list the legal moves; moves e those that begin with e", (*front).list},
		{"board", "show the board", func(f *front, ctx context.Context, _ string) error { return f.board(ctx) }},
		{"links", "show the links for friends", (*front).links},
		{"leave", "give your seat up", act("leave")},
		{"help", "list the commands", (*front).help},
		{"quit", "stop showing the table; your seat is kept", func(f *front, _ context.Context, _ string) error {
			f.left = true
			return nil
		}},
	}
}

// line executes a line that was typed.
func (f *front) line(ctx context.Context, line string) {
	line = strings.TrimSpace(line)
	if line == "" {
		return
	}
	move, isMove := f.named(line)
	word, rest, _ := strings.Cut(strings.TrimPrefix(line, ":"), " ")
	var do func(*front, context.Context, string) error
	for _, c := range commands() {
		if !isMove && (c.word == word || word == "q" && c.word == "quit" || word == "?" && c.word == "help") {
			do = c.do
		}
	}
	if do == nil && f.opt.Piped && !f.mayMove() {
		f.waiting = line
		return
	}
	if f.opt.Piped {
		f.printf("> %s\n", line)
	}
	var err error
	switch {
	case do != nil:
		err = do(f, ctx, strings.TrimSpace(rest))
	case isMove:
		err = f.move(ctx, move)
	default:
		err = f.find(ctx, line)
	}
	if err != nil {
		f.printf("%s\n", printable.Line(err.Error()))
	}
}

// named returns the move with a name, or else with a text: columns and rows may have other
// names than in the rules.
func (f *front) named(line string) (humanplay.Move, bool) {
	for _, of := range []func(humanplay.Move) string{moveName, moveText} {
		for _, m := range f.view.Moves {
			if of(m) == line {
				return m, true
			}
		}
	}
	return humanplay.Move{}, false
}

var errNotYours = errors.New("it is not your turn; help lists the commands")

// find makes the move that a line means: by number, or by part of its name or text.
func (f *front) find(ctx context.Context, line string) error {
	switch {
	case f.view.Watching:
		return errors.New("you look on; help lists the commands")
	case f.view.Phase == humanplay.Over:
		return errors.New("the game is over: rematch begins another")
	case f.view.Phase != humanplay.Yours:
		return errNotYours
	}
	c, err := f.choices(moveName).Find(line)
	if err != nil {
		other, otherErr := f.choices(moveText).Find(line)
		if otherErr != nil {
			return err
		}
		c = other
	}
	return f.move(ctx, f.view.Moves[c.Number-1])
}

func moveName(m humanplay.Move) string { return m.Name }

func moveText(m humanplay.Move) string { return m.Text }

func (f *front) choices(text func(humanplay.Move) string) session.Choices {
	var texts []string
	for _, m := range f.view.Moves {
		texts = append(texts, printable.Line(text(m)))
	}
	return session.NewChoices(texts)
}

func (f *front) move(ctx context.Context, m humanplay.Move) error {
	step := f.view.Step
	return f.act(ctx, humanplay.DoMove, tableclient.Act{Step: &step, Move: m.Text})
}

// actTime is the time limit of a request.
const actTime = 20 * time.Second

// act acts, and shows what has changed.
func (f *front) act(ctx context.Context, kind humanplay.Kind, a tableclient.Act) error {
	ctx, cancel := context.WithTimeout(ctx, actTime)
	defer cancel()
	v, err := f.opt.Client.Do(ctx, f.opt.Table, kind, a)
	if err == nil {
		f.show(ctx, v)
	}
	return err
}

func (f *front) say(ctx context.Context, rest string) error {
	return f.act(ctx, "chat", tableclient.Act{Text: rest})
}

func (f *front) rematch(ctx context.Context, rest string) error {
	return f.act(ctx, humanplay.DoRematch, tableclient.Act{Swap: rest == "swap"})
}

func (f *front) help(context.Context, string) error {
	f.printf("A number or the beginning of a move makes that move. Commands:\n")
	for _, c := range commands() {
		f.printf("  %-9s%s\n", c.word, c.doc)
	}
	return nil
}
