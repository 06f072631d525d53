package lines

import (
	"context"
	"strings"

	"ludex/game"
	"ludex/internal/board"
	"ludex/internal/movecells"
	"ludex/internal/session"
)

// NewNaming returns how people write the moves of a game, as the pages of the arena do. If the
// rules fail or take too long, moves are named by their words.
func NewNaming(ctx context.Context, b *board.Board, g game.Game) (*session.Naming, error) {
	f, err := movecells.New(ctx, b, g)
	if err != nil {
		return nil, err
	}
	n := &naming{ctx: ctx, finder: f, game: g}
	return &session.Naming{Moves: n.moves, Step: n.step, Own: n.own, Percept: n.percept}, nil
}

// A naming has a machine of its own, whose failure does not end the game.
type naming struct {
	ctx     context.Context
	finder  *movecells.Finder
	game    game.Game
	machine game.Machine
}

// limit gives the machine its time, until done is called.
func (n *naming) limit() (done context.CancelFunc) {
	if n.machine == nil || n.machine.Err() != nil {
		n.machine = n.game.NewMachine()
	}
	ctx, done := context.WithTimeout(n.ctx, movecells.Time)
	n.machine.Bind(ctx)
	return done
}

func (n *naming) moves(s game.State, r game.Role, joint, moves []game.Move) []string {
	done := n.limit()
	defer done()
	names := make([]string, len(moves))
	for i, m := range n.finder.Find(movecells.Position{Machine: n.machine, State: s, Role: r, Joint: joint}, moves) {
		names[i] = m.Name
	}
	return names
}

func (n *naming) step(s game.State, joint []game.Move, choice []bool, role func(game.Role) string) string {
	done := n.limit()
	defer done()
	return n.finder.StepText(n.machine, movecells.Step{State: s, Joint: joint, Choice: choice, Role: role})
}

func (n *naming) own(r game.Role, m game.Move) string {
	return n.finder.MoveName(movecells.Position{Role: r}, m)
}

func (n *naming) percept(p game.Percept) string {
	return strings.ToLower(board.Words(n.game.PerceptText(p)))
}
