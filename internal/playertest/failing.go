package playertest

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"ludex/game"
	"ludex/game/gametest"
	"ludex/player"
)

// failing checks that a machine that fails is reported, by the match, by the
// player whose machine it is, or in its note.
func failing(t *testing.T, g game.Game, build player.Maker) {
	gametest.Failures(t, g, func(g game.Game) error {
		var notes notes
		m := match(g, func() player.Player { return &noting{build(), &notes} }, 3)
		res, err := player.Play(context.Background(), m)
		notes.add(err)
		for _, note := range res.Notes {
			if strings.Contains(note, gametest.ErrBroken.Error()) {
				notes.add(gametest.ErrBroken) // it goes on without the part that has failed
			}
		}
		return errors.Join(notes.errs...)
	})
}

// notes are errors of players, which may think at the same time.
type notes struct {
	mu   sync.Mutex
	errs []error
}

func (n *notes) add(err error) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.errs = append(n.errs, err)
	return err
}

// A noting player notes the errors of another one.
type noting struct {
	player.Player
	notes *notes
}

func (n *noting) Start(ctx context.Context, s player.Setup) error {
	return n.notes.add(n.Player.Start(ctx, s))
}

func (n *noting) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	move, err := n.Player.Choose(ctx, legal)
	return move, n.notes.add(err)
}

func (n *noting) Observe(ctx context.Context, e player.Event) error {
	return n.notes.add(n.Player.Observe(ctx, e))
}

// Note implements [player.Noter].
func (n *noting) Note() string { return player.NoteOf(n.Player) }
