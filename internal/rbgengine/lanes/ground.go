package lanes

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// GroundRules are the rules of a boardgame as ground rules over its facts and moves, which
// have the texts that people know. Facts are what lies on cells, the values of variables and
// who is to move; a state has a bit for each of them on which the rest of a play depends, and
// further bits that have no fact for a name.
type GroundRules struct {
	Spec *circuit.Spec
	game *Game
}

// Ground unrolls the rules of a game for reasoning about them. The legal moves are exact:
// see [Options]. The error is a [*RefusedError] if the set of moves is too large or
// unbounded.
func Ground(ctx context.Context, g *rbg.Game, opt Options) (*GroundRules, error) {
	opt.Exact = true
	gr, err := usableGraph(g, opt, math.MaxInt)
	if err != nil {
		return nil, err
	}
	gr.allFacts = true
	if opt.MaxNodes == 0 {
		opt.MaxNodes = defaultNodes
	}
	d, err := encode(ctx, g, gr, opt)
	if err != nil {
		return nil, err
	}
	if d.spec.Uncounted != 0 {
		return nil, errors.New("the legal moves are not exact")
	}
	l := &Game{encoding: d, finder: newFinder(d), memory: opt.Memory}
	l.Game = rbgplay.New(g, "ground", opt.Memory, nil)
	r := &GroundRules{Spec: d.spec, game: l}
	r.name()
	r.end()
	return r, nil
}

// end makes doing nothing the only legal move where the play is over. Playouts do not look
// at moves there.
func (r *GroundRules) end() {
	s := r.Spec
	for _, moves := range s.Moves {
		for i := range moves {
			legal, noop := moves[i].Legal, i == len(moves)-1
			moves[i].Legal = int32(s.Atoms)
			s.Atoms++
			if noop {
				s.Rules = append(s.Rules, moves[i].Legal, 1, 2*legal, moves[i].Legal, 1, 2*s.Terminal)
			} else {
				s.Rules = append(s.Rules, moves[i].Legal, 2, 2*legal, 2*s.Terminal+1)
			}
		}
	}
}

// name names the facts and the moves.
func (r *GroundRules) name() {
	d, s := r.game.encoding, r.Spec
	if random := r.game.Random(); random != game.NoRole {
		s.Random = int(random)
	}
	for i := range s.State {
		if i < d.live {
			s.State[i].Text = r.game.factText(&d.bits[i], i)
		} else {
			s.State[i].Text = r.game.factText(&d.implied[i-d.live], i)
		}
	}
	actions, _ := r.game.Actions()
	for role, list := range actions {
		for _, a := range list {
			s.Moves[role][a.Number].Text = a.Text
		}
	}
}

// factText returns the fact of a bit, or a name that is no fact if it can only be told
// within the rules.
func (g *Game) factText(b *bit, i int) string {
	switch b.kind {
	case bitSlot:
		return g.bitText(b, i)
	case bitControl:
		return "(control " + g.Roles()[b.n] + ")"
	}
	return fmt.Sprintf("internal %d", i)
}

// MoveText returns the text that the ground rules have for a move of a role in a state of
// the game, or "" if they do not have the move.
func (r *GroundRules) MoveText(g *rbgplay.Game, s game.State, role game.Role, m game.Move) string {
	var p rbgplay.Position
	g.Position(s, &p)
	n := r.game.Number(role, g.Actions(m), p.Cell)
	if n < 0 {
		return ""
	}
	return r.Spec.Moves[role][n].Text
}
