package knowledge

import (
	"errors"
	"fmt"
	"slices"

	"ludex/game"
)

// A Development is a sequence of legal joint moves from the initial state (a
// history), including random's moves. The zero value is the development of step 1.
type Development struct {
	Joints [][]game.Move
}

// Texts returns the joint moves as canonical texts.
func (d Development) Texts(g game.Game) []string {
	out := make([]string, len(d.Joints))
	for i, joint := range d.Joints {
		out[i] = game.JointText(g, joint)
	}
	return out
}

// ErrNotLegal is returned for a joint move that is not legal.
var ErrNotLegal = errors.New("no legal joint move here")

// A Trace is a development with its states and views. States[k] and Views[k] belong
// to step k+1; views are indexed by role, and random's are NoView.
type Trace struct {
	Development Development
	States      []StateID
	Views       [][]ViewID
}

// Last returns the last state and views of a trace.
func (t *Trace) Last() (StateID, []ViewID) {
	k := len(t.States) - 1
	return t.States[k], t.Views[k]
}

// Follow replays a development. It returns [ErrNotLegal] with the step at which it
// is not legal.
func (m *Model) Follow(d Development) (*Trace, error) {
	t := &Trace{Development: d, States: []StateID{initial}, Views: [][]ViewID{m.blankViews()}}
	for k, joint := range d.Joints {
		s, views := t.Last()
		p, err := m.position(s)
		if err != nil {
			return nil, err
		}
		edge := m.edgeOf(p, joint)
		if edge < 0 {
			return nil, fmt.Errorf("step %d: %s: %w", k+1, m.illegal(p, joint), ErrNotLegal)
		}
		to, err := m.successor(s, p, edge)
		if err != nil {
			return nil, err
		}
		next := make([]ViewID, len(views))
		if err := m.extendViews(s, edge, views, next); err != nil {
			return nil, err
		}
		t.States, t.Views = append(t.States, to), append(t.Views, next)
	}
	return t, nil
}

// illegal describes an illegal joint move. It must not use the moves themselves,
// which may be numbers that the game does not have.
func (m *stateSpace) illegal(p position, joint []game.Move) string {
	switch {
	case p.status == over:
		return "the play is over"
	case len(joint) != len(m.game.Roles()):
		return fmt.Sprintf("%d moves for %d roles", len(joint), len(m.game.Roles()))
	}
	for r, name := range m.game.Roles() {
		if !slices.Contains(m.legal(p, game.Role(r)), joint[r]) {
			return "the move of " + name
		}
	}
	return "the move"
}

// blankViews returns the views of all roles at step 1.
func (m *Model) blankViews() []ViewID {
	views := make([]ViewID, len(m.game.Roles()))
	for r := range views {
		if game.Role(r) == m.game.Random() {
			views[r] = NoView
		}
	}
	return views
}

// extendViews writes the views after an edge of a state into next, which may be the
// same slice. NoView stays NoView.
func (m *Model) extendViews(s StateID, edge int32, views, next []ViewID) error {
	p := m.positions[s]
	for r, before := range views {
		next[r] = NoView
		if before == NoView {
			continue
		}
		signal, err := m.perceive(s, p, edge, game.Role(r))
		if err != nil {
			return err
		}
		next[r] = m.views.extend(before, m.moveOf(p, edge, game.Role(r)), signal)
	}
	return nil
}

// ViewOf returns the view of a role in a development.
func (m *Model) ViewOf(d Development, r game.Role) (View, error) {
	if err := m.checkPlayers(r); err != nil {
		return View{}, err
	}
	t, err := m.Follow(d)
	if err != nil {
		return View{}, err
	}
	_, views := t.Last()
	return m.View(r, views[r]), nil
}
