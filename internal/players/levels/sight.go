package levels

import (
	"context"
	"slices"

	"ludex/game"
)

// A Sight looks for wins in one move. It belongs to one goroutine.
type Sight struct {
	game    game.Game
	machine game.Machine
	able    game.MachineCapabilities

	legal, replies []game.Move
	joint          []game.Move
	joints         []game.Move
	states         []game.State
	ending         []bool
	next, after    game.State
	goals          []int
}

// NewSight returns a sight for a game without hidden information.
func NewSight(g game.Game) *Sight {
	m := g.NewMachine()
	return &Sight{game: g, machine: m, able: game.MachineCapabilitiesOf(m), joint: make([]game.Move, len(g.Roles()))}
}

// Bind bounds all further computations by a context.
func (v *Sight) Bind(ctx context.Context) {
	v.machine.Bind(ctx)
	v.able = game.MachineCapabilitiesOf(v.machine)
}

// Err returns the first failure.
func (v *Sight) Err() error { return v.machine.Err() }

// Turn returns the only role that has a choice in a state, and its moves. It reports false
// if there is none, if there are several, or if it is chance.
func (v *Sight) Turn(s game.State) (game.Role, []game.Move, bool) {
	r, moves, ok := v.turn(s, v.legal[:0])
	v.legal = moves
	return r, moves, ok
}

// turn is Turn with memory for the moves. The joint move has the moves of the others.
func (v *Sight) turn(s game.State, dst []game.Move) (game.Role, []game.Move, bool) {
	mover := game.NoRole
	for r := range v.joint {
		from := len(dst)
		dst = v.machine.Legal(s, game.Role(r), dst)
		switch n := len(dst) - from; {
		case n == 0 || n > 1 && mover != game.NoRole:
			return game.NoRole, dst[:0], false
		case n == 1:
			v.joint[r] = dst[from]
			dst = dst[:from]
		default:
			mover = game.Role(r)
		}
	}
	return mover, dst, mover != game.NoRole && mover != v.game.Random()
}

// Wins appends the moves with which a role wins at once. The role has the only choice.
func (v *Sight) Wins(s game.State, r game.Role, moves, dst []game.Move) []game.Move {
	if _, _, ok := v.turn(s, v.replies[:0]); !ok {
		return dst
	}
	return v.wins(s, r, moves, dst, len(moves))
}

// wins appends at most limit moves with which a role wins at once, with the joint move set
// by turn.
func (v *Sight) wins(s game.State, r game.Role, moves, dst []game.Move, limit int) []game.Move {
	v.ends(s, r, moves)
	for i, end := range v.ending {
		if !end || limit == 0 {
			continue
		}
		v.joint[r] = moves[i]
		v.after = v.machine.Next(s, v.joint, v.after[:0])
		if v.winner(v.after) == r {
			dst = append(dst, moves[i])
			limit--
		}
	}
	return dst
}

// ends finds out which moves of a role end the play.
func (v *Sight) ends(s game.State, r game.Role, moves []game.Move) {
	v.ending, v.joints = v.ending[:0], v.joints[:0]
	for _, m := range moves {
		v.joint[r] = m
		v.joints = append(v.joints, v.joint...)
	}
	switch {
	case v.able.Ending != nil:
		v.ending = v.able.Ending.Ending(s, v.joints, v.ending)
	case v.able.Batch != nil:
		v.states = v.states[:0]
		for range moves {
			v.states = append(v.states, s)
		}
		v.ending = v.able.Batch.EndingAll(v.states, v.joints, v.ending)
	default:
		for _, m := range moves {
			v.joint[r] = m
			v.after = v.machine.Next(s, v.joint, v.after[:0])
			v.ending = append(v.ending, v.machine.Terminal(v.after))
		}
	}
}

// winner returns the role with the highest goal in a terminal state, or NoRole if several
// have it. The only role of a puzzle wins with 100.
func (v *Sight) winner(s game.State) game.Role {
	best, at, roles := -1, game.NoRole, 0
	for r := range v.joint {
		if game.Role(r) == v.game.Random() {
			continue
		}
		roles++
		v.goals = v.machine.Goals(s, game.Role(r), v.goals[:0])
		if len(v.goals) != 1 {
			return game.NoRole
		}
		switch goal := v.goals[0]; {
		case goal > best:
			best, at = goal, game.Role(r)
		case goal == best:
			at = game.NoRole
		}
	}
	if roles == 1 && best < 100 {
		return game.NoRole
	}
	return at
}

// Loses reports whether a move of the role with the only choice loses the play, or lets
// another role win with its next move.
func (v *Sight) Loses(s game.State, r game.Role, m game.Move) bool {
	if _, _, ok := v.turn(s, v.replies[:0]); !ok {
		return false
	}
	v.joint[r] = m
	v.next = v.machine.Next(s, v.joint, v.next[:0])
	if v.machine.Terminal(v.next) {
		won := v.winner(v.next)
		return won != r && won != game.NoRole
	}
	var other game.Role
	var ok bool
	other, v.replies, ok = v.turn(v.next, v.replies[:0])
	return ok && other != r && len(v.wins(v.next, other, v.replies, nil, 1)) > 0
}

// Count looks at a position in which a move was made. Positions in which several roles
// choose do not count.
func (v *Sight) Count(s game.State, joint []game.Move) (game.Role, Tactics) {
	var t Tactics
	r, moves, ok := v.Turn(s)
	if !ok {
		return r, t
	}
	moves = slices.Clone(moves)
	if wins := v.Wins(s, r, moves, nil); len(wins) > 0 {
		t.Wins = 1
		if !slices.Contains(wins, joint[r]) {
			t.Missed = 1
		}
		return r, t
	}
	losing, played := 0, false
	for _, m := range moves {
		if v.Loses(s, r, m) {
			losing++
			played = played || m == joint[r]
		}
	}
	if 2*losing > len(moves) && losing < len(moves) {
		t.Threats = 1
		if played {
			t.Allowed = 1
		}
	}
	return r, t
}
