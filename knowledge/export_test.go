package knowledge

import (
	"strings"

	"ludex/game"
)

// Step returns the number of the step that the development has reached.
func (d Development) Step() int { return len(d.Joints) + 1 }

// Text returns the joint moves in one line, or a phrase if there are none.
func (d Development) Text(g game.Game) string {
	if len(d.Joints) == 0 {
		return "no moves"
	}
	return strings.Join(d.Texts(g), " ; ")
}

// Step returns the number of the step that the members have reached.
func (s *Set) Step() int { return s.steps + 1 }

// Before returns the set one step earlier from which this one was made, or nil.
func (s *Set) Before() *Set { return s.prev }

// Set returns the role's information set.
func (b *Belief) Set() *Set { return b.set }
