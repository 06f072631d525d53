package puzzle

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"ludex/game"
	"ludex/solve"
)

// ErrWrong says that the claim of a puzzle is false.
var ErrWrong = errors.New("the claim is wrong")

// Prove proves the claim of a puzzle, within a number of states if limit is not 0.
// It returns ErrWrong if the claim is false, and ErrLimit if that could not be
// decided.
func Prove(ctx context.Context, p *Position, limit int) error {
	found, err := Find(ctx, p, limit)
	if err != nil {
		return fmt.Errorf("puzzle %s: %w", p.Name, err)
	}
	slices.Sort(found)
	if best := slices.Sorted(slices.Values(p.Best)); !slices.Equal(found, best) {
		return fmt.Errorf("puzzle %s: %w: the best moves are %s", p.Name, ErrWrong, p.texts(found))
	}
	return nil
}

// Find returns the best moves in the sense of a puzzle's claim, whatever moves it
// names. The limit is that of [Prove].
func Find(ctx context.Context, p *Position, limit int) ([]game.Move, error) {
	switch p.Claim {
	case Wins:
		return p.winning(ctx, limit)
	case Saves:
		return p.saving(ctx, limit)
	case Solved:
		return p.bestValued(ctx, limit)
	}
	return nil, fmt.Errorf("there is no claim %q: use %s, %s or %s", p.Claim, Wins, Saves, Solved)
}

// texts returns moves as text, separated by commas.
func (p *Position) texts(moves []game.Move) string {
	if len(moves) == 0 {
		return "none"
	}
	var list []string
	for _, m := range moves {
		list = append(list, p.Game.MoveText(p.Role, m))
	}
	return strings.Join(list, ", ")
}

// winning returns the moves with which the role can force its goal in time.
func (p *Position) winning(ctx context.Context, limit int) ([]game.Move, error) {
	f := newForcedSearch(ctx, p.Game, limit, p.isOwn, p.goalReached)
	return p.filter(f, func(next []game.State) (bool, error) {
		for _, s := range next {
			if can, err := f.within(s, p.Steps-1); err != nil || !can {
				return false, err
			}
		}
		return true, nil
	})
}

// saving returns the moves after which the others cannot force in time that the role
// misses its goal.
func (p *Position) saving(ctx context.Context, limit int) ([]game.Move, error) {
	f := newForcedSearch(ctx, p.Game, limit, p.isOther, p.goalMissed)
	return p.filter(f, func(next []game.State) (bool, error) {
		for _, s := range next {
			if can, err := f.within(s, p.Steps-1); err != nil || can {
				return false, err
			}
		}
		return true, nil
	})
}

func (p *Position) isOwn(r game.Role) bool   { return r == p.Role }
func (p *Position) isOther(r game.Role) bool { return r != p.Role }

// goalReached reports whether the role has its goal in a terminal state.
func (p *Position) goalReached(m game.Machine, s game.State) bool {
	goals := m.Goals(s, p.Role, nil)
	return len(goals) == 1 && goals[0] >= p.Goal
}

// goalMissed reports whether the role does not have its goal in a terminal state.
func (p *Position) goalMissed(m game.Machine, s game.State) bool {
	goals := m.Goals(s, p.Role, nil)
	return len(goals) == 1 && goals[0] < p.Goal
}

// filter returns the moves of the role that pass a test, which gets the possible
// successor states.
func (p *Position) filter(f *forcedSearch, test func(next []game.State) (bool, error)) ([]game.Move, error) {
	var passed []game.Move
	for _, move := range p.Legal {
		next, err := p.after(f.machine, move)
		if err != nil {
			return nil, err
		}
		ok, err := test(next)
		if err != nil {
			return nil, err
		}
		if ok {
			passed = append(passed, move)
		}
	}
	return passed, nil
}

// after returns the possible successors of a move of the role.
func (p *Position) after(m game.Machine, move game.Move) ([]game.State, error) {
	moves := make([][]game.Move, len(p.Game.Roles()))
	for r := range moves {
		if game.Role(r) == p.Role {
			moves[r] = []game.Move{move}
		} else {
			moves[r] = m.Legal(p.State, game.Role(r), nil)
		}
	}
	if err := game.CheckJointMoves(moves); err != nil {
		return nil, err
	}
	var next []game.State
	for joint := range game.JointMoves(moves) {
		if next = append(next, m.Next(p.State, joint, nil)); m.Err() != nil {
			break
		}
	}
	return next, m.Err()
}

// bestValued returns the moves with the highest value for the role.
func (p *Position) bestValued(ctx context.Context, limit int) ([]game.Move, error) {
	worth := make([]solve.Bounds, len(p.Legal))
	m := p.Game.NewMachine()
	var most *big.Rat // that some move is worth for sure
	for i, move := range p.Legal {
		next, err := p.after(m, move)
		if err != nil {
			return nil, err
		}
		if len(next) != 1 {
			return nil, fmt.Errorf("others have a choice at the same time: a move alone is worth nothing certain")
		}
		res, err := solve.Solve(ctx, p.Game, next[0], solve.Options{Nodes: uint64(limit)})
		if err = errors.Join(err, ctx.Err()); err != nil {
			return nil, err
		}
		worth[i] = res.Goals[p.Role]
		if most == nil || worth[i].Low.Cmp(most) > 0 {
			most = worth[i].Low
		}
	}
	var best []game.Move
	for i, move := range p.Legal {
		switch {
		case worth[i].Low.Cmp(most) >= 0 && worth[i].Exact():
			best = append(best, move)
		case worth[i].High.Cmp(most) >= 0:
			return nil, fmt.Errorf("%w: %s is worth %v", ErrLimit, p.Game.MoveText(p.Role, move), worth[i])
		}
	}
	return best, nil
}
