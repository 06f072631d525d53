package knowledgetest

import (
	"fmt"
	"slices"
	"strings"

	"ludex/game"
)

// A Play is a development with its states and views, as the reference for other
// representations.
type Play struct {
	Joints [][]game.Move
	States []game.State // one more than joints
	Views  []string     // by role, word for word; empty for random
	// Chances are the factors by which each role's choices divide the probability.
	Chances []int64
}

// Last returns the last state of a play.
func (p *Play) Last() game.State { return p.States[len(p.States)-1] }

// Plays returns all legal developments by their number of joint moves, from 0 to
// steps, by definition: every joint move of every state that is not terminal.
func Plays(g game.Game, steps int) [][]*Play {
	m := g.NewMachine()
	first := &Play{States: []game.State{m.Initial(nil)}, Views: make([]string, len(g.Roles())), Chances: make([]int64, len(g.Roles()))}
	for r := range first.Chances {
		first.Chances[r] = 1
	}
	levels := [][]*Play{{first}}
	for range steps {
		var next []*Play
		for _, p := range levels[len(levels)-1] {
			next = append(next, Continue(g, m, p)...)
		}
		levels = append(levels, next)
	}
	return levels
}

// Continue returns the plays that are one joint move longer than a play.
func Continue(g game.Game, m game.Machine, p *Play) []*Play {
	s := p.Last()
	if m.Terminal(s) {
		return nil
	}
	legal := make([][]game.Move, len(g.Roles()))
	for r := range legal {
		legal[r] = m.Legal(s, game.Role(r), nil)
	}
	var out []*Play
	for joint := range game.JointMoves(legal) {
		q := &Play{
			Joints: append(slices.Clone(p.Joints), slices.Clone(joint)),
			States: append(slices.Clone(p.States), m.Next(s, joint, nil)),
			Views:  slices.Clone(p.Views), Chances: slices.Clone(p.Chances),
		}
		for r := range q.Views {
			q.Chances[r] *= int64(len(legal[r]))
			if game.Role(r) != g.Random() {
				q.Views[r] += experience(g, m, s, joint, game.Role(r))
			}
		}
		out = append(out, q)
	}
	return out
}

// experience returns what a role does and perceives in one step as text.
func experience(g game.Game, m game.Machine, s game.State, joint []game.Move, r game.Role) string {
	if !g.Hidden() {
		return fmt.Sprintf("%s|", game.JointText(g, joint))
	}
	words := []string{g.MoveText(r, joint[r]), "sees"}
	for _, p := range m.Percepts(s, joint, r, nil) {
		words = append(words, g.PerceptText(p))
	}
	return strings.Join(words, " ") + "|"
}
