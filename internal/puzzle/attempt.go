package puzzle

import (
	"context"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/internal/gdlmoves"
)

// An Attempt is how far somebody has come with a puzzle whose claim is of the kind wins.
type Attempt struct {
	State  game.State
	Joints [][]game.Move // the steps since the position of the puzzle
	Legal  []game.Move   // of the role
	Left   int           // steps that are left
	Solved bool          // the goal has been reached
	// Wrong says that with the last move the role cannot force its goal within the steps
	// any more. That is proved, too.
	Wrong bool
}

// Try makes moves of the role in the position of a puzzle. The others answer with moves that
// put the goal off as long as possible. Moves without a choice are made by themselves. The
// limit is that of [Prove].
func (p *Position) Try(ctx context.Context, moves []string, limit int) (*Attempt, error) {
	if p.Claim != Wins {
		return nil, fmt.Errorf("puzzle %s: only claims of the kind %s can be tried", p.Name, Wins)
	}
	f := newForcedSearch(ctx, p.Game, limit, p.isOwn, p.goalReached)
	a := &Attempt{State: p.State, Left: p.Steps, Legal: p.Legal}
	for _, text := range moves {
		if a.Solved || a.Wrong {
			return nil, fmt.Errorf("%s: the attempt is over", text)
		}
		move, err := game.FindMove(p.Game, f.machine, a.State, p.Role, gdlmoves.Canonical(text))
		if err != nil {
			return nil, err
		}
		if err := a.step(p, f, move); err != nil {
			return nil, err
		}
		for !a.Wrong && !a.Solved && len(a.Legal) == 1 {
			if err := a.step(p, f, a.Legal[0]); err != nil {
				return nil, err
			}
		}
	}
	return a, nil
}

// step makes a move of the role and the answer of the others that delays the goal most.
func (a *Attempt) step(p *Position, f *forcedSearch, move game.Move) error {
	legal := make([][]game.Move, len(p.Game.Roles()))
	for r := range legal {
		if legal[r] = []game.Move{move}; game.Role(r) != p.Role {
			legal[r] = f.machine.Legal(a.State, game.Role(r), nil)
		}
	}
	if err := game.CheckJointMoves(legal); err != nil {
		return err
	}
	var worst []game.Move
	longest := -1
	for joint := range game.JointMoves(legal) {
		n, err := f.shortest(f.machine.Next(a.State, joint, nil), a.Left-1)
		if err != nil {
			return err
		}
		if n > longest {
			worst, longest = slices.Clone(joint), n
		}
	}
	a.State = f.machine.Next(a.State, worst, nil)
	a.Joints = append(a.Joints, worst)
	a.Left--
	a.Wrong = longest > a.Left
	a.Solved = !a.Wrong && f.machine.Terminal(a.State)
	a.Legal = nil
	if !a.Solved && !f.machine.Terminal(a.State) {
		a.Legal = f.machine.Legal(a.State, p.Role, nil)
	}
	return f.machine.Err()
}

// shortest returns the least number of steps within which the side can force its goal from a
// state, or steps+1 if it cannot within that number.
func (f *forcedSearch) shortest(s game.State, steps int) (int, error) {
	for n := range steps + 1 {
		can := f.search(s, n, 0)
		if f.err == nil {
			f.err = f.machine.Err()
		}
		if f.err != nil || can {
			return n, f.err
		}
	}
	return steps + 1, nil
}
