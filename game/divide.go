package game

import (
	"cmp"
	"context"
	"fmt"
)

// A Child is a joint move of the root with the number of leaves below it.
type Child struct {
	Joint  []Move
	Leaves uint64
}

// Divide counts the leaves at a depth of at least 1 below each joint move of a
// state, or of the initial one if it is nil, in the order of perft.
func Divide(ctx context.Context, g Game, from State, depth int) ([]Child, error) {
	return DivideWatched(ctx, g, from, depth, func(int, int) {})
}

// DivideWatched is [Divide] for callers that show how far it is: watch is called before each
// joint move.
func DivideWatched(ctx context.Context, g Game, from State, depth int, watch func(done, total int)) ([]Child, error) {
	m := g.NewMachine()
	m.Bind(ctx)
	if from == nil {
		from = m.Initial(nil)
	}
	if m.Terminal(from) {
		return nil, m.Err()
	}
	moves := make([][]Move, len(g.Roles()))
	for r := range moves {
		if moves[r] = m.Legal(from, Role(r), nil); len(moves[r]) == 0 {
			return nil, m.Err()
		}
	}
	if err := cmp.Or(m.Err(), CheckJointMoves(moves)); err != nil {
		return nil, err
	}
	total := 1
	for _, list := range moves {
		total *= len(list)
	}
	var children []Child
	for joint := range JointMoves(moves) {
		watch(len(children), total)
		next := m.Next(from, joint, nil)
		if err := m.Err(); err != nil {
			return children, err
		}
		counts, err := Perft(ctx, g, next, depth-1, false)
		if err != nil {
			return children, err
		}
		children = append(children, Child{append([]Move(nil), joint...), counts[depth-1].Leaves})
	}
	return children, nil
}

// maxJointMoves limits the joint moves of a state that are enumerated.
const maxJointMoves = 1_000_000_000

// ErrJointMoves is returned for a state with more joint moves than that.
var ErrJointMoves = fmt.Errorf("a state has more than %d joint moves (limit of joint moves)", maxJointMoves)

// CheckJointMoves returns [ErrJointMoves] if there are too many combinations of the
// roles' moves.
func CheckJointMoves(moves [][]Move) error {
	n := 1
	for _, list := range moves {
		if n *= len(list); n > maxJointMoves {
			return ErrJointMoves
		}
	}
	return nil
}

// JointMoves yields all combinations of the roles' moves. The move of the last role
// changes fastest. The slice is reused.
func JointMoves(moves [][]Move) func(yield func([]Move) bool) {
	return func(yield func([]Move) bool) {
		joint := make([]Move, len(moves))
		var fill func(role int) bool
		fill = func(role int) bool {
			if role == len(moves) {
				return yield(joint)
			}
			for _, m := range moves[role] {
				joint[role] = m
				if !fill(role + 1) {
					return false
				}
			}
			return true
		}
		fill(0)
	}
}
