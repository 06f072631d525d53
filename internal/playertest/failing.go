package playertest

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"ludex/game"
	"ludex/internal/gametest"
	"ludex/player"
)

// failing checks that a failing machine is reported, by the match, by the player
// that owns the machine, or in its note.
func failing(t *testing.T, g game.Game, build player.Maker) {
	gametest.Failures(t, g, func(g game.Game) error {
		var notes errorLog
		m := match(g, func() player.Player { return &recordingPlayer{build(), &notes} }, 3)
		res, err := player.Play(context.Background(), m)
		notes.add(err)
		for _, note := range res.Notes {
			if strings.Contains(note, gametest.ErrBroken.Error()) {
				notes.add(gametest.ErrBroken) // it continues without the failed part
			}
		}
		return errors.Join(notes.errs...)
	})
}

// An errorLog collects errors of players, which may run concurrently.
type errorLog struct {
	mu   sync.Mutex
	errs []error
}

func (n *errorLog) add(err error) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.errs = append(n.errs, err)
	return err
}

// A recordingPlayer records the errors of another player.
type recordingPlayer struct {
	player.Player
	notes *errorLog
}

func (n *recordingPlayer) Start(ctx context.Context, s player.Setup) error {
	return n.notes.add(n.Player.Start(ctx, s))
}

func (n *recordingPlayer) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	move, err := n.Player.Choose(ctx, legal)
	return move, n.notes.add(err)
}

func (n *recordingPlayer) Observe(ctx context.Context, e player.Event) error {
	return n.notes.add(n.Player.Observe(ctx, e))
}

// Note implements [player.Noter].
func (n *recordingPlayer) Note() string { return player.NoteOf(n.Player) }
