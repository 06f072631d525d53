// Package randomplay makes random plays of a game, one state after the other, that are the
// same for a seed on every engine and machine.
package randomplay

import (
	"context"
	"fmt"

	"ludex/game"
)

// Options say how plays are made.
type Options struct {
	From     game.State // where plays begin; nil is the initial state
	First    bool       // every role makes its first legal move instead of a random one
	MaxSteps int        // where a play is cut off; 0 is the game's default
}

// A Play is one play.
type Play struct {
	Seed   uint64
	States []game.State  // from the first to the last one
	Joints [][]game.Move // between them
	Over   bool          // the last state is terminal: the play was not cut off
	Goals  []int         // by role, where the play is over
}

// A Player makes plays of a game. It belongs to one goroutine.
type Player struct {
	game    game.Game
	machine game.Machine
	opt     Options
	legal   []game.Move
}

// New returns a player. Its computations stop when the context ends.
func New(ctx context.Context, g game.Game, opt Options) *Player {
	if opt.MaxSteps == 0 {
		opt.MaxSteps = game.MaxSteps(g)
	}
	p := &Player{game: g, machine: g.NewMachine(), opt: opt}
	p.machine.Bind(ctx)
	return p
}

// Machine returns the machine that the player uses.
func (p *Player) Machine() game.Machine { return p.machine }

// Play makes a play: one draw of the seed's generator for every role and step, as
// [game.Rand] documents.
func (p *Player) Play(seed uint64) (*Play, error) {
	rand := game.NewRand(seed)
	play := &Play{Seed: seed}
	state := p.opt.From
	if state == nil {
		state = p.machine.Initial(nil)
	}
	for {
		over := p.machine.Terminal(state)
		if err := p.machine.Err(); err != nil {
			return nil, fmt.Errorf("step %d: %w", len(play.Joints)+1, err)
		}
		play.States, play.Over = append(play.States, state), over
		if over || len(play.Joints) == p.opt.MaxSteps {
			return play, p.end(play)
		}
		joint, err := p.choose(state, rand)
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", len(play.Joints)+1, err)
		}
		play.Joints = append(play.Joints, joint)
		state = p.machine.Next(state, joint, nil)
	}
}

// choose returns a joint move.
func (p *Player) choose(s game.State, rand *game.Rand) ([]game.Move, error) {
	joint := make([]game.Move, len(p.game.Roles()))
	for r, name := range p.game.Roles() {
		p.legal = p.machine.Legal(s, game.Role(r), p.legal[:0])
		if err := p.machine.Err(); err != nil {
			return nil, err
		}
		if len(p.legal) == 0 {
			return nil, fmt.Errorf("%s: %w", name, game.ErrStuck)
		}
		draw := rand.Choose(len(p.legal))
		if p.opt.First {
			draw = 0
		}
		joint[r] = p.legal[draw]
	}
	return joint, nil
}

// end adds the goals of a play that is over. A role for which the rules do not give
// exactly one value fails the play, since no number would be right.
func (p *Player) end(play *Play) error {
	if !play.Over {
		return nil
	}
	last := play.States[len(play.States)-1]
	for r, name := range p.game.Roles() {
		if game.Role(r) == p.game.Random() {
			play.Goals = append(play.Goals, 0)
			continue
		}
		values := p.machine.Goals(last, game.Role(r), nil)
		if err := p.machine.Err(); err != nil {
			return err
		}
		if len(values) != 1 {
			return fmt.Errorf("the rules are at fault: %s has %d goal values at the end of the play with seed %d", name, len(values), play.Seed)
		}
		play.Goals = append(play.Goals, values[0])
	}
	return nil
}
