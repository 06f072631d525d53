package review

import (
	"context"
	"math"

	"ludex/game"
)

// nan is an unknown value.
var nan = math.NaN()

// A Step is an analysed step of a play.
type Step struct {
	State  game.State // in which it was made
	Joint  []game.Move
	Before *Position
	// Choices has one entry per role that had a choice, chance excluded.
	Choices []Choice
}

// A Choice is a move that a role made, and its value.
type Choice struct {
	Role game.Role
	// Move is the move made, and Best the best one.
	Move, Best game.Move
	// Before is the role's expected value with the best move, and After its expected
	// value after the move.
	Before, After float64
	// Loss is the difference, as far as it is known. It is 0 if the move is the best
	// one.
	Loss float64
	// Sure says that both values are exact.
	Sure  bool
	Grade Grade
}

// A Grade says how bad a move is.
type Grade string

// The grades, and the minimal loss of each.
const (
	Good    Grade = ""
	Mistake Grade = "mistake"
	Blunder Grade = "blunder"

	mistakeLoss = 10
	blunderLoss = 25
)

// grade grades a loss.
func grade(loss float64) Grade {
	switch {
	case loss >= blunderLoss:
		return Blunder
	case loss >= mistakeLoss:
		return Mistake
	}
	return Good
}

// A Review is the analysis of a play.
type Review struct {
	Steps []Step
	// Final is the position after the last analysed step; nil if there is none.
	Final *Position
}

// Play analyses every position of a play: states are those along the joint moves,
// one more than joints. Told, which may be nil, is called before each position. If
// the context ends, the review holds the positions so far, and the error is the
// context's.
func (v *Reviewer) Play(ctx context.Context, states []game.State, joints [][]game.Move, told func(position int)) (*Review, error) {
	review := new(Review)
	for i, s := range states {
		if told != nil {
			told(i)
		}
		p, err := v.At(ctx, s)
		if err != nil {
			return review, err
		}
		if ctx.Err() != nil {
			return review, ctx.Err() // the last analysis was interrupted
		}
		if n := len(review.Steps); n > 0 {
			v.gradeStep(&review.Steps[n-1], p)
		}
		if err := v.machine.Err(); err != nil {
			return review, err
		}
		if review.Final = p; i < len(joints) {
			review.Steps = append(review.Steps, Step{State: s, Joint: joints[i], Before: p})
		}
	}
	return review, nil
}

// gradeStep grades the moves of a step that led to a position.
func (v *Reviewer) gradeStep(step *Step, after *Position) {
	deciders := v.Deciders(step.State)
	for _, r := range deciders {
		c := Choice{Role: r, Move: step.Joint[r], Best: step.Joint[r], Before: step.Before.Values[r], After: after.Values[r]}
		c.Sure = step.Before.Exact[r] && after.Exact[r]
		a := step.Before.Of(r)
		if a != nil && len(a.Moves) > 0 {
			c.Best = a.Moves[0].Move
		}
		if c.Best != c.Move {
			c.Loss = c.Before - c.After
			if len(deciders) > 1 && a != nil {
				// The outcome also depends on the others, and in a mixed strategy all
				// moves that are played are equally good.
				c.Loss, c.Sure = 0, false
				for _, m := range a.Moves {
					if m.Move == c.Move && m.Share < minGoodShare {
						c.Loss = a.Moves[0].Value - m.Value
					}
				}
			}
		}
		if math.IsNaN(c.Loss) || c.Loss < 0 {
			c.Loss = 0
		}
		c.Grade = grade(c.Loss)
		step.Choices = append(step.Choices, c)
	}
}

// minGoodShare is the probability in a mixed strategy from which a move counts as
// good.
const minGoodShare = 0.05
