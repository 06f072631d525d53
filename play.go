package ludex

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/internal/gdlmoves"
)

// A Play is one play of a game, with roles, moves and facts as texts. It is for one
// goroutine.
type Play struct {
	game    *Game
	machine game.Machine
	state   game.State
	steps   int
}

// NewPlay begins a play in the initial state. Its computations stop when the context
// ends.
func (g *Game) NewPlay(ctx context.Context) (*Play, error) {
	p := &Play{game: g, machine: g.NewMachine()}
	p.machine.Bind(ctx)
	p.state = p.machine.Initial(nil)
	return p, p.machine.Err()
}

// State returns the current state.
func (p *Play) State() game.State { return slices.Clone(p.state) }

// Facts returns what is true in the current state, sorted.
func (p *Play) Facts() []string { return p.game.Facts(p.state) }

// Steps returns how many steps were made.
func (p *Play) Steps() int { return p.steps }

// Over reports whether the play is over.
func (p *Play) Over() (bool, error) {
	over := p.machine.Terminal(p.state)
	return over, p.machine.Err()
}

// Legal returns the legal moves of a role.
func (p *Play) Legal(role string) ([]string, error) {
	r, err := p.role(role)
	if err != nil {
		return nil, err
	}
	moves := p.machine.Legal(p.state, r, nil)
	if err := p.machine.Err(); err != nil {
		return nil, err
	}
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = p.game.MoveText(r, m)
	}
	return texts, nil
}

// Step makes a joint move, given as one move per role. A role that has exactly one
// legal move may be left out. After the end of the play it returns [game.ErrOver].
func (p *Play) Step(moves map[string]string) error {
	if over, err := p.Over(); err != nil {
		return err
	} else if over {
		return game.ErrOver
	}
	for role := range moves {
		if _, err := p.role(role); err != nil {
			return err
		}
	}
	joint := make([]game.Move, len(p.game.Roles()))
	for i, role := range p.game.Roles() {
		var err error
		if joint[i], err = p.move(game.Role(i), moves[role]); err != nil {
			return fmt.Errorf("%s: %w", role, err)
		}
	}
	p.state = p.machine.Next(p.state, joint, nil)
	p.steps++
	return p.machine.Err()
}

// move returns the move of a role with a text, or its only one for no text.
func (p *Play) move(r game.Role, text string) (game.Move, error) {
	if text != "" {
		m, err := game.FindMove(p.game, p.machine, p.state, r, gdlmoves.Canonical(text))
		return m, errors.Join(p.machine.Err(), err)
	}
	legal := p.machine.Legal(p.state, r, nil)
	if err := p.machine.Err(); err != nil {
		return 0, err
	}
	if len(legal) != 1 {
		return 0, fmt.Errorf("a move is needed: there are %d", len(legal))
	}
	return legal[0], nil
}

// Goal returns the goal value of a role, between 0 and 100.
func (p *Play) Goal(role string) (int, error) {
	r, err := p.role(role)
	if err != nil {
		return 0, err
	}
	values := p.machine.Goals(p.state, r, nil)
	if err := p.machine.Err(); err != nil {
		return 0, err
	}
	if len(values) != 1 {
		return 0, fmt.Errorf("%s has %d goal values in this state", role, len(values))
	}
	return values[0], nil
}

func (p *Play) role(name string) (game.Role, error) {
	r := slices.Index(p.game.Roles(), name)
	if r < 0 {
		return game.NoRole, fmt.Errorf("there is no role %q: the roles are %q", name, p.game.Roles())
	}
	return game.Role(r), nil
}
