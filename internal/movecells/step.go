package movecells

import (
	"cmp"
	"slices"
	"strings"

	"ludex/game"
)

// mostNamed is how many legal moves are compared with a move to name it.
const mostNamed = 80

// noChoice is the text of a step in which nobody did anything.
const noChoice = "no choice"

// MoveName names a move of a role within a sentence.
func (f *Finder) MoveName(p Position, m game.Move) string {
	legal := []game.Move{m}
	if !f.game.Hidden() {
		if all := p.Machine.Legal(p.State, p.Role, nil); len(all) <= mostNamed && slices.Contains(all, m) {
			legal = all
		}
	}
	found := &f.Find(p, legal)[slices.Index(legal, m)]
	return found.InText()
}

// InText returns the name of a move within a sentence.
func (m *Found) InText() string {
	if len(m.Cells) > 0 || m.Name == "" {
		return m.Name
	}
	return strings.ToLower(m.Name[:1]) + m.Name[1:]
}

// A Step is a joint move.
type Step struct {
	State  game.State // before the move
	Joint  []game.Move
	Choice []bool                                    // by role: it had a choice
	Role   func(game.Role) string                    // the name of a role
	Move   func(game.Role, game.Move) (string, bool) // names of moves that are known already, or nil
}

// StepText writes a step for people: the moves of the roles that had a choice, or forced
// moves if no role had.
func (f *Finder) StepText(m game.Machine, s Step) string {
	var chosen, forced []string
	for r, move := range s.Joint {
		role := game.Role(r)
		waits := f.waits[f.game.MoveText(role, move)]
		if waits && !s.Choice[r] {
			continue
		}
		name, ok := "", false
		if s.Move != nil {
			name, ok = s.Move(role, move)
		}
		if !ok {
			name = f.MoveName(Position{Machine: m, State: s.State, Role: role, Joint: s.Joint}, move)
		}
		if text := s.Role(role) + " " + name; s.Choice[r] {
			chosen = append(chosen, text)
		} else {
			forced = append(forced, text)
		}
	}
	if chosen == nil {
		chosen = forced
	}
	return cmp.Or(strings.Join(chosen, ", "), noChoice)
}
