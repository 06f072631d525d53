package session

import (
	"slices"
	"strings"

	"ludex/game"
)

// A Step is a step that was made.
type Step struct {
	Before game.State
	Joint  []game.Move
	After  game.State
	Choice []bool // by role: whether it had a choice
	// Percepts are what each role perceives, where information is hidden.
	Percepts [][]game.Percept
}

// Steps returns how many steps were made.
func (s *Session) Steps() int { return len(s.steps) }

// Given returns how many of the steps were made before the game began.
func (s *Session) Given() int { return min(len(s.opt.Before), len(s.steps)) }

// StepText returns what the person is told of a step, counted from 0: who chose
// which move, or in a game that hides information the own move and what was
// perceived.
func (s *Session) StepText(i int) string {
	if s.opt.Game.Hidden() {
		return s.viewText(s.steps[i])
	}
	return s.jointText(s.steps[i].Joint, s.steps[i].Choice)
}

// viewText returns what the person's role has done and perceived in a step.
func (s *Session) viewText(step Step) string {
	text := "you " + s.MoveText(s.role, step.Joint[s.role])
	var seen []string
	for _, p := range step.Percepts[s.role] {
		seen = append(seen, s.opt.Show(s.opt.Game.PerceptText(p)))
	}
	if seen != nil {
		text += ", see " + strings.Join(seen, ", ")
	}
	return text
}

// jointText lists the moves of the roles that had a choice, or all of them if
// none had.
func (s *Session) jointText(joint []game.Move, choice []bool) string {
	var chosen, all []string
	for r, m := range joint {
		text := s.roleName(game.Role(r)) + " " + s.MoveText(game.Role(r), m)
		if all = append(all, text); choice[r] {
			chosen = append(chosen, text)
		}
	}
	if chosen == nil {
		return strings.Join(all, ", ") + " (no choice)"
	}
	return strings.Join(chosen, ", ")
}

// roleName returns the name of a role, or nothing where there is only one.
func (s *Session) roleName(r game.Role) string {
	if s.alone() {
		return "you"
	}
	return s.opt.Game.Roles()[r]
}

// alone reports whether the person has no opponents.
func (s *Session) alone() bool {
	for r := range s.opt.Game.Roles() {
		if game.Role(r) != s.role && game.Role(r) != s.opt.Game.Random() {
			return false
		}
	}
	return true
}

// MoveText returns a move as people write it.
func (s *Session) MoveText(r game.Role, m game.Move) string {
	return s.opt.Show(s.opt.Game.MoveText(r, m))
}

// Joints returns the joint moves so far, or nil if they are not to be known.
func (s *Session) Joints() [][]game.Move {
	if s.opt.Game.Hidden() {
		return nil
	}
	var joints [][]game.Move
	for _, step := range s.steps {
		joints = append(joints, step.Joint)
	}
	return joints
}

// History returns all steps with their joint moves, also where information is
// hidden. It is for whoever keeps a record of the game: nothing of it may be told
// to the person before the end. The caller must not change what is in it.
func (s *Session) History() []Step { return slices.Clone(s.steps) }
