// Ludex-play lets a person play one game in lines of text, against the program. It is the
// verb "ludex play --plain" without everything that needs a database, a cluster or a
// server, so that it is built in a fraction of the time: for a first move after a clone. The
// tag small also leaves out the engines that are compiled or prepared in lanes.
//
//	go run -tags small ./cmd/ludex-play breakthrough
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/roster"
	"ludex/internal/session"
	"ludex/internal/terminal/lines"
	"ludex/library"
	"ludex/match"
	"ludex/player"
	"ludex/rules"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	name := "breakthrough"
	if len(os.Args) > 1 {
		name = os.Args[1]
	}
	if err := run(ctx, name, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "ludex-play:", err)
		os.Exit(2)
	}
}

// moveTime is how long the program thinks.
const moveTime = 2 * time.Second

// run plays one game of turns.
func run(ctx context.Context, name string, in io.Reader, out io.Writer) (err error) {
	file, err := library.Open(name, in)
	if err != nil {
		return err
	}
	r, err := rules.Read(file, rules.Options{}).Playable(ctx)
	if err != nil {
		return err
	}
	if r.IsTimed() {
		return fmt.Errorf("%s is a game in real time: \"ludex play\" knows them", name)
	}
	g, _, err := r.Open(ctx, rules.Opening{Engine: "auto", Early: true})
	if err != nil {
		return err
	}
	opponent, err := roster.All().Maker("auto")
	if err != nil {
		return err
	}
	opt := session.Options{
		Config:  match.Config{Rules: r, Game: g, PlayClock: moveTime, StartClock: time.Second, Seed: uint64(time.Now().UnixNano())},
		Title:   name,
		Show:    r.Show,
		Role:    person(g),
		Adviser: opponent,
	}
	if b, err := board.Presented(ctx, r); err == nil {
		opt.Draw = drawer(b)
		if opt.Naming, err = lines.NewNaming(ctx, b, g); err != nil {
			return err
		}
	}
	opt.Opponent = func(game.Role) player.Player { return opponent() }
	for range g.Roles() {
		opt.Names = append(opt.Names, "auto")
	}
	s, err := session.Sit(ctx, opt)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Err(), s.Close()) }()
	return lines.Run(ctx, s, lines.Options{In: in, Out: out})
}

// person returns the first role that is not chance.
func person(g game.Game) game.Role {
	if g.Random() == 0 && len(g.Roles()) > 1 {
		return 1
	}
	return 0
}

// drawer returns what draws positions.
func drawer(b *board.Board) session.Drawer {
	return func(w io.Writer, p session.Position, color bool) error {
		return b.Text(w, board.Position{Facts: p.Facts, Over: p.Over, Hidden: p.Hidden}, color)
	}
}
