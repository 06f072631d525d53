package livematch

import (
	"context"
	"strings"

	"ludex/game"
	"ludex/internal/server/gamecache"
)

// A narrator tells the steps of a match as people do: who chose what, and nothing
// about roles that had no choice.
type narrator struct {
	book    *gamecache.Book
	game    game.Game // nil in real time, where nobody moves who has no choice
	machine game.Machine
	state   game.State
}

// newNarrator returns a narrator, which follows a game until the context ends.
func newNarrator(ctx context.Context, b *gamecache.Book, g game.Game) *narrator {
	n := &narrator{book: b, game: g}
	if g != nil {
		n.machine = g.NewMachine()
		n.machine.Bind(ctx)
		n.state = n.machine.Initial(nil)
	}
	return n
}

// text tells the next step. Roles and moves are in the order of the record.
func (n *narrator) text(roles, moves []string) string {
	var chosen, all []string
	joint := make([]game.Move, len(moves))
	for r, m := range moves {
		if m == "" {
			continue
		}
		text := roles[r] + " " + n.book.Rules.Show(m)
		all = append(all, text)
		if n.game == nil {
			continue
		}
		var err error
		if joint[r], err = game.FindMove(n.game, n.machine, n.state, game.Role(r), m); err != nil {
			n.game = nil // it cannot be followed; all moves are told from now on
			continue
		}
		if len(n.machine.Legal(n.state, game.Role(r), nil)) > 1 {
			chosen = append(chosen, text)
		}
	}
	if n.game != nil {
		n.state = n.machine.Next(n.state, joint, nil)
		if n.machine.Err() != nil {
			n.game, chosen = nil, nil
		}
		if chosen != nil {
			return strings.Join(chosen, ", ")
		}
	}
	return strings.Join(all, ", ")
}
